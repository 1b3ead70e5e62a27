"""`tools.py` of the generated package: one class per tool, with what its contract says as methods."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.emit.annotations import annotation
from pactwright.emit.content import block_code
from pactwright.emit.errors import repair_call
from pactwright.emit.fills import fill_statements, guard_statements
from pactwright.emit.handlers import handler_call
from pactwright.emit.memory import Memory
from pactwright.emit.models import args_type, result_type
from pactwright.emit.presence import presence_statements
from pactwright.emit.python import EXPRESSION_IMPORTS, may_be_absent, needs_cast, template_code
from pactwright.emit.render import Chunk, chunk, module
from pactwright.emit.requests import upstream_class
from pactwright.emit.rules import rule_statements
from pactwright.emit.steps import STEP_IMPORTS, Setting, step_statements
from pactwright.expr import variable
from pactwright.expr.nodes import Name, walk
from pactwright.handler_facts import is_pure
from pactwright.model.contract import Contract
from pactwright.model.expression import Computed, Entries, Expression, Literal, Template
from pactwright.model.reach import is_live, operations_of, steps_of
from pactwright.model.schema import ArraySchema, DefaultFrom, ObjectSchema
from pactwright.model.steps import CallStep
from pactwright.model.tools import ContentAnswer, FirstPage, HandlerAnswer, ResultAnswer, Tool
from pactwright.names import class_name, identifier
from pactwright.records import dataclass

IMPORTS = {
    "Any": "typing",
    "cast": "typing",
    "Iterator": "collections.abc",
    "models": ".",
    "Call": ".runtime",
    "Content": ".runtime",
    "Repair": ".runtime",
    "Tool": ".runtime",
    "Toolbox": ".runtime",
    "Violation": ".runtime",
    "at_least_one": ".runtime",
    "disjoint": ".runtime",
    "exclusive": ".runtime",
    "only_with": ".runtime",
    "together": ".runtime",
    **STEP_IMPORTS,
    **EXPRESSION_IMPORTS,
    "Page": ".runtime.requesting",
    "contexts": ".",
    "handlers": ".",
    "views": ".",
}


@dataclass(frozen=True, slots=True)
class ToolView:
    """One tool: its class and the statements of its methods, spelled as they appear."""

    name: str
    class_name: str
    args_type: str
    result_type: str
    doc: str
    asks: str
    needs: str
    fill: tuple[str, ...]
    guard: tuple[str, ...]
    rules: tuple[str, ...]
    presence: tuple[str, ...]
    answer: tuple[str, ...]
    page: tuple[str, ...]
    item_type: str
    find: tuple[str, ...]
    if_unknown: str | None
    adds_if_unknown: str | None


def tools_module(contract: Contract, memory: Memory) -> str:
    """Return the text of `tools.py`."""
    return module(
        f"The tools of {contract.server.name}.",
        imports={**IMPORTS, **{upstream_class(item.name): ".upstreams" for item in contract.upstreams}},
        prelude="TOOLBOX = Toolbox()\n",
        chunks=[_chunk(tool, contract) for tool in contract.tools],
        memory=memory,
    )


def _chunk(tool: Tool, contract: Contract) -> Chunk:
    name = class_name(tool.name)
    view = ToolView(
        name=tool.name,
        class_name=f"{name}_" if name in IMPORTS else name,
        args_type=f"models.{args_type(tool.name)}",
        result_type=result_annotation(tool),
        doc=tool.description,
        asks=", ".join(_asks(tool, contract)),
        needs=", ".join(_needs(tool, contract)),
        fill=tuple(_fill(tool, contract)),
        guard=tuple(_guard(tool, contract)),
        rules=tuple(rule_statements(tool.rules)),
        presence=tuple(presence_statements(tool.output)),
        answer=() if tool.pagination or not is_live(tool, contract) else tuple(_answer(tool, contract)),
        page=tuple(_page(tool, contract)) if tool.pagination and is_live(tool, contract) else (),
        item_type=item_annotation(tool, contract),
        find=tuple(_find(tool, contract)) if is_live(tool, contract) else (),
        if_unknown=_if_unknown(tool),
        adds_if_unknown=None
        if tool.if_unknown is None or tool.if_unknown.says is None
        else template_code(tool.if_unknown.says),
    )
    return chunk("package/src/tools.tool.py.jinja", tool=view)


def result_annotation(tool: Tool) -> str:
    """Return the type of what the tool's `answer` gives."""
    if isinstance(tool.answer, ContentAnswer):
        return "Content"
    return "dict[str, Any]" if tool.output is None else f"models.{result_type(tool.name)}"


def _fill(tool: Tool, contract: Contract) -> list[str]:
    fills = {item.name: item for item in contract.fills}
    statements = [line for name, required in tool.fills for line in fill_statements(fills[name], required=required)]
    for item in tool.input.properties:
        if isinstance(item.presence, DefaultFrom) and item.presence.expression is not None:
            slot = item.presence.expression.typed.slot
            given = Computed(item.presence.expression, drops_null=slot.null and not item.schema.nullable)
            code = template_code(given)
            statements.append(f"if {item.name!r} not in args:")
            if may_be_absent(given):
                # Named by the argument: the values of two arguments are of different types.
                found = f"found_{identifier(item.name)}"
                statements += [f"    {found} = {code}", f"    if {found} is not ABSENT:"]
                statements.append(f"        args[{item.name!r}] = {found}")
            else:
                statements.append(f"    args[{item.name!r}] = {code}")
    return statements


def _asks(tool: Tool, contract: Contract) -> Iterator[str]:
    """Yield the classes of the upstreams whose credentials a call of the tool needs."""
    if is_live(tool, contract):
        needed = dict.fromkeys(upstream.name for upstream, _ in operations_of(tool, contract) if upstream.auth)
        yield from (upstream_class(name) for name in needed)


def _needs(tool: Tool, contract: Contract) -> Iterator[str]:
    """Yield the operations that a token needs scopes for and that a call may come to, whatever is answered before.

    What the arguments leave out is judged when it is made.
    """
    for step in steps_of(tool.answer) if is_live(tool, contract) else ():
        if not isinstance(step, CallStep) or _is_chosen(step.when) or step.each is not None or step.best_effort:
            continue
        named = contract.operation(step.operation)
        if named is not None and named[0].scopes is not None and named[1].needs:
            yield f"({upstream_class(named[0].name)}, {named[1].name!r}, {named[1].needs!r})"


def _is_chosen(when: Expression | None) -> bool:
    """Whether a condition can be told before anything is asked."""
    if when is None:
        return False
    names = {node.name for node in walk(when.typed.node) if isinstance(node, Name)}
    return names <= {"args", "config", "call"}


def _guard(tool: Tool, contract: Contract) -> Iterator[str]:
    guards = {item.name: item for item in contract.guards}
    for name in tool.guards:
        yield from guard_statements(guards[name])


def _answer(tool: Tool, contract: Contract) -> Iterator[str]:
    match tool.answer:
        case HandlerAnswer():
            yield f"return {handler_call(tool.name, pure=is_pure(tool))}"
        case ResultAnswer(steps=steps, result=result):
            ending = _returned(tool, result)
            if tool.first_page is not None:
                begun = f"return cast({result_annotation(tool)}, {_begun(tool.first_page)})"
                ending = [f"result = {template_code(result)}", begun]
            yield from step_statements(steps, Setting(contract, tool.input, precondition=tool.precondition), ending)
        case ContentAnswer(steps=steps, blocks=blocks):
            ending = [f"return Content([{', '.join(map(block_code, blocks))},])"]
            yield from step_statements(steps, Setting(contract, tool.input, precondition=tool.precondition), ending)
        case _:
            return


def _returned(tool: Tool, result: Template) -> list[str]:
    code = template_code(result)
    return [f"return cast({result_annotation(tool)}, {code})" if needs_cast(result) else f"return {code}"]


def _begun(first: FirstPage) -> str:
    """Return the Python of a result with what says how the list that begins in it continues."""
    names = f"has_more={first.has_more!r}, next_cursor={first.next_cursor!r}"
    return f"call.begin_list({first.pagination!r}, result, page, {names})"


def _find(tool: Tool, contract: Contract) -> Iterator[str]:
    """Yield the statements that look for what an earlier call did whose outcome is not known."""
    if tool.idempotency is None:
        return
    if isinstance(tool.answer, HandlerAnswer):
        yield f"return {handler_call(f'{tool.name}_find', context=tool.name)}"
        return
    steps, found = tool.idempotency.find, tool.idempotency.found
    last = steps[-1] if steps else None
    if not steps or found is None or not isinstance(last, CallStep):
        return
    name = variable(last.name or "")
    ending = [f"if {name} is ABSENT:", "    return None", *_returned(tool, found)]
    yield from step_statements(steps, Setting(contract, tool.input), ending)


def _page(tool: Tool, contract: Contract) -> Iterator[str]:
    """Yield the statements that read one page of the upstream's list and show its rows."""
    if isinstance(tool.answer, HandlerAnswer):
        yield f"return {handler_call(tool.name, at='place')}"
        return
    assert isinstance(tool.answer, ResultAnswer)
    ending = [f"return page.of({template_code(_items(tool, contract))})"]
    yield from step_statements(tool.answer.steps, Setting(contract, tool.input, place="place"), ending)


def _items(tool: Tool, contract: Contract) -> Template:
    """Return what the result of a paginated tool says of its rows."""
    result = tool.answer.result if isinstance(tool.answer, ResultAnswer) else Literal({})
    name = next(item.items for item in contract.pagination if item.name == tool.pagination)
    match result:
        case Entries(items=items):
            return next(item for key, item in items if key == name)
        case Literal(value=dict() as values):
            return Literal(values[name])
        case _:
            raise AssertionError("the result of a paginated tool is written key by key")


def item_annotation(tool: Tool, contract: Contract) -> str:
    """Return the type of the rows of a paginated tool."""
    name = next((item.items for item in contract.pagination if item.name == tool.pagination), None)
    schema = tool.output
    found = (
        next((item for item in schema.properties if item.name == name), None)
        if isinstance(schema, ObjectSchema)
        else None
    )
    if found is None or not isinstance(found.schema, ArraySchema):
        return "Any"
    return annotation(found.schema.items, f"{result_type(tool.name)}{class_name(found.name)}Item")


def _if_unknown(tool: Tool) -> str | None:
    look = tool.if_unknown
    if look is None or look.tool is None:
        return None
    return repair_call(
        next_step=look.next_step or "look_before_retrying",
        tool=look.tool,
        arguments=look.arguments,
        alternative=look.alternative,
    )
