"""The planned files and the disk → what differs, and why.

Reading only: the same plan is printed by `generate --check` and carried out by `generate`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pactwright.emit.output import OutputFile, is_safe_path
from pactwright.write import journal, manifest
from pactwright.write.changes import Change, Kind, Plan, WriteProblem
from pactwright.write.tree import Refusal, Tree, is_leftover


def plan(files: Iterable[OutputFile], target: Path, *, root: Path) -> Plan:
    """Compare `files` with what is in `target`.

    Args:
        files: The whole package; without any, everything an earlier run wrote there is orphaned.
        target: The package's folder, which need not exist.
        root: The project root, which contains `target`.

    Returns:
        The differences, MANIFEST.json among them. Symbolic links and the like are problems in the plan.

    Raises:
        ValueError: Two files share a path, one path is a folder of another, or `target` is not below `root`: faults of
            the compiler.
    """
    folder = target.relative_to(root).parts
    if not folder or not all(is_safe_path(part) for part in folder):
        raise ValueError(f"not a folder below the project root: {target}")
    wanted, hashes = _wanted(files)
    problems: dict[str, WriteProblem] = {}
    with Tree(root, folder) as tree:
        known = _known(tree, problems)
        found = _found(tree, wanted.keys() | known.keys(), problems)
        if any(content is not None for content in found.values()):
            known.setdefault(manifest.NAME, frozenset())
        changes = [
            Change(path, kind, content, wanted.get(path))
            for path, content in found.items()
            if (kind := _kind(path, content, wanted.get(path), known)) is not None
        ]
        changes += _strangers(tree, wanted.keys() | known.keys(), problems)
    return Plan(
        root=root,
        folder=folder,
        changes=tuple(sorted(changes, key=lambda change: change.path)),
        hashes=hashes,
        problems=tuple(problems[path] for path in sorted(problems)),
    )


def _wanted(files: Iterable[OutputFile]) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return what is planned, the manifest included, and its digests."""
    wanted: dict[str, bytes] = {}
    for file in files:
        if file.path in wanted or file.path == manifest.NAME:
            raise ValueError(f"planned twice: {file.path}")
        wanted[file.path] = file.text.encode()
    for path in wanted:
        parts = path.split("/")
        for end in range(1, len(parts)):
            if "/".join(parts[:end]) in wanted:
                raise ValueError(f"planned as a file and as a folder: {'/'.join(parts[:end])}")
    hashes = {path: manifest.digest(content) for path, content in wanted.items()}
    if wanted:
        wanted[manifest.NAME] = listed = manifest.render(hashes)
        hashes[manifest.NAME] = manifest.digest(listed)
    return wanted, hashes


def _known(tree: Tree, problems: dict[str, WriteProblem]) -> dict[str, frozenset[str]]:
    """Return, for every file earlier runs wrote, the digests they gave it."""
    listed = _found(tree, (manifest.NAME,), problems).get(manifest.NAME)
    known = {path: frozenset({value}) for path, value in manifest.recorded(listed).items()}
    for path, values in journal.read(tree.root, tree.parts[-1]).items():
        known[path] = known.get(path, frozenset()) | values
    if known:
        known[manifest.NAME] = frozenset()
    return known


def _found(tree: Tree, paths: Iterable[str], problems: dict[str, WriteProblem]) -> dict[str, bytes | None]:
    """Return what is on disk at `paths`; those that cannot be read are left out and become problems."""
    found: dict[str, bytes | None] = {}
    for path in sorted(paths):
        try:
            found[path] = tree.read(path)
        except Refusal as refusal:
            problems.setdefault(refusal.problem.path, refusal.problem)
    return found


def _kind(path: str, before: bytes | None, after: bytes | None, known: Mapping[str, frozenset[str]]) -> Kind | None:
    if before == after:
        return None
    if before is None:
        return Kind.MISSING if path in known else Kind.ADDED
    # The manifest is wholly ours: there is nothing in it that somebody could have meant to keep.
    ours = path == manifest.NAME or manifest.digest(before) in known.get(path, frozenset())
    if not ours:
        return Kind.EDITED
    return Kind.ORPHANED if after is None else Kind.CHANGED


def _strangers(tree: Tree, ours: Iterable[str], problems: dict[str, WriteProblem]) -> list[Change]:
    """Return the files nobody asked for; those of an interrupted run are ours to remove."""
    listed = frozenset(ours)
    found: list[Change] = []
    try:
        for path in tree.files():
            if path in listed or "/".join((*tree.parts, path)) in problems:
                continue
            if not is_leftover(path):
                found.append(Change(path, Kind.FOREIGN))
                continue
            for content in _found(tree, (path,), problems).values():
                found.append(Change(path, Kind.ORPHANED, content))
    except Refusal as refusal:
        problems.setdefault(refusal.problem.path, refusal.problem)
    return found
