"""Reads the files a contract may reach, and refuses all others: the service folder and `specs/common`.

Every failure of the operating system is a diagnostic at the place that named the file.
"""

from __future__ import annotations

import os
import pathlib
import stat

from pactwright.diagnostics import Diagnostics
from pactwright.load.limits import MOST_BYTES, MOST_BYTES_IN_ALL
from pactwright.records import dataclass
from pactwright.source import SourceFile, Span


@dataclass(slots=True)
class Disk:
    """The files around one contract.

    Attributes:
        root: The project root, absolute.
        folder: The service folder, absolute.
        read_bytes: How much has been read so far.
    """

    root: pathlib.Path
    folder: pathlib.Path
    diagnostics: Diagnostics
    read_bytes: int = 0

    def shown(self, path: pathlib.Path) -> str:
        """Return the path as people see it: relative to the root, with forward slashes."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.as_posix()

    def locate(self, written: str, suffixes: tuple[str, ...], span: Span) -> pathlib.Path | None:
        """Return where a path from a contract leads; None after a diagnostic when it may not lead there."""
        fault = _fault_in_path(written)
        if fault:
            hint = "write a path relative to the folder of the contract, with forward slashes"
            self.diagnostics.error("path-not-relative", f"the path {fault}", span, hint=hint)
            return None
        if pathlib.PurePosixPath(written).suffix not in suffixes:
            names = " or ".join(suffixes)
            self.diagnostics.error("file-type", f"`{written}` is not a {names} file", span, hint=f"name a {names} file")
            return None
        path = pathlib.Path(os.path.normpath(self.folder / written))
        if not self._may_reach(path, links=False):
            self._outside(f"`{written}` leads out of the service folder", span)
            return None
        if not self._may_reach(path, links=True):
            self._outside(f"`{written}` leads out of the service folder through a symbolic link", span)
            return None
        return path

    def read(self, path: pathlib.Path, span: Span) -> bytes | None:
        """Return the bytes of a regular file; None after a diagnostic at the place that names it."""
        name = self.shown(path)
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                kind = "a folder" if path.is_dir() else "not a regular file"
                self.diagnostics.error("unreadable-file", f"`{name}` is {kind}", span, hint="name a file")
                return None
            with path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
        except FileNotFoundError:
            self.diagnostics.error(
                "missing-file", f"there is no file `{name}`", span, hint="create it, or mend the path"
            )
            return None
        except OSError as error:
            self.unreadable(path, error, span)
            return None
        self.read_bytes += len(data)
        if len(data) > MOST_BYTES:
            self._too_large(f"`{name}` is larger than {MOST_BYTES // 1024**2} MiB", span)
            return None
        if self.read_bytes > MOST_BYTES_IN_ALL:
            together = f"with `{name}` the files of this contract are larger than {MOST_BYTES_IN_ALL // 1024**2} MiB"
            self._too_large(together, span)
            return None
        return data

    def read_beside(self, path: pathlib.Path) -> bytes | None:
        """Return the bytes of a file that belongs to the service by its name; a link to somewhere else is refused."""
        span = self.nowhere_in(path)
        if not real(path).is_relative_to(real(self.folder)):
            self._outside(f"`{self.shown(path)}` leads out of the service folder through a symbolic link", span)
            return None
        return self.read(path, span)

    def nowhere_in(self, path: pathlib.Path) -> Span:
        """Return the start of a file that has no text to point at."""
        return SourceFile(self.shown(path), "").span(0, 0)

    def unreadable(self, path: pathlib.Path, error: OSError, span: Span | None = None) -> None:
        """Report what the operating system says about a file."""
        reason = (error.strerror or type(error).__name__).lower()
        message = f"cannot read `{self.shown(path)}`: {reason}"
        hint = "check the path and its permissions"
        self.diagnostics.error("unreadable-file", message, span or self.nowhere_in(path), hint=hint)

    def _may_reach(self, path: pathlib.Path, *, links: bool) -> bool:
        bases = (self.folder, self.root / "specs" / "common")
        if links:
            return any(real(path).is_relative_to(real(base)) for base in bases)
        return any(path.is_relative_to(base) and path != base for base in bases)

    def _too_large(self, message: str, span: Span) -> None:
        self.diagnostics.error("file-too-large", message, span, hint="split the service")

    def _outside(self, message: str, span: Span) -> None:
        hint = "put the file into the service folder, or into specs/common when several services share it"
        self.diagnostics.error("file-outside-service", message, span, hint=hint)


def real(path: pathlib.Path) -> pathlib.Path:
    """Return the path with every symbolic link followed; one that leads to itself is left as it is."""
    # Not Path.resolve(): on Python 3.11 and 3.12 it raises RuntimeError for links that lead to themselves.
    return pathlib.Path(os.path.realpath(path))


def _fault_in_path(written: str) -> str | None:
    if not written.strip():
        return "is empty"
    if "\\" in written:
        return "has backslashes"
    if any(ord(character) < 0x20 or ord(character) == 0x7F for character in written):
        return "has control characters"
    if pathlib.PurePosixPath(written).is_absolute() or pathlib.PureWindowsPath(written).drive:
        return "is absolute"
    return None
