"""The text of a configuration file as JSON values: YAML 1.2 core, within limits, and refused where it leaves doubt.

The parser's events are read one by one, so that neither nesting nor aliases can make a small file large. What is said
against a text names places in it and nothing that stands there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import yaml

MOST_VALUES = 20_000
DEEPEST = 50
MOST_DIGITS = 300

_TEXT_TAGS = ("!", "tag:yaml.org,2002:str")
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGERS = {10: re.compile(r"[-+]?[0-9]+"), 8: re.compile(r"0o[0-7]+"), 16: re.compile(r"0x[0-9a-fA-F]+")}
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
# The parser in C is missing where PyYAML was built without libyaml.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Malformed(ValueError):
    """A text cannot be used; the message says why, and where, but not what stands there."""


def mapping_of(data: bytes) -> dict[str, Any]:
    """The mapping that a file holds, which is empty when the file is. Raises Malformed."""
    try:
        value = _Reader(yaml.parse(data.decode("utf-8-sig"), Loader=_LOADER)).document()
    except UnicodeDecodeError:
        raise Malformed("it is not UTF-8") from None
    except yaml.MarkedYAMLError as failure:
        raise Malformed(f"it is not YAML{_place(failure.problem_mark)}") from None
    except yaml.YAMLError:
        raise Malformed("it holds characters that YAML does not allow") from None
    if value is not None and not isinstance(value, dict):
        raise Malformed("it is not a mapping")
    return value or {}


class _Reader:
    """Makes values of events."""

    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events
        self._left = MOST_VALUES
        self._anchors: dict[str, tuple[Any, int]] = {}

    def document(self) -> Any:
        """The value of the only document; None when there is none."""
        next(self._events)
        if isinstance(next(self._events), yaml.StreamEndEvent):
            return None
        value = self._value(next(self._events), DEEPEST)
        next(self._events)
        after = next(self._events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise _malformed("a second document begins", after)
        return value

    def _value(self, event: Any, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            # An anchor is known only after its value, so that no value can be within itself.
            if event.anchor not in self._anchors:
                raise _malformed("an alias stands for nothing", event)
            value, size = self._anchors[event.anchor]
            self._count(size, event)
            return value
        before = self._left
        self._count(1, event)
        if depth == 0:
            raise _malformed(f"more than {DEEPEST} lists and mappings stand inside one another", event)
        if isinstance(event, yaml.ScalarEvent):
            value = _scalar(event)
        elif event.tag is not None:
            raise _malformed("a tag is used", event)
        elif isinstance(event, yaml.SequenceStartEvent):
            value = [self._value(inner, depth - 1) for inner in self._until(yaml.SequenceEndEvent)]
        else:
            value = self._mapping(depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = (value, before - self._left)
        return value

    def _mapping(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key in self._until(yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                raise _malformed("a key is not text", key)
            if key.value in found:
                raise _malformed("a key stands twice", key)
            found[key.value] = self._value(next(self._events), depth - 1)
        return found

    def _until(self, end: type) -> Iterator[Any]:
        while not isinstance(event := next(self._events), end):
            yield event

    def _count(self, values: int, event: Any) -> None:
        self._left -= values
        if self._left < 0:
            raise _malformed(f"it holds more than {MOST_VALUES} values", event)


def _scalar(event: Any) -> Any:
    text: str = event.value
    if event.tag is not None and event.tag not in _TEXT_TAGS:
        raise _malformed("a tag is used", event)
    plain = event.tag is None and event.implicit[0]
    if not plain:
        return text
    if text in _WORDS:
        return _WORDS[text]
    for base, pattern in _INTEGERS.items():
        if pattern.fullmatch(text):
            if len(text) > MOST_DIGITS:
                raise _malformed("a number is too long", event)
            return int(text, base)
    if not _FLOAT.fullmatch(text):
        return text
    number = math.nan if text[-1] in "fFnN" else float(text)
    if not math.isfinite(number):
        raise _malformed("a number is one that JSON does not have", event)
    return number


def _malformed(fact: str, event: Any) -> Malformed:
    return Malformed(f"{fact}{_place(event.start_mark)}")


def _place(mark: Any) -> str:
    return "" if mark is None else f" (line {mark.line + 1}, column {mark.column + 1})"
