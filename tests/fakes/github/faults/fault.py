"""What a fault consists of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from ..delivery import Delivery, whole
from ..store import Store
from ..wire import Answer, Call


@dataclass(frozen=True)
class Moment:
    """What a fault may look at when it changes an answer: the request, and the time of the fake."""

    call: Call
    now: datetime


def as_sent(call: Call) -> Call:
    return call


def unchanged(answer: Answer, moment: Moment) -> Answer:
    return answer


def nobody(store: Store, call: Call) -> None:
    """Do nothing besides the request."""


@dataclass(frozen=True)
class Fault:
    """How one request goes wrong. The order: `before`, the request itself, `after`, `answer`, `delivery`."""

    name: str
    stored: bool = True
    """Whether GitHub carries out the request; otherwise `answer` gets an empty one that has only the usual headers."""
    request: Callable[[Call], Call] = as_sent
    answer: Callable[[Answer, Moment], Answer] = unchanged
    delivery: Delivery = whole
    answered: bool = True
    """Whether the client gets a whole answer."""
    unread: bool = False
    """Whether the connection breaks when the head of the request is there, before its body is read."""
    before: Callable[[Store, Call], None] = nobody
    after: Callable[[Store, Call], None] = nobody
