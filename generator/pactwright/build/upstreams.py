"""Upstreams and their operations: parameters, what is sent, what the answer is relied upon for, and failures."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from pactwright.build.context import Callable, Context
from pactwright.build.expressions import condition, template, text_template, value_expression
from pactwright.build.fit import check_fit
from pactwright.build.place import Place
from pactwright.build.references import named_type
from pactwright.build.schemas import build_property, build_schema, properties_schema
from pactwright.build.slots import ANY, answered_slot, members, scope, slot_of
from pactwright.build.stand_ins import UNTYPED
from pactwright.expr import Scope
from pactwright.expr.types import BOOL, DOUBLE, DYN, INT, NULL, STRING, ListType, MapType, Slot, unite_any
from pactwright.load import read_attachment
from pactwright.model.expression import Template
from pactwright.model.schema import ArraySchema, ObjectSchema, Property, Required, Schema, UnionSchema
from pactwright.model.upstreams import (
    Fail,
    FailChoice,
    FailCode,
    FailProbe,
    FailRow,
    FailStatus,
    GraphqlRequest,
    Operation,
    Paging,
    RestRequest,
    Upstream,
)
from pactwright.source import Span
from pactwright.spec.fails import Fail as FailSpec
from pactwright.spec.fails import FailRowSpec, ProbeSpec, RaiseSpec
from pactwright.spec.operations import DocumentFileSpec, GraphqlOperationSpec, OperationSpec, RestOperationSpec
from pactwright.spec.upstreams import UpstreamSpec
from pactwright.values import JsonValue

_VARIABLE = re.compile(r"\{\+?([A-Za-z_][A-Za-z0-9_]*)\}")
_PARAMETER = re.compile(r"\bparams\.([A-Za-z_][A-Za-z0-9_]*)")
# MCP hosts must know a lost read from a lost write: only these methods, and GraphQL documents of this form, only read.
_READS = frozenset({"GET", "HEAD"})
_GRAPHQL_READ = re.compile(r"(?:\s|#[^\n]*\n)*(?:query\b|\{)")


def build_upstreams(config: Slot, secrets: Slot, context: Context) -> tuple[Upstream, ...]:
    """Return the upstreams; `secrets` is the slot of `config` with secret settings, for headers and auth."""
    built = []
    for name, spec in context.spec.upstreams.items():
        place = context.root / "upstreams" / name
        operations = tuple(
            _operation(name, operation, operation_spec, config, context)
            for operation, operation_spec in spec.operations.items()
        )
        _check_auth(spec, place, secrets, context)
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


def _operation(upstream: str, name: str, spec: OperationSpec, config: Slot, context: Context) -> Operation:
    place = context.root / "upstreams" / upstream / "operations" / name
    request = _request(spec, place, context)
    params = _parameters(spec, request, place, context)
    names = scope({"params": Slot(MapType(members(params), None)), "config": config})
    response = None if spec.response is None else properties_schema(spec.response, place / "response", context)
    answered = scope({**names.names, "upstream": answered_slot(response)})
    paging = _paging(spec, place, answered, context)
    value = None
    if "value" in spec.model_fields_set:
        value = value_expression(spec.value, place / "value", answered, context)
    reads, reason = _class(spec, request)
    rest = spec if isinstance(spec, RestOperationSpec) else None
    built = Operation(
        name=name,
        upstream=upstream,
        request=request,
        reads=reads,
        read_reason=reason,
        params=params,
        query=_sent(None if rest is None else rest.query, place / "query", names, context),
        headers=_sent(spec.headers, place / "headers", names, context),
        body=None if rest is None or rest.body is None else template(rest.body, place / "body", names, context),
        variables=_sent(
            spec.variables if isinstance(spec, GraphqlOperationSpec) else None, place / "variables", names, context
        ),
        response=None if response is None else opened(response),
        value=value,
        answers=tuple((spec.answers or {}).items()),
        pages=paging,
        fails=(),
        blames=tuple((spec.blames or {}).items()),
        needs=spec.needs,
        span=place.key,
    )
    _register(built, *_slots(built, spec, response), context=context)
    return built


def _sent(values: Mapping[str, JsonValue] | None, place: Place, names: Scope, context: Context) -> Template | None:
    return None if values is None else template(dict(values), place, names, context)


def _class(spec: OperationSpec, request: RestRequest | GraphqlRequest) -> tuple[bool, str | None]:
    if spec.class_ is not None:
        return True, spec.class_.read
    match request:
        case RestRequest(method=method):
            return method in _READS, None
        case GraphqlRequest(document=document):
            return _GRAPHQL_READ.match(document) is not None, None


def _request(spec: OperationSpec, place: Place, context: Context) -> RestRequest | GraphqlRequest:
    if isinstance(spec, RestOperationSpec):
        method, _, path = spec.request.partition(" ")
        return RestRequest(method=method, path=path, variables=tuple(_VARIABLE.findall(path)))
    if isinstance(spec.graphql, DocumentFileSpec):
        file = read_attachment(
            place.document, spec.graphql.file, (place / "graphql" / "file").value, context.diagnostics
        )
        return GraphqlRequest(document="" if file is None else file.text)
    return GraphqlRequest(document=spec.graphql)


def _parameters(
    spec: OperationSpec, request: RestRequest | GraphqlRequest, place: Place, context: Context
) -> tuple[Property, ...]:
    """Return the declared parameters, and those that are used and take the type of the same name."""
    listed = [
        build_property(name, schema, place / "params" / name, context) for name, schema in (spec.params or {}).items()
    ]
    known = {item.name for item in listed}
    sent = [place / key for key in ("query", "headers", "body", "variables") if (place / key).data is not None]
    used: dict[str, Span] = {}
    if isinstance(request, RestRequest):
        used.update((name, (place / "request").within(f"{{{name}}}")) for name in request.variables)
    for at in sent:
        for name in _PARAMETER.findall(json.dumps(at.data)):
            used.setdefault(name, at.key)
    for name, span in used.items():
        if name in known:
            continue
        schema = named_type(name, context, build_schema)
        if schema is None:
            context.diagnostics.error(
                "undeclared-parameter",
                f"the parameter `{name}` is not declared, and there is no type of that name",
                span,
                hint=f"declare `{name}` under `params:` or `types:`",
            )
            continue
        listed.append(Property(name=name, schema=schema, presence=Required(), span=span))
    return tuple(listed)


def opened(schema: Schema) -> Schema:
    """Return a response with all its objects open: an upstream may send more than the contract relies on."""
    reason = "an upstream may send more"
    match schema:
        case ObjectSchema(properties=properties):
            members_ = tuple(replace(item, schema=opened(item.schema)) for item in properties)
            return replace(schema, properties=members_, open=schema.open or reason)
        case ArraySchema(items=items):
            return replace(schema, items=opened(items))
        case UnionSchema(variants=variants):
            return replace(
                schema,
                variants=tuple(
                    replace(
                        variant,
                        properties=tuple(replace(item, schema=opened(item.schema)) for item in variant.properties),
                    )
                    for variant in variants
                ),
            )
        case _:
            return schema


def _paging(spec: OperationSpec, place: Place, names: Scope, context: Context) -> Paging | None:
    pages = spec.pages
    if pages is None:
        return None
    at = place / "pages"
    return Paging(
        by=pages.by,
        size=next(iter(pages.size.items()), None) if pages.size else None,
        next=None if pages.next is None else value_expression(pages.next, at / "next", names, context),
        rows=None if pages.rows is None else value_expression(pages.rows, at / "rows", names, context),
        total=None if pages.total is None else value_expression(pages.total, at / "total", names, context),
    )


def _slots(operation: Operation, spec: OperationSpec, response: Schema | None) -> tuple[Slot, Slot | None]:
    """Return the slot of an operation's value and, for lists, of a row.

    An upstream may send more than `response` tells, but the contract can only rely on what it tells.
    """
    value = ANY if response is None else slot_of(response)
    if "value" in spec.model_fields_set:
        value = UNTYPED if operation.value is None else operation.value.typed.slot
    for _, answer in operation.answers:
        value = unite_any(value, slot_of_value(answer))
    if operation.pages is None or spec.pages is None:
        return value, None
    rows = value
    if spec.pages.rows is not None:
        rows = UNTYPED if operation.pages.rows is None else operation.pages.rows.typed.slot
    if isinstance(rows.type, ListType):
        return value, rows.type.item
    return value, UNTYPED if rows == UNTYPED else ANY


def _register(operation: Operation, value: Slot, row: Slot | None, *, context: Context) -> None:
    """Make an operation known to steps by its name and, with the upstream before it, by its full name."""
    entry = Callable(operation, value, row)
    short = context.operations.get(operation.name)
    if short is not None and short.operation.upstream != operation.upstream:
        context.operations.pop(operation.name)  # ambiguous: only the full name tells them apart
    else:
        context.operations[operation.name] = entry
    context.operations[f"{operation.upstream}.{operation.name}"] = entry


def slot_of_value(value: JsonValue) -> Slot:
    """Return the slot of a constant."""
    match value:
        case None:
            return Slot(NULL, null=True)
        case bool():
            return Slot(BOOL)
        case int():
            return Slot(INT)
        case float():
            return Slot(DOUBLE)
        case str():
            return Slot(STRING)
        case dict():
            return Slot(MapType({key: slot_of_value(item) for key, item in value.items()}, None))
        case list():
            item = slot_of_value(value[0]) if value else Slot(DYN)
            for other in value[1:]:
                item = unite_any(item, slot_of_value(other))
            return Slot(ListType(item))


def _with_failures(upstream: Upstream, context: Context) -> Upstream:
    """Return the upstream with its tables, which may probe any operation and so come after all of them."""
    spec = context.spec.upstreams[upstream.name]
    place = context.root / "upstreams" / upstream.name
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


def build_fails(specs: Mapping[str, FailSpec], place: Place, names: Scope, context: Context) -> tuple[FailStatus, ...]:
    """Return a table of failures; `names` is what its conditions and data may use."""
    return tuple(
        FailStatus(status=status, fail=_fail(spec, place / status, names, context)) for status, spec in specs.items()
    )


def _fail(spec: FailSpec, place: Place, names: Scope, context: Context) -> Fail:
    match spec:
        case str():
            context.check_code(spec, place.value)
            return FailCode(code=spec, span=place.value)
        case ProbeSpec():
            context.callable(spec.probe, (place / "probe").value)
            context.check_code(spec.found, (place / "found").value)
            context.check_code(spec.missing, (place / "missing").value)
            return FailProbe(
                operation=spec.probe.rpartition(".")[2], found=spec.found, missing=spec.missing, span=place.value
            )
        case RaiseSpec():
            return _raised(spec, place, names, context)
        case rows:
            return FailChoice(rows=tuple(_row(row, place / index, names, context) for index, row in enumerate(rows)))


def _row(spec: str | RaiseSpec, place: Place, names: Scope, context: Context) -> FailRow:
    if isinstance(spec, str):
        context.check_code(spec, place.value)
        return FailRow(condition=None, fail=FailCode(code=spec, span=place.value))
    judged = condition(spec.if_, place / "if", names, context) if isinstance(spec, FailRowSpec) else None
    return FailRow(condition=judged, fail=_raised(spec, place, names, context))


def _raised(spec: RaiseSpec, place: Place, names: Scope, context: Context) -> FailCode:
    return FailCode(
        code=spec.code,
        params=raised_params(spec.code, spec.with_, place, names, context),
        message=None if spec.message is None else text_template(spec.message, place / "message", names, context),
        span=place.value,
    )


def raised_params(
    code: str, given: Mapping[str, JsonValue] | None, place: Place, names: Scope, context: Context
) -> Template | None:
    """Return the data with which an error is raised, checked against what the error declares."""
    if not context.check_code(code, (place / "code").value):
        return None
    params = context.params.get(code)
    if given is None:
        _check_nothing_missing(code, params, place, context)
        return None
    data = template(dict(given), place / "with", names, context)
    check_fit(data, params or ObjectSchema(span=place.value, properties=()), f"`{code}`", place / "with", context)
    return data


# What the server itself knows of a failed request or a broken condition (LANGUAGE §5), and so need not be given.
_SUPPLIED = frozenset(
    {"operation", "status", "cause", "completed", "fields", "reason", "current", "required", "present"}
)
_SUPPLIED_LIMITS = frozenset({"retry_after_ms", "remaining"})


def _check_nothing_missing(code: str, params: ObjectSchema | None, place: Place, context: Context) -> None:
    missing = [
        item.name
        for item in (params.properties if params else ())
        if item.required and item.name not in _SUPPLIED | _SUPPLIED_LIMITS
    ]
    if missing:
        listed = ", ".join(f"`{name}`" for name in missing)
        context.diagnostics.error(
            "value-missing",
            f"`{code}` is raised here without {listed}",
            place.value,
            hint=f"write `{{code: {code}, with: {{{missing[0]}: …}}}}`",
        )
