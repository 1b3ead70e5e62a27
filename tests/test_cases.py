"""What the compiler writes for contracts of one feature each.

A case is a folder in `tests/cases`: `contract.yaml`, and `expected/` with the modules that depend on it and its facts.
That the servers behave is tested elsewhere; here the diff of a change is read.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml
from goldens import Golden
from pactwright.pipeline import compile_contract
from pactwright.report import render

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
SHOWN = re.compile(
    r"src/(\w+)/((tools|errors|models|resources|prompts|upstreams|views|contexts|completions|ledgers)\.py|contract\.json)"
)


@cache
def compiled(case: str) -> dict[str, str]:
    """Return the files of a case's package; a case has nothing to complain about."""
    contract = FOLDER / case / "contract.yaml"
    compilation = compile_contract(contract, root=contract.parent)
    assert render(compilation.diagnostics, "text") == ""
    assert compilation.files is not None
    return {file.path: file.text for file in compilation.files}


@pytest.mark.parametrize("case", CASES)
def test_case(case: str, golden: Golden, pytestconfig: pytest.Config) -> None:
    shown = {found.group(2): text for path, text in compiled(case).items() if (found := SHOWN.fullmatch(path))}
    expected = FOLDER / case / "expected"
    if pytestconfig.getoption("--update-golden"):
        expected.mkdir(exist_ok=True)
        for file in expected.iterdir():
            file.unlink()
    for name, text in shown.items():
        golden(expected / name, text)
    assert {file.name for file in expected.iterdir()} == set(shown)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the generated modules of all cases, without their runtime, and the settings of generated packages."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "pyproject.toml").write_text(compiled(CASES[0])["pyproject.toml"], encoding="utf-8")
    for case in CASES:
        for path, text in compiled(case).items():
            if path.startswith("src/") and "/runtime/" not in path:
                file = folder / path.removeprefix("src/")
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
    return folder


def test_generated_modules_are_clean(written: Path) -> None:
    run = [sys.executable, "-m", "ruff", "check", "--no-cache", "--config", "pyproject.toml", "."]
    checked = subprocess.run(run, cwd=written, capture_output=True, text=True)
    assert checked.stdout == "All checks passed!\n", checked.stdout + checked.stderr


@pytest.fixture(scope="module")
def sharing(written: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the modules again, now with one runtime for all: it is the same for each, and large."""
    folder = tmp_path_factory.mktemp("sharing")
    for module in written.glob("*/*.py"):
        file = folder / module.relative_to(written)
        file.parent.mkdir(exist_ok=True)
        text = module.read_text(encoding="utf-8").replace("from .runtime", "from shared")
        file.write_text(text, encoding="utf-8")
    (folder / "shared").mkdir()
    for path, text in compiled(CASES[0]).items():
        if "/runtime/" in path:
            (folder / "shared" / path.rpartition("/")[2]).write_text(text, encoding="utf-8")
    return folder


TYPES = """\
[mypy]
strict = True
python_version = 3.11
# What the runtime is made of is checked with the compiler; here it only has to be known.
[mypy-shared.*]
follow_imports = silent
[mypy-mcp.*,pydantic.*,anyio.*,jsonschema_rs.*,opentelemetry.*,uvicorn.*,starlette.*,jwt.*,httpx2.*]
follow_imports = skip
"""


def test_generated_modules_are_fully_typed(sharing: Path) -> None:
    (sharing / "mypy.ini").write_text(TYPES, encoding="utf-8")
    names = sorted(folder.name for folder in sharing.glob("*_mcp"))
    run = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--no-incremental", *names]
    checked = subprocess.run(run, cwd=sharing, capture_output=True, text=True)
    assert checked.stdout.startswith("Success"), checked.stdout + checked.stderr


IMPORTED = """\
import asyncio, importlib, json, pathlib, sys
for name in sys.argv[1:]:
    for module in ("models", "tools", "errors"):
        importlib.import_module(f"{name}.{module}")
from hostile_texts_mcp import errors, prompts, resources, tools
odd = tools.TOOLBOX.tools["odd"]
error = errors.invalid_field(None, {})
print(json.dumps({
    "result": asyncio.run(odd.answer({"not": "-"}, None)),
    "message": error.message,
    "details": error.details,
    "arguments": error.repair.arguments,
    "alternative": error.repair.alternative,
    "rule": [item.reason for item in odd.rules({"not": "q'q\\\\"})],
    "prompt": prompts.odd({}, None),
    "resource": asyncio.run(resources.odd({}, None)),
}))
"""


def test_texts_of_the_contract_arrive_as_they_are(sharing: Path) -> None:
    """Quotes, backslashes, braces and control characters of a contract are data wherever they stand."""
    names = sorted(folder.name for folder in sharing.glob("*_mcp"))
    ran = subprocess.run([sys.executable, "-c", IMPORTED, *names], cwd=sharing, capture_output=True, text=True)
    assert ran.stderr == ""
    contract = yaml.safe_load((FOLDER / "hostile_texts" / "contract.yaml").read_text(encoding="utf-8"))
    text = contract["tools"]["odd"]["title"]
    assert {"'", '"', "\\", "\n", "\0", "{", "\u202e", "\U0001f600"} <= set(text)
    # In a template, `$${` stands for `${`.
    filled = text.replace("$${", "${")
    assert json.loads(ran.stdout) == {
        "result": {"text": f"{filled} - {filled}"},
        "message": filled,
        "details": {"field": filled, "value": [filled], "reason": filled},
        "arguments": contract["errors"]["invalid_field"]["repair"]["arguments"],
        "alternative": text,
        "rule": [text],
        "prompt": [{"role": "user", "content": [{"type": "text", "text": filled}]}],
        "resource": [{"type": "text", "text": filled}],
    }
    facts = json.loads(compiled("hostile_texts")["src/hostile_texts_mcp/contract.json"])
    tool = facts["tools"][0]
    assert tool["title"] == tool["examples"][0]["title"] == facts["server"]["summary"] == text
    assert tool["input"]["properties"]["not"]["default"] == facts["config"]["odd"]["default"] == text
