"""How a connection begins: discovery and the handshake, the server's identity, and requests no server may accept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..carriers import INVALID_PARAMS
from ..checking import Case, check
from ..facts import Facts
from ..outcome import Broken, Findings, equal, holds
from ..stage import Stage
from ..values import JsonObject, shown
from ..wire import LEGACY, MODERN, Era
from ..wire.messages import CLIENT_CAPABILITIES, PROTOCOL_VERSION, SERVER_INFO, initialize, request

METHOD_NOT_FOUND = -32601
UNSUPPORTED_VERSION = -32022


@check("handshake.discover", modern=True)
def discover(facts: Facts) -> Iterator[Case]:
    """server/discover tells the revisions, the capabilities and the instructions (MCP 2026-07-28, server/discover)."""
    yield Case("", _discover)


def _discover(stage: Stage) -> Findings:
    result = stage.client.ask("server/discover").result
    modern = [revision for revision in stage.facts.revisions if revision >= MODERN.revision]
    yield from equal(sorted(modern), sorted(result.get("supportedVersions", [])), "supportedVersions")
    yield from _capabilities(result.get("capabilities"), stage.facts)
    yield from _instructions(result.get("instructions"), stage.facts)


@check("handshake.initialize", modern=False)
def initialize_check(facts: Facts) -> Iterator[Case]:
    """initialize agrees on the revision asked for and tells who answers and what it can do (MCP 2025-11-25)."""
    yield Case("", _initialize)


def _initialize(stage: Stage) -> Findings:
    result = stage.client.hello
    yield from equal(stage.era.revision, result.get("protocolVersion"), "protocolVersion")
    yield from _identity(result.get("serverInfo"), stage.facts)
    yield from _capabilities(result.get("capabilities"), stage.facts)
    yield from _instructions(result.get("instructions"), stage.facts)


@check("handshake.identity", modern=True)
def identity(facts: Facts) -> Iterator[Case]:
    """Every result names the server in `_meta` (MCP 2026-07-28, "Per-request protocol fields")."""
    for method in ("server/discover", *_lists(facts)):
        yield Case(method.replace("/", "."), partial(_named, method))


def _named(method: str, stage: Stage) -> Findings:
    meta = stage.client.ask(method).result.get("_meta", {})
    yield from _identity(meta.get(SERVER_INFO), stage.facts)


@check("handshake.ping", modern=False)
def ping(facts: Facts) -> Iterator[Case]:
    """ping is answered with an empty result (MCP 2025-11-25, ping)."""
    yield Case("", _ping)


def _ping(stage: Stage) -> Findings:
    yield from equal({}, stage.client.ask("ping").result)


@check("handshake.method")
def method(facts: Facts) -> Iterator[Case]:
    """A method the server does not have is -32601 (JSON-RPC 2.0, section 5.1)."""
    yield Case("", _method)


def _method(stage: Stage) -> Findings:
    code = stage.client.ask("conformance/nothing").error.get("code")
    yield from equal(METHOD_NOT_FOUND, code, "error/code")


@check("handshake.version", modern=True)
def version(facts: Facts) -> Iterator[Case]:
    """A revision the server does not speak is -32022 with those it does (MCP 2026-07-28, versioning)."""
    yield Case("", _version)


def _version(stage: Stage) -> Findings:
    client = stage.client
    message = request(Era("2099-01-01", True), next(client.numbers), "server/discover", None)
    headers = {"mcp-protocol-version": "2099-01-01"}
    error = client.exchange(message, headers).error
    yield from equal(UNSUPPORTED_VERSION, error.get("code"), "error/code")
    supported = error.get("data", {}).get("supported", [])
    yield from holds(stage.era.revision in supported, expected=f"{stage.era.revision} among them", seen=supported)


@check("handshake.envelope", modern=True)
def envelope(facts: Facts) -> Iterator[Case]:
    """A request without the protocol fields in `_meta` is -32602 (MCP 2026-07-28, "Per-request protocol fields")."""
    for key in (PROTOCOL_VERSION, CLIENT_CAPABILITIES):
        yield Case(key.rpartition("/")[2], partial(_without, key))


def _without(key: str, stage: Stage) -> Findings:
    if key == PROTOCOL_VERSION and stage.transport == "stdio":
        # Without a version the first message of a pipe is one of the other era.
        return
    client = stage.client
    message = request(stage.era, next(client.numbers), "tools/list", None)
    del message["params"]["_meta"][key]
    yield from equal(INVALID_PARAMS, client.exchange(message).error.get("code"), "error/code")


@check("handshake.other-era")
def other_era(facts: Facts) -> Iterator[Case]:
    """A server that serves one era refuses the other with a JSON-RPC error instead of serving it."""
    modern = {revision >= MODERN.revision for revision in facts.revisions}
    if len(modern) == 1:
        yield Case("", _other_era)


def _other_era(stage: Stage) -> Findings:
    era = LEGACY if stage.era.modern else MODERN
    method = "server/discover" if era.modern else "initialize"
    params: JsonObject | None = None if era.modern else initialize(era)
    with stage.unconnected(era) as client:
        try:
            answer = client.ask(method, params)
        except Broken:
            return
    yield from holds("error" in answer.message, expected="a JSON-RPC error", seen=answer.message)


def _lists(facts: Facts) -> list[str]:
    methods = ["tools/list"] if facts.tools else []
    methods += ["resources/list", "resources/templates/list"] if facts.resources or facts.templates else []
    return methods + (["prompts/list"] if facts.prompts else [])


def _identity(info: object, facts: Facts) -> Findings:
    if not isinstance(info, dict):
        yield from holds(False, expected="the server's name and version", seen=shown(info))
        return
    yield from equal(facts.name, info.get("name"), "serverInfo/name")
    yield from equal(facts.version, info.get("version"), "serverInfo/version")
    if facts.title:
        yield from equal(facts.title, info.get("title"), "serverInfo/title")


def _capabilities(seen: object, facts: Facts) -> Findings:
    if not isinstance(seen, dict):
        yield from holds(False, expected="capabilities", seen=shown(seen))
        return
    wanted = {
        "tools": bool(facts.tools),
        "resources": bool(facts.resources or facts.templates),
        "prompts": bool(facts.prompts),
        "completions": facts.completes,
    }
    for name, there in wanted.items():
        yield from holds((name in seen) == there, expected=f"{name} {'' if there else 'not '}among them", seen=seen)


def _instructions(seen: object, facts: Facts) -> Findings:
    summary = facts.server.get("summary", "")
    known = isinstance(seen, str) and summary in seen
    yield from holds(known, expected=f"instructions that tell {shown(summary)}", seen=shown(seen))


CHECKS = (discover, initialize_check, identity, ping, method, version, envelope, other_era)
