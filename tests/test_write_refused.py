"""Writing that cannot be done, and what is shown of a difference."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pactwright.emit.output import OutputFile
from pactwright.write import Kind, Obstacle, Plan, apply, plan
from pactwright.write.difference import MAX_LINES, unified

FILES = (OutputFile("README.md", "# Weather\n"), OutputFile("src/weather/tools.py", "A = 1\n"))


def planned(root: Path, files: tuple[OutputFile, ...] = FILES) -> Plan:
    return plan(files, root / "generated" / "weather", root=root)


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of a package as a first run left it; the root is two levels up."""
    assert apply(planned(tmp_path)).problems == ()
    return tmp_path / "generated" / "weather"


@contextmanager
def without_privileges() -> Iterator[None]:
    """Obey file modes even when the tests run as root."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


def test_a_folder_that_is_not_ours_to_write_is_a_problem_and_nothing_changes(tmp_path: Path, package: Path) -> None:
    found = planned(tmp_path, (FILES[0], OutputFile("src/weather/tools.py", "A = 2\n")))
    before = snapshot(package)
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    (package / "src/weather").chmod(0o555)
    with without_privileges():
        refused = apply(found)
    (package / "src/weather").chmod(0o755)
    assert [problem.kind for problem in refused.problems] == [Obstacle.DENIED]
    assert refused.problems[0].remedy
    assert snapshot(package) == before


# Sizes of files are limited as a disk that is full would limit them: the last byte does not fit.
_FULL = """
import resource, sys
from pathlib import Path
from pactwright.emit.output import OutputFile
from pactwright.write import apply, plan
root = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
files = [OutputFile("README.md", "new"), OutputFile("big.txt", "x" * 100_001)]
result = apply(plan(files, root / "generated" / "weather", root=root), force=True)
print(*(problem.kind.value for problem in result.problems), result.written)
"""


def test_a_full_disk_changes_nothing(tmp_path: Path, package: Path) -> None:
    before = snapshot(tmp_path)
    done = subprocess.run([sys.executable, "-c", _FULL, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout == "full ()\n"
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_failing_rename_is_a_problem_and_the_next_run_finishes(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    moved = (OutputFile("README.md", "new\n"), OutputFile("src/weather/tools.py", "A = 2\n"))
    found = planned(tmp_path, moved)

    def fail(source: str, target: str, *, src_dir_fd: int, dst_dir_fd: int) -> None:
        if target == "tools.py":
            raise OSError(number, os.strerror(number))
        rename(source, target, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    rename = os.rename
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        result = apply(found)
    assert result.problems[0].path == "generated/weather/src/weather/tools.py"
    assert result.written == ("README.md",)
    assert set(snapshot(package)) == {"MANIFEST.json", "README.md", "src/weather/tools.py"}
    assert {change.kind for change in planned(tmp_path, moved).changes} == {Kind.CHANGED}
    assert apply(planned(tmp_path, moved)).problems == ()
    assert planned(tmp_path, moved).is_clean


def test_a_diff_is_bounded_and_cannot_steer_a_terminal() -> None:
    text = unified("x", b"same\n" * 9 + b"\x1b[2Jold\xff\r\n", b"same\n" * 9 + b"new\xe2\x80\xae\n")
    assert text.splitlines()[2:] == ["@@ -7,4 +7,4 @@", *[" same"] * 3, "-\\x1b[2Jold\\xff\\x0d", "+new\\u202e"]
    long = unified("x", None, b"line\n" * 100_000)
    assert len(long.splitlines()) == MAX_LINES + 1
    assert "more lines" in long
    rewritten = unified("x", b"a\n" * 50_000, b"b\n" * 50_000)
    assert "50000 lines differ from line 1 on" in rewritten
    assert len(unified("x", b"", b"y" * 10**6)) < 1000
