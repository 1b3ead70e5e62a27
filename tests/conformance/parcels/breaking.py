"""All variants of the server with one fault each."""

from . import broken_calls, broken_lists, broken_transports
from .variant import VARIANTS, Variant

__all__ = ["VARIANTS", "Variant", "broken_calls", "broken_lists", "broken_transports"]
