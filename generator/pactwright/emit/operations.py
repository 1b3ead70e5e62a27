"""One operation as the method that makes its request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pactwright.emit.annotations import annotation, answer_name, at_path
from pactwright.emit.failures import EMPTY, empty_statements, table_statements
from pactwright.emit.python import expression_code, template_code
from pactwright.expr import parameter
from pactwright.expr.python import escaped
from pactwright.model.contract import Contract
from pactwright.model.expression import Expression, Literal, Template
from pactwright.model.schema import ArraySchema, Schema
from pactwright.model.upstreams import CONTINUED, GraphqlRequest, Operation, Paging, RestRequest, Upstream
from pactwright.names import class_name, identifier
from pactwright.records import dataclass
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True)
class MethodView:
    """One operation: its signature, and what its request, its failures and its value are, spelled as they appear."""

    name: str
    signature: str
    returns: str
    doc: str
    refused: tuple[str, ...]
    empty: tuple[str, ...]
    preface: tuple[str, ...]
    request: str
    ask: str
    document: str | None
    values: tuple[str, ...]
    page: str | None
    row: str


# Below the base URL, like every path (GitHub's is https://api.github.com/graphql).
GRAPHQL_PATH = "/graphql"


def method(operation: Operation, upstream: Upstream, contract: Contract) -> MethodView:
    """Return the method of an operation."""
    value, kind = _value(operation)
    row = _row(operation)
    judged = any(row.status != EMPTY for row in operation.fails)
    arguments = ["request", "refused"] if judged else ["request"]
    if operation.answers:
        arguments.append(f"answers=({', '.join(status for status, _ in operation.answers)},)")
    if operation.needs:
        arguments.append(f"needs={operation.needs!r}")
    if operation.blames:
        arguments.append(f"blames={dict(operation.blames)!r}")
    empty = tuple(empty_statements((*operation.fails, *upstream.fails), contract, operation.params))
    if empty:
        kind = kind.removesuffix(" | None")
    return MethodView(
        name=identifier(operation.name),
        signature=_signature(operation),
        returns=f"Pages[{row}]" if operation.pages is not None else kind,
        doc=_doc(operation),
        refused=tuple(table_statements(operation.fails, contract, params=operation.params)),
        empty=empty,
        preface=tuple(_preface(operation)),
        request=_continued_request(operation),
        ask=f"await self.{_asking(operation)}({', '.join(arguments)})",
        document=_document(operation),
        values=() if operation.pages is not None else tuple(_values(operation, value, empty)),
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
    return None if operation.pages is None else CONTINUED.get(operation.pages.by)


def _doc(operation: Operation) -> str:
    match operation.request:
        case RestRequest(method=method, path=path):
            return f"{method} {path}"
        case request:
            first, *more = request.document.strip().splitlines()
            return f"{first} …" if more else first


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
    match operation.request:
        case RestRequest() as rest:
            sent = [f"method={rest.method!r}", f"path={_path(rest)}"]
        case _:
            sent = ['method="POST"', f"path={GRAPHQL_PATH!r}"]
    parts = [f"operation={operation.name!r}", *sent, f"reads={operation.reads!r}"]
    if isinstance(operation.request, GraphqlRequest):
        variables = "{}" if operation.variables is None else template_code(operation.variables)
        parts.append(f"body={{'query': document, 'variables': {variables}}}")
    for key in ("query", "headers", "body"):
        part: Template | None = getattr(operation, key)
        if part is not None:
            parts.append(f"{key}={template_code(part)}")
    return f"Request({', '.join(parts)},)"


def _asking(operation: Operation) -> str:
    return "query" if isinstance(operation.request, GraphqlRequest) else "ask"


def _document(operation: Operation) -> str | None:
    """Return a GraphQL document as a literal with a line for each of its own."""
    if not isinstance(operation.request, GraphqlRequest):
        return None
    return f"({' '.join(map(repr, operation.request.document.splitlines(keepends=True)))})"


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


def _values(operation: Operation, value: str, empty: Sequence[str]) -> Iterator[str]:
    for status, given in operation.answers:
        yield f"if answer.status == {status}:"
        yield f"    return {template_code(Literal(given))}"
    if empty:
        yield f"value = {value}"
        yield f"if {_nothing(operation)}:"
        yield "    raise await empty(refusal(answer, {}))"
        yield "return value"
    else:
        yield f"return {value}"


def _nothing(operation: Operation) -> str:
    """Return the condition that a success has no value."""
    absent = operation.value is not None and operation.value.typed.slot.absent
    return "value is None or value is ABSENT" if absent else "value is None"


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
        case "graphql" if pages.next is None and pages.rows is not None:
            # The connection that holds the rows tells where it goes on (GraphQL Cursor Connections, section 5).
            return f"self.connected(answer, place, {expression_code(pages.rows).rpartition('[')[0]})"
        case _:
            code = "None" if pages.next is None else expression_code(pages.next)
            return f"self.onward(answer, place, coalesce({code}, None))"
