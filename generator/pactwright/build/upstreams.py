"""Upstreams: the services that operations talk to, and what their failures become."""

from __future__ import annotations

from dataclasses import replace

from pactwright.build.context import Context
from pactwright.build.expressions import template, text_template, value_expression
from pactwright.build.failures import build_fails
from pactwright.build.operations import build_operation
from pactwright.build.place import Place
from pactwright.build.slots import answered_slot, members, scope
from pactwright.expr.types import MapType, Slot
from pactwright.model.upstreams import Upstream
from pactwright.spec.upstreams import UpstreamSpec
from pactwright.values import JsonValue


def build_upstreams(config: Slot, secrets: Slot, context: Context) -> tuple[Upstream, ...]:
    """Return the upstreams; `secrets` is the slot of `config` with secret settings, for headers and auth."""
    built = []
    for name, spec in context.spec.upstreams.items():
        place = context.root / "upstreams" / name
        operations = tuple(
            build_operation(name, operation, operation_spec, config, context)
            for operation, operation_spec in spec.operations.items()
        )
        _check_auth(spec, place, secrets, context)
        if spec.scopes is not None and spec.scopes.code is not None:
            context.check_code(spec.scopes.code, (place / "scopes" / "code").value)
        built.append(
            Upstream(
                name=name,
                title=spec.title,
                base_url=text_template(spec.base_url, place / "base_url", scope({"config": config}), context),
                headers=None
                if spec.headers is None
                else template(dict(spec.headers), place / "headers", scope({"config": secrets}), context),
                read_only=spec.only == "read",
                authenticated=spec.auth is not None,
                scoped=spec.scopes is not None,
                rate_limited=spec.rate_limit is not None,
                fails=(),
                operations=operations,
                span=place.key,
            )
        )
    return tuple(_with_failures(upstream, context) for upstream in built)


def _check_auth(spec: UpstreamSpec, place: Place, secrets: Slot, context: Context) -> None:
    """Type the expressions of `auth`; failures of authentication happen before a request, so nothing else sees them."""

    def visit(value: JsonValue, at: Place) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                visit(item, at / key)
        elif isinstance(value, str) and "${" in value:
            value_expression(value, at, scope({"config": secrets}), context)

    visit((place / "auth").data, place / "auth")


def _with_failures(upstream: Upstream, context: Context) -> Upstream:
    """Return the upstream with its tables, which may probe any operation and so come after all of them."""
    spec = context.spec.upstreams[upstream.name]
    place = context.root / "upstreams" / upstream.name
    if spec.scopes is not None:
        context.callable(spec.scopes.probe, (place / "scopes" / "probe").value)
    names = scope({"upstream": answered_slot(None)})
    return replace(
        upstream,
        fails=build_fails(spec.fails, place / "fails", names, context),
        operations=tuple(
            replace(
                operation,
                fails=build_fails(
                    spec.operations[operation.name].fails,
                    place / "operations" / operation.name / "fails",
                    scope({"upstream": answered_slot(None), "params": Slot(MapType(members(operation.params), None))}),
                    context,
                ),
            )
            for operation in upstream.operations
        ),
    )
