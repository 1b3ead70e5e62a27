"""What a call of an operation is given: each parameter, from `with:` or elsewhere, and nothing it does not have."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from pactwright.build.context import Callable, Context
from pactwright.build.fit import fitted
from pactwright.build.place import Place
from pactwright.model.expression import Entries, Literal, Template
from pactwright.model.schema import ObjectSchema
from pactwright.spec.rest import UndoSpec
from pactwright.spec.steps import CallStepSpec


def fitted_arguments(
    spec: CallStepSpec | UndoSpec,
    given: Template | None,
    found: Callable,
    place: Place,
    filled: Set[str],
    context: Context,
) -> Template | None:
    """Return the arguments of a call as its operation takes them; `filled` are parameters that come from elsewhere.

    What does not fit, and what gets no value, is reported.
    """
    params = ObjectSchema(span=place.value, properties=found.operation.params)
    names = set(spec.with_ or {})
    if given is not None and names:
        own = replace(params, properties=tuple(item for item in params.properties if item.name in names))
        known = {item.name for item in params.properties}
        for name in sorted(names - known):
            context.unknown(
                "parameter", name, known, (place / "with" / name).key, declare=f"`{spec.call}` has {_listed(known)}"
            )
        given = fitted(_only(given, names & known), own, f"the call of `{spec.call}`", place / "with", context)
    pages = found.operation.pages
    filled = filled | names
    if pages is not None:
        # The runtime gives both.
        filled = filled | pages.parameters
    for item in params.properties:
        if not item.required or item.name in filled:
            continue
        context.diagnostics.error(
            "unfilled-parameter",
            f"the parameter `{item.name}` of `{spec.call}` gets no value",
            (place / "call").value,
            hint="give it under `with:`"
            if isinstance(spec, UndoSpec)
            else f"give it under `with:`, or take an argument called `{item.name}`",
        )
    return given


def _only(template_: Template, names: set[str]) -> Template:
    match template_:
        case Entries(items=items):
            return Entries(tuple((name, item) for name, item in items if name in names))
        case Literal(value=dict() as value):
            return Literal({name: item for name, item in value.items() if name in names})
        case _:
            return template_


def _listed(names: set[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names)) or "no parameters"
