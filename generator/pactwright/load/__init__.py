"""Contract files on disk → one positioned document.

Decides what is text, what is YAML and which files may be reached. Which keys a contract has, and what they mean, is
left to the phases behind.
"""

from __future__ import annotations

import gc
import os
import pathlib
from collections.abc import Iterator
from contextlib import contextmanager

from pactwright.diagnostics import Diagnostics, Related, Severity
from pactwright.load.disk import Disk, real
from pactwright.load.document import Document, Parsed, Path, Spot
from pactwright.load.handlers import read_handlers
from pactwright.load.includes import listed, merge
from pactwright.load.kept import Shelf, read
from pactwright.load.text import decode, is_free_of_nul
from pactwright.source import SourceFile, Span

__all__ = ["Document", "Path", "Shelf", "Spot", "load", "read_attachment"]


def load(
    contract: pathlib.Path, *, root: pathlib.Path, diagnostics: Diagnostics, shelf: Shelf | None = None
) -> Document | None:
    """Read a contract, what it includes and its handlers.

    Files that have not changed since they were put on the `shelf` are taken from there.

    Returns None exactly when an error was reported. Nothing an author can write, or do to the files, raises.
    """
    with _no_collection():
        return _load(contract, root, diagnostics, shelf)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Hold back the garbage collector: it would look through a growing tree again and again and find nothing."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _load(contract: pathlib.Path, root: pathlib.Path, diagnostics: Diagnostics, shelf: Shelf | None) -> Document | None:
    before = _errors(diagnostics)
    path = pathlib.Path(os.path.abspath(contract))
    disk = Disk(pathlib.Path(os.path.abspath(root)), path.parent, diagnostics)
    data = disk.read_beside(path)
    file = None if data is None else decode(data, disk.shown(path), diagnostics)
    parsed = read(file, shelf, diagnostics) if file else None
    included = _included(disk, path, parsed, shelf) if parsed else []
    handlers, handler_files = read_handlers(disk)
    merged = merge(parsed, [addition for _, addition in included if addition], diagnostics) if parsed else None
    if file is None or merged is None or _errors(diagnostics) > before:
        return None
    return Document(
        top=merged.top,
        data=merged.data,
        file=file,
        files=(file, *(source for source, _ in included)),
        folder=disk.folder,
        root=disk.root,
        handlers=handlers,
        handler_files=handler_files,
    )


def read_attachment(document: Document, relative_path: str, span: Span, diagnostics: Diagnostics) -> SourceFile | None:
    """Read a GraphQL file named by a contract; None after a diagnostic, at `span` unless it is about the text itself.

    The path is relative to the service folder and may lead into it or into `specs/common`, as with includes.
    """
    known = document.attachments.get(relative_path)
    if known:
        return known
    read_so_far = sum(len(file.text.encode()) for file in (*document.files, *document.attachments.values()))
    disk = Disk(document.root, document.folder, diagnostics, read_so_far)
    path = disk.locate(relative_path, (".graphql",), span)
    data = disk.read(path, span) if path else None
    if path is None or data is None:
        return None
    file = decode(data, disk.shown(path), diagnostics)
    if file is None or not is_free_of_nul(file, diagnostics):
        return None
    document.attachments[relative_path] = file
    return file


def _included(
    disk: Disk, contract: pathlib.Path, parsed: Parsed, shelf: Shelf | None
) -> list[tuple[SourceFile, Parsed | None]]:
    """Read the included files, each once, going on after one that cannot be read."""
    nowhere = disk.nowhere_in(contract)
    seen: dict[pathlib.Path, Span] = {real(contract): nowhere}
    included: list[tuple[SourceFile, Parsed | None]] = []
    for written, span in listed(parsed, disk.diagnostics):
        path = disk.locate(written, (".yaml", ".yml"), span)
        if path is None:
            continue
        earlier = seen.setdefault(real(path), span)
        if earlier is not span:
            what = "is the contract itself" if earlier is nowhere else "is included twice"
            related = () if earlier is nowhere else (Related("first included here", earlier),)
            disk.diagnostics.error("include-twice", f"`{written}` {what}", span, hint="remove it", related=related)
            continue
        data = disk.read(path, span)
        file = decode(data, disk.shown(path), disk.diagnostics) if data is not None else None
        if file:
            included.append((file, read(file, shelf, disk.diagnostics)))
    return included


def _errors(diagnostics: Diagnostics) -> int:
    return sum(item.severity is Severity.ERROR for item in diagnostics)
