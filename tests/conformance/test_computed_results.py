"""What a tool computes is held against its examples on a server that does not answer from them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "generated" / "unit_converter"


def checked(package: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "computed", "tests"]
    return subprocess.run(command, cwd=package, env=os.environ, capture_output=True, text=True, timeout=120)


def test_an_example_that_is_not_what_the_tool_computes_is_noticed(tmp_path: Path) -> None:
    package = copytree(PACKAGE, tmp_path / "package")
    right = checked(package)
    assert right.returncode == 0, right.stdout
    facts = package / "tests" / "contract.json"
    contract = json.loads(facts.read_text(encoding="utf-8"))
    example = next(item for item in contract["tools"][0]["examples"] if "result" in item)
    (name, value), *_ = [(key, value) for key, value in example["result"].items() if isinstance(value, int | float)]
    example["result"][name] = value + 1
    facts.write_text(json.dumps(contract), encoding="utf-8")
    wrong = checked(package)
    assert wrong.returncode == 1, wrong.stdout
    assert f"{contract['tools'][0]['name']}" in wrong.stdout
