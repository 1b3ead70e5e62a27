"""Faults of the connection: the answer comes late, in part, in pieces, or not at all.

`stored` says on which side of the loss the request was carried out; the client cannot tell the two apart.
"""

from __future__ import annotations

from .. import delivery
from ..wire import Answer
from .fault import Fault, Moment


def unread() -> Fault:
    """Reset the connection as soon as the head of the request is there: its body is never read."""
    return Fault("unread", stored=False, delivery=delivery.nothing_then_reset, answered=False, unread=True)


def closed(stored: bool = False) -> Fault:
    """Read the request, and end the connection without an answer."""
    return Fault("closed", stored, delivery=delivery.nothing_then_close, answered=False)


def reset(stored: bool = False) -> Fault:
    """Read the request, and break the connection without an answer."""
    return Fault("reset", stored, delivery=delivery.nothing_then_reset, answered=False)


def hang(stored: bool = False) -> Fault:
    """Read the request, and say nothing until the client gives up."""
    return Fault("hang", stored, delivery=delivery.never, answered=False)


def cut(keep: float = 0.5, reset: bool = False) -> Fault:
    """Announce the whole body, send a part of it, and end or reset the connection."""
    return Fault("cut", delivery=delivery.cut(keep, reset), answered=False)


def stalled(keep: float = 0.5) -> Fault:
    """Announce the whole body, send a part of it, and then nothing until the client gives up."""
    return Fault("stalled", delivery=delivery.stalled(keep), answered=False)


def drip(size: int = 16, pause: float = 0.01) -> Fault:
    """Send the whole body, slowly and in small pieces."""
    return Fault("drip", delivery=delivery.pieces(size, pause, chunked=False))


def chunked(size: int = 16) -> Fault:
    """Send the body in chunks, without announcing a length."""
    return Fault("chunked", delivery=delivery.pieces(size, 0, chunked=True))


def gzipped() -> Fault:
    """Compress the body, as GitHub does for clients that accept it."""

    def compress(answer: Answer, moment: Moment) -> Answer:
        return delivery.compressed(answer) if answer.body else answer

    return Fault("gzipped", answer=compress)


def enormous(size: int = 64 * 1024 * 1024, stored: bool = True) -> Fault:
    """Answer with a body of this many bytes."""
    return Fault("enormous", stored, delivery=delivery.repeated(size))


def not_http(text: str = "SSH-2.0-OpenSSH_9.6\r\n", stored: bool = False) -> Fault:
    """Answer with something that is no HTTP."""
    return Fault("not_http", stored, delivery=delivery.raw(text.encode()), answered=False)
