"""Worker processes that end when the run does, however it ends."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import DefaultContext, ForkContext
from typing import Any, TypeVar

T = TypeVar("T")


def pool(size: int) -> ProcessPoolExecutor:
    """Return an executor whose workers stop at Ctrl-C without a word and do not outlive this process."""
    return ProcessPoolExecutor(size, mp_context=_context(), initializer=_prepare)


def is_worker() -> bool:
    """Whether this process was started by another one of the same run."""
    return multiprocessing.parent_process() is not None


def beside(function: Callable[[], T]) -> Callable[[], T]:
    """Let a copy of this process call `function`, and return what waits for its result, to be called once.

    Where processes cannot be copied, the function is called when its result is asked for.
    """
    if sys.platform != "linux" or os.cpu_count() == 1:
        return function
    context = multiprocessing.get_context("fork")
    wire, other = context.Pipe(duplex=False)
    process = context.Process(target=_answer_once, args=(other, function), daemon=True)
    process.start()
    other.close()

    def result() -> T:
        try:
            found, failure = wire.recv()
        except EOFError:
            # The copy is gone, perhaps for lack of memory.
            return function()
        finally:
            process.join()
            wire.close()
        if failure is not None:
            raise failure
        made: T = found
        return made

    return result


def _answer_once(wire: Connection, function: Callable[[], Any]) -> None:
    _prepare()
    _answer(wire, function)


def _answer(wire: Connection, function: Callable[..., Any], *arguments: Any) -> None:
    try:
        answer = (function(*arguments), None)
    except Exception as failure:
        wire.send((None, failure))
    else:
        wire.send(answer)


class Helper:
    """One process beside this one, which answers what it is asked, in order.

    It calls `prepare` first, which must be importable by name, as everything that is asked.
    """

    def __init__(self, prepare: Callable[[], None]) -> None:
        context = _context()
        self._wire, other = context.Pipe()
        self._process = context.Process(target=_answer_all, args=(other, prepare), daemon=True)
        self._process.start()
        other.close()

    def ask(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Let the helper call `function`.

        Raises:
            OSError: The helper's process ended.
        """
        self._wire.send((function, arguments))

    def answer(self) -> Any:
        """Wait for the answer to the oldest question, and return it.

        Raises:
            EOFError, OSError: The helper's process ended.
            Exception: What the call raised.
        """
        found, failure = self._wire.recv()
        if failure is not None:
            raise failure
        return found

    def stop(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.join()
        self._wire.close()


def _answer_all(wire: Connection, prepare: Callable[[], None]) -> None:
    _prepare()
    prepare()
    while True:
        try:
            function, arguments = wire.recv()
        except EOFError:
            return
        _answer(wire, function, *arguments)


def _context() -> ForkContext | DefaultContext:
    """Where it is safe, a forked process starts with all that has been imported so far."""
    return multiprocessing.get_context("fork") if sys.platform == "linux" else multiprocessing.get_context()


def _prepare() -> None:
    # Files are replaced in one step each, so a worker may be stopped anywhere.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # What came from the parent stays; whoever looks for garbage need not look there.
    gc.freeze()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
