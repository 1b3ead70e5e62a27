"""Walking a document along a table of types: first to see whether it fits, then to answer it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..rest.context import Context
from ..wire import Refusal
from .document import Document, Field, Fragment, Operation, Variable
from .types import Thing, Types, Unresolved
from .validate import Validation, locations, variable_errors

ROOTS = {"query": "Query", "mutation": "Mutation"}
TYPES_OF_REFUSALS = {403: "FORBIDDEN", 404: "NOT_FOUND", 422: "UNPROCESSABLE"}
Possible = Mapping[str, frozenset[str]]


class Execution:
    """One operation of a document with its variables; `errors` fills up on the way."""

    def __init__(
        self, types: Types, possible: Possible, document: Document, context: Context, variables: Mapping[str, Any]
    ) -> None:
        self._types, self._possible, self._document, self._context = types, possible, document, context
        self._variables = variables
        self.errors: list[dict[str, Any]] = []

    def run(self, operation: Operation) -> dict[str, Any]:
        """Return the answer's body. What does not fit the types is refused as a whole: nothing was carried out."""
        root = ROOTS.get(operation.kind)
        if root is None:
            return {"errors": [{"message": f"Schema is not configured for {operation.kind}s", "locations": []}]}
        validation = Validation(self._types, self._possible, self._document, self._context.token)
        validation.check(operation, root)
        defaults = {name: found.default for name, found in operation.variables.items() if found.has_default}
        self._variables = {**defaults, **self._variables}
        refused = validation.errors or variable_errors(operation, self._variables) or validation.lacking
        if refused:
            return {"errors": refused}
        data = self._object(Thing(root, None), operation.selections, [])
        return {"data": data} | ({"errors": self.errors} if self.errors else {})

    def _object(self, thing: Thing, selections: Iterable[Field | Fragment], path: list[str | int]) -> dict[str, Any]:
        fields: dict[str, Field] = {}
        self._collect(thing, selections, fields)
        return {
            key: thing.type if found.name == "__typename" else self._field(thing, found, [*path, key])
            for key, found in fields.items()
        }

    def _collect(self, thing: Thing, selections: Iterable[Field | Fragment], fields: dict[str, Field]) -> None:
        """Add the fields that are selected of a thing; what is selected twice under one name becomes one field."""
        for selected in filter(self._included, selections):
            if isinstance(selected, Fragment):
                fragment = self._document.fragments.get(selected.name, selected) if selected.name else selected
                if fragment.on in (None, thing.type) or thing.type in self._possible.get(fragment.on or "", ()):
                    self._collect(thing, fragment.selections, fields)
            elif (known := fields.get(selected.key)) is not None:
                fields[selected.key] = replace(known, selections=(*known.selections, *selected.selections))
            else:
                fields[selected.key] = selected

    def _included(self, selected: Field | Fragment) -> bool:
        """Tell whether `@include` and `@skip` leave a selection in."""
        told = self._filled(selected.directives)
        return told.get("include", {}).get("if", True) and not told.get("skip", {}).get("if", False)

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
        self.errors.append({"type": type_, "path": path, "locations": locations(selected.place), "message": message})

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
