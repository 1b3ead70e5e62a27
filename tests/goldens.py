"""Expectations that stand in files: `--update-golden` rewrites them, and the diff is reviewed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Golden = Callable[[Path, str], None]
"""Holds a text against the file of what is expected."""
