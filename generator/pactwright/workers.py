"""Worker processes that end when the run does, however it ends."""

from __future__ import annotations

import multiprocessing
import multiprocessing.context
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor


def pool(size: int) -> ProcessPoolExecutor:
    """Return an executor whose workers stop at Ctrl-C without a word and do not outlive this process."""
    return ProcessPoolExecutor(size, mp_context=_context(), initializer=_prepare)


def _context() -> multiprocessing.context.BaseContext:
    """Where it is safe, a forked process starts with all that has been imported so far."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else None)


def _prepare() -> None:
    # Files are replaced in one step each, so a worker may be stopped anywhere.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
