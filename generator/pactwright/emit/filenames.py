"""File names for tools: the tool's own name wherever every system can hold it beside the others."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping

from pactwright.names import is_device


def file_stems(names: Iterable[str]) -> Mapping[str, str]:
    """Return, for each tool name, the part of its files' names before their endings.

    A name that another one equals but for case, and a name reserved by an operating system, get a mark in front that
    depends on nothing but the name; of names that differ in case only, the one in lower case stays as it is.
    """
    exact = tuple(dict.fromkeys(names))
    shared = Counter(name.casefold() for name in exact)
    stems = {name: name for name in exact if _stays(name, shared)}
    for name in exact:
        if name not in stems:
            stems[name] = _marked(name, shared)
    return stems


def _stays(name: str, shared: Mapping[str, int]) -> bool:
    return not is_device(name) and (shared[name.casefold()] == 1 or name == name.casefold())


def _marked(name: str, shared: Mapping[str, int]) -> str:
    digest = hashlib.sha256(name.encode()).hexdigest()
    lengths = (length for length in range(8, 65) if f"{digest[:length]}-{name}".casefold() not in shared)
    return f"{digest[: next(lengths)]}-{name}"
