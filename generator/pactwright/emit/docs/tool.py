"""`docs/tools/<tool>.md`: everything a caller of one tool needs, on one page."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pactwright.emit.docs.examples import ExampleView, example_views
from pactwright.emit.docs.fields import ArgumentRow, ResultRow, argument_rows, result_rows
from pactwright.emit.docs.links import Links
from pactwright.emit.docs.outcomes import outcome_facts
from pactwright.emit.docs.repairs import repair_cell, repair_of
from pactwright.emit.docs.wording import listed, sentence
from pactwright.emit.markdown import cell, code, heading, inline, prose
from pactwright.emit.notice import markdown_notice
from pactwright.emit.output import OutputFile
from pactwright.emit.render import render
from pactwright.model.contract import Contract
from pactwright.model.errors import ErrorType, Repair
from pactwright.model.reach import codes_of, is_live
from pactwright.model.tools import (
    AtLeastOne,
    Disjoint,
    Effects,
    Exclusive,
    OnlyIf,
    OnlyWith,
    Require,
    Rule,
    SummaryAnswer,
    Together,
    Tool,
)
from pactwright.records import dataclass
from pactwright.tool_facts import hints


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A code that the tool can answer with; finished cells."""

    code: str
    temporary: str
    says: str
    repair: str


@dataclass(frozen=True, slots=True)
class ToolView:
    """One page; every text is finished Markdown."""

    notice: str
    title: str
    name: str
    description: str
    when_to_use: str
    facts: tuple[str, ...]
    arguments: tuple[ArgumentRow, ...]
    rules: tuple[str, ...]
    results: tuple[ResultRow, ...]
    no_results: str
    errors: tuple[ErrorRow, ...]
    outcomes: tuple[str, ...]
    examples: tuple[ExampleView, ...]


def tool_pages(contract: Contract) -> Iterator[OutputFile]:
    """Yield a page for every tool."""
    links = Links.seen_from(contract, tools="", docs="../")
    for tool in contract.tools:
        text = render("package/docs/tool.md.jinja", view=_tool(tool, contract, links))
        yield OutputFile(f"docs/tools/{links.stems[tool.name]}.md", text)


def _tool(tool: Tool, contract: Contract, links: Links) -> ToolView:
    codes = codes_of(tool, contract)
    refusal = contract.conditions.get("invalid_arguments", "")
    results = () if tool.output is None else result_rows(tool.output)
    return ToolView(
        notice=markdown_notice(contract),
        title=heading(tool.title),
        name=code(tool.name),
        description=prose(tool.description),
        when_to_use=prose(tool.when_to_use or ""),
        facts=tuple(_facts(tool, contract)),
        arguments=argument_rows(tool.input),
        rules=tuple(_rule(rule, links, usual=refusal) for rule in tool.rules),
        results=results,
        no_results="" if results else _without_fields(tool),
        errors=tuple(
            _error(error, repair_of(error, tool, contract), links) for error in contract.errors if error.code in codes
        ),
        outcomes=tuple(outcome_facts(tool, contract)),
        examples=example_views(tool, contract),
    )


def _without_fields(tool: Tool) -> str:
    if isinstance(tool.answer, SummaryAnswer):
        return "The [capability summary](../capabilities.md)."
    return "Content blocks, and no structured result." if tool.output is None else "An object without fields."


def _facts(tool: Tool, contract: Contract) -> Iterator[str]:
    yield from effect_facts(tool.effects)
    shown = hints(tool.effects, contract.server.dialect.annotations)
    if shown:
        yield f"Annotations: {code(json.dumps(shown))}."
    if tool.client_requires:
        yield f"The client must support {listed(tool.client_requires)}."
    if tool.lifecycle is not None:
        yield f"Stability: {inline(tool.lifecycle.stability)}."
        for name, value in (tool.lifecycle.deprecated or {}).items():
            yield sentence(f"Deprecated, {name.replace('_', ' ')}: {inline(value)}")
    if not is_live(tool, contract):
        yield "For now it answers only while the server runs with `--mock`."


def effect_facts(effects: Effects) -> Iterator[str]:
    """Yield what calling the tool does to the world."""
    if not effects.writes:
        yield "It only reads."
    else:
        yield (
            "It changes things, and may destroy what was there."
            if effects.destructive
            else "It adds or changes things."
        )
        again = "changes nothing more" if effects.idempotent else "acts again"
        yield f"The same call a second time {again}."
    reached = {"network": effects.network, "local_write": effects.local_write, "process": effects.process}
    words = {"network": "use the network", "local_write": "write on this machine", "process": "start processes"}
    for name, used in reached.items():
        if used:
            bound = effects.qualifiers.get(name)
            yield f"It may {words[name]}." if bound is None else sentence(f"It may {words[name]}: {inline(bound)}")


def _rule(rule: Rule, links: Links, *, usual: str) -> str:
    match rule:
        case Exclusive(groups=groups):
            return f"At most one of: {'; '.join(listed(group) for group in groups)}."
        case Together(arguments=arguments):
            return f"All or none of {listed(arguments)}."
        case AtLeastOne(arguments=arguments):
            return f"At least one of {listed(arguments)}."
        case Disjoint(left=left, right=right):
            return f"{listed((left, right))} share no element."
        case OnlyWith(argument=argument, other=other):
            return f"{code(argument)} only together with {code(other)}."
        case OnlyIf(argument=argument, says=says):
            return sentence(f"{code(argument)}: {inline(says)}")
        case Require(says=says, code=raised):
            return f"Refused with {links.error(raised or usual)}: {sentence(inline(says))}"


def _error(error: ErrorType, repair: Repair | None, links: Links) -> ErrorRow:
    return ErrorRow(
        code=links.error(error.code),
        temporary="yes" if error.temporary else "no",
        says=cell(error.says),
        repair=repair_cell(repair, links),
    )
