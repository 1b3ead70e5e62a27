"""Defaults of an input schema, applied by the server to arguments that are already valid.

The schema is walked once; what remains is a small tree of the places that have a default, so arguments without any are
returned untouched. In a union only the branch whose constants hold is filled.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Filler:
    """Where defaults go, below one schema."""

    values: tuple[tuple[str, Any], ...] = ()
    members: tuple[tuple[str, Filler], ...] = ()
    items: Filler | None = None
    branches: tuple[tuple[tuple[tuple[str, Any], ...], Filler], ...] = ()

    @property
    def nested(self) -> bool:
        """Whether more than the outermost object is filled."""
        return bool(self.members or self.items or self.branches)

    def apply(self, value: Any) -> None:
        """Add missing members to `value`, in place."""
        if isinstance(value, list):
            if self.items is not None:
                for item in value:
                    self.items.apply(item)
            return
        if not isinstance(value, dict):
            return
        for name, default in self.values:
            if name not in value:
                value[name] = copy.deepcopy(default)
        for name, filler in self.members:
            if name in value:
                filler.apply(value[name])
        for constants, filler in self.branches:
            if all(value.get(name) == constant for name, constant in constants):
                filler.apply(value)


def filler(schema: Schema) -> Filler | None:
    """The defaults below `schema`; None when there are none."""
    return _filler(schema, schema, frozenset())


def _filler(schema: Any, root: Schema, seen: frozenset[str]) -> Filler | None:
    if not isinstance(schema, Mapping):
        return None
    reference = schema.get("$ref")
    if isinstance(reference, str):
        if reference in seen:
            return None
        return _filler(_resolved(reference, root), root, seen | {reference})
    properties: Mapping[str, Any] = schema.get("properties", {})
    values = tuple((name, part["default"]) for name, part in properties.items() if _has_default(part))
    members = tuple(
        (name, below) for name, part in properties.items() if (below := _filler(part, root, seen)) is not None
    )
    items = _filler(schema.get("items"), root, seen)
    branches = tuple(
        (_constants(branch), below)
        for branch in schema.get("oneOf", ())
        if (below := _filler(branch, root, seen)) is not None
    )
    if not (values or members or items or branches):
        return None
    return Filler(values, members, items, branches)


def _has_default(part: Any) -> bool:
    return isinstance(part, Mapping) and "default" in part


def _constants(branch: Schema) -> tuple[tuple[str, Any], ...]:
    parts = branch.get("properties", {}).items()
    return tuple((name, part["const"]) for name, part in parts if isinstance(part, Mapping) and "const" in part)


def _resolved(reference: str, root: Schema) -> Any:
    node: Any = root
    for part in reference.removeprefix("#/").split("/"):
        node = node[part.replace("~1", "/").replace("~0", "~")]
    return node
