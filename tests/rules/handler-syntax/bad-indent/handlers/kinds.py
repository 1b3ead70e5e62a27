"""Kinds of notes: \d."""

class Kind:
"""A kind."""
