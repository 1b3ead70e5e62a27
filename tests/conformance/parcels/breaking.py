"""All variants of the server with one fault each."""

from . import broken_calls, broken_lists, broken_reads, broken_summary
from .broken_transports import AnyAudience, AnyScope
from .variant import VARIANTS, Variant

GUARDED = {
    "any-audience": Variant(frozenset({"bearer.refused"}), endpoint=AnyAudience, transport="streamable-http"),
    "any-scope": Variant(frozenset({"bearer.refused"}), endpoint=AnyScope, transport="streamable-http"),
}

__all__ = ["GUARDED", "VARIANTS", "Variant", "broken_calls", "broken_lists", "broken_reads", "broken_summary"]
