"""Whether a document fits the types: what does not is refused as a whole, and nothing of it is carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..model import Token
from .document import Document, Field, Fragment, Operation, Variable
from .inputs import fits, is_input, problems, variables_in
from .types import Member, Types

Error = dict[str, Any]
INCLUDES = {"read:project": ("read:project", "project")}
"""Scopes that a larger one includes."""


def locations(*places: tuple[int, int]) -> list[dict[str, int]]:
    return [{"line": line, "column": column} for line, column in places]


class Validation:
    """One operation held against the types; `errors` fills up on the way."""

    def __init__(self, types: Types, possible: Mapping[str, frozenset[str]], document: Document, token: Token) -> None:
        self._types, self._possible, self._document, self._token = types, possible, document, token
        self._used: list[str] = []
        self.errors: list[Error] = []
        self.lacking: list[Error] = []
        """What the scopes of a classic token do not allow: GitHub gives these errors a type."""

    def check(self, operation: Operation, root: str) -> None:
        path = [operation.kind]
        for name, declared in operation.variables.items():
            if not is_input(declared.type):
                text = declared.type.strip("[]!")
                self._error("variableRequiresValidType", f"{text} isn't a defined input type (on ${name})", path)
        if not self.errors:
            self._selections(operation, root, operation.selections, path)
            self._unused(operation, path)

    def _error(self, code: str, message: str, path: list[str], found: Field | None = None, **more: str) -> None:
        places = locations(found.place) if found else []
        extensions = {"code": code, **more}
        self.errors.append({"path": path, "extensions": extensions, "locations": places, "message": message})

    def _selections(
        self, operation: Operation, type_: str, selections: Iterable[Field | Fragment], path: list[str]
    ) -> None:
        for found in selections:
            self._directives(operation, found, path)
            if isinstance(found, Field):
                self._field(operation, type_, found, [*path, found.key])
            elif (fragment := self._fragment(found, type_, path)) is not None:
                self._selections(operation, fragment.on or type_, fragment.selections, path)

    def _directives(self, operation: Operation, found: Field | Fragment, path: list[str]) -> None:
        for name, arguments in found.directives.items():
            if name not in ("include", "skip"):
                self._error("undefinedDirective", f"Directive @{name} is not defined", path, directiveName=name)
            elif arguments.keys() != {"if"}:
                message = f"Directive '{name}' is missing required arguments: if"
                self._error("missingRequiredArguments", message, path, directiveName=name)
            else:
                for variable, wanted in variables_in("Boolean!", arguments["if"]):
                    self._variable(operation, variable, "if", wanted, None, path)

    def _fragment(self, found: Fragment, type_: str, path: list[str]) -> Fragment | None:
        """Return the fragment that is spread, or None when it cannot be here."""
        fragment = self._document.fragments.get(found.name) if found.name else found
        if fragment is None:
            self._error("useAndDefineFragment", f"Fragment {found.name} was used, but not defined", path)
        elif fragment.on is not None and fragment.on not in self._types:
            message = f"No such type {fragment.on}, so it can't be a fragment condition"
            self._error("undefinedType", message, path, typeName=fragment.on)
        elif fragment.on is not None and not self._concrete(fragment.on) & self._concrete(type_):
            message = f"Fragment on {fragment.on} can't be spread inside {type_}"
            self._error("cannotSpreadFragment", message, path, typeName=type_)
        else:
            return fragment
        return None

    def _concrete(self, type_: str) -> frozenset[str]:
        return self._possible.get(type_, frozenset((type_,)))

    def _field(self, operation: Operation, type_: str, found: Field, path: list[str]) -> None:
        if found.name == "__typename":
            return
        member = self._types[type_].get(found.name)
        if member is None:
            message = f"Field '{found.name}' doesn't exist on type '{type_}'"
            self._error("undefinedField", message, path, found, typeName=type_, fieldName=found.name)
            return
        self._arguments(operation, type_, member, found, path)
        self._scopes(type_, member, found)
        if (member.type is None) == bool(found.selections):
            message = f"Field must have selections (field '{found.name}' returns {member.type} but has no selections)"
            if member.type is None:
                message = f"Selections can't be made on scalars (field '{found.name}' returns a scalar)"
            self._error("selectionMismatch", message, path, found, nodeName=f"field '{found.name}'")
        elif member.type is not None:
            self._selections(operation, member.type, found.selections, path)

    def _arguments(self, operation: Operation, type_: str, member: Member, found: Field, path: list[str]) -> None:
        needed = [name for name, wanted in member.arguments.items() if wanted.endswith("!")]
        if missing := [name for name in needed if name not in found.arguments]:
            message = f"Field '{found.name}' is missing required arguments: {', '.join(missing)}"
            self._error("missingRequiredArguments", message, path, found, typeName=type_, fieldName=found.name)
        for name, value in found.arguments.items():
            wanted = member.arguments.get(name)
            if wanted is None:
                message = f"Field '{found.name}' doesn't accept argument '{name}'"
                self._error("argumentNotAccepted", message, path, found, argumentName=name)
                continue
            for place, explanation in problems(wanted, value):
                where = ".".join(map(str, (name, *place)))
                message = f"Argument '{where}' on Field '{found.name}' has an invalid value. {explanation}."
                self._error("argumentLiteralsIncompatible", message, path, found, argumentName=name)
            for variable, type_there in variables_in(wanted, value):
                self._variable(operation, variable, name, type_there, found, path)

    def _variable(
        self, operation: Operation, variable: Variable, argument: str, wanted: str, found: Field | None, path: list[str]
    ) -> None:
        name, declared = variable.name, operation.variables.get(variable.name)
        self._used.append(name)
        if declared is None:
            message = f"Variable ${name} is used by {_title(operation)} but not declared"
            self._error("variableNotDefined", message, path, found, variableName=name)
        elif not fits(declared.type, wanted, declared.has_default and declared.default is not None):
            message = f"Type mismatch on variable ${name} and argument {argument} ({declared.type} / {wanted})"
            self._error("variableMismatch", message, path, found, variableName=name)

    def _unused(self, operation: Operation, path: list[str]) -> None:
        for name in operation.variables:
            if name not in self._used:
                message = f"Variable ${name} is declared by {_title(operation)} but not used"
                self._error("variableNotUsed", message, path, variableName=name)

    def _scopes(self, type_: str, member: Member, found: Field) -> None:
        """Note a field for which the scopes of a classic token do not suffice."""
        needed = member.scopes or (("read:project",) if type_.startswith("ProjectV2") else ())
        held = self._token.scopes
        if self._token.kind != "classic" or not needed:
            return
        if not any(scope in held for name in needed for scope in INCLUDES.get(name, (name,))):
            message = (
                "Your token has not been granted the required scopes to execute this query. The "
                f"'{found.name}' field requires one of the following scopes: {list(needed)}, but your token has only "
                f"been granted the: {sorted(held)} scopes. Please modify your token's scopes at: "
                "https://github.com/settings/tokens."
            )
            self.lacking.append(
                {"type": "INSUFFICIENT_SCOPES", "locations": locations(found.place), "message": message}
            )


def variable_errors(operation: Operation, given: Mapping[str, Any]) -> list[Error]:
    """Return what is wrong with the values of variables, one error for each variable."""
    errors = []
    for name, declared in operation.variables.items():
        value = given.get(name)
        if found := list(problems(declared.type, value)):
            told = ", ".join(f"{'.'.join(map(str, path))} ({why})" for path, why in found if path)
            message = f"Variable ${name} of type {declared.type} was provided invalid value"
            extensions = {"value": value, "problems": [{"path": list(path), "explanation": why} for path, why in found]}
            errors.append(
                {
                    "message": f"{message} for {told}" if told else message,
                    "locations": locations(declared.place),
                    "extensions": extensions,
                }
            )
    return errors


def _title(operation: Operation) -> str:
    return operation.name or f"anonymous {operation.kind}"
