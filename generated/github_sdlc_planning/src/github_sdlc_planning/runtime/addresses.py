"""From a URI a client reads to the resource or template it means, with typed variables.

A URI carries text only, so variables are converted by the template's schema before they are validated. A query
parameter the template does not have is an error instead of being ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from mcp import UriTemplate

from .arguments import Arguments
from .envelope import Violation


@dataclass(frozen=True, slots=True)
class Address:
    """What a URI means: the contract's entry, its validated variables, and what is wrong with them."""

    spec: Mapping[str, Any]
    variables: dict[str, Any]
    wrong: list[Violation]


class Addresses:
    """The URIs one process serves."""

    def __init__(self, resources: Iterable[Mapping[str, Any]], templates: Iterable[Mapping[str, Any]]) -> None:
        self._fixed = {item["uri"]: item for item in resources}
        self._templates = [(UriTemplate.parse(item["uri"]), item, Arguments(_closed(item))) for item in templates]

    def find(self, uri: str) -> Address | None:
        """The resource `uri` means; None when nothing is there."""
        fixed = self._fixed.get(uri)
        if fixed is not None:
            return Address(fixed, {}, [])
        for template, item, arguments in self._templates:
            matched = template.match(uri)
            if matched is not None:
                return _address(item, arguments, matched, uri)
        return None


def _address(item: Mapping[str, Any], arguments: Arguments, matched: Mapping[str, Any], uri: str) -> Address:
    schema = _closed(item)["input"]
    properties: Mapping[str, Any] = schema.get("properties", {})
    query = urlsplit(uri).query
    given: dict[str, Any] = {name: value for name, value in parse_qsl(query) if name not in matched}
    for name, value in matched.items():
        if value != "":
            variable = properties.get(name, {})
            given[name] = _typed(variable, _items(name, value, query) if variable.get("type") == "array" else value)
    variables, wrong = arguments.accept(given)
    return Address(item, variables, wrong)


def _closed(item: Mapping[str, Any]) -> dict[str, Any]:
    schema = item.get("input", {"type": "object", "properties": {}})
    return {"name": item["name"], "input": {**schema, "additionalProperties": False}}


def _items(name: str, value: Any, query: str) -> Any:
    """The items of a list: commas stand between them (RFC 6570), but those that are encoded stand inside of one."""
    if not isinstance(value, str):
        return value
    pairs = [pair.partition("=") for pair in query.split("&")]
    return [unquote(part) for key, _, text in pairs if unquote(key) == name for part in text.split(",")] or value


def _typed(schema: Mapping[str, Any], value: Any) -> Any:
    kinds = schema.get("type", "string")
    if kinds == "array":
        items = value.split(",") if isinstance(value, str) else value
        return [_typed(schema.get("items", {}), item) for item in items]
    if not isinstance(value, str):
        return value
    if kinds in ("integer", "number", "boolean"):
        try:
            typed = json.loads(value)
        except ValueError:
            return value
        return value if isinstance(typed, dict | list | str) else typed
    return value
