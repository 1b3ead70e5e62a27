"""What the tools do."""

from .writing import add_note, add_note_find

__all__ = ["add_note", "add_note_find"]
