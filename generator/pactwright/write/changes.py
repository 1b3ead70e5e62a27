"""What writing has to say, as values: how a file differs from the plan, and what kept it from being written.

Nothing here touches the disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from pathlib import Path

from pactwright.records import dataclass
from pactwright.write.difference import unified


class Kind(Enum):
    """How a file on disk and the plan differ."""

    ADDED = "added"
    CHANGED = "changed"
    EDITED = "edited"
    MISSING = "missing"
    ORPHANED = "orphaned"
    FOREIGN = "foreign"

    @property
    def meaning(self) -> str:
        """The kind in words, to stand after a path."""
        match self:
            case Kind.ADDED:
                return "not generated yet"
            case Kind.CHANGED:
                return "stale: the contract moved on"
            case Kind.EDITED:
                return "edited by hand"
            case Kind.MISSING:
                return "deleted by hand"
            case Kind.ORPHANED:
                return "orphaned: the contract no longer asks for it"
            case Kind.FOREIGN:
                return "unknown file: neither generated nor asked for"


@dataclass(frozen=True, slots=True)
class Change:
    """One file that is not as planned.

    Attributes:
        path: Relative to the package's folder, with forward slashes.
        kind: Why it differs.
        before: The bytes on disk; None when there is no such file, or when it is none of ours and was not read.
        after: The planned bytes; None when the plan has no such file.
    """

    path: str
    kind: Kind
    before: bytes | None = field(default=None, repr=False)
    after: bytes | None = field(default=None, repr=False)

    @property
    def diff(self) -> str:
        """What `generate` would do to the file, as a unified diff of bounded size; empty for an unknown file."""
        if self.kind is Kind.FOREIGN:
            return ""
        return unified(self.path, self.before, self.after)


class Obstacle(Enum):
    """What kept a file from being written; all of these can happen to a user, none is a fault of the compiler."""

    EDITED = "edited"
    SYMLINK = "symlink"
    NOT_A_FILE = "not-a-file"
    NOT_A_FOLDER = "not-a-folder"
    MOVED = "changed-meanwhile"
    DENIED = "denied"
    FULL = "full"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class WriteProblem:
    """Something that stopped a run before or while it wrote.

    Attributes:
        path: Relative to the project root, with forward slashes.
        kind: The obstacle.
        message: The fact: lower case, no full stop.
        remedy: What to do about it, imperative.
    """

    path: str
    kind: Obstacle
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that differs between a planned package and the disk.

    Attributes:
        root: The project root; nothing outside of it is touched.
        folder: The package's folder relative to the root, as segments.
        changes: Sorted by path.
        hashes: SHA-256 of every planned file, MANIFEST.json included.
        problems: What stands in the way of reading or writing; a plan with problems is never applied.
    """

    root: Path
    folder: tuple[str, ...]
    changes: tuple[Change, ...]
    hashes: Mapping[str, str]
    problems: tuple[WriteProblem, ...] = ()

    @property
    def service(self) -> str:
        """The name of the package's folder."""
        return self.folder[-1]

    @property
    def is_clean(self) -> bool:
        """Whether the disk holds exactly the planned files."""
        return not self.changes and not self.problems

    def shown(self, change: Change) -> str:
        """The path of `change` as people see it: relative to the root."""
        return "/".join((*self.folder, change.path))

    def remedy(self, change: Change) -> str:
        """The command, or the step, that mends `change`."""
        match change.kind:
            case Kind.ADDED | Kind.CHANGED | Kind.MISSING | Kind.ORPHANED:
                return f"run `pactwright generate {self.service}` (or `make generate`) and commit the result"
            case Kind.EDITED:
                return (
                    "move the edit into the contract or its handlers, "
                    f"then drop it here with `pactwright generate --force {self.service}`"
                )
            case Kind.FOREIGN:
                return f"move it out of {'/'.join(self.folder)}/ or delete it; `pactwright generate` never does"


@dataclass(frozen=True, slots=True)
class Applied:
    """What a run wrote: paths relative to the package's folder, in the order of writing.

    With problems of the kinds `edited` and `changed-meanwhile`, or with any problem that shows before the first file is
    replaced, nothing was written at all.
    """

    written: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    problems: tuple[WriteProblem, ...] = ()
