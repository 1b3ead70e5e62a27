"""Fills and guards as statements: what settings add to a call, and what refuses it before anything happens."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.emit.python import expression_code, template_code
from pactwright.expr import variable
from pactwright.model.contract import Fill, Guard
from pactwright.model.expression import Computed

INDENT = "    "


def fill_statements(fill: Fill, *, required: bool) -> Iterator[str]:
    """Yield the statements that fill a group of arguments together or not at all; a required one refuses the rest."""
    names = [name for name, _ in fill.arguments]
    lacking = [f"{name!r} not in args" for name in names]
    found = {name: f"found_{variable(name)}" for name in names}
    maybe = [found[name] for name, value in fill.arguments if value.typed.slot.uncertain]
    given = [f"args[{name!r}] = {found[name]}" for name in names]
    yield f"if {' and '.join(lacking)}:"
    for name, value in fill.arguments:
        # Null stands for nothing, too.
        code = template_code(Computed(value, drops_null=value.typed.slot.null))
        yield f"{INDENT}{found[name]} = {code}"
    if maybe:
        yield f"{INDENT}if {' and '.join(f'{name} is not ABSENT' for name in maybe)}:"
    yield from (f"{INDENT * (2 if maybe else 1)}{line}" for line in given)
    if required:
        yield f"if {' or '.join(lacking)}:"
        yield f"{INDENT}raise call.error({fill.code!r}, {{}})"


def guard_statements(guard: Guard) -> Iterator[str]:
    """Yield the statements that refuse a call before anything happens."""
    params = "{}" if guard.params is None else template_code(guard.params)
    yield f"if {expression_code(guard.condition)}:"
    yield f"{INDENT}raise call.error({guard.code!r}, {params})"
