"""A package's folder on disk, reached from the project root through open directory descriptors.

No step ever follows a symbolic link, and a folder once opened stays the one that was checked, so nothing that moves
under a running process can lead a read or a write out of the root. Failures a user can cause are raised as `Refusal`,
which carries the problem; nothing here decides what to write.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from types import TracebackType

from pactwright.ignored import is_ignored
from pactwright.records import dataclass
from pactwright.write.changes import Obstacle, WriteProblem

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK, opening a pipe somebody left here would wait for a writer.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_LOCK = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_LEFTOVER = re.compile(r"\.pactwright-tmp-[0-9a-f]{16}")


class Refusal(Exception):
    """Carries a problem to the edge of `pactwright.write`, where it becomes a value."""

    def __init__(self, problem: WriteProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def is_leftover(path: str) -> bool:
    """Whether the file is one that an interrupted run staged and did not put in place."""
    return _LEFTOVER.fullmatch(path.rpartition("/")[2]) is not None


@dataclass(slots=True)
class Tree:
    """The folder `parts` below `root`.

    Use it as a context manager: leaving it closes every descriptor.
    """

    root: Path
    parts: tuple[str, ...]
    _open: dict[tuple[str, ...], int] = field(default_factory=dict)

    def __enter__(self) -> Tree:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for descriptor in self._open.values():
            os.close(descriptor)
        self._open.clear()

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None when there is none.

        Raises:
            Refusal: It is not a plain file, or it cannot be read.
        """
        folder, name = self._split(path)
        try:
            parent = self._folder(folder, create=False)
            if parent is None:
                return None
            descriptor = os.open(name, _READ, dir_fd=parent)
            try:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise Refusal(_not_a_file("/".join((*folder, name))))
                with open(descriptor, "rb", buffering=0, closefd=False) as file:
                    return file.read()
            finally:
                os.close(descriptor)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._refusal((*folder, name), error) from error

    def stage(self, path: str, content: bytes) -> str:
        """Write `content` to a new file beside `path`, safely on disk, and return the new file's path.

        Raises:
            Refusal: The disk is full, the folder is not ours to write, or it is no folder.
        """
        folder, target = self._split(path)
        name = f".pactwright-tmp-{os.urandom(8).hex()}"
        try:
            parent = self._folder(folder, create=True)
            descriptor = os.open(name, _CREATE, 0o600, dir_fd=parent)
            try:
                with open(descriptor, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fchmod(descriptor, 0o644)  # Whatever the umask is.
                    os.fsync(descriptor)
            except BaseException:
                os.unlink(name, dir_fd=parent)
                raise
        except OSError as error:
            raise self._refusal((*folder, target), error) from error
        return "/".join((*path.split("/")[:-1], name))

    def lock_file(self, name: str) -> int:
        """Return a descriptor of the file `name` in the folder itself; both are made when they do not exist.

        Raises:
            Refusal: It is a symbolic link, or the folder is not ours to write.
        """
        try:
            return os.open(name, _LOCK, 0o644, dir_fd=self._folder(self.parts, create=True))
        except OSError as error:
            raise self._refusal((*self.parts, name), error) from error

    def replace(self, staged: str, path: str) -> None:
        """Put a staged file in the place of `path`, in one step.

        Raises:
            Refusal: A folder stands there, or the folder around it is not ours to write.
        """
        folder, name = self._split(path)
        parent = self._open[folder]
        try:
            os.replace(staged.rpartition("/")[2], name, src_dir_fd=parent, dst_dir_fd=parent)
        except OSError as error:
            raise self._refusal((*folder, name), error) from error

    def remove(self, path: str) -> None:
        """Delete a file, and then every folder above it that this empties.

        Raises:
            Refusal: The folder around it is not ours to write.
        """
        folder, name = self._split(path)
        try:
            parent = self._folder(folder, create=False)
            if parent is not None:
                with suppress(FileNotFoundError):
                    os.unlink(name, dir_fd=parent)
        except OSError as error:
            raise self._refusal((*folder, name), error) from error
        while len(folder) >= len(self.parts):
            above = self._folder(folder[:-1], create=False)
            try:
                os.rmdir(folder[-1], dir_fd=above)
            except OSError:
                return  # Something else lives there.
            self._forget(folder)
            folder = folder[:-1]

    def sync(self) -> None:
        """Make the renames and deletions in every folder that was opened survive a loss of power."""
        for descriptor in self._open.values():
            with suppress(OSError):
                os.fsync(descriptor)

    def files(self) -> Iterator[str]:
        """Yield the path of everything below the folder that is not itself a folder and not another tool's.

        Symbolic links are named, never followed.

        Raises:
            Refusal: A folder cannot be listed.
        """
        try:
            start = self._folder(self.parts, create=False)
            if start is None:
                return
            for above, folders, names, descriptor in os.fwalk(".", dir_fd=start, onerror=_raise):
                prefix = above[2:] + "/" if above != "." else ""
                links = [name for name in folders if _is_link(name, descriptor)]
                folders[:] = sorted(name for name in folders if not is_ignored(name) and name not in links)
                yield from (prefix + name for name in (*names, *links) if not is_ignored(name))
        except OSError as error:
            raise self._refusal(self.parts, error) from error

    def _split(self, path: str) -> tuple[tuple[str, ...], str]:
        *folder, name = path.split("/")
        return (*self.parts, *folder), name

    def _folder(self, parts: tuple[str, ...], *, create: bool) -> int | None:
        """Return a descriptor of the folder, or None when it does not exist and is not to be made."""
        if parts in self._open:
            return self._open[parts]
        if not parts:
            descriptor = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        else:
            above = self._folder(parts[:-1], create=create)
            if above is None:
                return None
            opened = self._enter(parts, above, create=create)
            if opened is None:
                return None
            descriptor = opened
        self._open[parts] = descriptor
        return descriptor

    def _enter(self, parts: tuple[str, ...], above: int, *, create: bool) -> int | None:
        name = parts[-1]
        try:
            return os.open(name, _FOLDER, dir_fd=above)
        except FileNotFoundError:
            if not create:
                return None
        except OSError as error:
            if error.errno in (errno.ENOTDIR, errno.ELOOP):
                raise Refusal(_not_a_folder("/".join(parts), is_link=_is_link(name, above))) from error
            raise
        with suppress(FileExistsError):
            os.mkdir(name, 0o755, dir_fd=above)
        descriptor = os.open(name, _FOLDER, dir_fd=above)
        os.fchmod(descriptor, 0o755)  # Whatever the umask is.
        return descriptor

    def _forget(self, parts: tuple[str, ...]) -> None:
        descriptor = self._open.pop(parts, None)
        if descriptor is not None:
            os.close(descriptor)

    def _refusal(self, parts: tuple[str, ...], error: OSError) -> Refusal:
        return Refusal(problem_of("/".join(parts), error))


def problem_of(path: str, error: OSError) -> WriteProblem:
    """Put a failure of the operating system in a user's words."""
    reason = (os.strerror(error.errno) if error.errno else str(error)).lower()
    match error.errno:
        case errno.ELOOP:
            return WriteProblem(
                path, Obstacle.SYMLINK, "is a symbolic link, which is never followed here", "replace it by a plain file"
            )
        case errno.EISDIR | errno.ENOTEMPTY:
            return _not_a_file(path)
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return WriteProblem(
                path, Obstacle.FULL, f"cannot be written: {reason}", "make room, then run `pactwright generate` again"
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return WriteProblem(
                path, Obstacle.DENIED, f"cannot be used: {reason}", "change its owner or mode, or work in another copy"
            )
        case _:
            return WriteProblem(
                path, Obstacle.FAILED, f"cannot be used: {reason}", "mend that, then run `pactwright generate` again"
            )


def _not_a_file(path: str) -> WriteProblem:
    return WriteProblem(
        path,
        Obstacle.NOT_A_FILE,
        "is not a plain file, but one is generated here",
        "move it out of the generated package",
    )


def _not_a_folder(path: str, *, is_link: bool) -> WriteProblem:
    if is_link:
        return WriteProblem(
            path, Obstacle.SYMLINK, "is a symbolic link, which is never followed here", "replace it by a plain folder"
        )
    return WriteProblem(
        path, Obstacle.NOT_A_FOLDER, "is not a folder, but files are generated below it", "move it out of the way"
    )


def _is_link(name: str, folder: int) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except FileNotFoundError:
        return False


def _raise(error: OSError) -> None:
    raise error
