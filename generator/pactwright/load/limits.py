"""How much a contract may hold; each limit keeps a later reader from failing in a less helpful way."""

from __future__ import annotations

DEEPEST = 100
"""How many mappings and lists may stand inside one another: below what JSON parsers and schema validators refuse."""

TOO_DEEP = f"more than {DEEPEST} mappings and lists stand inside one another"

MOST_REPEATED = 100_000
"""How many values aliases may add to a file."""

MOST_DIGITS = 400
"""Longer numbers break JSON readers, and Python refuses to print integers of more than 4,300 digits."""

MOST_BYTES = 2 * 1024 * 1024
"""How large one file may be."""

MOST_BYTES_IN_ALL = 8 * 1024 * 1024
"""How large the files of one contract may be together."""
