"""Scraps of JSON in the state folder that make the next run faster, and that every run can do without.

A scrap that is missing, old or damaged reads as None, and one that cannot be written is not written: neither is worth a
word to anybody. Imports only what the no-change run has imported anyway.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

from pactwright.ignored import STATE_FOLDER

Folder = str | os.PathLike[str]


def read(name: str, *, root: Folder) -> Any:
    """Return the document in the scrap `name` of the project at `root`, or None."""
    try:
        with open(_place(name, root), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError, RecursionError):
        return None


def write(name: str, document: Any, *, root: Folder) -> None:
    """Put `document` into the scrap `name`, in one step."""
    place = _place(name, root)
    staged = f"{place}.{os.urandom(8).hex()}"
    with suppress(OSError):
        if os.path.islink(os.path.dirname(place)):
            return
        with open(staged, "x", encoding="utf-8") as file:
            file.write(json.dumps(document))
        os.replace(staged, place)


def _place(name: str, root: Folder) -> str:
    return os.path.join(root, STATE_FOLDER, f"{name}.json")
