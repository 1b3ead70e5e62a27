"""Operations: parameters, what is sent, and what the answer is relied upon for."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from pactwright.build.context import Callable, Context
from pactwright.build.documents import check_document, only_reads
from pactwright.build.expressions import condition, template, value_expression
from pactwright.build.place import Place
from pactwright.build.references import named_type
from pactwright.build.schemas import build_property, build_schema, properties_schema
from pactwright.build.slots import ANY, answered_slot, members, request_scope, slot_of, slot_of_value
from pactwright.build.stand_ins import UNTYPED
from pactwright.expr import Scope
from pactwright.expr.types import ListType, MapType, Slot, unite_any
from pactwright.load import read_attachment
from pactwright.model.expression import Template
from pactwright.model.schema import ArraySchema, ObjectSchema, Property, Required, Schema, UnionSchema
from pactwright.model.upstreams import CONTINUED, GraphqlRequest, Operation, Paging, RestRequest
from pactwright.source import Span
from pactwright.spec.operations import DocumentFileSpec, GraphqlOperationSpec, OperationSpec, RestOperationSpec
from pactwright.values import JsonValue

_VARIABLE = re.compile(r"\{\+?([A-Za-z_][A-Za-z0-9_]*)\}")
_PARAMETER = re.compile(r"\bparams\.([A-Za-z_][A-Za-z0-9_]*)")
# MCP hosts must know a lost read from a lost write: only these methods, and documents that query, only read.
_READS = frozenset({"GET", "HEAD"})


def build_operation(upstream: str, name: str, spec: OperationSpec, config: Slot, context: Context) -> Operation:
    place = context.root / "upstreams" / upstream / "operations" / name
    request = _request(spec, place, context)
    params = _parameters(spec, request, place, context)
    names = request_scope({"params": Slot(MapType(members(params), None)), "config": config}, params)
    response = None if spec.response is None else properties_schema(spec.response, place / "response", context)
    answered = request_scope({**names.names, "upstream": answered_slot(response)}, params)
    paging = _paging(spec, [item.name for item in params], place, answered, context)
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
    _register(built, *_slots(built, spec, response, context), context=context)
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
            return only_reads(document), None


def _request(spec: OperationSpec, place: Place, context: Context) -> RestRequest | GraphqlRequest:
    if isinstance(spec, RestOperationSpec):
        method, _, path = spec.request.partition(" ")
        return RestRequest(method=method, path=path, variables=tuple(_VARIABLE.findall(path)))
    if isinstance(spec.graphql, DocumentFileSpec):
        at = (place / "graphql" / "file").value
        file = read_attachment(place.document, spec.graphql.file, at, context.diagnostics)
        if file is None:
            return GraphqlRequest(document="")
        check_document(file.text, at, context.diagnostics, file=file)
        return GraphqlRequest(document=file.text)
    check_document(spec.graphql, (place / "graphql").value, context.diagnostics)
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
    path = request.variables if isinstance(request, RestRequest) else ()
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
    # What says which thing is meant comes first, as in the path.
    return tuple(sorted(listed, key=lambda item: path.index(item.name) if item.name in path else len(path)))


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


def _paging(spec: OperationSpec, given: Collection[str], place: Place, names: Scope, context: Context) -> Paging | None:
    pages = spec.pages
    if pages is None:
        return None
    at = place / "pages"
    continued = CONTINUED.get(pages.by)
    if continued is not None and continued not in given:
        context.diagnostics.error(
            "pages-without-parameter",
            f"`by: {pages.by}` needs a parameter `{continued}`, which asks for the page",
            (at / "by").value,
            hint=f"declare `{continued}` under `params:`, and send it",
        )
    if pages.by == "cursor" and pages.next is None:
        context.diagnostics.error(
            "pages-without-next",
            "`by: cursor` does not say where the answer names the next page",
            (at / "by").value,
            hint="give `next:`, such as `${upstream.body.next_cursor}`",
        )
    return Paging(
        by=pages.by,
        size=next(iter(pages.size.items()), None) if pages.size else None,
        next=None if pages.next is None else value_expression(pages.next, at / "next", names, context),
        rows=None if pages.rows is None else value_expression(pages.rows, at / "rows", names, context),
        total=None if pages.total is None else value_expression(pages.total, at / "total", names, context),
        cut=None if pages.cut is None else condition(pages.cut, at / "cut", names, context),
    )


def _slots(
    operation: Operation, spec: OperationSpec, response: Schema | None, context: Context
) -> tuple[Slot, Slot | None]:
    """Return the slot of an operation's value and, for lists, of a row.

    An upstream may send more than `response` tells, but the contract can only rely on what it tells.
    """
    value = ANY if response is None else slot_of(response)
    if "value" in spec.model_fields_set:
        value = UNTYPED if operation.value is None else operation.value.typed.slot
    if "empty" in {**spec.fails, **context.spec.upstreams[operation.upstream].fails}:
        # A success without a value is a failure here.
        value = value.certain
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
