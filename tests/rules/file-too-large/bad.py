"""A contract too large to be kept in the repository."""

from pathlib import Path


def write(folder: Path) -> None:
    note = "# This line says nothing, again and again.\n"
    (folder / "contract.yaml").write_text(note * 60_000, encoding="utf-8")
