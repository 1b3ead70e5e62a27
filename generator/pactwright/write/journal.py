"""What a run is about to write, kept beside the project until it is done.

A run that is killed half-way leaves some files new and the manifest old. With the digests noted here the next run knows
the new files for its own, whatever the contract says by then, and does not take them for hand edits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pactwright.emit.output import is_safe_path
from pactwright.ignored import STATE_FOLDER
from pactwright.write.tree import Refusal, Tree


def read(root: Path, service: str) -> dict[str, frozenset[str]]:
    """Return path → digests of every run that did not finish; empty when there is none."""
    with Tree(root, (STATE_FOLDER,)) as tree:
        try:
            document = json.loads(tree.read(_name(service)) or b"")
        except (Refusal, ValueError, RecursionError):
            return {}
    if not isinstance(document, dict):
        return {}
    return {
        path: frozenset(value for value in values if isinstance(value, str))
        for path, values in document.items()
        if is_safe_path(path) and isinstance(values, list)
    }


def note(root: Path, service: str, hashes: Mapping[str, str]) -> None:
    """Add `hashes` to what unfinished runs wrote.

    Raises:
        Refusal: The state folder is not ours to write.
    """
    entries = read(root, service)
    for path, value in hashes.items():
        entries[path] = entries.get(path, frozenset()) | {value}
    document = {path: sorted(entries[path]) for path in sorted(entries)}
    with Tree(root, (STATE_FOLDER,)) as tree:
        tree.replace(tree.stage(_name(service), json.dumps(document).encode()), _name(service))
        tree.sync()


def close(root: Path, service: str) -> None:
    """Forget the journal: the manifest now tells the same."""
    with Tree(root, (STATE_FOLDER,)) as tree, suppress(Refusal):
        tree.remove(_name(service))


def _name(service: str) -> str:
    return f"{service}.journal.json"
