"""`make check` on a real service: it passes while what is committed is what the contract says, and names what is not.

Every kind of drift, with its remedy and in every format, is in `test_cli.py`; here the whole compiler is behind it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SERVICE = "unit_converter"
PACKAGE = Path("generated", SERVICE)


def make(target: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a target of the repository's Makefile in `folder`, with what these tests run on in place of its set-up."""
    binaries = f"BIN={Path(sys.executable).parent}"
    run = ["make", "--no-print-directory", "--file", str(ROOT / "Makefile"), target, "STAMP=", binaries]
    return subprocess.run(run, cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one service, as `make generate` leaves it."""
    folder = tmp_path_factory.mktemp("repository")
    shutil.copytree(ROOT / "specs" / SERVICE, folder / "specs" / SERVICE)
    assert make("generate", folder).returncode == 0
    return folder


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def reword(contract: Path) -> None:
    text = contract.read_text(encoding="utf-8")
    assert "title: Unit converter\n" in text
    contract.write_text(text.replace("title: Unit converter\n", "title: Converter of units\n"), encoding="utf-8")


CHANGES: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "one file edited": (
        lambda root: append(root / PACKAGE / "src/unit_converter/tools.py", "# mine\n"),
        "src/unit_converter/tools.py",
        "edited by hand",
    ),
    "one file added": (
        lambda root: (root / PACKAGE / "docs/more.md").write_text("mine\n"),
        "docs/more.md",
        "unknown file",
    ),
    "one file deleted": (
        lambda root: (root / PACKAGE / "schemas/error.json").unlink(),
        "schemas/error.json",
        "deleted by hand",
    ),
    "the contract changed": (
        lambda root: reword(root / "specs" / SERVICE / "contract.yaml"),
        "server.json",
        "stale: the contract moved on",
    ),
}


def test_nothing_differs_after_generate(generated: Path) -> None:
    checked = make("check", generated)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert f"{SERVICE}: up to date" in checked.stderr


@pytest.mark.parametrize("change", CHANGES)
def test_each_change_fails_and_is_named(generated: Path, tmp_path: Path, change: str) -> None:
    folder = shutil.copytree(generated, tmp_path / "repository")
    act, path, kind = CHANGES[change]
    act(folder)
    checked = make("check", folder)
    assert checked.returncode != 0
    assert f"{PACKAGE / path}: {kind}" in checked.stdout
    kinds = {other for _, _, other in CHANGES.values() if f": {other}" in checked.stdout}
    assert kinds == {kind}
