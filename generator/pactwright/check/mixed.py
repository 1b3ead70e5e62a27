"""Maps of properties with something else between them, which are taken for schemas that have nonsensical keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pactwright.check.finding import Finding, Problem
from pactwright.check.locate import fields_of
from pactwright.check.wording import found
from pactwright.load import Path
from pactwright.spec.schemas import SchemaSpec


def mixed_properties(
    unknown: Iterable[Problem], mappings: Mapping[Path, Mapping[str, object]]
) -> dict[Path, list[Finding]]:
    """Return what to tell instead of the unknown keys, by the path of what was meant as a map of properties.

    Args:
        unknown: The unknown keys that were found.
        mappings: The mappings they stand in, by path.
    """
    told: dict[Path, list[Finding]] = {}
    for problem in unknown:
        path = problem.place.path[:-1]
        offered = problem.place.choices or {}
        if problem.place.model is SchemaSpec and path[-1] == "properties":
            told[path] = [untyped(path)]
        if "properties" in offered and isinstance(mappings[path].get(str(problem.place.path[-1])), dict):
            strays = {key: value for key, value in mappings[path].items() if not isinstance(value, dict)}
            told[path] = [stray(path, key, value) for key, value in strays.items()]
    return told


def untyped(path: Path) -> Finding:
    """Tell of `properties` without a type beside it, which makes it the name of a property."""
    message = "`properties` is taken for the name of a property"
    hint = "add `type: object` beside it, or write the properties themselves here"
    return Finding("mixed-properties", message, path, at_key=True, hint=hint)


def stray(path: Path, key: str, value: object) -> Finding:
    """Tell of a key that is not a property, and so keeps its neighbours from being properties."""
    advice = SchemaSpec.not_here.get(key)
    if advice:
        return Finding("unknown-key", f"unknown key `{key}`", (*path, key), at_key=True, hint=advice)
    if key not in fields_of(SchemaSpec):
        message = f"expected a schema, found {found(value)}"
        return Finding("wrong-type", message, (*path, key), hint="write a schema, such as `{type: string}`")
    message = f"`{key}` stands among properties"
    hint = "put the properties under `properties`, beside `type: object`"
    return Finding("mixed-properties", message, (*path, key), at_key=True, hint=hint)
