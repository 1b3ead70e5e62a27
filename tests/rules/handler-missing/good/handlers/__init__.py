"""What the tools do."""

from notes_mcp.handlers.writing import *

from .reading import read as get_note

__all__ = ["add_note", "add_note_find", "get_note"]
