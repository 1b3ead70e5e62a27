"""The no-change shortcut: has anything that goes into a package, or the package itself, changed since the last run?

Both sides are compared by content, never by time. Imports only what hashing needs, so that a run without changes costs
milliseconds; anything odd (an old stamp, a symbolic link, an unreadable file) counts as a change and is no error here.
`generate --check` does not use this module.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from pactwright import state
from pactwright.ignored import is_ignored
from pactwright.locations import PACKAGE, TEMPLATES


class Stamp(NamedTuple):
    """What the last finished run of a package saw and wrote."""

    inputs: str
    outputs: Mapping[str, str]
    warnings: int

    def holds(self, inputs: str | None, target: str | os.PathLike[str]) -> bool:
        """Whether `inputs` are the same and the folder `target` holds the recorded files, all of them and no others."""
        if inputs is None or inputs != self.inputs:
            return False
        try:
            found = {_relative(entry, target): entry for entry in _files(target, is_ignored)}
            return found.keys() == self.outputs.keys() and all(
                hashlib.sha256(_content(entry)).hexdigest() == self.outputs[path] for path, entry in found.items()
            )
        except OSError:
            return False


def unchanged(
    service: str, contract: str | os.PathLike[str], target: str | os.PathLike[str], *, root: str | os.PathLike[str]
) -> Stamp | None:
    """Return the last run's stamp when generating the service again would change nothing, else None."""
    last = read(service, root=root)
    return last if last is not None and last.holds(inputs_of(contract, root=root), target) else None


def inputs_of(contract: str | os.PathLike[str], *, root: str | os.PathLike[str]) -> str | None:
    """Return one digest over everything the package made from `contract` depends on.

    That is the contract's folder and `specs/common` (includes, handlers and attachments can come from nowhere else),
    the compiler with its templates, the installed distributions and the Python version. None when it cannot be told.
    Take it before compiling: an edit made meanwhile must show as a change.
    """
    folder = os.path.dirname(os.path.abspath(contract))
    common = os.path.join(os.path.abspath(root), "specs", "common")
    try:
        parts = [compiler(), os.path.relpath(contract, root), _digest(folder)]
        if os.path.lexists(common):
            parts.append(_digest(common))
    except OSError:
        return None
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def read(service: str, *, root: str | os.PathLike[str]) -> Stamp | None:
    """Return the stamp of the last run, or None when there is none that makes sense."""
    match state.read(service, root=root):
        case {"format": 1, "inputs": str(inputs), "outputs": dict(outputs), "warnings": int(warnings)}:
            return Stamp(inputs, outputs, warnings)
    return None


def record(service: str, stamp: Stamp, *, root: str | os.PathLike[str]) -> None:
    """Keep `stamp` for the next run."""
    state.write(service, {"format": 1, **stamp._asdict()}, root=root)


@cache
def compiler() -> str:
    """Return one digest over what is the same for all packages: the compiler and what it runs on.

    Raises:
        OSError: Something cannot be read.
    """
    parts = [sys.version, *_distributions(), _digest(PACKAGE)]
    if os.path.isdir(TEMPLATES):
        parts.append(_digest(TEMPLATES))
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _distributions() -> list[str]:
    """Names with versions of all installed distributions, as their folders are called."""
    found: set[str] = set()
    for folder in sys.path:
        with suppress(OSError):
            found.update(name for name in os.listdir(folder or ".") if name.endswith((".dist-info", ".egg-info")))
    return sorted(found)


def _digest(folder: str) -> str:
    total = hashlib.sha256()
    for entry in _files(folder, _is_byte_code):
        content = _content(entry)
        total.update(f"{_relative(entry, folder)}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        total.update(content)
    return total.hexdigest()


def _is_byte_code(name: str) -> bool:
    return name == "__pycache__" or name.endswith(".pyc")


def _files(folder: str | os.PathLike[str], is_skipped: Callable[[str], bool]) -> Iterator[str]:
    """Yield the paths of all files below `folder`, in one order everywhere.

    Raises:
        OSError: Something cannot be listed, or is neither a plain file nor a folder.
    """
    with os.scandir(folder) as entries:
        listed = sorted((entry for entry in entries if not is_skipped(entry.name)), key=lambda entry: entry.name)
    for entry in listed:
        if entry.is_dir(follow_symlinks=False):
            yield from _files(entry.path, is_skipped)
        elif entry.is_file(follow_symlinks=False):
            yield entry.path
        else:
            raise OSError(f"neither a file nor a folder: {entry.path}")


def _content(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()


def _relative(path: str, folder: str | os.PathLike[str]) -> str:
    return path[len(os.fspath(folder)) + 1 :].replace(os.sep, "/")
