"""The types of expressions: JSON's, plus what is known about absence and null.

A `Slot` is a type together with whether the value may be missing or null; a `Scope` says which names an expression may
use, what slots they are, and how they are spelled in the generated code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from pactwright.expr.nodes import Node
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class NullType:
    """Only null."""


@dataclass(frozen=True, slots=True)
class BoolType:
    """True or false."""


@dataclass(frozen=True, slots=True)
class IntType:
    """A whole number; in JSON it may be spelled `1.0`."""


@dataclass(frozen=True, slots=True)
class DoubleType:
    """Any number; in JSON it may be spelled `1`."""


@dataclass(frozen=True, slots=True)
class StringType:
    """A text."""


@dataclass(frozen=True, slots=True)
class DynType:
    """Any JSON value: operations on it are checked when the expression is evaluated."""


@dataclass(frozen=True, slots=True)
class NothingType(DynType):
    """No value at all, which unites with any type: the element of an empty list, and what a faulty part has."""


@dataclass(frozen=True, slots=True)
class ListType:
    """A list whose elements are all of one slot."""

    item: Slot


@dataclass(frozen=True, slots=True)
class MapType:
    """An object.

    Attributes:
        fields: The declared keys.
        rest: The slot of undeclared keys; None when there are none.
    """

    fields: Mapping[str, Slot] = field(default_factory=dict)
    rest: Slot | None = None


Type = NullType | BoolType | IntType | DoubleType | StringType | DynType | ListType | MapType

NULL, BOOL, INT, DOUBLE, STRING, DYN = NullType(), BoolType(), IntType(), DoubleType(), StringType(), DynType()
NOTHING = NothingType()


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a value.

    Attributes:
        type: The type of the value when it is neither absent nor null.
        absent: Whether there may be no value.
        null: Whether the value may be null.
        when: There is a value exactly if this condition holds (a step's own `when`).
    """

    type: Type
    absent: bool = False
    null: bool = False
    when: Node | None = None

    @property
    def uncertain(self) -> bool:
        """Whether the value may be absent or null."""
        return self.absent or self.null or self.when is not None

    @property
    def certain(self) -> Slot:
        """The same slot, present and not null."""
        return replace(self, absent=False, null=False, when=None)


@dataclass(frozen=True, slots=True)
class Root:
    """How a name is spelled in Python.

    Attributes:
        source: A Python expression that binds tighter than any operator, such as `call.args`.
        attributes: Whether its fields are attributes rather than keys.
        variables: Its fields that are variables of their own, and their spelling.
    """

    source: str
    attributes: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression may use.

    Attributes:
        names: Each visible name and its slot.
        python: How each of them is spelled.
        calls: How the functions are spelled that need the call at hand; one that is missing cannot be used here.
        given: Conditions that hold wherever the expression is evaluated.
    """

    names: Mapping[str, Slot]
    python: Mapping[str, Root] = field(default_factory=dict)
    calls: Mapping[str, str] = field(default_factory=lambda: {"now": "call.now", "version": "call.version"})
    given: tuple[Node, ...] = ()


def describe(kind: Type) -> str:
    """Name a type for a message."""
    match kind:
        case NullType():
            return "null"
        case BoolType():
            return "a boolean"
        case IntType():
            return "an integer"
        case DoubleType():
            return "a number"
        case StringType():
            return "a string"
        case ListType():
            return "a list"
        case MapType():
            return "an object"
        case _:
            return "any value"


def describe_fully(kind: Type) -> str:
    """Name a type for a message, a list with what is in it."""
    if not isinstance(kind, ListType) or isinstance(kind.item.type, DynType):
        return describe(kind)
    item = describe(kind.item.type)
    items = f"{item}s" if kind.item.type == NULL else f"{item.split(' ', 1)[-1]}s"
    return f"a list of {items}{' or null' if kind.item.null and kind.item.type != NULL else ''}"


def unite(first: Slot, second: Slot) -> Slot | None:
    """Return the slot of a value that is one of the two; None when their types have nothing in common."""
    absent = first.absent or second.absent or first.when is not None or second.when is not None
    null = first.null or second.null or NULL in (first.type, second.type)
    kind = _unite_types(first.type, second.type)
    return None if kind is None else Slot(kind, absent=absent, null=null)


def unite_any(first: Slot, second: Slot) -> Slot:
    """Like `unite`, but any value when the types have nothing in common."""
    common = unite(first, second)
    if common is not None:
        return common
    return Slot(DYN, absent=first.absent or second.absent, null=first.null or second.null)


def _unite_types(first: Type, second: Type) -> Type | None:
    match first, second:
        case _ if first == second:
            return first
        case (NothingType(), other) | (other, NothingType()):
            return other
        case (NullType(), other) | (other, NullType()):
            return other
        case (DynType(), _) | (_, DynType()):
            return DYN
        case (IntType() | DoubleType(), IntType() | DoubleType()):
            return DOUBLE
        case ListType(item=a), ListType(item=b):
            return ListType(unite_any(a, b))
        case MapType(), MapType():
            return _unite_maps(first, second)
        case _:
            return None


def _unite_maps(first: MapType, second: MapType) -> MapType:
    fields: dict[str, Slot] = {}
    for name in (*first.fields, *(name for name in second.fields if name not in first.fields)):
        sides = [side.fields.get(name) or side.rest for side in (first, second)]
        present = [slot for slot in sides if slot is not None]
        slot = unite_any(present[0], present[-1])
        in_both = name in first.fields and name in second.fields
        fields[name] = slot if in_both else replace(slot, absent=True)
    rests = [side.rest for side in (first, second) if side.rest is not None]
    return MapType(fields, unite_any(rests[0], rests[-1]) if rests else None)


def field_of(kind: Type, name: str) -> Slot | None:
    """Return the slot of a key of an object, or None when there is no such key; any value may have any key."""
    match kind:
        case NothingType():
            return Slot(NOTHING)
        case DynType():
            return Slot(DYN, absent=True, null=True)
        case MapType(fields=fields, rest=rest):
            if name in fields:
                return fields[name]
            return None if rest is None else replace(rest, absent=True)
        case _:
            return None


def comparable(first: Type, second: Type) -> bool:
    """Whether two values of these types can be equal at all."""
    return _unite_types(first, second) is not None


def exact(first: Type, second: Type) -> bool:
    """Whether Python's `==` on two such values is JSON's: no boolean can meet a number, and neither is unknown."""
    match first, second:
        case (NullType(), _) | (_, NullType()):
            return True
        case ListType(item=a), ListType(item=b):
            return exact(a.type, b.type)
        case (MapType() | DynType(), _) | (_, MapType() | DynType()):
            return False
        case _:
            return comparable(first, second)


def united(slots: list[Slot]) -> Slot:
    """Return the slot of a value that is any one of several."""
    result = Slot(NOTHING)
    for slot in slots:
        result = unite_any(result, slot)
    return result
