"""The server, its modes, and what is made of settings before a call runs."""

from __future__ import annotations

from collections.abc import Mapping

from pactwright.build.context import Context
from pactwright.build.dialect import build_dialect
from pactwright.build.expressions import condition, value_expression
from pactwright.build.failures import raised_params
from pactwright.build.settings import config_slot
from pactwright.build.slots import scope, shared_arguments
from pactwright.build.stand_ins import UNTYPED
from pactwright.expr import Root
from pactwright.expr.types import Slot
from pactwright.model.contract import Fill, Guard, Suppression
from pactwright.model.expression import Expression
from pactwright.model.schema import Schema
from pactwright.model.server import Authorization, CacheHint, Http, Limits, Mode, Server, Setting
from pactwright.spec.rest import OmittingModeSpec
from pactwright.values import JsonValue


def build_server(settings: tuple[Setting, ...], context: Context) -> Server:
    """Return the `server:` section with defaults filled in."""
    spec = context.spec.server
    place = context.root / "server"
    return Server(
        name=spec.name,
        title=spec.title,
        version=spec.version,
        namespace=spec.namespace,
        summary=spec.summary,
        does=spec.does,
        does_not=spec.does_not,
        revisions=spec.revisions,
        transports=spec.transports,
        http=_http(context),
        order=spec.order,
        dialect=build_dialect(config_slot(settings, secrets=False), context),
        read_only_hint=spec.read_only_hint,
        validate_results=spec.validate_results,
        tools_list_bytes=spec.budgets.tools_list_bytes if spec.budgets else None,
        limits=Limits(
            call_timeout_ms=spec.limits.call_timeout.ms,
            concurrency=spec.limits.concurrency,
            body_bytes=spec.limits.body_bytes,
        ),
        cache=tuple(
            CacheHint(method=method, ttl_ms=hint.ttl.ms, scope=hint.scope) for method, hint in spec.cache.items()
        ),
        prerequisites=_prerequisites(context),
        state_store=_state("store", settings, context),
        state_keys=_state("keys", settings, context),
        span=place.key,
    )


def _http(context: Context) -> Http | None:
    spec = context.spec.server.http
    if spec is None:
        return None
    given = spec.authorization
    authorization = (
        None if given is None else Authorization(issuer=given.issuer, audience=given.audience, scopes=given.scopes)
    )
    return Http(url=spec.url, authorization=authorization)


def _prerequisites(context: Context) -> dict[str, JsonValue]:
    spec = context.spec.server.prerequisites
    if spec is None:
        return {}
    facts: dict[str, JsonValue] = {}
    if spec.auth is not None:
        facts["auth"] = spec.auth
    if spec.rate_limits is not None:
        facts["rate_limits"] = spec.rate_limits
    if spec.notes:
        facts["notes"] = list(spec.notes)
    return facts


def _state(key: str, settings: tuple[Setting, ...], context: Context) -> Expression | None:
    state = context.spec.server.state
    text = None if state is None else getattr(state, key)
    if text is None:
        return None
    names = scope({"config": config_slot(settings, secrets=True)}, roots={"config": Root("config")})
    return value_expression(text, context.root / "server" / "state" / key, names, context)


def build_modes(context: Context) -> tuple[Mode, ...]:
    """Return the start-up modes."""
    return tuple(
        Mode(
            name=name,
            flag=spec.flag,
            omits=spec.omits if isinstance(spec, OmittingModeSpec) else (),
            keeps=None if isinstance(spec, OmittingModeSpec) else spec.keeps,
            says=spec.says,
            span=(context.root / "modes" / name).key,
        )
        for name, spec in context.spec.modes.items()
    )


def build_fills(config: Slot, context: Context) -> tuple[Fill, ...]:
    """Return the groups of arguments that are filled together."""
    fills = []
    for name, spec in context.spec.fills.items():
        place = context.root / "fills" / name
        raised_params(spec.code, None, place, scope({}), context)
        filled = [
            (argument, value_expression(text, place / "arguments" / argument, scope({"config": config}), context))
            for argument, text in spec.arguments.items()
        ]
        pairs = tuple((argument, typed) for argument, typed in filled if typed is not None)
        fills.append(Fill(name=name, arguments=pairs, code=spec.code, span=place.key))
    return tuple(fills)


def build_guards(inputs: Mapping[str, Schema], config: Slot, context: Context) -> tuple[Guard, ...]:
    """Return the named refusals; their conditions may use what every tool that lists them takes (`inputs`, by tool)."""
    guards = []
    for name, spec in context.spec.guards.items():
        place = context.root / "guards" / name
        users = [inputs[tool] for tool, given in context.spec.tools.items() if name in given.guards]
        args = shared_arguments(users) if users else UNTYPED
        names = scope({"args": args, "config": config})
        typed = condition(spec.if_, place / "if", names, context)
        params = raised_params(spec.code, spec.with_, place, names, context)
        if typed is not None:
            guards.append(Guard(name=name, condition=typed, code=spec.code, params=params, span=place.key))
    return tuple(guards)


def build_suppressions(context: Context) -> tuple[Suppression, ...]:
    """Return `allow:`."""
    return tuple(
        Suppression(rule=spec.rule, at=spec.at, reason=spec.reason, span=(context.root / "allow" / index).value)
        for index, spec in enumerate(context.spec.allow)
    )
