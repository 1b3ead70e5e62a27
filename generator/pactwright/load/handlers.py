"""The handlers beside a contract: one module `handlers.py`, or a package `handlers/` with all its Python files.

Reads them as text; what they define is compared with the contract elsewhere.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator

from pactwright.ignored import is_ignored
from pactwright.load.disk import Disk
from pactwright.load.text import decode, is_free_of_nul
from pactwright.source import SourceFile


def read_handlers(disk: Disk) -> tuple[SourceFile | None, tuple[SourceFile, ...]]:
    """Return the handlers' main file and all their files; nothing when there are none, or after a diagnostic."""
    module = disk.folder / "handlers.py"
    package = disk.folder / "handlers"
    has_module = os.path.lexists(module)
    if has_module and os.path.isdir(package):
        message = "there are both `handlers.py` and a folder `handlers`; Python would only see the folder"
        disk.diagnostics.error("handlers-twice", message, disk.nowhere_in(module), hint="keep one of them")
        return None, ()
    if has_module:
        main = _read(disk, module)
        return main, (main,) if main else ()
    if not os.path.isdir(package):
        return None, ()
    files = tuple(file for path in sorted(_python_files(disk, package)) if (file := _read(disk, path)))
    main_path = disk.shown(package / "__init__.py")
    main = next((file for file in files if file.path == main_path), None)
    if main is None and not os.path.lexists(package / "__init__.py"):
        span = disk.nowhere_in(package / "__init__.py")
        disk.diagnostics.error("missing-file", f"there is no file `{main_path}`", span, hint="create it")
    return main, files


def _read(disk: Disk, path: pathlib.Path) -> SourceFile | None:
    data = disk.read_beside(path)
    file = decode(data, disk.shown(path), disk.diagnostics) if data is not None else None
    return file if file and is_free_of_nul(file, disk.diagnostics) else None


def _python_files(disk: Disk, package: pathlib.Path) -> Iterator[pathlib.Path]:
    def unreadable(error: OSError) -> None:
        disk.unreadable(pathlib.Path(error.filename or package), error)

    for folder, folders, names in os.walk(package, onerror=unreadable):
        here = pathlib.Path(folder)
        folders[:] = [name for name in folders if not is_ignored(name)]
        for linked in (here / name for name in folders if (here / name).is_symlink()):
            message = f"`{disk.shown(linked)}` is a symbolic link to a folder"
            disk.diagnostics.error(
                "linked-folder", message, disk.nowhere_in(linked), hint="put the files there instead"
            )
        yield from (here / name for name in names if name.endswith(".py"))
