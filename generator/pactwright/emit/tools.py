"""`tools.py` of the generated package: one class per tool, with what its contract says as methods."""

from __future__ import annotations

from dataclasses import dataclass

from pactwright.emit.content import block_code
from pactwright.emit.errors import repair_call
from pactwright.emit.memory import Memory
from pactwright.emit.models import args_type, result_type
from pactwright.emit.presence import presence_statements
from pactwright.emit.python import EXPRESSION_IMPORTS, may_be_absent, needs_cast, template_code
from pactwright.emit.render import Chunk, chunk, module
from pactwright.emit.rules import rule_statements
from pactwright.model.contract import Contract
from pactwright.model.expression import Computed
from pactwright.model.reach import is_live
from pactwright.model.schema import DefaultFrom
from pactwright.model.tools import ContentAnswer, ResultAnswer, Tool
from pactwright.names import class_name, identifier

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
    **EXPRESSION_IMPORTS,
}


@dataclass(frozen=True, slots=True)
class ToolView:
    """One tool: its class and the statements of its methods, spelled as they appear."""

    name: str
    class_name: str
    args_type: str
    result_type: str
    doc: str
    fill: tuple[str, ...]
    rules: tuple[str, ...]
    presence: tuple[str, ...]
    answer: tuple[str, ...]
    if_unknown: str | None


def tools_module(contract: Contract, memory: Memory) -> str:
    """Return the text of `tools.py`."""
    return module(
        f"The tools of {contract.server.name}.",
        imports=IMPORTS,
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
        fill=tuple(_fill(tool)),
        rules=tuple(rule_statements(tool.rules)),
        presence=tuple(presence_statements(tool.output)),
        answer=tuple(_answer(tool)) if is_live(tool, contract) else (),
        if_unknown=_if_unknown(tool),
    )
    return chunk("package/src/tools.tool.py.jinja", tool=view)


def result_annotation(tool: Tool) -> str:
    """Return the type of what the tool's `answer` gives."""
    if isinstance(tool.answer, ContentAnswer):
        return "Content"
    return "dict[str, Any]" if tool.output is None else f"models.{result_type(tool.name)}"


def _fill(tool: Tool) -> list[str]:
    statements = []
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


def _answer(tool: Tool) -> list[str]:
    match tool.answer:
        case ResultAnswer(result=result):
            code = template_code(result)
            return [f"return cast({result_annotation(tool)}, {code})" if needs_cast(result) else f"return {code}"]
        case ContentAnswer(blocks=blocks):
            return [f"return Content([{', '.join(map(block_code, blocks))},])"]
        case _:
            return []


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
