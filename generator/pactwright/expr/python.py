"""Pieces of Python source: how tightly they bind, which runtime functions they use, and literals that stay literals."""

from __future__ import annotations

import keyword
from enum import IntEnum

from pactwright.records import dataclass

HELPERS = frozenset(
    {
        *("ABSENT", "add", "among", "as_boolean", "as_double", "as_integer", "as_list", "as_number", "as_string", "at"),
        *("coalesce", "compact", "cut", "divide", "elements", "exactly_one", "finite", "has", "join", "lower_ascii"),
        *("mapping", "matches", "multiply", "negate", "only_present", "order", "path", "quote", "quotient"),
        *("remainder", "replace", "same", "size", "sort", "split", "substring", "subtract", "text_of", "to_double"),
        *("to_integer", "trim"),
    }
)
"""All names that a translation may import from the runtime's `expressions` module."""

RESERVED = HELPERS | {"all", "any", "len", "sorted"}
"""All names that a translation takes for granted: whatever is spelled like one of them hides it."""


# Too like digits for a variable.
_UNREADABLE = {"I", "O", "l"}


def python_name(name: str) -> str:
    """Return how a name of a contract is spelled as a Python variable, so that it hides nothing a translation uses.

    Two names never get one spelling: what already ends as if it had been changed is changed, too.
    """
    plain = name.rstrip("_")
    return f"{name}_" if keyword.iskeyword(plain) or plain in RESERVED or plain in _UNREADABLE else name


# What generated modules import by names that a contract may use, too.
_IMPORTED = frozenset(
    {
        *("at_least_one", "builtins", "cast", "contexts", "disjoint", "exclusive", "found", "handlers", "missing"),
        *("models", "only_with", "refusal", "run", "segment", "suppress", "together", "typing", "views"),
    }
)


def bound_name(name: str) -> str:
    """Return the spelling of a macro's variable: one that no generated module imports, and that can be read."""
    taken = name[:1].isupper() or name in _IMPORTED or name in _UNREADABLE
    return f"{name}_" if taken else name


# What the functions that answer tools, and the methods that make requests, use themselves.
_LOCALS = frozenset(
    {
        *("Any", "args", "call", "cast", "contexts", "found", "handlers", "it", "missing", "models", "more", "page"),
        *("pages", "place", "result", "self", "suppress", "views"),
    }
)
_PARAMETERS = frozenset(
    {
        *("answer", "bearer", "cast", "document", "empty", "found", "missing", "models", "place", "read", "refusal"),
        *("refused", "request", "secret_header", "segment", "self", "slashes", "value"),
    }
)


def variable(name: str) -> str:
    """Return the variable that holds what a step or a `let` names."""
    # Modules hold classes of any capitalized name, and what begins with an underscore is the translation's own.
    taken = name[:1].isupper() or name.startswith("_") or name.rstrip("_") in _LOCALS
    return f"{name}_" if taken else python_name(name)


def parameter(name: str) -> str:
    """Return the name of a parameter of the method that makes a request."""
    return f"{name}_" if name.rstrip("_") in _PARAMETERS else python_name(name)


class Binding(IntEnum):
    """Python's operator precedence, as far as translations use it; higher binds tighter."""

    CONDITIONAL = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARISON = 5
    SUM = 6
    PRODUCT = 7
    SIGN = 8
    ATOM = 9


@dataclass(frozen=True, slots=True)
class Python:
    """A Python expression.

    Attributes:
        source: Its text, on one line.
        binding: How tightly its outermost operator binds.
        imports: The names from the runtime's `expressions` module that it uses.
        constant: Whether it is a literal, of which Python wants no identity.
    """

    source: str
    binding: Binding = Binding.ATOM
    imports: frozenset[str] = frozenset()
    constant: bool = False

    @property
    def atomic(self) -> bool:
        """Whether it can stand before a dot or an operator as it is."""
        return self.binding is Binding.ATOM

    def at(self, binding: Binding) -> str:
        """Return the source, in parentheses if it binds less tightly than `binding`."""
        return self.source if self.binding >= binding else f"({self.source})"


def imports_of(*pieces: Python) -> frozenset[str]:
    """Return what all the pieces together import."""
    return frozenset().union(*(piece.imports for piece in pieces))


def helper(name: str, *arguments: Python) -> Python:
    """Return a call of a function of the runtime."""
    source = f"{name}({', '.join(argument.source for argument in arguments)})"
    return Python(source, imports=imports_of(*arguments) | {name})


def method(receiver: Python, name: str, *arguments: Python) -> Python:
    """Return a call of a method of a Python value."""
    source = f"{receiver.at(Binding.ATOM)}.{name}({', '.join(argument.source for argument in arguments)})"
    return Python(source, imports=imports_of(receiver, *arguments))


def infix(left: Python, operator: str, right: Python, binding: Binding) -> Python:
    """Return two operands around an operator, in parentheses where needed: comparisons would chain, sums group left."""
    tighter = Binding(binding + 1)
    first = left.at(tighter if binding is Binding.COMPARISON else binding)
    return Python(f"{first} {operator} {right.at(tighter)}", binding, imports_of(left, right))


def string_literal(text: str, quote: str = "") -> str:
    """Return a Python literal for any text; only printable characters stand in it as they are.

    Args:
        text: The text; nothing in it can end the literal.
        quote: The quote to use; by default the double quote, or the single one where that saves escapes.
    """
    if not quote:
        quote = "'" if '"' in text and "'" not in text else '"'
    return f"{quote}{escaped(text, quote)}{quote}"


def escaped(text: str, quote: str) -> str:
    """Return the body of a string literal between the given quotes."""
    if text.isprintable() and quote not in text and "\\" not in text:
        return text
    return "".join(_escape(character, quote) for character in text)


def _escape(character: str, quote: str) -> str:
    if character in (quote, "\\"):
        return f"\\{character}"
    return character if character.isprintable() else repr(character)[1:-1]


def pattern_literal(pattern: str, quote: str = "") -> str:
    """Return a Python literal for a regular expression, raw where that is possible."""
    quote = quote or '"'
    if "\\" in pattern and quote not in pattern and pattern.isprintable() and not pattern.endswith("\\"):
        return f"r{quote}{pattern}{quote}"
    return string_literal(pattern, quote)
