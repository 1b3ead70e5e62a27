"""What the checks look at, derived once per contract: violations, examples that can be told apart, tools of a mode."""

from __future__ import annotations

import copy
from functools import lru_cache

from .boundaries import boundary_arguments
from .facts import Example, Facts, Mode, Repair, Resource, Tool
from .rules import rule_violations
from .samples import Samples
from .schemas import resolved
from .values import Json, JsonObject, canonical
from .violations import Violation, schema_violations, violations_in


@lru_cache(maxsize=16)
def samples_of(facts: Facts) -> Samples:
    """Return the source of valid values for a contract."""
    return Samples(facts)


@lru_cache(maxsize=4096)
def violations_of(facts: Facts, tool: Tool) -> tuple[Violation, ...]:
    """Return one violation for each rule of a tool's schema."""
    return tuple(schema_violations(tool, samples_of(facts)))


@lru_cache(maxsize=4096)
def violations_of_template(facts: Facts, template: Resource) -> tuple[Violation, ...]:
    """Return one violation for each rule of a template's variables."""
    if template.input is None:
        return ()
    return tuple(violations_in(template.input, template.examples, samples_of(facts)))


@lru_cache(maxsize=4096)
def rule_violations_of(facts: Facts, tool: Tool) -> tuple[Violation, ...]:
    """Return one violation for each told rule between a tool's arguments."""
    return tuple(rule_violations(tool, samples_of(facts)))


@lru_cache(maxsize=4096)
def boundaries_of(facts: Facts, tool: Tool) -> tuple[Violation, ...]:
    """Return valid arguments at each bound of a tool's schema."""
    return tuple(boundary_arguments(tool, samples_of(facts)))


def told_apart(schema: JsonObject, examples: tuple[Example, ...]) -> list[tuple[str, Example]]:
    """Return the examples a server can tell from the ones before them, with an id each.

    A server that answers from examples goes by the arguments; defaults count as given.
    """
    seen: set[str] = set()
    found = []
    for index, example in enumerate(examples):
        key = canonical(with_defaults(schema, example.arguments, schema))
        if key not in seen:
            seen.add(key)
            found.append((str(index), example))
    return found


def with_defaults(schema: Json, value: Json, root: JsonObject) -> Json:
    """Return `value` with the defaults of `schema` for what is not given."""
    if not isinstance(schema, dict):
        return value
    schema = resolved(schema, root)
    if isinstance(value, list):
        return [with_defaults(schema.get("items"), item, root) for item in value]
    if not isinstance(value, dict):
        return value
    filled = dict(value)
    for name, part in schema.get("properties", {}).items():
        if name in value:
            filled[name] = with_defaults(part, value[name], root)
        elif isinstance(part, dict) and "default" in part:
            filled[name] = copy.deepcopy(part["default"])
    return filled


def tools_in(facts: Facts, mode: Mode | None) -> tuple[Tool, ...]:
    """Return the tools that are there in a mode (all of them without one), in contract order."""
    if mode is None:
        return facts.tools
    if mode.keeps == "read_only_hint":
        return tuple(tool for tool in facts.tools if tool.listing.get("annotations", {}).get("readOnlyHint") is True)
    return tuple(tool for tool in facts.tools if not any(tool.effects.get(part) for part in mode.omits))


def repair_of(facts: Facts, tool: Tool, code: str, *, unknown: bool = False) -> Repair | None:
    """Return where an error of a tool points next: its own advice for `unknown` outcomes, else the catalogue's."""
    if tool.if_unknown is not None and (unknown or code == facts.unknown_code):
        return tool.if_unknown
    error = facts.errors.get(code)
    return None if error is None else error.repair
