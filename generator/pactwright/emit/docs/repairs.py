"""Repairs as the envelope carries them and as a table tells them."""

from __future__ import annotations

from pactwright.emit.docs.links import Links
from pactwright.emit.markdown import cell, code_cell
from pactwright.model.contract import Contract
from pactwright.model.errors import ErrorType, Repair
from pactwright.model.reach import unknown_code
from pactwright.model.tools import Tool
from pactwright.spelling import Roots, filled
from pactwright.values import JsonValue

# What the generated code says where the contract names no step.
NEXT_STEP = "follow_repair"
LOOK_FIRST = "look_before_retrying"


def repair_of(error: ErrorType, tool: Tool, contract: Contract) -> Repair | None:
    """Return the way out of `error`: after a write whose outcome is unknown, what the tool says to look at."""
    look = tool.if_unknown
    if look is None or look.tool is None or unknown_code(contract) != error.code:
        return error.repair
    return Repair(
        next_step=look.next_step or LOOK_FIRST,
        tool=look.tool,
        arguments=look.arguments,
        alternative=look.alternative,
        span=look.span,
    )


def repair_value(repair: Repair, known: Roots) -> dict[str, JsonValue]:
    """Return a repair as it travels, with the known values put in."""
    found: dict[str, JsonValue] = {"next_step": repair.next_step or NEXT_STEP}
    if repair.tool is not None:
        found["tool"] = repair.tool
        found["arguments"] = {} if repair.arguments is None else filled(repair.arguments, known)
    if repair.alternative is not None:
        found["alternative"] = repair.alternative
    return found


def repair_cell(repair: Repair | None, links: Links) -> str:
    """Return a repair in words, as a finished cell."""
    if repair is None:
        return ""
    step = code_cell(repair.next_step or NEXT_STEP) if repair.tool is None else f"call {links.tool(repair.tool)}"
    return step if repair.alternative is None else f"{step}; otherwise: {cell(repair.alternative)}"
