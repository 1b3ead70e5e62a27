"""What the tools do."""

from .reading import read as get_note
from .writing import add_note, add_note_find

__all__ = ["add_note", "add_note_find", "get_note"]
