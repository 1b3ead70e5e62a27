"""Files as they were read, and formatted pieces of generated code, kept so that a change of one tool costs one tool.

They are only as good as the compiler that made them: any change of it, of a template or of an installed distribution
leaves the old ones behind. `generate --check` does not use them.
"""

from __future__ import annotations

from pathlib import Path

from pactwright import stamp, state
from pactwright.emit.memory import Formatted, Memory
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Shelf:
    """What the files of a service held; `is_open` says whether more may be put there."""

    service: str
    root: Path
    is_open: bool

    def get(self, name: str) -> object:
        """Return what the same compiler put there under a name, or None."""
        match state.read(f"{self.service}.{name}", root=self.root):
            case {"compiler": str(compiler), "item": item} if compiler == stamp.compiler():
                return item
        return None

    def put(self, name: str, item: object) -> None:
        """Keep something under a name."""
        if self.is_open:
            state.write(f"{self.service}.{name}", {"compiler": stamp.compiler(), "item": item}, root=self.root)


def load(service: str, *, root: Path) -> Memory:
    """Return the pieces of the service's last run; none when they are not to be trusted."""
    match state.read(f"{service}.pieces", root=root):
        case {"compiler": str(compiler), "pieces": dict(pieces)} if compiler == stamp.compiler():
            return Memory({key: made for key, item in pieces.items() if (made := _formatted(item)) is not None})
    return Memory()


def store(service: str, memory: Memory, *, root: Path) -> None:
    """Keep the pieces that this run used."""
    pieces = {key: [item.text, *item.names] for key, item in memory.used.items()}
    state.write(f"{service}.pieces", {"compiler": stamp.compiler(), "pieces": pieces}, root=root)


def _formatted(item: object) -> Formatted | None:
    match item:
        case [str(text), *rest]:
            names = tuple(name for name in rest if isinstance(name, str))
            return Formatted(text, names) if len(names) == len(rest) else None
    return None
