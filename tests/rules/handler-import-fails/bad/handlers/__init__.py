"""What the tools do."""

from .readings import get_note
from .writing import add, add_note

__all__ = ["add", "add_note", "get_note"]

add_note_find = add
