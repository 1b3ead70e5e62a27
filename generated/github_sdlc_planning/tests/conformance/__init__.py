"""Conformance checks: does a running MCP server do what its contract says?

Expectations come from `contract.json` and the MCP specification, through code that shares nothing with the compiler or
with what servers run on. The checks speak to a real process on the wire, over stdio and streamable HTTP, in the era of
MCP 2026-07-28 and in the one before it.
"""

from .checking import Case, Check, Placed, place
from .facts import Facts
from .live.gaps import gaps
from .outcome import Conforms, Deviates, NotReachable, Outcome
from .pool import Pool
from .reader import UnreadableContract, facts_of, read
from .servers import HTTP, STDIO, Target
from .stage import Stage
from .suite import CHECKS
from .wire import Command

__all__ = [
    "CHECKS",
    "HTTP",
    "STDIO",
    "Case",
    "Check",
    "Command",
    "Conforms",
    "Deviates",
    "Facts",
    "NotReachable",
    "Outcome",
    "Placed",
    "Pool",
    "Stage",
    "Target",
    "UnreadableContract",
    "facts_of",
    "gaps",
    "place",
    "read",
]
