"""From what a client sent to arguments a tool may rely on.

Schema first, then defaults and fills, byte bounds and the rules between arguments; everything that is wrong at one of
these stages is reported at once, and nothing has happened yet when it is.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema_rs import Draft202012Validator

from .calls import Call
from .defaults import filler
from .envelope import Violation
from .stripping import stripped
from .tools import Tool
from .wording import MAX_REPORTED, path_text, violations

NOT_JSON = "The arguments hold text that is not valid Unicode, or a number that JSON does not have."

_TEXT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def validator(schema: Mapping[str, Any]) -> Draft202012Validator:
    """A compiled validator: formats asserted, nothing fetched."""
    return Draft202012Validator(dict(schema), validate_formats=True, offline=True)


class Arguments:
    """The argument checks of one tool, template or prompt, compiled once."""

    def __init__(self, owner: Mapping[str, Any], *, strip: bool = False) -> None:
        schema: Mapping[str, Any] = owner["input"]
        self._name = str(owner["name"])
        self._schema = schema
        self._properties: Mapping[str, Any] = schema.get("properties", {})
        self._validator = validator(schema)
        self._filler = filler(schema)
        self._bounds = [(_steps(pointer), size) for pointer, size in owner.get("max_bytes", {}).items()]
        self._strip = strip

    def accept(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Violation]]:
        """The arguments with defaults applied, and what their schema says against them."""
        args = dict(given)
        if self._strip:
            args = stripped(args, self._schema, self._schema)
        found = self._broken(args)
        if found:
            return args, found
        if self._filler is not None:
            if self._filler.nested:
                args = copy.deepcopy(args)
            self._filler.apply(args)
        return args, [violation for steps, size in self._bounds for violation in _oversized(args, steps, size)]

    def complete(self, args: dict[str, Any]) -> dict[str, Any]:
        """`args`, which need not be valid, with defaults applied."""
        args = copy.deepcopy(args)
        if self._filler is not None:
            self._filler.apply(args)
        return args

    def _broken(self, args: dict[str, Any]) -> list[Violation]:
        try:
            # HTTP bodies may hold escaped lone surrogates and NaN, which are no JSON text and would surface anywhere.
            _TEXT(args).encode("utf-8")
            if self._validator.is_valid(args):
                return []
            errors = self._validator.iter_errors(args)
            return violations(errors, accepted=self._properties, what=self._name)
        except ValueError:
            return [Violation((), NOT_JSON)]


def checked(tool: Tool[Any, Any], args: dict[str, Any], call: Call) -> list[Violation]:
    """Fill `args` in place and return the rules between arguments they break."""
    tool.fill(args, call)
    return list(tool.rules(args))[:MAX_REPORTED]


def _steps(pointer: str) -> tuple[str, ...]:
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.removeprefix("/").split("/"))


def _oversized(args: Any, steps: tuple[str, ...], size: int) -> Iterator[Violation]:
    for path, value in _reached(args, steps, ()):
        if isinstance(value, str) and len(value.encode("utf-8")) > size:
            field = path_text(path)
            yield Violation((field,), f"{field} must have at most {size} bytes in UTF-8.")


def _reached(
    value: Any, steps: tuple[str, ...], path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if not steps:
        yield path, value
    elif steps[0] == "*" and isinstance(value, list):
        for index, item in enumerate(value):
            yield from _reached(item, steps[1:], (*path, index))
    elif isinstance(value, dict) and steps[0] in value:
        yield from _reached(value[steps[0]], steps[1:], (*path, steps[0]))
