"""One file of an author's, written in one step."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pactwright.write.changes import Obstacle, WriteProblem
from pactwright.write.tree import Refusal, Tree


def put(path: str, after: bytes, *, before: bytes | None, root: Path) -> WriteProblem | None:
    """Replace a file, or make it; return what stood in the way, and then nothing was written.

    Args:
        path: Relative to the root, with forward slashes. No part of it may be a symbolic link.
        after: The new content.
        before: The content that the new one was made from, None when there was no file.
        root: The project root.
    """
    *folder, name = path.split("/")
    with Tree(root, tuple(folder)) as tree:
        try:
            if tree.read(name) != before:
                return WriteProblem(path, Obstacle.MOVED, "was changed meanwhile", "run the command again")
            staged = tree.stage(name, after)
            try:
                tree.replace(staged, name)
            except Refusal:
                with suppress(Refusal):
                    tree.remove(staged)
                raise
            tree.sync()
        except Refusal as refusal:
            return refusal.problem
    return None
