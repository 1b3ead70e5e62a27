"""Nothing a package's folder contains leads a run out of it: symbolic links, pipes, folders in the place of files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pactwright.emit.output import OutputFile
from pactwright.write import Obstacle, Plan, apply, locked, plan

FILES = (OutputFile("README.md", "# Weather\n"), OutputFile("src/weather/tools.py", "A = 1\n"))
MOVED = (OutputFile("README.md", "# Storm\n"), OutputFile("src/weather/tools.py", "A = 2\n"))


def planned(root: Path, files: tuple[OutputFile, ...] = MOVED) -> Plan:
    return plan(files, root / "generated" / "weather", root=root)


def tree(folder: Path) -> dict[str, str]:
    """Every path below `folder` with what it is; links are named, not followed."""
    found = {}
    for above, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(above, name)
            found[str(path)] = str(path.readlink()) if path.is_symlink() else path.read_text() if path.is_file() else ""
    return found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one generated package, beside a folder that is none of its business."""
    (tmp_path / "project").mkdir()
    outside = tmp_path / "outside"
    (outside / "weather" / "src" / "weather").mkdir(parents=True)
    (outside / "victim.txt").write_text("mine\n")
    (outside / "weather" / "README.md").write_text("mine\n")
    (outside / "weather" / "src" / "weather" / "tools.py").write_text("mine\n")
    with locked(tmp_path / "project", "weather", waiting=lambda: None):
        assert apply(planned(tmp_path / "project", FILES)).problems == ()
    return tmp_path / "project"


def lead_out(path: Path, outside: Path) -> None:
    """Put a link to `outside` in the place of `path`, which moves away."""
    path.rename(path.with_name(path.name + ".away"))
    path.symlink_to(outside)


LINKS = (
    ("generated", ""),
    ("generated/weather", "weather"),
    ("generated/weather/src", "weather/src"),
    ("generated/weather/src/weather", "weather/src/weather"),
    ("generated/weather/README.md", "victim.txt"),
    ("generated/weather/README.md", "nothing-there"),
    ("generated/weather/MANIFEST.json", "victim.txt"),
)


@pytest.mark.parametrize(("path", "leads_to"), LINKS)
@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("files", [MOVED, ()], ids=["write", "remove"])
def test_a_link_in_the_way_is_refused(
    root: Path, path: str, leads_to: str, force: bool, files: tuple[OutputFile, ...]
) -> None:
    lead_out(root / path, root.parent / "outside" / leads_to)
    before = tree(root.parent)
    found = planned(root, files)
    assert (path, Obstacle.SYMLINK) in [(problem.path, problem.kind) for problem in found.problems]
    assert not found.is_clean
    result = apply(found, force=force)
    assert result.problems == found.problems
    assert "symbolic link" in result.problems[0].message
    assert tree(root.parent) == before


@pytest.mark.parametrize(("path", "leads_to"), LINKS)
def test_a_link_that_appears_after_comparing_is_refused(root: Path, path: str, leads_to: str) -> None:
    found = planned(root)
    lead_out(root / path, root.parent / "outside" / leads_to)
    outside = tree(root.parent / "outside")
    result = apply(found, force=True)
    assert [problem.kind for problem in result.problems] == [Obstacle.SYMLINK]
    assert result.written == ()
    assert tree(root.parent / "outside") == outside
    assert (root / path).is_symlink()


def test_a_link_that_appears_while_writing_is_not_followed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder was opened before it was swapped, so files go where it went, or nowhere: never through the link."""
    found = planned(root)
    outside = tree(root.parent / "outside")
    rename = os.rename

    def swap(source: str, target: str, *, src_dir_fd: int, dst_dir_fd: int) -> None:
        if target == "README.md":
            lead_out(root / "generated/weather/src/weather", root.parent / "outside/weather/src/weather")
            lead_out(root / "generated/weather/MANIFEST.json", root.parent / "outside/victim.txt")
        rename(source, target, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", swap)
        apply(found)
    assert tree(root.parent / "outside") == outside


def test_links_nobody_asked_for_are_unknown_files_and_not_entered(root: Path) -> None:
    (root / "generated/weather/more").symlink_to(root.parent / "outside")
    (root / "generated/weather/src/loop").symlink_to(root / "generated")
    (root / "generated/weather/.pactwright-tmp-0123456789abcdef").symlink_to(root.parent / "outside/victim.txt")
    found = planned(root, FILES)
    assert [change.path for change in found.changes] == ["more", "src/loop"]
    assert [problem.kind for problem in found.problems] == [Obstacle.SYMLINK]
    (root / "generated/weather/.pactwright-tmp-0123456789abcdef").unlink()
    outside = tree(root.parent / "outside")
    assert apply(planned(root, ()), force=True).problems == ()
    assert tree(root.parent / "outside") == outside
    assert (root / "generated/weather/more").is_symlink()


def test_a_root_that_is_reached_through_a_link_is_fine(root: Path) -> None:
    (root.parent / "link").symlink_to(root)
    assert apply(planned(root.parent / "link")).written == ("README.md", "src/weather/tools.py", "MANIFEST.json")
    assert planned(root).is_clean


def folder_with_file(path: Path) -> None:
    path.mkdir()
    (path / "x").write_text("mine\n")


@pytest.mark.parametrize(
    ("path", "make", "kind"),
    [
        ("README.md", folder_with_file, Obstacle.NOT_A_FILE),
        ("README.md", os.mkfifo, Obstacle.NOT_A_FILE),
        ("MANIFEST.json", os.mkfifo, Obstacle.NOT_A_FILE),
        ("src", os.mkfifo, Obstacle.NOT_A_FOLDER),
        ("src", Path.touch, Obstacle.NOT_A_FOLDER),
    ],
)
def test_what_is_no_plain_file_is_refused(root: Path, path: str, make: Callable[[Path], None], kind: Obstacle) -> None:
    place = root / "generated/weather" / path
    place.rename(root / "away")
    make(place)
    found = planned(root)
    assert [(problem.path, problem.kind) for problem in found.problems] == [(f"generated/weather/{path}", kind)]
    assert apply(found, force=True).written == ()


@pytest.mark.parametrize("path", [".pactwright", ".pactwright/weather.lock", ".pactwright/weather.journal.json"])
def test_the_state_folder_leads_nowhere_either(root: Path, path: str) -> None:
    place = root / path
    if path == ".pactwright":
        place.rename(root / "away")
        place.symlink_to(root.parent / "outside")
    else:
        place.unlink(missing_ok=True)
        place.symlink_to(root.parent / "outside/victim.txt")
    outside = tree(root.parent / "outside")
    with locked(root, "weather", waiting=lambda: None) as problem:
        apply(planned(root))
    assert tree(root.parent / "outside") == outside
    assert (problem is None) == (path == ".pactwright/weather.journal.json")
