"""Python names for what the contract names: derived from the name alone, never from its place."""

from __future__ import annotations

import keyword
import re
from functools import cache

_SEPARATORS = re.compile(r"[^A-Za-z0-9]+")
# Names that mean a device on Windows, whatever follows their first dot.
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def identifier(name: str) -> str:
    """Return the variable or function name for `name`: dots and dashes become underscores, keywords get one behind."""
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
    if plain[:1].isdigit():
        plain = f"_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) or keyword.issoftkeyword(plain) else plain


def package_name(server: str) -> str:
    """Return the name under which the generated package of a server is imported."""
    return identifier(server.lower())


def is_device(file: str) -> bool:
    """Whether the name of a file or folder means a device on Windows."""
    return _DEVICE.match(file) is not None


@cache
def class_name(*parts: str) -> str:
    """Return the class name for a path of names, such as a tool and a property."""
    words = [word for part in parts for word in _SEPARATORS.split(_HUMP.sub(" ", part)) if word]
    joined = "".join(word[:1].upper() + word[1:] for word in words)
    return f"_{joined}" if joined[:1].isdigit() else joined
