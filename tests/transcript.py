"""Systems as their authors described them, and the deviations that lead from there to what their contracts serve.

A transcript is a JSON document of facts. Its `deviations` patch these facts, each for a reason; what is left has to be
what the server says.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "systems"

ANYTHING = "(anything)"
"""Stands where a deviation leaves a place uncompared."""

COMMENTARY = {"source", "how_to_read", "deviations"}
UNORDERED = {"codes", "common_codes", "completions", "covers", "entries", "required"}


class AtLeast(frozenset[str]):
    """Stands where the server may name more than the text."""


@dataclass(frozen=True)
class Deviation:
    """One decision to serve something else than the text says."""

    path: str
    op: str
    decision: str
    reason: str
    value: Any = None

    def apply(self, facts: Any) -> None:
        """Patch `facts`. Raises AssertionError when the place is not as the deviation says."""
        *folders, last = (part.replace("~1", "/").replace("~0", "~") for part in self.path.split("/")[1:])
        place = facts
        for name in folders:
            place = place[int(name) if isinstance(place, list) else name]
        match self.op:
            case "add":
                assert last not in place, f"{self.path} is there already"
                place[last] = self.value
            case "replace":
                assert place[last] != self.value, f"{self.path} changes nothing"
                place[last] = self.value
            case "insert":
                assert self.value not in place[last], f"{self.path} holds {self.value} already"
                place[last].append(self.value)
            case "any":
                place[int(last) if isinstance(place, list) else last] = ANYTHING
            case other:
                raise AssertionError(f"{self.path}: there is no operation {other}")


class Transcript:
    """The facts of one system."""

    def __init__(self, name: str) -> None:
        document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        self.deviations = tuple(Deviation(**deviation) for deviation in document["deviations"])
        self._facts = {key: value for key, value in document.items() if key not in COMMENTARY}

    def facts(self, *, without: Deviation | None = None) -> Any:
        """Return what the server should say; `without` one of the deviations."""
        facts = copy.deepcopy(self._facts)
        for deviation in self.deviations:
            if deviation is not without:
                deviation.apply(facts)
        return facts


def comparable(facts: Any, *, modern: bool) -> Any:
    """Return facts in the form in which a server's own are told."""
    facts = copy.deepcopy(facts)
    common = facts.pop("common_codes")
    tools = facts["tools"]
    for tool in tools.values():
        tool["codes"] += tool.pop("common_codes", common)
    for error in facts["errors"].values():
        error["occurs_on"] = _places(error["occurs_on"], sorted(tools))
        words = error["repair"]
        error["repair"] = sorted(set(re.findall(r"github_\w+|retry_after_ms", words)))
        error["details"] = AtLeast(re.findall(r"details\.(\w+)", words))
    if not modern:
        del facts["cache"]
        for payload in facts["payloads"].values():
            payload.pop("resultType", None)
    return ordered(masked(facts))


def _places(words: str, tools: Sequence[str]) -> list[str]:
    """Read the short names of the text's table: `get/update`, `mutations`, `any tool but github_x`."""
    if words == "any tool":
        return [words]
    if words.startswith("any tool but "):
        return sorted(set(tools) - {words.removeprefix("any tool but ")})
    short = {"find": "find_issues", "get": "get_issue", "create": "create_issue", "update": "update_issue"}
    short |= {"comment": "add_comment", "lock": "set_issue_lock"}
    words = words.replace("mutations", "create/update/comment/lock")
    places = [f"github_{short.get(word, word.removeprefix('github_'))}" for word in words.split("/")]
    assert set(places) <= set(tools), f"{words}: not all of these are tools"
    return sorted(places)


def masked(value: Any) -> Any:
    """Return a value without what differs from one process to the next: who asked, and the hash of a fingerprint."""
    match value:
        case dict():
            return {key: "…" if key == "request_id" else masked(item) for key, item in value.items()}
        case list():
            return list(map(masked, value))
        case str():
            return re.sub(r"^([\w-]+@\d+\.\d+\.\d+\+)[0-9a-f]{7}$", r"\1…", value)
        case _:
            return value


def ordered(value: Any) -> Any:
    """Return a value whose lists are sorted where order means nothing."""
    match value:
        case dict():
            return {key: _sorted(key, ordered(item)) for key, item in value.items()}
        case list():
            return list(map(ordered, value))
        case _:
            return value


def _sorted(key: str, value: Any) -> Any:
    texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return sorted(value) if texts and key in UNORDERED else value


def differences(expected: Any, seen: Any, path: str = "") -> Iterator[str]:
    """Yield a line for every place where the two are not the same."""
    if expected == ANYTHING:
        return
    if isinstance(expected, AtLeast):
        yield from (f"{path}: the server does not name {name}" for name in sorted(expected.difference(seen)))
    elif isinstance(expected, dict) and isinstance(seen, dict):
        for key in {**expected, **seen}:
            place = f"{path}/{key}"
            if key not in expected:
                yield f"{place}: the text has nothing, the server says {seen[key]!r}"
            elif key in seen:
                yield from differences(expected[key], seen[key], place)
            elif expected[key] != ANYTHING:
                yield f"{place}: the server has nothing, the text says {expected[key]!r}"
    elif isinstance(expected, list) and isinstance(seen, list) and len(expected) == len(seen):
        for index, (left, right) in enumerate(zip(expected, seen, strict=True)):
            yield from differences(left, right, f"{path}/{index}")
    elif type(expected) is not type(seen) or expected != seen:
        yield f"{path}: the text says {expected!r}, the server {seen!r}"


def altered(facts: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the facts once for every single value in them, with this one changed, and where that was."""
    match facts:
        case dict():
            for key, item in facts.items():
                yield from ((place, {**facts, key: other}) for place, other in altered(item, f"{path}/{key}"))
        case list():
            for index, item in enumerate(facts):
                for place, other in altered(item, f"{path}/{index}"):
                    yield place, [*facts[:index], other, *facts[index + 1 :]]
            yield path, [*facts, "one more"]
        case bool():
            yield path, not facts
        case int():
            yield path, facts + 1
        case str() if facts == ANYTHING:
            return
        case str() | None:
            yield path, f"{facts} or github_nothing"
