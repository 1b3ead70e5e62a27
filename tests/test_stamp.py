"""The no-change shortcut: it holds only while every input and every output is byte for byte the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pactwright import stamp
from pactwright.emit.output import OutputFile
from pactwright.write import apply, plan

FILES = (OutputFile("README.md", "# Weather\n"), OutputFile("src/weather/tools.py", "A = 1\n"))


def holds(root: Path) -> bool:
    contract = root / "specs" / "weather" / "contract.yaml"
    return stamp.unchanged("weather", contract, root / "generated" / "weather", root=root) is not None


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A generated project with its stamp, and a compiler of its own to change."""
    compiler = tmp_path / "compiler" / "pactwright"
    (compiler / "runtime").mkdir(parents=True)
    (compiler / "cli.py").write_text("")
    (compiler / "runtime" / "kernel.py").write_text("")
    (tmp_path / "compiler" / "templates").mkdir()
    (tmp_path / "compiler" / "templates" / "tools.py.jinja").write_text("")
    monkeypatch.setattr(stamp, "PACKAGE", str(compiler))
    monkeypatch.setattr(stamp, "TEMPLATES", str(tmp_path / "compiler" / "templates"))
    monkeypatch.setattr(stamp, "compiler", stamp.compiler.__wrapped__)
    root = tmp_path / "project"
    for path in ("specs/weather/contract.yaml", "specs/weather/handlers.py", "specs/common/errors.yaml"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x: 1\n")
    found = plan(FILES, root / "generated" / "weather", root=root)
    apply(found)
    (root / ".pactwright").mkdir(exist_ok=True)
    inputs = stamp.inputs_of(root / "specs/weather/contract.yaml", root=root)
    assert inputs is not None
    stamp.record("weather", stamp.Stamp(inputs, found.hashes, 3), root=root)
    return root


def test_it_holds_when_nothing_changed(root: Path) -> None:
    assert holds(root)
    last = stamp.read("weather", root=root)
    assert last is not None
    assert last.warnings == 3


def append(path: Path) -> None:
    path.write_text(path.read_text() + "# more\n")


def link_away(path: Path) -> None:
    path.rename(path.with_name("away"))
    path.symlink_to(path.with_name("away"))


CHANGES: dict[str, Callable[[Path], object]] = {
    "contract": lambda root: append(root / "specs/weather/contract.yaml"),
    "handlers": lambda root: append(root / "specs/weather/handlers.py"),
    "shared": lambda root: append(root / "specs/common/errors.yaml"),
    "shared-gone": lambda root: shutil.rmtree(root / "specs/common"),
    "new-include": lambda root: (root / "specs/weather/more.yaml").touch(),
    "renamed-include": lambda root: (root / "specs/common/errors.yaml").rename(root / "specs/common/e.yaml"),
    "linked-contract": lambda root: link_away(root / "specs/weather/contract.yaml"),
    "compiler": lambda root: append(root.parent / "compiler/pactwright/cli.py"),
    "runtime": lambda root: append(root.parent / "compiler/pactwright/runtime/kernel.py"),
    "template": lambda root: append(root.parent / "compiler/templates/tools.py.jinja"),
    "new-template": lambda root: (root.parent / "compiler/templates/more.jinja").touch(),
    "output": lambda root: append(root / "generated/weather/README.md"),
    "manifest": lambda root: append(root / "generated/weather/MANIFEST.json"),
    "output-gone": lambda root: (root / "generated/weather/README.md").unlink(),
    "package-gone": lambda root: shutil.rmtree(root / "generated"),
    "unknown-file": lambda root: (root / "generated/weather/src/notes.txt").touch(),
    "linked-output": lambda root: link_away(root / "generated/weather/README.md"),
    "linked-folder": lambda root: link_away(root / "generated/weather/src"),
    "pipe": lambda root: os.mkfifo(root / "generated/weather/pipe"),
    "stamp-gone": lambda root: (root / ".pactwright/weather.json").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_any_change_ends_it(root: Path, change: Callable[[Path], object]) -> None:
    change(root)
    assert not holds(root)


@pytest.mark.parametrize(
    "attribute", [("version", "3.99.0 (somewhere else)"), ("path", [*sys.path, "more"])], ids=["python", "installed"]
)
def test_another_python_or_another_distribution_ends_it(
    root: Path, monkeypatch: pytest.MonkeyPatch, attribute: tuple[str, object]
) -> None:
    (root / "more" / "black-99.1.0.dist-info").mkdir(parents=True)
    monkeypatch.chdir(root)
    assert holds(root)
    monkeypatch.setattr(sys, *attribute)
    assert not holds(root)


def test_time_and_byte_code_are_no_changes(root: Path) -> None:
    os.utime(root / "specs/weather/contract.yaml", (1, 1))
    os.utime(root / "generated/weather/README.md", (1, 1))
    for folder in (root / "generated/weather/src/weather", root.parent / "compiler/pactwright", root / "specs/weather"):
        (folder / "__pycache__").mkdir()
        (folder / "__pycache__" / "tools.cpython-311.pyc").write_bytes(b"\0")
    assert holds(root)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "{}",
        '{"format": 0}',
        "[" * 100_000,
        "\udce4",
        '{"format": 1, "inputs": 1, "outputs": {}}',
    ],
)
def test_a_stamp_without_sense_is_a_change_and_no_error(root: Path, text: str) -> None:
    (root / ".pactwright/weather.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert not holds(root)


def test_a_stamp_of_other_inputs_does_not_hold(root: Path) -> None:
    document = json.loads((root / ".pactwright/weather.json").read_text())
    (root / ".pactwright/weather.json").write_text(json.dumps({**document, "inputs": "0" * 64}))
    assert not holds(root)


def test_a_state_folder_that_cannot_be_written_is_no_error(root: Path) -> None:
    shutil.rmtree(root / ".pactwright")
    (root / ".pactwright").touch()
    stamp.record("weather", stamp.Stamp("x", {}, 0), root=root)
    (root / ".pactwright").unlink()
    (root / ".pactwright").symlink_to(root / "specs")
    stamp.record("weather", stamp.Stamp("x", {}, 0), root=root)
    assert not (root / "specs" / "weather.json").exists()


def test_it_imports_nothing_slow() -> None:
    code = "import sys; before = set(sys.modules); import pactwright.stamp; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    slow = {"yaml", "click", "jinja2", "black", "pydantic", "dataclasses", "pathlib", "difflib", "importlib.metadata"}
    assert slow.isdisjoint(done.stdout.split())
