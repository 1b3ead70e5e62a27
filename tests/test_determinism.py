"""The bytes of a package depend on its contract and on the compiler: not on who compiles it, where, or how."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

TESTS = Path(__file__).parent
SERVICES = [TESTS.parent / "specs" / "github_issues"]
SERVICES += [TESTS / "cases" / name for name in ("hostile_texts", "hidden_types", "errors", "resources", "prompts")]

HOSTILE = """\
[tool.black]
line-length = 20
skip-string-normalization = true
target-version = ["py313"]
preview = true

[tool.datamodel-codegen]
output-model-type = "pydantic_v2.BaseModel"
snake-case-field = true

[tool.isort]
force_single_line = true
profile = "django"

[tool.ruff]
line-length = 20
"""


def generated(folder: Path, *, cwd: Path, umask: int, **environment: str) -> Mapping[str, bytes]:
    """Compile some services in `folder`, and return what was written."""
    for service in SERVICES:
        shutil.copytree(service, folder / "specs" / service.name)
    run = [sys.executable, "-m", "pactwright", "generate", "--root", str(folder)]
    env = {**os.environ, **environment}
    cwd.mkdir(parents=True, exist_ok=True)
    ran = subprocess.run(run, cwd=cwd, env=env, umask=umask, capture_output=True)
    assert ran.returncode == 0, ran.stderr
    root = folder / "generated"
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_packages_are_the_same_everywhere(tmp_path: Path) -> None:
    quiet = tmp_path / "quiet"
    first = generated(quiet, cwd=quiet, umask=0o022, PYTHONHASHSEED="1", LC_ALL="C.UTF-8", TZ="UTC")
    hostile = tmp_path / "hostile"
    for folder in (hostile, hostile / "project"):
        folder.mkdir()
        (folder / "pyproject.toml").write_text(HOSTILE)
        (folder / ".isort.cfg").write_text("[settings]\nforce_single_line = true\n")
        (folder / ".editorconfig").write_text("root = true\n[*]\nmax_line_length = 20\nend_of_line = crlf\n")
    second = generated(
        hostile / "project",
        cwd=hostile / "project" / "below",
        umask=0o077,
        PYTHONHASHSEED="4242",
        LC_ALL="tr_TR.ISO-8859-9",
        TZ="Pacific/Kiritimati",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
        COLUMNS="20",
    )
    assert {path.partition("/")[0] for path in first} == {service.name for service in SERVICES}
    assert first.keys() == second.keys()
    assert [path for path in first if first[path] != second[path]] == []
    assert all(b"\r" not in text for text in first.values())
