"""Finished pieces of Python, remembered by content, so that a change of one tool costs one tool.

What is missing is made by all cores when it is much, by a helper process when there is one, else here and now.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pactwright.records import dataclass

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pactwright.workers import Helper

# Below this many pieces several processes cost more than they save; from so many on, one helper would take too long.
WORTH_A_POOL = 60
TOO_MUCH_FOR_ONE = 200
_BATCH = 40
# So few are sooner made by a helper that is still busy than by a process that has nothing ready for it.
_FEW = 5
_MOST_WORKERS = 4

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Formatted:
    """A formatted piece and the names that it uses."""

    text: str
    names: tuple[str, ...]


@dataclass(slots=True)
class Memory:
    """Formatted pieces by content; `used` are those that this run asked for, and what is worth keeping.

    Attributes:
        helper: A process that makes what is missing while this one goes on.
        coming: The keys of what the helper was asked for and did not answer yet.
        crew: Processes that make what is missing when it is much; they are kept for what else may be missing.
    """

    known: dict[str, Formatted] = field(default_factory=dict)
    used: dict[str, Formatted] = field(default_factory=dict)
    helper: Helper | None = None
    coming: tuple[str, ...] = ()
    crew: Executor | None = None

    def recall(self, key: str) -> Formatted | None:
        """Return what is known under `key` and mark it as used."""
        found = self.known.get(key)
        if found is not None:
            self.used[key] = found
        return found

    def keep(self, key: str, value: Formatted) -> None:
        """Remember `value` under `key`."""
        self.known[key] = self.used[key] = value

    def request(self, keys: tuple[str, ...], make: Callable[[list[T]], list[Formatted]], items: list[T]) -> None:
        """Ask the helper for pieces. When its process is gone, nothing comes."""
        if self.helper is None:
            return
        try:
            self.helper.ask(make, items)
            self.coming = keys
        except OSError:
            self.helper = None

    def fetch(self) -> None:
        """Wait for what the helper was asked for, and remember it. When its process is gone, nothing comes.

        Raises:
            Exception: What making it raised.
        """
        keys, self.coming = self.coming, ()
        if self.helper is None or not keys:
            return
        try:
            self.known.update(zip(keys, self.helper.answer(), strict=True))
        except (EOFError, OSError):
            self.helper = None

    def dismiss(self) -> None:
        """Let the crew go, when there is one."""
        if self.crew is not None:
            self.crew.shutdown()
            self.crew = None


def begin(
    items: Sequence[T], *, key: Callable[[T], str], make: Callable[[list[T]], list[Formatted]], memory: Memory
) -> None:
    """Let the helper make what is missing, where there is one and it is not too much for it.

    `make` must be importable by name, because another process runs it.
    """
    missing = {name: item for item in items if (name := key(item)) not in memory.known}
    if 0 < len(missing) < TOO_MUCH_FOR_ONE:
        memory.fetch()
        memory.request(tuple(missing), make, list(missing.values()))


def remembered(
    items: Sequence[T], *, key: Callable[[T], str], make: Callable[[list[T]], list[Formatted]], memory: Memory
) -> list[Formatted]:
    """Return what `make` gives for each item, asking it only for what `memory` lacks.

    `make` must be importable by name, because another process may run it.
    """
    keys = [key(item) for item in items]
    absent = set(keys) - memory.known.keys()
    if not absent.isdisjoint(memory.coming) or 0 < len(absent) <= _FEW:
        memory.fetch()
    if not memory.coming:
        begin(items, key=key, make=make, memory=memory)
        memory.fetch()
    missing = {name: item for name, item in zip(keys, items, strict=True) if memory.recall(name) is None}
    for name, made in zip(missing, _made(list(missing.values()), make, memory), strict=True):
        memory.keep(name, made)
    return [memory.used[name] for name in keys]


def _made(items: list[T], make: Callable[[list[T]], list[Formatted]], memory: Memory) -> list[Formatted]:
    workers = min(os.cpu_count() or 1, _MOST_WORKERS)
    if len(items) < WORTH_A_POOL or workers == 1:
        return make(items) if items else []
    if memory.crew is None:
        from pactwright.workers import pool

        memory.crew = pool(workers)
    size = min(_BATCH, -(-len(items) // workers))
    batches = [items[start : start + size] for start in range(0, len(items), size)]
    return [made for batch in memory.crew.map(partial(_batch, make), batches) for made in batch]


def _batch(make: Callable[[list[T]], list[Formatted]], items: list[T]) -> list[Formatted]:
    made = make(items)
    # Syntax trees hold themselves, and in this process nothing else looks for garbage.
    gc.collect()
    return made
