"""One operation as the method that makes its request."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pactwright.emit.annotations import annotation, answer_name, at_path
from pactwright.emit.failures import table_statements
from pactwright.emit.python import expression_code, template_code
from pactwright.expr.python import escaped
from pactwright.model.contract import Contract
from pactwright.model.expression import Expression, Literal, Template
from pactwright.model.schema import ArraySchema, Schema
from pactwright.model.upstreams import Operation, Paging, RestRequest
from pactwright.names import class_name, identifier, parameter
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True)
class MethodView:
    """One operation: its signature, and what its request, its failures and its value are, spelled as they appear."""

    name: str
    signature: str
    returns: str
    doc: str
    refused: tuple[str, ...]
    preface: tuple[str, ...]
    request: str
    ask: str
    values: tuple[str, ...]
    page: str | None
    row: str


def method(operation: Operation, contract: Contract) -> MethodView:
    """Return the method of an operation."""
    value, kind = _value(operation)
    row = _row(operation)
    arguments = ["request", "refused"] if operation.fails else ["request"]
    if operation.answers:
        arguments.append(f"answers=({', '.join(status for status, _ in operation.answers)},)")
    if operation.blames:
        arguments.append(f"blames={dict(operation.blames)!r}")
    return MethodView(
        name=identifier(operation.name),
        signature=_signature(operation),
        returns=f"Pages[{row}]" if operation.pages is not None else kind,
        doc=_doc(operation),
        refused=tuple(table_statements(operation.fails, contract, params=operation.params)),
        preface=tuple(_preface(operation)),
        request=_continued_request(operation),
        ask=f"await self.ask({', '.join(arguments)})",
        values=() if operation.pages is not None else tuple(_values(operation, value, kind)),
        page=None if operation.pages is None else _page(operation, operation.pages, row),
        row=row,
    )


def _signature(operation: Operation) -> str:
    params = []
    continued = _continued(operation)
    for item in operation.params:
        if item.name == continued:
            continue
        kind = annotation(item.schema, class_name(operation.upstream, operation.name, item.name))
        name = parameter(item.name)
        if operation.pages is not None and operation.pages.size and item.name == operation.pages.size[0]:
            params.append(f"{name}: {kind} = {operation.pages.size[1]}")
        elif item.required:
            params.append(f"{name}: {kind}")
        else:
            params.append(f"{name}: {kind} | Absent = ABSENT")
    return f"self, *, {', '.join(params)}" if params else "self"


def _continued(operation: Operation) -> str | None:
    """Return the parameter that says where a list goes on: the runtime gives it, nobody else."""
    by = None if operation.pages is None else operation.pages.by
    return {"page": "page", "cursor": "cursor", "graphql": "after"}.get(by or "")


def _doc(operation: Operation) -> str:
    match operation.request:
        case RestRequest(method=method, path=path):
            return f"{method} {path}"
        case request:
            return f"{request.document.strip().splitlines()[0]} …"


def _preface(operation: Operation) -> Iterator[str]:
    match _continued(operation):
        case "page":
            yield "page = 1 if place is None else int(place)"
        case str(name):
            yield f"{parameter(name)} = ABSENT if place is None else place"
        case None:
            return


def _continued_request(operation: Operation) -> str:
    """Return the request, at the place where the list goes on when only the runtime can say so."""
    by = None if operation.pages is None else operation.pages.by
    return f"self.continued(place, {_request(operation)})" if by == "link" else _request(operation)


def _request(operation: Operation) -> str:
    request = operation.request
    assert isinstance(request, RestRequest)
    parts = [
        f"operation={operation.name!r}",
        f"method={request.method!r}",
        f"path={_path(request)}",
        f"reads={operation.reads!r}",
    ]
    for key in ("query", "headers", "body"):
        part: Template | None = getattr(operation, key)
        if part is not None:
            parts.append(f"{key}={template_code(part)}")
    return f"Request({', '.join(parts)},)"


_VARIABLE = re.compile(r"\{(\+?)([A-Za-z_][A-Za-z0-9_]*)\}")


def _path(request: RestRequest) -> str:
    if not request.variables:
        return repr(request.path)
    pieces = []
    last = 0
    for found in _VARIABLE.finditer(request.path):
        encode = "slashes" if found.group(1) else "segment"
        pieces.append(_literal_part(request.path[last : found.start()]))
        pieces.append(f"{{{encode}({parameter(found.group(2))})}}")
        last = found.end()
    pieces.append(_literal_part(request.path[last:]))
    return f'f"{"".join(pieces)}"'


def _literal_part(text: str) -> str:
    return escaped(text, '"').replace("{", "{{").replace("}", "}}")


def _value(operation: Operation) -> tuple[str, str]:
    """Return the Python of what a success gives, and its type."""
    body, kind = "answer.body", "Any"
    if operation.response is not None:
        kind = annotation(operation.response, answer_name(operation))
    if operation.value is not None:
        body, kind = expression_code(operation.value), _kind_at(operation.value, operation.response, operation)
    value = body if kind == "Any" else f"cast({_quoted(kind)}, {body})"
    kinds = dict.fromkeys([kind, *(_kind_of(given) for _, given in operation.answers)])
    return value, "Any" if "Any" in kinds else " | ".join(kinds)


def _quoted(kind: str) -> str:
    return kind if re.fullmatch(r"[\w.]+", kind) else f'"{kind}"'


def _kind_of(value: JsonValue) -> str:
    match value:
        case None:
            return "None"
        case dict() | list():
            return "Any"
        case _:
            return type(value).__name__


def _kind_at(expression: Expression, schema: Schema | None, operation: Operation) -> str:
    found = None if schema is None else at_path(expression, "upstream.body", schema, answer_name(operation))
    return "Any" if found is None else annotation(*found)


def _values(operation: Operation, value: str, kind: str) -> Iterator[str]:
    for status, given in operation.answers:
        yield f"if answer.status == {status}:"
        yield f"    return {template_code(Literal(given))}"
    yield f"return {value}"


def _row(operation: Operation) -> str:
    pages, response = operation.pages, operation.response
    if pages is None or response is None:
        return "Any"
    found: tuple[Schema, str] | None = (response, answer_name(operation))
    if pages.rows is not None:
        found = at_path(pages.rows, "upstream.body", response, answer_name(operation))
    if found is None or not isinstance(found[0], ArraySchema):
        return "Any"
    return annotation(found[0].items, f"{found[1]}Item")


def _page(operation: Operation, pages: Paging, row: str) -> str:
    rows = "answer.body" if pages.rows is None else expression_code(pages.rows)
    parts = [f"rows={rows}", f"next={_next(pages)}"]
    if pages.total is not None:
        code = expression_code(pages.total)
        parts.append(f"total={f'coalesce({code}, None)' if pages.total.typed.slot.uncertain else code}")
    if pages.cut is not None:
        parts.append(f"cut={expression_code(pages.cut)}")
    return f"Page({', '.join(parts)})"


def _next(pages: Paging) -> str:
    match pages.by:
        case "link":
            return "self.linked(answer, place)"
        case "page":
            size = 1 if pages.size is None else pages.size[1]
            rows = "answer.body" if pages.rows is None else expression_code(pages.rows)
            return f"str(page + 1) if len({rows}) >= {size} else None"
        case _:
            code = "None" if pages.next is None else expression_code(pages.next)
            return f"self.onward(answer, place, coalesce({code}, None))"
