"""Writes a checked expression as plain Python, as a person would write it.

Guards have already been checked, so a path is a plain subscript wherever its value is known to be there. Only where
Python's own operators differ from CEL's does a function of the runtime's `expressions` module stand in.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from pactwright.expr.functions import CONDITION, FUNCTIONS, METHODS, TEXT, Argument, Expected
from pactwright.expr.nodes import (
    And,
    Arithmetic,
    BoolLiteral,
    Call,
    Compare,
    Conditional,
    DoubleLiteral,
    Has,
    Index,
    IntLiteral,
    ListLiteral,
    Literal,
    Macro,
    MacroKind,
    MapLiteral,
    Method,
    Name,
    Negate,
    Not,
    NullLiteral,
    Or,
    Select,
    StringLiteral,
)
from pactwright.expr.patterns import to_python
from pactwright.expr.places import Places
from pactwright.expr.python import (
    HELPERS,
    Binding,
    Python,
    bound_name,
    escaped,
    helper,
    imports_of,
    pattern_literal,
    string_literal,
)
from pactwright.expr.typed import Typed
from pactwright.expr.types import DynType, Scope, StringType
from pactwright.expr.writing import arithmetic, compare, negated
from pactwright.records import dataclass


def translate(typed: Typed, scope: Scope) -> Python:
    """Return the Python of an expression that `infer` has accepted in the same scope.

    An absent value of a path that is passed on is `ABSENT`.
    """
    return Translator(scope).write(typed)


def translate_text(parts: Sequence[str | Typed], scope: Scope) -> Python:
    """Return the Python of a text with expressions in it, each accepted by `infer_text`.

    The result is an f-string where Python's rules for what may stand in one allow it, and a sum of strings elsewhere.
    """
    merged = _merge(parts)
    if not any(isinstance(part, Typed) for part in merged):
        return Python(string_literal("".join(part for part in merged if isinstance(part, str))))
    holes = [Translator(scope, quote="'").text(part) for part in merged if isinstance(part, Typed)]
    if len(merged) > 1 and all(not re.search(r"[\\\"\n]", hole.source) for hole in holes):
        written = iter(holes)
        body = "".join(_between_holes(part) if isinstance(part, str) else _hole(next(written)) for part in merged)
        return Python(f'f"{body}"', imports=imports_of(*holes))
    writer = Translator(scope)
    total, *others = [Python(string_literal(p)) if isinstance(p, str) else writer.text(p) for p in merged]
    for piece in others:
        total = Python(f"{total.source} + {piece.at(Binding.PRODUCT)}", Binding.SUM, imports_of(total, piece))
    return total


def _merge(parts: Sequence[str | Typed]) -> list[str | Typed]:
    merged: list[str | Typed] = []
    for part in parts:
        if isinstance(part, Typed) and isinstance(part.node, StringLiteral):
            part = part.node.value
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return merged


def _hole(value: Python) -> str:
    # Two braces in a row would be a literal one.
    space = " " if value.source.startswith("{") else ""
    return f"{{{space}{value.source}}}"


def _between_holes(text: str) -> str:
    return escaped(text, '"').replace("{", "{{").replace("}", "}}")


@dataclass(frozen=True, slots=True)
class Translator:
    """Writes the parts of one expression.

    Attributes:
        scope: How names are spelled.
        quote: The quote of all string literals; by default the one that reads best.
        variables: The macro variables around the part at hand, and their spelling.
    """

    scope: Scope
    quote: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)

    def write(self, typed: Typed) -> Python:
        """Return the translation of a node."""
        node, operands = typed.node, typed.operands
        match node:
            case NullLiteral():
                return Python("None", constant=True)
            case BoolLiteral(value=flag):
                return Python(repr(flag), constant=True)
            case IntLiteral(value=whole):
                return Python(repr(whole), Binding.ATOM if whole >= 0 else Binding.SIGN, constant=True)
            case DoubleLiteral(value=number):
                return Python(repr(number), Binding.SIGN if repr(number)[0] == "-" else Binding.ATOM, constant=True)
            case StringLiteral(value=text):
                return self.literal(text)
            case Name() | Select() | Index():
                return Places(self).read(typed)
            case Has():
                return Places(self).has(operands[0])
            case Not():
                return negated(self, operands[0])
            case And():
                return self.chain(operands, "and", Binding.AND)
            case Or():
                return self.chain(operands, "or", Binding.OR)
            case Conditional():
                return self.conditional(*operands)
            case Compare():
                return compare(self, typed, node.operator)
            case Arithmetic() | Negate():
                return arithmetic(self, typed)
            case ListLiteral():
                return self.list(operands)
            case MapLiteral():
                return self.map(operands)
            case Macro():
                return self.macro(node, operands)
            case Call():
                return self.call(node, operands)
            case Method():
                return self.method(node, operands)
            case _:
                raise AssertionError(f"no translation for {type(node).__name__}")

    def literal(self, text: str) -> Python:
        """Return a text as a Python literal."""
        return Python(string_literal(text, self.quote), constant=True)

    def text(self, typed: Typed) -> Python:
        """Return the translation of a value that is put into text."""
        value = self.write(typed)
        return value if isinstance(typed.slot.type, StringType) else helper("text_of", value)

    def checked(self, typed: Typed, expected: Expected) -> Python:
        """Return the translation of a value, checked at run time if only then its type is known."""
        value = self.write(typed)
        known = not isinstance(typed.slot.type, DynType)
        return value if known or expected.check is None else helper(expected.check, value)

    def condition(self, typed: Typed) -> Python:
        """Return the translation of a condition."""
        return self.checked(typed, CONDITION)

    def chain(self, operands: Sequence[Typed], word: str, binding: Binding) -> Python:
        every = [self.condition(operand) for operand in operands]
        # What is known to hold where the expression stands would only be noise.
        pieces = [piece for piece in every if piece.source != ("True" if word == "and" else "False")] or every[:1]
        if len(pieces) == 1:
            return pieces[0]
        source = f" {word} ".join(piece.at(binding) for piece in pieces)
        return Python(source, binding, imports_of(*pieces))

    def conditional(self, test: Typed, then: Typed, otherwise: Typed) -> Python:
        condition, first, second = self.condition(test), self.write(then), self.write(otherwise)
        imports = imports_of(condition, first, second)
        key, _, holder = condition.source.partition(" in ")
        if condition.source in ("True", "False"):
            return first if condition.source == "True" else second
        match first.source, second.source:
            case "True", "False":
                return condition
            case "False", "True":
                return self.write(Typed(Not(test.node), test.slot, (test,)))
            case entry, fallback if entry == f"{holder}[{key}]" and isinstance(otherwise.node, Literal):
                default = "" if fallback == "None" else f", {fallback}"
                return Python(f"{holder}.get({key}{default})", imports=imports)
            case _:
                source = f"{first.at(Binding.OR)} if {condition.at(Binding.OR)} else {second.source}"
                return Python(source, Binding.CONDITIONAL, imports)

    def list(self, operands: Sequence[Typed]) -> Python:
        items = [self.write(item) for item in operands]
        plain = Python(f"[{', '.join(item.source for item in items)}]", imports=imports_of(*items))
        return helper("only_present", plain) if any(item.slot.absent for item in operands) else plain

    def map(self, operands: Sequence[Typed]) -> Python:
        keys = [self.checked(key, TEXT) for key in operands[::2]]
        values = [self.write(value) for value in operands[1::2]]
        imports = imports_of(*keys, *values)
        literal = all(isinstance(key.node, StringLiteral) for key in operands[::2])
        if not literal and len(keys) > 1:
            entries = (f"({key.source}, {value.source})" for key, value in zip(keys, values, strict=True))
            return Python(f"mapping({', '.join(entries)})", imports=imports | {"mapping"})
        entries = (f"{key.source}: {value.source}" for key, value in zip(keys, values, strict=True))
        plain = Python(f"{{{', '.join(entries)}}}", imports=imports)
        return helper("compact", plain) if any(value.slot.absent for value in operands[1::2]) else plain

    def macro(self, node: Macro, operands: Sequence[Typed]) -> Python:
        source = self.write(operands[0])
        if isinstance(operands[0].slot.type, DynType):
            source = helper("elements", source)
        variable = self.variable(node.variable.name)
        inner = replace(self, variables={**self.variables, node.variable.name: variable})
        condition = None if node.condition is None else inner.condition(operands[1])
        result = Python(variable) if node.result is None else inner.write(operands[-1])
        imports = imports_of(source, result, *([condition] if condition else []))
        over = f"for {variable} in {source.at(Binding.OR)}"
        match node.kind:
            case MacroKind.MAP if condition is None and result.source == variable:
                return Python(f"[*{source.at(Binding.OR)}]", imports=imports)
            case MacroKind.FILTER | MacroKind.MAP:
                test = f" if {condition.at(Binding.OR)}" if condition else ""
                plain = Python(f"[{result.source} {over}{test}]", imports=imports)
                absent = node.result is not None and operands[-1].slot.absent
                return helper("only_present", plain) if absent else plain
            case kind:
                assert condition is not None
                name = {MacroKind.ALL: "all", MacroKind.EXISTS: "any"}.get(kind, "exactly_one")
                return Python(f"{name}({condition.source} {over})", imports=imports | ({name} & HELPERS))

    def variable(self, name: str) -> str:
        """Return a spelling for a macro variable that hides nothing a translation could mean."""
        spelled = " ".join([*(root.source for root in self.scope.python.values()), *self.scope.calls.values()])
        taken = {*re.findall(r"\w+", spelled), *self.variables.values(), *HELPERS}
        name = bound_name(name)
        while name in taken or keyword.iskeyword(name) or hasattr(builtins, name):
            name += "_"
        return name

    def call(self, node: Call, operands: Sequence[Typed]) -> Python:
        if node.function == "coalesce":
            return Places(self).coalesce(operands)
        function = FUNCTIONS[node.function]
        arguments = self.arguments(operands, function.parameters)
        if node.function not in ("now", "version"):
            return function.write(arguments)
        source = ", ".join(argument.python.source for argument in arguments)
        pieces = imports_of(*(argument.python for argument in arguments))
        return Python(f"{self.scope.calls[node.function]}({source})", imports=pieces)

    def method(self, node: Method, operands: Sequence[Typed]) -> Python:
        function = METHODS[node.name]
        arguments = self.arguments(operands, function.parameters)
        if node.name == "matches" and isinstance(arguments[1].node, StringLiteral):
            pattern = pattern_literal(to_python(arguments[1].node.value), self.quote)
            return helper("matches", arguments[0].python, Python(pattern))
        return function.write(arguments)

    def arguments(self, operands: Sequence[Typed], parameters: Sequence[Expected]) -> tuple[Argument, ...]:
        return tuple(
            Argument(operand.node, operand.slot.type, self.checked(operand, expected))
            for operand, expected in zip(operands, parameters, strict=False)
        )
