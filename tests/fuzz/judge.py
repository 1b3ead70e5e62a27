"""What must hold for everything that comes out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema_rs import Draft202012Validator
from pactwright.runtime.definitions import ENVELOPE, output_schema

from .calls import CANARY

# These would be our own defects, whatever GitHub sent.
DEFECTS = frozenset(
    {"call_failed", "request_failed", "undeclared_code", "error_builder_failed", "result_broken", "state_unavailable"}
)
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
EARLIER = frozenset({"credential_missing", "cursor_expired"})
"""Conditions that are met with before, or without, any answer."""


class Judge:
    """Holds results against the published schemas and the contract."""

    def __init__(self, contract: Mapping[str, Any], secret: str) -> None:
        self._contract = contract
        self._secret = secret
        self._envelope = Draft202012Validator(dict(ENVELOPE))
        tools = [tool for tool in contract["tools"] if tool.get("output")]
        self._published = {tool["name"]: Draft202012Validator(output_schema(tool["output"])) for tool in tools}
        self._resources = {
            item["name"]: Draft202012Validator(item["output"])
            for item in contract["resource_templates"]
            if item.get("output")
        }
        self._codes = {item["name"]: set(item["errors"]) for item in (*tools, *contract["resource_templates"])}
        self._codes["completion"] = {code for code, error in contract["errors"].items() if error.get("common")}

    def caused(self) -> set[str]:
        """The codes that an answer of GitHub can lead to."""
        earlier = {self._contract["conditions"][name] for name in EARLIER}
        return set(self._contract["errors"]) - earlier

    def success(self, name: str, result: Any, text: str) -> Iterator[str]:
        """Yield what is wrong with a result."""
        validator = self._published.get(name) or self._resources.get(name)
        if validator is not None and not validator.is_valid(result):
            yield "the result is not what is published"
        if json.loads(text) != result:
            yield "text and structure differ"
        yield from _sendable(text)

    def failure(self, name: str, envelope: Mapping[str, Any], text: str) -> Iterator[str]:
        """Yield what is wrong with an error."""
        if not self._envelope.is_valid(envelope):
            yield "the envelope is not valid"
        if name in self._published and not self._published[name].is_valid(envelope):
            yield "the envelope is not what is published"
        code = envelope["code"]
        if code not in self._codes[name]:
            yield f"{code} is not declared"
            return
        if envelope["temporary"] != self._contract["errors"][code]["temporary"]:
            yield f"temporary: {envelope['temporary']}"
        wait = envelope["retry_after_ms"]
        if (wait is not None) != (code == "rate_limited") or not (wait is None or 0 <= wait <= 86_400_000):
            yield f"retry_after_ms: {wait}"
        whole = json.dumps(envelope, ensure_ascii=False)
        if self._secret in whole + text or CANARY in whole + text:
            yield "a secret or an argument is in the error"
        if CONTROL.search(text) or CONTROL.search("".join(_texts(envelope))):
            yield "a control character is in the error"
        yield from _sendable(whole + text)

    def logged(self, lines: str) -> Iterator[str]:
        """Yield what is wrong with the log."""
        if self._secret in lines or CANARY in lines:
            yield "a secret or an argument is in the log"
        for event in map(json.loads, lines.splitlines()):
            if event["event"] in DEFECTS:
                yield f"logged: {event}"


def _sendable(text: str) -> Iterator[str]:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        yield "half a character leaves"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
