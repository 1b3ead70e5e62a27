"""The capability summary: the contract's facts, the same on every surface, under a fingerprint clients can compute."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..carriers import failure, fingerprint_fits, refusal
from ..checking import Case, check
from ..facts import Error, Facts
from ..outcome import Deviates, Findings, Unreachable, equal, holds
from ..stage import Stage
from ..surfaces import COVERS, by_resource, by_tool, computed_fingerprint, summary_of
from ..values import Json, JsonObject, shown

ANY_TOOL = "any tool"


def _has_tool(facts: Facts) -> bool:
    return any(tool.summary for tool in facts.tools)


def _has_resource(facts: Facts) -> bool:
    return any(resource.summary for resource in facts.resources)


def _has_summary(facts: Facts) -> bool:
    return _has_tool(facts) or _has_resource(facts)


def _summary(stage: Stage) -> JsonObject:
    whole = summary_of(stage)
    if whole is None:
        raise Unreachable("the contract has no surface with the capability summary")
    return whole


@check("summary.server")
def server(facts: Facts) -> Iterator[Case]:
    """The summary names the server, what it does and what it does not do, in the contract's words."""
    if _has_summary(facts):
        yield Case("", _server)


def _server(stage: Stage) -> Findings:
    whole, facts = _summary(stage), stage.facts
    head = whole.get("server", {})
    wanted = {"name": facts.name, "version": facts.version, "summary": facts.server.get("summary", "")}
    for key, value in wanted.items():
        yield from equal(value, head.get(key), f"server/{key}")
    yield from equal(sorted(COVERS), sorted(head.get("covers", [])), "server/covers")
    for key in ("does", "does_not"):
        yield from equal(facts.server.get(key, []), whole.get(key), key)
    yield from equal(
        max(facts.revisions, default=""), head.get("protocol_target", {}).get("revision"), "protocol_target"
    )
    for transport in facts.transports:
        yield from holds(transport in head.get("transport", ()), expected=transport, seen=head.get("transport"))


@check("summary.prerequisites")
def prerequisites(facts: Facts) -> Iterator[Case]:
    """The summary repeats the contract's prerequisites and explains the codes of missing or refused credentials."""
    if _has_summary(facts):
        yield Case("", _prerequisites)


def _prerequisites(stage: Stage) -> Findings:
    seen = _summary(stage).get("prerequisites", {})
    for key, value in stage.facts.server.get("prerequisites", {}).items():
        yield from equal(value, seen.get(key), f"prerequisites/{key}")
    codes = seen.get("failure_codes", {})
    for condition in ("credential_missing", "auth_failed", "scope_missing"):
        code = stage.facts.conditions.get(condition)
        if code in stage.facts.errors:
            yield from holds(code in codes, expected=f"{code} among them", seen=codes, where="failure_codes")


@check("summary.error-catalog")
def catalog(facts: Facts) -> Iterator[Case]:
    """The summary has every code with its meaning, whether it is temporary, where it occurs and where it points."""
    if _has_summary(facts):
        yield Case("", _catalog)


def _catalog(stage: Stage) -> Findings:
    seen = _summary(stage).get("error_catalog")
    errors = stage.facts.errors
    if not isinstance(seen, dict):
        yield Deviates("error_catalog", "an object with every code", shown(seen))
        return
    yield from equal(sorted(errors), sorted(seen), "error_catalog")
    for code in errors.keys() & seen.keys():
        yield from _entry(errors[code], seen[code], stage.facts)


def _entry(error: Error, seen: JsonObject, facts: Facts) -> Findings:
    where = f"error_catalog/{error.code}"
    yield from equal(error.temporary, seen.get("temporary"), f"{where}/temporary")
    yield from equal(error.says, seen.get("says"), f"{where}/says")
    places = [ANY_TOOL] if error.common else [tool.name for tool in facts.tools if error.code in tool.errors]
    places += [item.uri for item in (*facts.resources, *facts.templates) if error.code in item.errors]
    yield from equal(sorted(places), sorted(seen.get("occurs_on", [])), f"{where}/occurs_on")
    yield from equal(_repair(error), seen.get("repair"), f"{where}/repair")


def _repair(error: Error) -> Json:
    if error.repair is None:
        return None
    parts = {"next_step": error.repair.next_step, "tool": error.repair.tool, "alternative": error.repair.alternative}
    return {key: value for key, value in parts.items() if value is not None}


@check("summary.surfaces")
def surfaces(facts: Facts) -> Iterator[Case]:
    """The tool and the resource give the same summary."""
    if _has_tool(facts) and _has_resource(facts):
        yield Case("", _surfaces)


def _surfaces(stage: Stage) -> Findings:
    yield from equal(by_tool(stage), by_resource(stage))


@check("summary.instructions")
def instructions(facts: Facts) -> Iterator[Case]:
    """The instructions say no more than the summary, and say what the server does not do."""
    yield Case("", _instructions)


def _instructions(stage: Stage) -> Findings:
    facts = stage.facts
    opening = stage.client.ask("server/discover").result if stage.era.modern else stage.client.hello
    text = str(opening.get("instructions", ""))
    known = [*facts.server.get("does", ()), *facts.server.get("does_not", ())]
    listed = [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]
    yield from holds(set(listed) <= set(known), expected=f"nothing but {shown(known)}", seen=listed)
    missing = [line for line in facts.server.get("does_not", ()) if line not in text]
    yield from holds(not missing, expected=f"them to tell {shown(missing)}", seen=text)
    places = [tool.name for tool in facts.tools if tool.summary] + [
        item.uri for item in facts.resources if item.summary
    ]
    told = any(place in text for place in places) or not places
    yield from holds(told, expected=f"them to name {' or '.join(places)}", seen=text)


@check("fingerprint.form")
def form(facts: Facts) -> Iterator[Case]:
    """The fingerprint is `<name>@<version>+<hash>`."""
    if _has_summary(facts):
        yield Case("", _form)


def _form(stage: Stage) -> Findings:
    yield from fingerprint_fits(stage.fingerprint(), stage.facts, None)


@check("fingerprint.computed")
def computed(facts: Facts) -> Iterator[Case]:
    """The fingerprint is the one a client computes from the lists and the summary it received."""
    if _has_summary(facts):
        yield Case("", _computed)


def _computed(stage: Stage) -> Findings:
    yield from equal(computed_fingerprint(stage), stage.fingerprint(), "server/fingerprint")


@check("fingerprint.refusals")
def refusals(facts: Facts) -> Iterator[Case]:
    """What is refused before any tool is reached carries the same fingerprint."""
    if _has_summary(facts) and facts.tools:
        yield Case("unknown-tool", partial(_refusal, "tools/call", {"name": "conformance_nothing", "arguments": {}}))
        yield Case("cursor", partial(_refusal, "tools/list", {"cursor": "never-given"}))


def _refusal(method: str, params: JsonObject, stage: Stage) -> Findings:
    envelope = refusal(stage.client.ask(method, params))
    yield from fingerprint_fits(envelope.get("fingerprint"), stage.facts, stage.fingerprint())


@check("fingerprint.arguments")
def arguments(facts: Facts) -> Iterator[Case]:
    """What is refused for its arguments carries the same fingerprint."""
    tool = next((tool for tool in facts.tools if tool.input.get("required")), None)
    if _has_summary(facts) and tool is not None:
        yield Case(tool.name, partial(_arguments, tool.name))


def _arguments(tool: str, stage: Stage) -> Findings:
    envelope = failure(stage.called(tool, {}), stage.facts)
    yield from fingerprint_fits(envelope.get("fingerprint"), stage.facts, stage.fingerprint())


CHECKS = (server, prerequisites, catalog, surfaces, instructions, form, computed, refusals, arguments)
