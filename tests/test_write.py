"""Planning and writing a package: every kind of difference, what is refused, and what is never touched."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path

import pytest
from pactwright.emit.output import OutputFile
from pactwright.write import Applied, Kind, Obstacle, Plan, apply, plan

FILES = (OutputFile("README.md", "# Weather\n"), OutputFile("src/weather/tools.py", "A = 1\n"))


def planned(root: Path, files: tuple[OutputFile, ...] = FILES) -> Plan:
    return plan(files, root / "generated" / "weather", root=root)


def kinds(found: Plan) -> dict[str, Kind]:
    return {change.path: change.kind for change in found.changes}


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of a package as a first run left it; the root is two levels up."""
    assert apply(planned(tmp_path)).problems == ()
    return tmp_path / "generated" / "weather"


def test_a_first_run_adds_everything_and_a_second_finds_nothing(tmp_path: Path) -> None:
    first = planned(tmp_path)
    assert kinds(first) == dict.fromkeys(("MANIFEST.json", "README.md", "src/weather/tools.py"), Kind.ADDED)
    assert apply(first).written == ("README.md", "src/weather/tools.py", "MANIFEST.json")
    assert planned(tmp_path).is_clean
    assert apply(planned(tmp_path)) == Applied()


def test_the_manifest_lists_sorted_digests_and_exact_pins_only(package: Path) -> None:
    text = (package / "MANIFEST.json").read_text()
    document = json.loads(text)
    assert list(document["files"]) == ["README.md", "src/weather/tools.py"]
    assert document["files"]["README.md"] == hashlib.sha256(b"# Weather\n").hexdigest()
    assert sorted(document["tools"]) == ["black", "datamodel-code-generator"]
    assert text.endswith("}\n")
    assert "\r" not in text


def test_the_order_of_the_files_does_not_show(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    apply(planned(tmp_path / "a"))
    apply(planned(tmp_path / "b", FILES[::-1]))
    assert snapshot(tmp_path / "a" / "generated") == snapshot(tmp_path / "b" / "generated") != {}


def test_stale_when_the_contract_moved(tmp_path: Path, package: Path) -> None:
    moved = (FILES[0], OutputFile("src/weather/tools.py", "A = 2\n"))
    found = planned(tmp_path, moved)
    assert kinds(found) == {"MANIFEST.json": Kind.CHANGED, "src/weather/tools.py": Kind.CHANGED}
    assert "-A = 1\n+A = 2\n" in found.changes[1].diff
    assert "pactwright generate weather" in found.remedy(found.changes[1])
    assert apply(found).written == ("src/weather/tools.py", "MANIFEST.json")
    assert (package / "src/weather/tools.py").read_text() == "A = 2\n"


def test_edited_by_hand_is_refused_as_a_whole_and_forced(tmp_path: Path, package: Path) -> None:
    (package / "README.md").write_text("mine\n")
    moved = (FILES[0], OutputFile("src/weather/tools.py", "A = 2\n"))
    found = planned(tmp_path, moved)
    assert kinds(found)["README.md"] is Kind.EDITED
    before = snapshot(package)
    refused = apply(found)
    assert [(problem.path, problem.kind) for problem in refused.problems] == [
        ("generated/weather/README.md", Obstacle.EDITED)
    ]
    assert "pactwright generate --force weather" in refused.problems[0].remedy
    assert snapshot(package) == before
    assert apply(found, force=True).problems == ()
    assert (package / "README.md").read_text() == "# Weather\n"
    assert planned(tmp_path, moved).is_clean


def test_deleted_by_hand_is_told_from_never_generated(tmp_path: Path, package: Path) -> None:
    (package / "README.md").unlink()
    assert kinds(planned(tmp_path)) == {"README.md": Kind.MISSING}
    (package / "MANIFEST.json").unlink()
    assert kinds(planned(tmp_path)) == {"MANIFEST.json": Kind.MISSING, "README.md": Kind.ADDED}
    apply(planned(tmp_path))
    assert planned(tmp_path).is_clean


def test_orphans_go_with_the_folders_they_leave_empty(tmp_path: Path, package: Path) -> None:
    found = planned(tmp_path, FILES[:1])
    assert kinds(found) == {"MANIFEST.json": Kind.CHANGED, "src/weather/tools.py": Kind.ORPHANED}
    assert apply(found).removed == ("src/weather/tools.py",)
    assert sorted(path.name for path in package.iterdir()) == ["MANIFEST.json", "README.md"]


def test_an_edited_orphan_is_not_deleted_without_force(tmp_path: Path, package: Path) -> None:
    (package / "src/weather/tools.py").write_text("mine\n")
    found = planned(tmp_path, FILES[:1])
    assert kinds(found)["src/weather/tools.py"] is Kind.EDITED
    assert [problem.kind for problem in apply(found).problems] == [Obstacle.EDITED]
    assert (package / "src/weather/tools.py").read_text() == "mine\n"
    assert apply(found, force=True).removed == ("src/weather/tools.py",)


def test_a_whole_package_goes_when_nothing_is_planned(tmp_path: Path, package: Path) -> None:
    apply(planned(tmp_path, ()))
    assert not package.exists()
    assert (tmp_path / "generated").is_dir()


def test_unknown_files_are_told_and_kept(tmp_path: Path, package: Path) -> None:
    (package / "src/notes.txt").write_text("mine\n")
    found = planned(tmp_path)
    assert kinds(found) == {"src/notes.txt": Kind.FOREIGN}
    assert found.changes[0].diff == ""
    assert apply(planned(tmp_path, ()), force=True).problems == ()
    assert snapshot(package) == {"src/notes.txt": b"mine\n"}


def test_what_other_tools_leave_is_no_difference(tmp_path: Path, package: Path) -> None:
    left = (
        "src/weather/__pycache__/tools.cpython-311.pyc",
        ".pytest_cache/v",
        "dist/x.whl",
        "weather.egg-info/PKG-INFO",
    )
    for path in (*left, ".venv/bin/python", "build/lib/x.py"):
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        (package / path).write_text("")
    assert planned(tmp_path).is_clean


def test_a_file_equal_to_the_plan_is_clean_whatever_the_manifest_says(tmp_path: Path, package: Path) -> None:
    manifest = json.loads((package / "MANIFEST.json").read_text())
    manifest["files"]["README.md"] = "0" * 64
    (package / "MANIFEST.json").write_text(json.dumps(manifest))
    assert kinds(planned(tmp_path)) == {"MANIFEST.json": Kind.CHANGED}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": 1, "files": []}', "[" * 100_000, "\0", "<<<<<<< HEAD"]
)
def test_a_manifest_without_sense_counts_as_empty(tmp_path: Path, package: Path, text: str) -> None:
    (package / "MANIFEST.json").write_text(text)
    assert kinds(planned(tmp_path)) == {"MANIFEST.json": Kind.CHANGED}
    assert kinds(planned(tmp_path, (OutputFile("README.md", "new\n"),)))["README.md"] is Kind.EDITED


def test_a_manifest_cannot_make_a_run_delete_what_no_run_wrote(tmp_path: Path, package: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("mine\n")
    digest = hashlib.sha256(b"mine\n").hexdigest()
    names = ["../../victim.txt", str(victim), "src/../../../victim.txt", "./../../victim.txt", "..//../victim.txt"]
    files = dict.fromkeys(names, digest)
    (package / "MANIFEST.json").write_text(json.dumps({"format": 1, "files": files}))
    journal = {name: [digest] for name in names}
    (tmp_path / ".pactwright").mkdir()
    (tmp_path / ".pactwright" / "weather.journal.json").write_text(json.dumps(journal))
    assert set(kinds(planned(tmp_path))) == {"MANIFEST.json"}
    apply(planned(tmp_path), force=True)
    apply(planned(tmp_path, ()), force=True)
    assert victim.read_text() == "mine\n"


def test_unchanged_files_are_not_rewritten(tmp_path: Path, package: Path) -> None:
    before = (package / "README.md").stat()
    apply(planned(tmp_path, (FILES[0], OutputFile("src/weather/tools.py", "A = 2\n"))))
    after = (package / "README.md").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_modes_do_not_depend_on_the_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        apply(planned(tmp_path))
    finally:
        os.umask(before)
    package = tmp_path / "generated" / "weather"
    modes = {stat.S_IMODE(path.stat().st_mode) for path in package.rglob("*") if path.is_file()}
    folders = {stat.S_IMODE(path.stat().st_mode) for path in (package, package / "src", package / "src/weather")}
    assert (modes, folders) == ({0o644}, {0o755})


@pytest.mark.parametrize(
    "path", ["", "/etc/passwd", "a//b", "../x", "a/../b", ".", "a/.", "a b", "a\\b", "a\nb", "ä", "a/"]
)
def test_a_path_that_could_leave_the_package_is_a_fault_of_the_compiler(path: str) -> None:
    with pytest.raises(ValueError, match="not a path inside a generated package"):
        OutputFile(path, "")


@pytest.mark.parametrize("paths", [("a", "a"), ("a", "a/b"), ("MANIFEST.json",)])
def test_contradicting_paths_are_a_fault_of_the_compiler(tmp_path: Path, paths: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="planned"):
        planned(tmp_path, tuple(OutputFile(path, "") for path in paths))


def test_a_target_outside_the_root_is_a_fault_of_the_compiler(tmp_path: Path) -> None:
    for target in (tmp_path.parent / "x", tmp_path, tmp_path / "generated" / ".." / ".." / "x"):
        with pytest.raises(ValueError):
            plan(FILES, target, root=tmp_path)


def test_a_file_saved_between_comparing_and_writing_is_kept(tmp_path: Path, package: Path) -> None:
    found = planned(tmp_path, (OutputFile("README.md", "new\n"), OutputFile("src/weather/tools.py", "A = 2\n")))
    (package / "README.md").write_text("saved just now\n")
    before = snapshot(package)
    assert [problem.kind for problem in apply(found, force=True).problems] == [Obstacle.MOVED]
    assert snapshot(package) == before
