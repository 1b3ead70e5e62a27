"""Configuration files in layers: where they are looked for, what they hold, and whether that is still so.

A nearer file replaces whole top-level sections of a farther one. A file is read again only when it looks changed; what
is said against one names its path and places in it, and nothing that stands there.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOST_BYTES = 262_144

# Some disks tell times so coarsely that a file may change twice within one stamp.
FRESH_SECONDS = 2.0

# A pipe in place of a file must not hold up whoever opens it.
_OPENING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

Stamp = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class File:
    """One file: `~/` is the home folder, and a relative path is below the working directory. No path is no file."""

    path: str

    def paths(self, folder: Path | None) -> Iterator[Path]:
        """The file, when there is a folder it can be found from; `folder` is the working directory."""
        if not self.path:
            return
        path = Path(self.path)
        if self.path.startswith("~/"):
            try:
                path = Path.home() / self.path[2:]
            except RuntimeError:
                return
        if path.is_absolute():
            yield path
        elif folder is not None:
            yield folder / path


@dataclass(frozen=True, slots=True)
class Ancestors:
    """A file below the working directory and every folder above it; the nearest is the one that is deepest."""

    path: str

    def paths(self, folder: Path | None) -> Iterator[Path]:
        """The files, farthest first; `folder` is the working directory."""
        if folder is not None and self.path:
            yield from (above / self.path for above in reversed((folder, *folder.parents)))


Layer = File | Ancestors


@dataclass(frozen=True, slots=True)
class Sections:
    """What all files hold together: the value and the file of each section, and what is wrong by file."""

    values: dict[str, Any] = field(default_factory=dict)
    origins: dict[str, Path] = field(default_factory=dict)
    unreadable: dict[Path, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Held:
    stamp: Stamp | None
    sections: dict[str, Any]
    problem: str | None = None


class Files:
    """The configuration files of one process."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        """`layers` come farthest first. What is relative is found from the working directory of this moment."""
        folder = _working_directory()
        self._paths = [path for layer in layers for path in layer.paths(folder)]
        self._held: dict[Path, _Held] = {}
        self._whole = Sections()

    def read(self) -> Sections:
        """What the files hold now: the very object of the last time when none of them has changed."""
        held = {path: self._now(path) for path in self._paths}
        if held != self._held:
            self._held = held
            self._whole = _merged(held)
        return self._whole

    def _now(self, path: Path) -> _Held:
        known = self._held.get(path)
        try:
            seen = os.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            return _Held(None, {})
        except (OSError, ValueError):
            return _Held(None, {}, "it cannot be opened")
        if known is not None and known.stamp == _stamp(seen) and time.time() - seen.st_mtime > FRESH_SECONDS:
            return known
        return _read(path)


def _merged(held: dict[Path, _Held]) -> Sections:
    whole = Sections()
    for path, file in held.items():
        whole.values.update(file.sections)
        whole.origins.update(dict.fromkeys(file.sections, path))
        if file.problem is not None:
            whole.unreadable[path] = file.problem
    return whole


def _read(path: Path) -> _Held:
    """What a file holds, and the stamp of the very file that was read."""
    try:
        opened = os.open(path, _OPENING)
    except FileNotFoundError:
        return _Held(None, {})
    except OSError:
        return _Held(None, {}, "it cannot be opened")
    try:
        stamp, data = _contents(opened)
    except OSError:
        return _Held(None, {}, "it cannot be read")
    finally:
        os.close(opened)
    if data is None:
        return _Held(stamp, {}, "it is not a regular file")
    if len(data) > MOST_BYTES:
        return _Held(stamp, {}, f"it is larger than {MOST_BYTES} bytes")
    # Imported late: only servers with configuration files have the library.
    from .yaml_text import Malformed, mapping_of

    try:
        return _Held(stamp, mapping_of(data))
    except Malformed as failure:
        return _Held(stamp, {}, str(failure))


def _contents(opened: int) -> tuple[Stamp, bytes | None]:
    """The stamp of an open file, and no more of it than shows that it is too large; nothing of what is no file."""
    seen = os.fstat(opened)
    if not stat.S_ISREG(seen.st_mode):
        return _stamp(seen), None
    with open(opened, "rb", closefd=False) as file:
        return _stamp(seen), file.read(MOST_BYTES + 1)


def _stamp(seen: os.stat_result) -> Stamp:
    return (seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)


def _working_directory() -> Path | None:
    try:
        return Path.cwd()
    except OSError:
        return None
