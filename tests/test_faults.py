"""A contract with ten faults, in several files and for several phases: all are told, and nothing is written."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from goldens import Golden

FOLDER = Path(__file__).parent / "faults"


def tree(folder: Path) -> Mapping[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def pactwright(*arguments: str, project: Path) -> subprocess.CompletedProcess[str]:
    run = [sys.executable, "-m", "pactwright", *arguments]
    return subprocess.run(run, cwd=project, capture_output=True, text=True)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = tmp_path_factory.mktemp("project")
    shutil.copytree(FOLDER / "specs", project / "specs")
    return project


def test_ten_faults_are_ten_diagnostics(project: Path, golden: Golden) -> None:
    before = tree(project / "specs")
    ran = pactwright("generate", project=project)
    golden(FOLDER / "expected.txt", ran.stdout)
    assert ran.returncode == 1
    assert "orders: 10 errors" in ran.stderr
    assert tree(project / "specs") == before
    assert not (project / "generated").exists()


def test_each_stands_at_its_own_place(project: Path) -> None:
    ran = pactwright("check", "--format", "json", project=project)
    assert ran.returncode == 1
    found = json.loads(ran.stdout)
    assert len({(item["path"], item["line"], item["column"]) for item in found}) == len(found) == 10
    assert len({item["rule"] for item in found}) == 10
    assert {item["path"].rpartition("/")[2] for item in found} == {"contract.yaml", "errors.yaml", "types.yaml"}
    assert all(item["hint"] for item in found)
