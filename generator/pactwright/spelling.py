"""Templates as JSON values for people to read: expressions stay as `${…}`, unless what they stand for is known.

Nothing is evaluated. An expression is replaced only when it is a plain path, such as `args.owner`, into values that the
caller gives; everything else reads as the author wrote it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from pactwright.model.expression import Computed, Elements, Entries, Expression, Literal, Template, Text, ViewOf
from pactwright.values import JsonValue

JsonObject = dict[str, JsonValue]

Roots = Mapping[str, Mapping[str, JsonValue]]
"""Known values by root and name: `{"args": {"owner": "acme"}}`."""

_NOTHING: Roots = {}


def given(**values: JsonValue) -> JsonObject:
    """Leave out what the contract does not say."""
    return {name: value for name, value in values.items() if value is not None}


def spelled(template: Template) -> JsonValue:
    """Return `template` as it was written."""
    return filled(template, _NOTHING)


def filled(template: Template, known: Roots) -> JsonValue:
    """Return `template` with the known values put in; keys whose value is known to be absent are left out."""
    match template:
        case Literal(value=value):
            return value
        case Computed(expression=expression):
            return _value(expression, known)
        case Text(parts=parts):
            return "".join(part if isinstance(part, str) else _word(_value(part, known)) for part in parts)
        case Entries(items=items):
            return {key: filled(item, known) for key, item in items if not _absent(item, known)}
        case Elements(items=items):
            return [filled(item, known) for item in items if not _absent(item, known)]
        case ViewOf(view=view, source=source, each=each):
            return {"$view": view, "each" if each else "of": written(source)}


def text(template: Template, known: Roots = _NOTHING) -> str:
    """Return a template of a text as a text."""
    return _word(filled(template, known))


def names_in(template: Template) -> Iterator[str]:
    """Yield the keys of a template that is a mapping."""
    match template:
        case Entries(items=items):
            yield from (key for key, _ in items)
        case Literal(value=dict() as value):
            yield from value
        case _:
            return


def _value(expression: Expression, known: Roots) -> JsonValue:
    root, _, name = expression.text.strip().partition(".")
    values = known.get(root, {})
    return values[name] if name in values else written(expression)


def _absent(template: Template, known: Roots) -> bool:
    match template:
        case Computed(expression=expression):
            root, _, name = expression.text.strip().partition(".")
            return root in known and name.isidentifier() and name not in known[root]
        case _:
            return False


def written(expression: Expression) -> str:
    """Return an expression as it was written."""
    return f"${{{expression.text}}}"


def _word(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
