"""Views and versions: typed for all that is seen through them, and so built after everything else."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from pactwright.build.context import Context
from pactwright.build.expressions import template
from pactwright.build.fit import fitted
from pactwright.build.place import Place
from pactwright.build.references import named_type
from pactwright.build.schemas import build_schema
from pactwright.build.slots import ANY_ROW, CALL, scope
from pactwright.build.stand_ins import UNTYPED
from pactwright.expr import Scope
from pactwright.expr.types import Slot, unite_any
from pactwright.model.contract import Version, View
from pactwright.model.expression import Entries, Template
from pactwright.model.schema import ObjectSchema
from pactwright.values import JsonValue


def build_views(config: Slot, context: Context) -> tuple[View, ...]:
    """Return the views, typed for all that is seen through them."""
    built = []
    for name, spec in context.spec.views.items():
        place = context.root / "views" / name
        schema = named_type(spec.type_, context, build_schema)
        if schema is None:
            context.unknown("type", spec.type_, context.spec.types, (place / "type").value, declare="declare it")
            continue
        uses = [use for use in context.view_uses if use.view == name]
        seen, args = _united((use.it for use in uses), context), _united((use.args for use in uses), context)
        names = scope({"it": seen, "args": args, "config": config, "call": CALL})
        entries = _mapped(spec.map, place / "map", names, context)
        if isinstance(schema, ObjectSchema):
            made = fitted(Entries(entries), schema, f"the view `{name}`", place / "map", context)
            entries = made.items if isinstance(made, Entries) else entries
        built.append(View(name=name, type=spec.type_, map=entries, span=place.key))
    return tuple(built)


def _mapped(
    specs: Mapping[str, JsonValue], place: Place, names: Scope, context: Context
) -> tuple[tuple[str, Template], ...]:
    return tuple((key, template(value, place / key, names, context)) for key, value in specs.items())


def _united(uses: Iterable[Slot], context: Context) -> Slot:
    """Return what all uses have in common; of what only handlers use, nothing is known but that it is an object."""
    slots = list(uses)
    if slots:
        return functools.reduce(unite_any, slots)
    # What nobody uses has nothing to be held against; and after a mistake, a use may not have been understood.
    return ANY_ROW if context.has_handlers and not context.diagnostics.has_errors else UNTYPED


def build_versions(context: Context) -> tuple[Version, ...]:
    """Return the version tokens, typed for everything that they are made of."""
    built = []
    for name, spec in context.spec.versions.items():
        place = context.root / "versions" / name
        seen = _united((use.it for use in context.version_uses if use.version == name), context)
        made = template(spec.map, place / "map", scope({"it": seen}), context)
        built.append(Version(name=name, prefix=spec.prefix, map=made, span=place.key))
    return tuple(built)
