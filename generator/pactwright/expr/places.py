"""Writes paths: reading them, asking whether they are there, and falling back from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pactwright.expr.functions import ANY, TEXT
from pactwright.expr.nodes import Index, IntLiteral, Name, Select
from pactwright.expr.python import Binding, Python, helper, imports_of, infix, method
from pactwright.expr.typed import Typed
from pactwright.expr.types import ListType, MapType, Root
from pactwright.records import dataclass

if TYPE_CHECKING:
    from pactwright.expr.translate import Translator

ABSENT = Python("ABSENT", imports=frozenset({"ABSENT"}))


@dataclass(frozen=True, slots=True)
class Places:
    """Writes the paths of one expression."""

    translator: Translator

    def read(self, typed: Typed) -> Python:
        """Return the value at a path; ABSENT where it may be absent and is."""
        match typed.node:
            case Name(name=name):
                return Python(self.translator.variables.get(name) or self.translator.scope.python[name].source)
            case Select(field=key) if (variable := self.variable(typed)) is not None:
                return Python(variable)
            case Select(field=key) if self.is_attribute(typed):
                base = self.translator.write(typed.operands[0])
                return Python(f"{base.at(Binding.ATOM)}.{key}", imports=base.imports)
            case Select() | Index():
                holder = typed.operands[0].slot
                known = isinstance(holder.type, MapType | ListType) and not holder.uncertain
                if typed.slot.absent:
                    return self.lookup(typed, ABSENT) if known else helper("path", *self.steps(typed))
                return self.subscript(typed)
            case _:
                raise AssertionError(f"{type(typed.node).__name__} is no path")

    def subscript(self, typed: Typed) -> Python:
        """Return what is known to be there."""
        base, key = self.translator.write(typed.operands[0]), self.key(typed)
        plain = isinstance(typed.node, Select) or isinstance(typed.node.children[1], IntLiteral)
        if plain or isinstance(typed.operands[0].slot.type, MapType):
            return Python(f"{base.at(Binding.ATOM)}[{key.source}]", imports=imports_of(base, key))
        return helper("path", base, key)

    def lookup(self, typed: Typed, *default: Python) -> Python:
        """Return what may be there, in something that is."""
        base, key = self.translator.write(typed.operands[0]), self.key(typed)
        if isinstance(typed.operands[0].slot.type, ListType):
            return helper("at", base, key)
        return method(base, "get", key, *default)

    def steps(self, typed: Typed) -> list[Python]:
        """Return the nearest part of a path that is known to be there, and the keys that lead on from it."""
        keys: list[Python] = []
        while True:
            keys.insert(0, self.key(typed))
            typed = typed.operands[0]
            if not (typed.slot.uncertain and isinstance(typed.node, Select | Index)) or self.is_attribute(typed):
                return [self.translator.write(typed), *keys]

    def has(self, typed: Typed, *, wanted: bool = True) -> Python:
        """Return whether a path is there and not null, as far as its slot leaves it open; or the opposite."""
        if not typed.slot.uncertain:
            return Python(repr(wanted))
        if isinstance(typed.node, Name) or self.is_attribute(typed):
            value = self.read(typed)
            if typed.slot.absent and typed.slot.null:
                return _asked(helper("has", value), wanted)
            return _is(value, ABSENT if typed.slot.absent else Python("None"), not wanted)
        base = typed.operands[0]
        match base.slot.type, typed.node:
            case MapType(), _ if not base.slot.uncertain:
                return self.has_key(typed, wanted)
            case ListType(), Index(index=IntLiteral(value=position)) if not (base.slot.uncertain or typed.slot.null):
                source = self.translator.write(base)
                sign = ">" if wanted else "<="
                return Python(f"len({source.source}) {sign} {position}", Binding.COMPARISON, source.imports)
            case _:
                return _asked(helper("has", *self.steps(typed)), wanted)

    def has_key(self, typed: Typed, wanted: bool) -> Python:
        base, key = self.translator.write(typed.operands[0]), self.key(typed)
        inside = infix(key, "in" if wanted else "not in", base, Binding.COMPARISON)
        solid = _is(self.subscript(typed), Python("None"), not wanted)
        if not typed.slot.null:
            return inside
        if not typed.slot.absent:
            return solid
        # Spelled out rather than `.get(…) is not None`, so that type checkers narrow the subscript that follows.
        word, binding = ("and", Binding.AND) if wanted else ("or", Binding.OR)
        return Python(f"{inside.source} {word} {solid.source}", binding, imports_of(inside, solid))

    def coalesce(self, operands: Sequence[Typed]) -> Python:
        """Return the first of the paths that is there, else the fallback."""
        if len(operands) == 1:
            return self.translator.write(operands[0])
        fallback = self.translator.write(operands[-1])
        first = operands[0]
        if len(operands) == 2 and self.is_entry(first) and first.slot.absent and not first.slot.null:
            return self.lookup(first, *([] if fallback.source == "None" else [fallback]))
        return helper("coalesce", *(self.candidate(path) for path in operands[:-1]), fallback)

    def candidate(self, typed: Typed) -> Python:
        """Return the value at a path, None standing for absence as well."""
        return self.lookup(typed) if self.is_entry(typed) and typed.slot.absent else self.read(typed)

    def is_entry(self, typed: Typed) -> bool:
        """Whether the path is a key of an object that is known to be there."""
        if not isinstance(typed.node, Select | Index) or self.is_attribute(typed):
            return False
        base = typed.operands[0].slot
        return isinstance(base.type, MapType) and not base.uncertain

    def is_attribute(self, typed: Typed) -> bool:
        """Whether the path is an attribute of an object of the server, or a variable of its own."""
        root = self.root(typed)
        return root is not None and (root.attributes or self.variable(typed) is not None)

    def variable(self, typed: Typed) -> str | None:
        """Return the variable that holds what is at the path, where there is one."""
        root = self.root(typed)
        return None if root is None or not isinstance(typed.node, Select) else root.variables.get(typed.node.field)

    def root(self, typed: Typed) -> Root | None:
        """Return the root that the path is a field of."""
        match typed.node:
            case Select(operand=Name(name=name)) if name not in self.translator.variables:
                return self.translator.scope.python.get(name)
            case _:
                return None

    def key(self, typed: Typed) -> Python:
        match typed.node:
            case Select(field=key):
                return self.translator.literal(key)
            case _:
                holder = typed.operands[0].slot.type
                return self.translator.checked(typed.operands[1], TEXT if isinstance(holder, MapType) else ANY)


def _is(value: Python, other: Python, wanted: bool) -> Python:
    sign = "is" if wanted else "is not"
    return Python(f"{value.source} {sign} {other.source}", Binding.COMPARISON, imports_of(value, other))


def _asked(question: Python, wanted: bool) -> Python:
    return question if wanted else Python(f"not {question.source}", Binding.NOT, question.imports)
