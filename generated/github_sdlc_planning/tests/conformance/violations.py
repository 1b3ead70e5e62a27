"""Arguments that break one rule each: what the schema of a tool asks, and the rules between its arguments.

Each violation starts from valid arguments and changes one thing, so that the error has one thing to name. Text that is
put in is marked, so that an answer that repeats it can be told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from .broken_values import CANARY, Bad, bad_values
from .facts import Example, Tool
from .samples import Missing, Samples, distinct, kinds, within
from .schemas import is_valid, resolved
from .values import Json, JsonObject

UNKNOWN = "zz_not_declared"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its id, the arguments to call with, and the paths one of which the error must name."""

    name: str
    arguments: JsonObject
    blamed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Broken:
    """A value in which one thing is wrong, seen from the place it stands at."""

    rule: str
    value: Json
    path: tuple[str | int, ...]
    # Shorter prefixes of `path` an error may name instead: unions cannot always tell which branch was meant.
    unions: tuple[int, ...] = ()


def schema_violations(tool: Tool, samples: Samples) -> Iterator[Violation]:
    """Yield one violation for each keyword of each place in the input schema of `tool` that can be broken."""
    yield from violations_in(tool.input, tool.examples, samples)
    yield from _oversized(tool, samples)


def violations_in(schema: JsonObject, examples: tuple[Example, ...], samples: Samples) -> Iterator[Violation]:
    """Yield one violation for each keyword of each place in `schema` that can be broken."""
    valid = samples.arguments(schema, examples)
    if valid is None:
        return
    finder = _Finder(schema, samples)
    seen: set[str] = set()
    for broken in finder.broken(schema, valid):
        name = ".".join([*map(_step, broken.path), broken.rule])
        # A place where another branch takes the value has nothing to break; what is no object is no arguments.
        if name not in seen and isinstance(broken.value, dict) and not is_valid(schema, broken.value):
            seen.add(name)
            yield Violation(name, broken.value, _names(broken))


def _names(broken: _Broken) -> tuple[str, ...]:
    lengths = (len(broken.path), *broken.unions)
    return tuple(dict.fromkeys(path_text(broken.path[:length]) for length in lengths if length))


def path_text(path: tuple[str | int, ...]) -> str:
    """Return a path as errors publish it: `labels[0].name`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _step(part: str | int) -> str:
    return "items" if isinstance(part, int) else part


class _Finder:
    """Walks an input schema beside valid arguments."""

    def __init__(self, root: JsonObject, samples: Samples) -> None:
        self._root = root
        self._samples = samples

    def broken(self, schema: Json, valid: Json, depth: int = 6) -> Iterator[_Broken]:
        """Yield values like `valid` that break one thing `schema` asks; paths start at `valid`."""
        if not isinstance(schema, dict) or depth == 0:
            return
        schema = resolved(schema, self._root)
        branches = [branch for key in ("oneOf", "anyOf") for branch in schema.get(key, ())]
        if branches:
            yield from self._union(branches, valid, depth)
        for bad in bad_values(schema, valid):
            yield _Broken(bad.rule, bad.value, ())
        if isinstance(valid, dict) and "object" in kinds(schema) and not branches:
            yield from self._members(schema, valid, depth)
        if isinstance(valid, list) and "array" in kinds(schema):
            yield from self._items(schema, valid, depth)

    def _members(self, schema: JsonObject, valid: JsonObject, depth: int) -> Iterator[_Broken]:
        properties: JsonObject = schema.get("properties", {})
        for name in schema.get("required", ()):
            rest = {key: value for key, value in valid.items() if key != name}
            yield _Broken("missing", rest, (name,))
        for name, part in properties.items():
            value = valid[name] if name in valid else self._samples.value(part, self._root, name)
            if isinstance(value, Missing) and "string" in kinds(resolved(part, self._root)):
                # No valid text is known; what breaks the other rules of a text needs none.
                value = "x"
            if not isinstance(value, Missing):
                yield from self._below(part, valid, name, value, depth)
        if schema.get("additionalProperties") is False:
            yield _Broken("unknown", {**valid, UNKNOWN: CANARY}, (UNKNOWN,))

    def _below(self, part: Json, valid: JsonObject, name: str, value: Json, depth: int) -> Iterator[_Broken]:
        for found in self.broken(part, value, depth - 1):
            yield _shifted(found, name, {**valid, name: found.value})

    def _items(self, schema: JsonObject, valid: list[Any], depth: int) -> Iterator[_Broken]:
        items = schema.get("items")
        first = valid[0] if valid else self._samples.value(items or {}, self._root)
        if isinstance(first, Missing):
            return
        yield from _sizes(schema, first)
        for found in self.broken(items, first, depth - 1):
            yield _shifted(found, 0, [found.value, *valid[1:]])

    def _union(self, branches: list[Json], valid: Json, depth: int) -> Iterator[_Broken]:
        for index, branch in enumerate(branches):
            branch = resolved(branch, self._root) if isinstance(branch, dict) else branch
            fits = is_valid(within(branch, self._root), valid)
            value = valid if fits else self._samples.value(branch, self._root)
            if isinstance(value, Missing):
                continue
            for found in self.broken(branch, value, depth - 1):
                label = branch.get("title", index) if isinstance(branch, dict) else index
                yield replace(found, rule=f"{label}.{found.rule}", unions=(*found.unions, 0))


def _shifted(found: _Broken, step: str | int, value: Json) -> _Broken:
    return _Broken(found.rule, value, (step, *found.path), tuple(length + 1 for length in found.unions))


def _sizes(schema: JsonObject, item: Json) -> Iterator[_Broken]:
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if least > 0:
        yield _Broken("minItems", [item] * (least - 1), ())
    if most is not None and most < 2000:
        many = distinct(item, most + 1)
        yield _Broken("maxItems", [item] * (most + 1) if isinstance(many, Missing) else many, ())
    if schema.get("uniqueItems"):
        yield _Broken("uniqueItems", [item] * max(2, least), ())


def _oversized(tool: Tool, samples: Samples) -> Iterator[Violation]:
    """Yield arguments over a bound in UTF-8 bytes that are within the bound in characters, which JSON Schema counts."""
    valid = samples.of_tool(tool) or {}
    for pointer, size in tool.max_bytes.items():
        name = pointer.removeprefix("/")
        part = tool.input.get("properties", {}).get(name)
        if part is None or "/" in name:
            continue
        arguments = {**valid, name: "é" * (size // 2 + 1)}
        if is_valid(tool.input, arguments):
            yield Violation(f"{name}.max_bytes", arguments, (name,))


def several(tool: Tool, samples: Samples) -> Violation | None:
    """Return arguments in which two or more properties are wrong at once; all of them are to be named."""
    valid = samples.of_tool(tool)
    if valid is None:
        return None
    names = []
    arguments = dict(valid)
    for name, part in tool.input.get("properties", {}).items():
        bad = next(iter(_bad_type(resolved(part, tool.input))), None)
        if bad is not None and name in valid:
            arguments[name] = bad.value
            names.append(name)
    return Violation("several", arguments, tuple(names)) if len(names) > 1 else None


def _bad_type(schema: JsonObject) -> Iterator[Bad]:
    return (bad for bad in bad_values(schema, None) if bad.rule == "type")
