"""One file of a generated package: where it goes and what it says.

This is the whole interface between the emitters, which touch no disk, and `pactwright.write`, which touches nothing
else.
"""

from __future__ import annotations

import re

from pactwright.records import dataclass

_SEGMENT = re.compile(r"[A-Za-z0-9_.-]+")


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A text file of the package, encoded as UTF-8 when written.

    Attributes:
        path: Relative to `generated/<service>/`, with forward slashes; every segment is `[A-Za-z0-9_.-]+`.
        text: The whole content. Lines end in a line feed.

    Raises:
        ValueError: The path could leave the package or be read differently by another system. Names were checked
            long before, so this is a fault of the compiler.
    """

    path: str
    text: str

    def __post_init__(self) -> None:
        if not is_safe_path(self.path):
            raise ValueError(f"not a path inside a generated package: {self.path!r}")


def is_safe_path(path: str) -> bool:
    """Whether `path` is relative, stays below its folder and means the same file on every system."""
    segments = path.split("/")
    return all(_SEGMENT.fullmatch(segment) and segment not in (".", "..") for segment in segments)
