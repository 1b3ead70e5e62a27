"""Walking a document along a table of types: first to see whether it fits, then to answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..rest.context import Context
from ..wire import Refusal
from .document import Document, Field, Fragment, Operation, Variable

Arguments = Mapping[str, Any]
Resolver = Callable[[Any, Arguments, Context], Any]


@dataclass(frozen=True)
class Member:
    """A field of a type: how its value follows from the object, and of which type it is (None is a scalar)."""

    resolve: Resolver
    type: str | None = None
    needs: tuple[str, ...] = ()
    """The arguments that it cannot do without."""


@dataclass(frozen=True)
class Thing:
    """A value of an object type."""

    type: str
    value: Any


Types = Mapping[str, Mapping[str, Member]]
TYPES_OF_REFUSALS = {403: "FORBIDDEN", 404: "NOT_FOUND", 422: "UNPROCESSABLE"}


class Unresolved(Exception):
    """A field that has no value because of an error that GitHub gives a type."""

    def __init__(self, type_: str, message: str) -> None:
        super().__init__(message)
        self.type = type_


class Execution:
    """One operation of a document with its variables; `errors` fills up on the way."""

    def __init__(self, types: Types, document: Document, context: Context, variables: Mapping[str, Any]) -> None:
        self._types, self._document, self._context = types, document, context
        self._variables = variables
        self.errors: list[dict[str, Any]] = []

    def run(self, operation: Operation) -> dict[str, Any]:
        """Return the answer's body. What does not fit the types is refused as a whole: nothing was carried out."""
        root = {"query": "Query", "mutation": "Mutation"}.get(operation.kind, "")
        given = {**operation.defaults, **self._variables}
        for name in sorted(operation.required - {name for name, value in given.items() if value is not None}):
            self.errors.append({"message": f"Variable ${name} was provided invalid value", "locations": []})
        self._check(root, operation.selections, [operation.kind])
        if self.errors:
            return {"errors": self.errors}
        self._variables = given
        data = self._object(Thing(root, None), operation.selections, [])
        return {"data": data} | ({"errors": self.errors} if self.errors else {})

    def _check(self, type_: str, selections: Iterable[Field | Fragment], path: list[str]) -> None:
        """Note every field that a type does not have; types without fields are known by their fragments only."""
        for found in selections:
            if isinstance(found, Fragment):
                fragment = self._document.fragments.get(found.name, found) if found.name else found
                self._check(fragment.on or type_, fragment.selections, path)
                continue
            member = self._types.get(type_, {}).get(found.name)
            if found.name == "__typename":
                continue
            if member is None:
                message = f"Field '{found.name}' doesn't exist on type '{type_}'"
                self._misfit("undefinedField", message, type_, found, path)
                continue
            if missing := [name for name in member.needs if name not in found.arguments]:
                message = f"Field '{found.name}' is missing required arguments: {', '.join(missing)}"
                self._misfit("missingRequiredArguments", message, type_, found, path)
            if member.type is not None:
                self._check(member.type, found.selections, [*path, found.key])

    def _misfit(self, code: str, message: str, type_: str, found: Field, path: list[str]) -> None:
        self.errors.append(
            {
                "path": [*path, found.key],
                "extensions": {"code": code, "typeName": type_, "fieldName": found.name},
                "locations": _locations(found),
                "message": message,
            }
        )

    def _object(self, thing: Thing, selections: Iterable[Field | Fragment], path: list[str | int]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for selected in selections:
            if isinstance(selected, Fragment):
                fragment = self._document.fragments.get(selected.name, selected) if selected.name else selected
                if fragment.on in (None, thing.type):
                    found |= self._object(thing, fragment.selections, path)
            elif selected.name == "__typename":
                found[selected.key] = thing.type
            else:
                found[selected.key] = self._field(thing, selected, [*path, selected.key])
        return found

    def _field(self, thing: Thing, selected: Field, path: list[str | int]) -> Any:
        member = self._types[thing.type][selected.name]
        try:
            value = member.resolve(thing.value, self._filled(selected.arguments), self._context)
        except Refusal as refusal:
            return self._failed(TYPES_OF_REFUSALS.get(refusal.status, "UNPROCESSABLE"), refusal.message, selected, path)
        except Unresolved as error:
            return self._failed(error.type, str(error), selected, path)
        return self._written(value, selected, path)

    def _written(self, value: Any, selected: Field, path: list[str | int]) -> Any:
        if isinstance(value, Thing):
            return self._object(value, selected.selections, path)
        if isinstance(value, list):
            return [self._written(item, selected, [*path, place]) for place, item in enumerate(value)]
        return value

    def _failed(self, type_: str, message: str, selected: Field, path: list[str | int]) -> None:
        self.errors.append({"type": type_, "path": path, "locations": _locations(selected), "message": message})

    def _filled(self, value: Any) -> Any:
        """Return arguments with the values of variables; what has none is left out, which differs from null."""
        if isinstance(value, dict):
            return {
                name: self._filled(item)
                for name, item in value.items()
                if not (isinstance(item, Variable) and item.name not in self._variables)
            }
        if isinstance(value, list):
            return [self._filled(item) for item in value]
        return self._variables.get(value.name) if isinstance(value, Variable) else value


def _locations(selected: Field) -> list[dict[str, int]]:
    return [{"line": selected.place[0], "column": selected.place[1]}]
