"""Faults of the answer's content: it arrives whole, but is not what the documentation promises."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..wire import Answer, Call
from .fault import Fault, Moment

Change = Callable[[Any], object]


def _replacing(name: str, body: bytes | None, type_: str | None = None, stored: bool = True) -> Fault:
    """Return a fault that keeps the status, and gives another body or another type of content."""

    def change(answer: Answer, moment: Moment) -> Answer:
        headers = dict(answer.headers) if type_ is None else {**answer.headers, "content-type": type_}
        return replace(answer, body=answer.body if body is None else body, headers=headers)

    return Fault(name, stored, answer=change)


def broken_json(keep: float = 0.5) -> Fault:
    """Send the first part of the JSON text, as a complete answer."""

    def change(answer: Answer, moment: Moment) -> Answer:
        return replace(answer, body=answer.body[: int(len(answer.body) * keep)])

    return Fault("broken_json", answer=change)


def replaced(text: str, content_type: str | None = None) -> Fault:
    """Send another text in place of the body."""
    return _replacing("replaced", text.encode(), content_type)


def html_body() -> Fault:
    """Send a page in place of the body, with the status of success."""
    return _replacing("html_body", b"<!DOCTYPE html><title>GitHub</title><p>Hello", "text/html; charset=utf-8")


def wrong_type(content_type: str = "text/plain") -> Fault:
    """Send the right body under a wrong type of content."""
    return _replacing("wrong_type", None, content_type)


def empty() -> Fault:
    """Send no body at all, with the status of success."""
    return _replacing("empty", b"")


def no_content(length: bool = False) -> Fault:
    """Answer 204, with or without a `content-length`."""

    def change(answer: Answer, moment: Moment) -> Answer:
        kept = {name: text for name, text in answer.headers.items() if name != "content-type"}
        return Answer(204, b"", kept | ({"content-length": "0"} if length else {}))

    return Fault("no_content", answer=change)


def edited(set: Mapping[str, object] | None = None, remove: list[str] | None = None) -> Fault:
    """Change the JSON body in places, named as JSON pointers; `*` stands for every item of a list."""

    def change(answer: Answer, moment: Moment) -> Answer:
        value = answer.value()
        for pointer, new in (set or {}).items():
            for holder, key in _places(value, pointer.split("/")[1:]):
                holder[key] = new
        for pointer in remove or ():
            for holder, key in _places(value, pointer.split("/")[1:]):
                if isinstance(holder, list) or key in holder:
                    del holder[key]
        return replace(answer, body=json.dumps(value, ensure_ascii=False).encode())

    return Fault("edited", answer=change)


def _places(value: Any, parts: list[str]) -> Iterator[tuple[Any, Any]]:
    """Yield every object or list that a pointer leads into, with the key or the index there."""
    first, *rest = parts
    keys: list[Any] = [first.replace("~1", "/").replace("~0", "~")]
    if isinstance(value, list):
        keys = list(range(len(value))) if first == "*" else [int(first)]
    for key in keys:
        if not rest:
            yield value, key
        else:
            yield from _places(value[key], rest)


def bare_labels() -> Fault:
    """Give labels as names in place of objects: GitHub documents both."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            labels = value.get("labels")
            names = [item["name"] for item in labels] if isinstance(labels, list) else labels
            return {key: names if key == "labels" else bare(item) for key, item in value.items()}
        return [bare(item) for item in value] if isinstance(value, list) else value

    def change(answer: Answer, moment: Moment) -> Answer:
        return replace(answer, body=json.dumps(bare(answer.value()), ensure_ascii=False).encode())

    return Fault("bare_labels", answer=change)


def dropped(fields: list[str]) -> Fault:
    """Carry out the request as if it did not have these fields, and do not say so."""

    def without(call: Call) -> Call:
        body = {name: value for name, value in json.loads(call.body).items() if name not in fields}
        return replace(call, body=json.dumps(body).encode())

    return Fault("dropped", request=without)
