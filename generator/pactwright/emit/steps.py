"""Steps as straight-line Python: what a reviewer can follow is what happens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pactwright.emit.failures import table_statements
from pactwright.emit.python import expression_code, template_code
from pactwright.emit.requests import upstream_class
from pactwright.expr import parameter, variable
from pactwright.model.contract import Contract
from pactwright.model.expression import Entries, Literal, Template
from pactwright.model.schema import ObjectSchema
from pactwright.model.steps import CallStep, LetStep, Reject, RejectStep, Step
from pactwright.model.tools import Precondition
from pactwright.model.upstreams import Operation, Upstream
from pactwright.names import identifier
from pactwright.records import dataclass

INDENT = "    "

STEP_IMPORTS = {
    "suppress": "contextlib",
    "Refusal": ".runtime.requesting",
    "ToolError": ".runtime.requesting",
    "found": ".runtime.requesting",
    "missing": ".runtime.requesting",
}
"""What the statements of steps use beside the classes of upstreams."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Around the steps: the arguments that parameters come from, and the place of the page that one of them reads.

    `place` is the Python of where the list goes on; None in a tool that reads the first page of another tool's list.
    """

    contract: Contract
    input: ObjectSchema
    place: str | None = None
    precondition: Precondition | None = None


def step_statements(steps: tuple[Step, ...], setting: Setting, ending: Sequence[str]) -> list[str]:
    """Return the statements of steps and of what follows them.

    What steps name is a variable afterwards, if it is used there; the page that is read is `page`.
    """
    statements = list(ending)
    judges = _judges(steps, setting.contract)
    for step, judge in zip(reversed(steps), reversed(judges), strict=True):
        later = "\n".join(statements)
        made: Iterable[str]
        match step:
            case CallStep():
                made = _call(step, setting, later, judge)
            case RejectStep(reject=rejects):
                made = _rejects(rejects)
            case LetStep(values=values):
                made = _let(values, later)
            case _:
                raise AssertionError(f"{type(step).__name__} is refused before anything is emitted")
        statements[:0] = made
    return statements


def _let(values: tuple[tuple[str, Template], ...], later: str) -> Iterator[str]:
    lines: list[str] = []
    for name, value in reversed(values):
        if _uses(variable(name), "\n".join([*lines, later])):
            lines.insert(0, f"{variable(name)} = {template_code(value)}")
    yield from lines


def _uses(name: str, code: str) -> bool:
    return name in re.findall(r"\w+", code)


def _judges(steps: tuple[Step, ...], contract: Contract) -> list[str]:
    """Return, for each step, the name of the function that reads its own table of failures; empty without one."""
    taken = {variable(name) for step in steps for name in _names(step)}
    judges = []
    for step in steps:
        judge = ""
        if isinstance(step, CallStep) and step.fails:
            named = contract.operation(step.operation)
            assert named is not None
            judge = f"{identifier(step.name or named[1].name)}_refused"
            while judge in taken:
                judge += "_"
            taken.add(judge)
        judges.append(judge)
    return judges


def _names(step: Step) -> Iterator[str]:
    match step:
        case CallStep(name=str() as name):
            yield name
        case LetStep(values=values):
            yield from (name for name, _ in values)
        case _:
            return


def _call(step: CallStep, setting: Setting, later: str, judge: str) -> Iterator[str]:
    named = setting.contract.operation(step.operation)
    assert named is not None
    upstream, operation = named
    if judge:
        yield f"async def {judge}(answer: Refusal) -> ToolError | None:"
        service = f"{upstream_class(upstream.name)}(call)"
        for line in table_statements(step.fails, setting.contract, words=service, call="call"):
            yield INDENT + line
    request = _request(step, upstream, operation, judge, setting)
    after = [*_booked(step), *_current(step, setting), *_after(step)]
    if step.name is not None and not _uses(variable(step.name), "\n".join([*after, later])):
        step = replace(step, name=None)
    made = list(_made(step, request, setting))
    if step.when is not None or step.best_effort:
        # What is skipped is absent, not unbound.
        if step.page:
            yield "page: Any = ABSENT"
        if step.name is not None:
            yield f"{variable(step.name)}: Any = ABSENT"
    statements = [*made, *after]
    if step.best_effort:
        statements = list(_tried(made, after))
    if step.when is not None:
        statements = [f"if {expression_code(step.when)}:", *(INDENT + line for line in statements)]
    yield from statements


def _tried(made: list[str], after: list[str]) -> Iterator[str]:
    """Yield a request that may fail; what comes after its answer is no part of it, and ends the call all the same."""
    if not after:
        yield "with suppress(ToolError):"
        yield from (INDENT + line for line in made)
        return
    for head, lines in (("try:", made), ("except ToolError:", ["pass"]), ("else:", after)):
        yield head
        yield from (INDENT + line for line in lines)


def _request(step: CallStep, upstream: Upstream, operation: Operation, judge: str, setting: Setting) -> str:
    given = given_arguments(step.arguments)
    arguments = []
    paged = operation.pages.parameters if operation.pages is not None else frozenset()
    owned = {item.name: item for item in setting.input.properties}
    for item in operation.params:
        name = parameter(item.name)
        if item.name in given:
            arguments.append(f"{name}={given[item.name]}")
        elif item.name in paged or item.name not in owned:
            continue
        elif owned[item.name].filled:
            arguments.append(f"{name}=args[{item.name!r}]")
        else:
            arguments.append(f"{name}=args.get({item.name!r}, ABSENT)")
    service = f"{upstream_class(upstream.name)}(call{f', {judge}' if judge else ''})"
    return f"{service}.{identifier(operation.name)}({', '.join(arguments)})"


def given_arguments(arguments: Template | None) -> dict[str, str]:
    """Return the Python of what a request is given, by parameter."""
    match arguments:
        case None:
            return {}
        case Entries(items=items):
            return {name: template_code(item) for name, item in items}
        case Literal(value=dict() as values):
            return {name: repr(value) for name, value in values.items()}
        case _:
            raise AssertionError("the arguments of a request are given by name")


def _made(step: CallStep, request: str, setting: Setting) -> Iterator[str]:
    name = None if step.name is None else variable(step.name)
    if step.page or step.collect_max is not None or step.first is not None:
        yield f"pages = {request}"
    if step.page:
        yield f"page = await pages.{'first()' if setting.place is None else f'at({setting.place})'}"
        if name is not None:
            yield f"{name} = page.rows"
    elif step.collect_max is not None:
        more = "_" if step.collect_more in (None, "truncate") else "more"
        yield f"{name or '_rows'}, {more} = await pages.collect(max={step.collect_max})"
        if more == "more":
            yield "if more:"
            yield f"{INDENT}raise call.error({step.collect_more!r}, {{}})"
        if step.collect_keep is not None and name is not None:
            yield f"{name} = [it for it in {name} if {expression_code(step.collect_keep)}]"
    elif step.first is not None:
        if step.when is None and not step.best_effort:
            yield f"{name or '_row'}: Any = ABSENT"
        yield "async for it in pages:"
        yield f"{INDENT}if {expression_code(step.first)}:"
        yield f"{INDENT * 2}{name or '_row'} = it"
        yield f"{INDENT * 2}break"
    elif step.each is not None:
        made = f"[await {request} for it in {expression_code(step.each)}]"
        yield f"{name} = {made}" if name is not None else made
    else:
        yield f"{name} = await {request}" if name is not None else f"await {request}"


def _booked(step: CallStep) -> Iterator[str]:
    """Yield the booking of a write, before anything else can end the call."""
    if step.books is not None and step.entry is not None:
        yield f"await call.book({step.books!r}, {template_code(step.entry)})"


def _current(step: CallStep, setting: Setting) -> Iterator[str]:
    """Yield the check that what was read is still the version its caller knows, before anything is written."""
    required = setting.precondition
    if required is not None and required.of == step.name:
        name = variable(required.of)
        yield f"call.require_version({required.version!r}, {name}, {required.argument!r})"


def _after(step: CallStep) -> Iterator[str]:
    if step.done is not None:
        yield f"call.done({template_code(step.done)})"
    yield from _rejects(step.reject)


def _rejects(rejects: tuple[Reject, ...]) -> Iterator[str]:
    for reject in rejects:
        params = "{}" if reject.params is None else template_code(reject.params)
        message = "" if reject.message is None else f".saying({template_code(reject.message)})"
        yield f"if {expression_code(reject.condition)}:"
        yield f"{INDENT}raise call.error({reject.code!r}, {params}){message}"
