"""What other tools leave in a generated package's folder: byte code, caches, build results, editor files.

Nobody is told about these, and nothing here is ever removed. Imports nothing, because the check that nothing has
changed needs it at once.
"""

from __future__ import annotations

STATE_FOLDER = ".pactwright"  # At the project root: locks, journals and stamps of earlier runs, none to be committed.

NAMES = frozenset(
    {
        ".DS_Store",
        ".coverage",
        ".git",
        ".hypothesis",
        ".idea",
        ".mypy_cache",
        ".nox",
        STATE_FOLDER,
        ".pytest_cache",
        ".ruff_cache",
        ".tox",
        ".venv",
        ".vscode",
        "__pycache__",
        "build",
        "dist",
        "htmlcov",
        "node_modules",
        "venv",
    }
)
SUFFIXES = (".egg-info", ".pyc", ".pyo", ".swp")


def is_ignored(name: str) -> bool:
    """Whether a file or folder of this name belongs to another tool."""
    return name in NAMES or name.endswith(SUFFIXES)
