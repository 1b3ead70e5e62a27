"""Upstreams: the services that operations talk to, and what their failures become."""

from __future__ import annotations

import re
from dataclasses import replace

from pactwright.build.context import Context
from pactwright.build.expressions import template, text_template, value_expression
from pactwright.build.failures import build_fails
from pactwright.build.operations import build_operation
from pactwright.build.place import Place
from pactwright.build.slots import ANY_ROW, answered_slot, members, request_scope
from pactwright.expr import Scope
from pactwright.expr.types import MapType, Slot
from pactwright.model.upstreams import Auth, BearerAuth, GithubAppAuth, HeaderAuth, RateLimit, Scopes, Upstream
from pactwright.spec.upstreams import Auth as AuthSpec
from pactwright.spec.upstreams import BearerAuthSpec, GithubAppAuthSpec, HeaderAuthSpec, RateLimitSpec, ScopesSpec


def build_upstreams(config: Slot, secrets: Slot, context: Context) -> tuple[Upstream, ...]:
    """Return the upstreams; `secrets` is the slot of `config` with secret settings, for headers and auth."""
    built = []
    for name, spec in context.spec.upstreams.items():
        place = context.root / "upstreams" / name
        operations = tuple(
            build_operation(name, operation, operation_spec, config, context)
            for operation, operation_spec in spec.operations.items()
        )
        built.append(
            Upstream(
                name=name,
                title=spec.title,
                base_url=text_template(spec.base_url, place / "base_url", request_scope({"config": config}), context),
                headers=None
                if spec.headers is None
                else template(dict(spec.headers), place / "headers", request_scope({"config": secrets}), context),
                read_only=spec.only == "read",
                # An app's installation may be that of the repository a call is about.
                auth=_auth(spec.auth, place / "auth", request_scope({"config": secrets, "args": ANY_ROW}), context),
                scopes=None,
                rate_limit=None if spec.rate_limit is None else _rate_limit(spec.rate_limit),
                pace_writes_ms=0 if spec.pace is None else spec.pace.writes.ms,
                read_retries=0 if spec.retry is None else spec.retry.reads,
                fails=(),
                operations=operations,
                span=place.key,
            )
        )
    return tuple(_with_failures(upstream, context) for upstream in built)


def _auth(spec: AuthSpec | None, place: Place, names: Scope, context: Context) -> Auth | None:
    """Return how the server identifies itself; secrets are visible only here and in headers."""
    match spec:
        case None:
            return None
        case BearerAuthSpec():
            token = value_expression(spec.bearer, place / "bearer", names, context)
            return None if token is None else BearerAuth(token=token)
        case HeaderAuthSpec():
            secret = value_expression(spec.value, place / "value", names, context)
            return None if secret is None else HeaderAuth(header=spec.header, secret=secret)
        case GithubAppAuthSpec():
            at = place / "github_app"
            given = {key: value for key, value in spec.github_app if value is not None}
            built = {key: value_expression(value, at / key, names, context) for key, value in given.items()}
            return GithubAppAuth(settings=tuple((key, value) for key, value in built.items() if value is not None))


def _scopes(spec: ScopesSpec, place: Place, context: Context) -> Scopes | None:
    probed = context.callable(spec.probe, (place / "probe").value)
    if spec.code is not None:
        context.check_code(spec.code, (place / "code").value)
    try:
        re.compile(spec.tokens)
    except re.error as failure:
        context.diagnostics.error(
            "pattern-not-portable",
            f"`{spec.tokens}` is no regular expression: {failure.msg}",
            (place / "tokens").value,
            hint="escape what is meant literally",
        )
    if probed is None:
        return None
    return Scopes(probe=probed.operation.full_name, header=spec.header, tokens=spec.tokens, code=spec.code)


def _rate_limit(spec: RateLimitSpec) -> RateLimit:
    return RateLimit(
        statuses=tuple(spec.statuses),
        remaining=spec.remaining,
        reset=spec.reset,
        after=spec.after,
        default_ms=spec.default.ms,
        retries=spec.retries,
    )


def _with_failures(upstream: Upstream, context: Context) -> Upstream:
    """Return the upstream with its tables, which may probe any operation and so come after all of them."""
    spec = context.spec.upstreams[upstream.name]
    place = context.root / "upstreams" / upstream.name
    names = request_scope({"upstream": answered_slot(None)})
    return replace(
        upstream,
        scopes=None if spec.scopes is None else _scopes(spec.scopes, place / "scopes", context),
        fails=build_fails(spec.fails, place / "fails", names, context),
        operations=tuple(
            replace(
                operation,
                fails=build_fails(
                    spec.operations[operation.name].fails,
                    place / "operations" / operation.name / "fails",
                    request_scope(
                        {"upstream": answered_slot(None), "params": Slot(MapType(members(operation.params), None))},
                        operation.params,
                    ),
                    context,
                ),
            )
            for operation in upstream.operations
        ),
    )
