"""Modes: a server started with a mode's flag has the tools the mode keeps, and nothing leads to the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..carriers import callable_repair, failure, refused_as
from ..checking import Case, check
from ..facts import Example, Facts, Mode, Tool
from ..outcome import Findings, Unreachable, equal, holds
from ..stage import Stage
from ..subjects import told_apart, tools_in
from ..surfaces import computed_fingerprint


@check("modes.catalogue", primary=True)
def catalogue(facts: Facts) -> Iterator[Case]:
    """In a mode the server lists exactly the tools the mode keeps."""
    for mode in facts.modes:
        yield Case(mode.name, partial(_catalogue, mode))


def _catalogue(mode: Mode, stage: Stage) -> Findings:
    kept = [tool.name for tool in tools_in(stage.facts, mode)]
    wanted = sorted(kept) if stage.facts.by_name else kept
    yield from equal(wanted, _listed(stage.in_mode(mode)))


def _listed(stage: Stage) -> list[str]:
    return [str(item.get("name")) for item in stage.listing("tools/list", "tools")]


@check("modes.templates", primary=True)
def templates(facts: Facts) -> Iterator[Case]:
    """In a mode the templates that are read through a tool the mode omits are not listed."""
    for mode in facts.modes:
        if any(template.from_tool for template in facts.templates):
            yield Case(mode.name, partial(_templates, mode))


def _templates(mode: Mode, stage: Stage) -> Findings:
    kept = {tool.name for tool in tools_in(stage.facts, mode)}
    wanted = [item.uri for item in stage.facts.templates if item.from_tool is None or item.from_tool in kept]
    listed = stage.in_mode(mode).listing("resources/templates/list", "resourceTemplates")
    yield from equal(sorted(wanted), sorted(str(item.get("uriTemplate")) for item in listed))


@check("modes.fingerprint", primary=True)
def fingerprint(facts: Facts) -> Iterator[Case]:
    """In a mode the fingerprint stands for what is there in it."""
    for mode in facts.modes:
        summary = any(resource.summary for resource in facts.resources)
        if summary or any(tool.summary for tool in tools_in(facts, mode)):
            yield Case(mode.name, partial(_fingerprint, mode))


def _fingerprint(mode: Mode, stage: Stage) -> Findings:
    inside = stage.in_mode(mode)
    yield from equal(computed_fingerprint(inside), inside.fingerprint(), "server/fingerprint")
    if len(tools_in(stage.facts, mode)) < len(stage.facts.tools):
        differs = inside.fingerprint() != stage.fingerprint()
        yield from holds(differs, expected="another fingerprint than without the mode", seen=inside.fingerprint())


@check("modes.omitted", primary=True)
def omitted(facts: Facts) -> Iterator[Case]:
    """In a mode a tool it omits is unknown."""
    for mode in facts.modes:
        kept = tools_in(facts, mode)
        for tool in facts.tools:
            if tool not in kept:
                yield Case(f"{mode.name}.{tool.name}", partial(_omitted, mode, tool))


def _omitted(mode: Mode, tool: Tool, stage: Stage) -> Findings:
    arguments = stage.samples.of_tool(tool) or {}
    yield from refused_as(stage.in_mode(mode).client.call(tool.name, arguments))


@check("modes.repairs", primary=True)
def repairs(facts: Facts) -> Iterator[Case]:
    """In a mode no repair leads to a tool it omits."""
    for mode in facts.modes:
        for tool in tools_in(facts, mode):
            for number, example in told_apart(tool.input, tool.examples):
                if example.error is not None:
                    yield Case(f"{mode.name}.{tool.name}.{number}", partial(_repairs, mode, tool, example))


def _repairs(mode: Mode, tool: Tool, example: Example, stage: Stage) -> Findings:
    if not stage.target.examples:
        raise Unreachable("the server does not answer from the contract's examples")
    inside = stage.in_mode(mode)
    envelope = failure(inside.called(tool.name, example.arguments), stage.facts)
    yield from callable_repair(envelope.get("repair") or {}, stage.facts, _listed(inside))


CHECKS = (catalogue, templates, fingerprint, omitted, repairs)
