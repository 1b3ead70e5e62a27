"""`contexts.py` of the generated package: for each handler, the requests it may make and the errors it may raise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pactwright.emit.annotations import annotation
from pactwright.emit.memory import Memory
from pactwright.emit.models import params_type
from pactwright.emit.python import view_function
from pactwright.emit.render import Chunk, chunk, module
from pactwright.emit.requests import upstream_class
from pactwright.expr import parameter
from pactwright.handler_facts import context_class, handled, is_pure
from pactwright.model.contract import Contract, Resource
from pactwright.model.errors import ErrorType
from pactwright.model.reach import codes_of
from pactwright.model.schema import Required
from pactwright.model.tools import HandlerAnswer, Tool
from pactwright.names import class_name, identifier
from pactwright.records import dataclass

CONTEXT_IMPORTS = {
    "Any": "typing",
    "Literal": "typing",
    "Mapping": "collections.abc",
    "models": ".",
    "views": ".",
    **dict.fromkeys(
        ("ABSENT", "Absent", "Call", "Context", "Failures", "ToolError", "VersionOf", "compact"), ".runtime.handling"
    ),
}


@dataclass(frozen=True, slots=True)
class FailureView:
    """One code: the class with the method that words it."""

    class_name: str
    method: str
    signature: str
    says: str
    code: str
    params: str


@dataclass(frozen=True, slots=True)
class ServiceView:
    """The requests to one upstream that one handler may make."""

    attribute: str
    class_name: str
    upstream: str
    doc: str
    methods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContextView:
    """One handler: its context, the services in it, and the codes it may raise."""

    class_name: str
    doc: str
    services: tuple[ServiceView, ...]
    failures: str
    failures_doc: str
    bases: str
    views: bool
    versions: str | None


@dataclass(frozen=True, slots=True)
class SeenView:
    """A view as a method of `ctx.views`, or the entry of `versions` as an attribute of `ctx.versions`."""

    name: str
    function: str
    result_type: str


def contexts_module(contract: Contract, memory: Memory) -> str | None:
    """Return the text of `contexts.py`; None when no handler needs one."""
    owners = [owner for owner in handled(contract) if not is_pure(owner)]
    if not owners:
        return None
    reachable = {code for owner in owners for code in _codes(owner, contract)}
    chunks = [_failure(error) for error in contract.errors if error.code in reachable]
    if contract.views:
        chunks.append(chunk("package/src/contexts.views.py.jinja", views=tuple(_seen(contract))))
    if contract.versions:
        names = tuple(item.name for item in contract.versions)
        chunks.append(chunk("package/src/contexts.versions.py.jinja", versions=names))
    chunks += [_context(owner, contract) for owner in owners]
    return module(
        f"What the handlers of {contract.server.name} may use.",
        imports={
            **CONTEXT_IMPORTS,
            **{upstream_class(item.name): ".upstreams" for item in contract.upstreams},
        },
        prelude="",
        chunks=chunks,
        memory=memory,
    )


def _codes(owner: Tool | Resource, contract: Contract) -> tuple[str, ...]:
    common = [error.code for error in contract.errors if error.common]
    reached = {*common, *owner.codes, *codes_of(owner, contract)}
    return tuple(error.code for error in contract.errors if error.code in reached)


def _failure(error: ErrorType) -> Chunk:
    properties = error.params.properties if error.params is not None else ()
    arguments, entries = [], []
    for item in properties:
        name = parameter(item.name)
        kind = annotation(item.schema, params_type(error.code) + class_name(item.name))
        needed = isinstance(item.presence, Required)
        arguments.append(f"{name}: {kind}" if needed else f"{name}: {kind} | Absent = ABSENT")
        entries.append((f"{item.name!r}: {name}", needed))
    plain = "{" + ", ".join(entry for entry, _ in entries) + "}"
    view = FailureView(
        class_name=f"Raises{class_name(error.code)}",
        method=identifier(error.code),
        signature=f"self, *, {', '.join(arguments)}" if arguments else "self",
        says=error.says,
        code=error.code,
        params=plain if all(needed for _, needed in entries) else f"compact({plain})",
    )
    return chunk("package/src/contexts.failure.py.jinja", failure=view)


def _seen(contract: Contract) -> Iterator[SeenView]:
    for view in contract.views:
        schema = contract.schema(view.type)
        assert schema is not None
        yield SeenView(
            name=identifier(view.name),
            function=view_function(view.name),
            result_type=annotation(schema, class_name(view.type)),
        )


def _context(owner: Tool | Resource, contract: Contract) -> Chunk:
    answer = owner.answer
    assert isinstance(answer, HandlerAnswer)
    precondition = owner.precondition if isinstance(owner, Tool) else None
    view = ContextView(
        class_name=context_class(owner.name),
        doc=f"What the handler of {owner.name} may use.",
        services=tuple(_services(owner.name, answer.uses, contract)),
        failures=f"{class_name(owner.name)}Failures",
        failures_doc=f"The errors that {owner.name} may raise.",
        bases=", ".join(f"Raises{class_name(code)}" for code in _codes(owner, contract)) or "Failures",
        views=bool(contract.views),
        versions=None if not contract.versions else repr(precondition.argument) if precondition else "None",
    )
    return chunk("package/src/contexts.context.py.jinja", context=view)


def _services(owner: str, uses: Iterable[str], contract: Contract) -> Iterator[ServiceView]:
    listed = list(uses)
    for upstream in contract.upstreams:
        methods = tuple(identifier(item.name) for item in upstream.operations if item.full_name in listed)
        if methods:
            yield ServiceView(
                attribute=identifier(upstream.name),
                class_name=f"{class_name(owner, upstream.name)}Requests",
                upstream=upstream_class(upstream.name),
                doc=f"The requests to {upstream.title} that {owner} may make.",
                methods=methods,
            )
