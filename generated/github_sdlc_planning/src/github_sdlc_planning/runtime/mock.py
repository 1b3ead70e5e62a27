"""Answers from the examples of the contract, for --mock: no upstream, no credentials, no effects.

Exactly matching arguments win; else the example that shares most arguments does, a success before an error, an earlier
one before a later one. Defaults count as given on both sides.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .calls import Call
from .catalogue import Errors
from .fingerprint import canonical
from .tools import NotLive

Example = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Known:
    example: Example
    arguments: Mapping[str, str]

    @property
    def fails(self) -> bool:
        return "error" in self.example


class Examples:
    """The examples of one tool, resource or template."""

    def __init__(self, owner: Mapping[str, Any], complete: Callable[[dict[str, Any]], dict[str, Any]] | None) -> None:
        self._name = str(owner["name"])
        self._known = [
            _Known(example, _comparable((complete or dict)(dict(example.get("arguments", {})))))
            for example in owner.get("examples", ())
        ]

    def exact(self, args: Mapping[str, Any]) -> Example | None:
        """The first example with exactly these arguments."""
        given = _comparable(args)
        return next((known.example for known in self._known if known.arguments == given), None)

    def best(self, args: Mapping[str, Any], fits: Callable[[Any], bool] = lambda result: True) -> Example:
        """The example to answer `args` with. Raises NotLive when there is none.

        Where the closest one is a result that does not fit these arguments, the closest that does is taken, if any.
        """
        if not self._known:
            raise NotLive(self._name)
        exact = self.exact(args)
        if exact is not None:
            return exact
        given = _comparable(args)
        closest = sorted(self._known, key=lambda known: (-_shared(known.arguments, given), known.fails))
        if closest[0].fails:
            return closest[0].example
        fitting = (known for known in closest if not known.fails and fits(known.example.get("result")))
        return next(fitting, closest[0]).example


def played(example: Example, call: Call, errors: Errors) -> Any:
    """The result of `example`. Raises the declared error when it is an example of one."""
    if "error" not in example:
        return copy.deepcopy(example.get("result"))
    given = example.get("given", {})
    call.upstream = given.get("upstream", {})
    call.config = {**call.config, **given.get("config", {})}
    raise errors.build(example["error"], call, example.get("with", {}))


def values_of(variable: str, owners: Iterable[Mapping[str, Any]]) -> list[str]:
    """What the examples of `owners` give for `variable`: stand-ins for a completion source."""
    found: dict[str, None] = {}
    for owner in owners:
        for example in owner.get("examples", ()):
            value = example.get("arguments", {}).get(variable)
            if isinstance(value, str | int) and not isinstance(value, bool):
                found[str(value)] = None
    return sorted(found)


def _comparable(args: Mapping[str, Any]) -> dict[str, str]:
    return {name: canonical(value) for name, value in args.items()}


def _shared(known: Mapping[str, str], given: Mapping[str, str]) -> int:
    return sum(given.get(name) == value for name, value in known.items())
