"""One run at a time per package: an advisory lock the system releases when its holder ends, however it ends."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pactwright.ignored import STATE_FOLDER
from pactwright.write.changes import WriteProblem
from pactwright.write.tree import Refusal, Tree

PATIENCE_SECONDS = 1.0
_POLL_SECONDS = 0.05


@contextmanager
def locked(
    root: Path, service: str, *, waiting: Callable[[], None], shared: bool = False
) -> Iterator[WriteProblem | None]:
    """Hold the package's lock for the length of the block.

    Args:
        root: The project root; the lock is a file in its state folder, and stays there.
        service: The package's folder name.
        waiting: Called once when another run has held the lock for a second; then this one goes on waiting.
        shared: Let others read at the same time; for comparing only.

    Yields:
        None with the lock held, or the problem that kept the lock file from being opened.
    """
    with Tree(root, (STATE_FOLDER,)) as tree:
        try:
            descriptor = tree.lock_file(f"{service}.lock")
            _keep_out_of_commits(tree)
        except Refusal as refusal:
            yield refusal.problem
            return
    try:
        _acquire(descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX, waiting)
        yield None
    finally:
        os.close(descriptor)


def _keep_out_of_commits(tree: Tree) -> None:
    if tree.read(".gitignore") is None:
        tree.replace(tree.stage(".gitignore", b"*\n"), ".gitignore")


def _acquire(descriptor: int, operation: int, waiting: Callable[[], None]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
            return
        time.sleep(_POLL_SECONDS)
    waiting()
    fcntl.flock(descriptor, operation)
