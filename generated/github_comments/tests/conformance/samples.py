"""Valid values for a schema: taken from the contract's own examples where it has some, else made up.

A value that cannot be found this way (a pattern no example satisfies) is reported as missing instead of guessed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from .facts import Example, Facts, Tool
from .formats import SAMPLES
from .patterns import matching
from .schemas import is_valid, resolved
from .values import Json, JsonObject


class Missing:
    """Stands for a value that could not be found."""


MISSING: Final = Missing()

# Tried in turn for text with a pattern that no example of the contract satisfies.
_TEXTS = (
    "a",
    "A",
    "1",
    "abc",
    "v1",
    "a-b",
    "a_b",
    "a.b",
    "abc123",
    "acme/widgets",
    "1.0.0",
    "#1",
    "a:b",
    "0" * 40,
    "a b",
)

_DEPTH = 6


class Samples:
    """Valid values for the schemas of one contract."""

    def __init__(self, facts: Facts) -> None:
        self._known: dict[str, list[Json]] = {}
        examples = [example for tool in facts.tools for example in tool.examples]
        examples += [example for template in facts.templates for example in template.examples]
        for example in examples:
            for name, value in _members(example.arguments):
                self._known.setdefault(name, []).append(value)

    @classmethod
    def of_nothing(cls) -> Samples:
        """Return values that are all made up: no contract's examples are known."""
        made = cls.__new__(cls)
        made._known = {}
        return made

    def arguments(self, schema: JsonObject, examples: tuple[Example, ...]) -> JsonObject | None:
        """Return valid arguments: those of the first success example, else made up; None when neither is found."""
        successes = sorted(examples, key=lambda example: not example.has_result)
        for arguments in (example.arguments for example in successes):
            if is_valid(schema, arguments):
                return arguments
        made = self.value(schema, schema)
        return made if isinstance(made, dict) else None

    def known(self, name: str) -> tuple[Json, ...]:
        """Return the values that the contract's examples give for a name."""
        return tuple(self._known.get(name, ()))

    def fits(self, schema: JsonObject, value: Json) -> bool:
        """Tell whether a value satisfies a whole schema."""
        return is_valid(schema, value)

    def of_tool(self, tool: Tool) -> JsonObject | None:
        """Return valid arguments of a tool, those included that settings may fill in."""
        arguments = self.arguments(tool.input, tool.examples)
        return None if arguments is None else self.whole(tool, arguments)

    def whole(self, tool: Tool, arguments: JsonObject) -> JsonObject:
        """Return arguments with those that settings may fill in: here there are none."""
        properties = tool.input.get("properties", {})
        names = [name for fill in tool.fills for name in fill.arguments if name not in arguments]
        made = {name: self.value(properties[name], tool.input, name) for name in names}
        return {**arguments, **{name: value for name, value in made.items() if not isinstance(value, Missing)}}

    def value(self, schema: Json, root: JsonObject, name: str = "", depth: int = _DEPTH) -> Json | Missing:
        """Return a value that satisfies `schema`, a part of `root`; `name` is the property it is for."""
        whole = within(schema, root)
        candidates = (
            self._candidates(resolved(schema, root), root, name, depth) if isinstance(schema, dict) else iter(("a",))
        )
        return next(
            (value for value in candidates if not isinstance(value, Missing) and is_valid(whole, value)), MISSING
        )

    def _candidates(self, schema: JsonObject, root: JsonObject, name: str, depth: int) -> Iterator[Json | Missing]:
        if "default" in schema:
            yield schema["default"]
        yield from self._known.get(name, ())
        if "const" in schema:
            yield schema["const"]
        yield from schema.get("enum", ())
        if depth == 0:
            return
        for branch in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
            yield self.value(branch, root, name, depth - 1)
        for kind in kinds(schema):
            yield from self._of_kind(kind, schema, root, depth)

    def _of_kind(self, kind: str, schema: JsonObject, root: JsonObject, depth: int) -> Iterator[Json | Missing]:
        match kind:
            case "string":
                yield from _texts(schema)
            case "integer" | "number":
                yield from _numbers(schema)
            case "boolean":
                yield from (True, False)
            case "array":
                yield self._list(schema, root, depth)
            case "object":
                yield self._object(schema, root, depth)
            case "null":
                yield None

    def _list(self, schema: JsonObject, root: JsonObject, depth: int) -> Json | Missing:
        size = schema.get("minItems", 0)
        if size == 0 and "items" not in schema:
            return []
        item = self.value(schema.get("items", {}), root, depth=depth - 1)
        if isinstance(item, Missing):
            return [] if size == 0 else MISSING
        if schema.get("uniqueItems") and size > 1:
            return distinct(item, size)
        return [item] * max(size, 1)

    def _object(self, schema: JsonObject, root: JsonObject, depth: int) -> Json | Missing:
        properties = schema.get("properties", {})
        made: JsonObject = {}
        for name in schema.get("required", ()):
            value = self.value(properties.get(name, {}), root, name, depth - 1)
            if isinstance(value, Missing):
                return MISSING
            made[name] = value
        return made


def within(schema: Json, root: JsonObject) -> Json:
    """Return `schema` so that its references find the definitions of `root`."""
    if isinstance(schema, dict) and schema is not root and "$defs" in root:
        return {**schema, "$defs": root["$defs"]}
    return schema


def kinds(schema: JsonObject) -> tuple[str, ...]:
    """Return the JSON types a schema names; all of them when it names none."""
    named = schema.get("type")
    if isinstance(named, str):
        return (named,)
    return tuple(named or ("string", "integer", "boolean", "array", "object", "null"))


def distinct(item: Json, size: int) -> list[Any] | Missing:
    """Return `size` different values like `item`."""
    if isinstance(item, str):
        return [f"{item}{index or ''}" for index in range(size)]
    if isinstance(item, int) and not isinstance(item, bool):
        return [item + index for index in range(size)]
    return MISSING


def _texts(schema: JsonObject) -> Iterator[str]:
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if schema.get("format") in SAMPLES:
        yield SAMPLES[schema["format"]]
    if "pattern" in schema:
        made = matching(schema["pattern"])
        yield from (made, made.ljust(least, made[-1:] or "a"))
    for text in _TEXTS:
        yield text.ljust(least, text[-1])[:most]


def _numbers(schema: JsonObject) -> Iterator[int | float]:
    step = schema.get("multipleOf", 1)
    starts: Iterable[float] = (
        schema.get("minimum", 0),
        schema.get("exclusiveMinimum", 0) + step,
        schema.get("maximum", 1),
        schema.get("exclusiveMaximum", 2) - step,
    )
    for start in (1, *starts):
        yield start
        yield -(-start // step) * step


def _members(value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield name, item
            yield from _members(item)
    elif isinstance(value, list):
        for item in value:
            yield from _members(item)
