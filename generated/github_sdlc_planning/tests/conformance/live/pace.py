"""Services that want writes to begin some time apart: which calls show whether they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..facts import Facts, Tool
from .bases import Base
from .trials import trials_of

# A test waits no longer than this between two calls.
LONGEST_MS = 3000


@dataclass(frozen=True, slots=True, eq=False)
class Paced:
    """A call that writes to a service, `apart_ms` after any other one."""

    upstream: str
    apart_ms: int
    tool: Tool
    base: Base


def paced(facts: Facts) -> Iterator[Paced]:
    """Yield one call for each service whose writes are to begin apart."""
    for name, upstream in facts.upstreams.items():
        if 0 < upstream.pace_ms <= LONGEST_MS:
            yield from list(_writing(facts, name))[:1]


def unpaced(facts: Facts) -> Iterator[str]:
    """Yield the services of which it is not tried whether their writes begin apart."""
    tried = {item.upstream for item in paced(facts)}
    for name, upstream in facts.upstreams.items():
        if upstream.pace_ms and name not in tried:
            long = upstream.pace_ms > LONGEST_MS
            reason = "that is too long for a test" if long else "no call with a result was found that writes there"
            yield f"{name}: that writes begin {upstream.pace_ms} ms apart is not tried, {reason}"


def _writing(facts: Facts, upstream: str) -> Iterator[Paced]:
    for tool in facts.tools:
        bases = trials_of(facts).bases.get(tool.name)
        for base in bases.successes if bases else ():
            asked = [facts.operation(name) for name in base.expected.asked_for]
            if any(item is not None and item.upstream == upstream and not item.reads for item in asked):
                yield Paced(upstream, facts.upstreams[upstream].pace_ms, tool, base)
