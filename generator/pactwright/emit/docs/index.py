"""`docs/index.md` and `docs/capabilities.md`: the server as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pactwright.emit.docs.links import Links
from pactwright.emit.docs.outcomes import page_facts
from pactwright.emit.docs.wording import duration, size
from pactwright.emit.markdown import cell, code, code_cell, heading, inline, json_block, prose
from pactwright.emit.notice import markdown_notice
from pactwright.emit.output import OutputFile
from pactwright.emit.render import render
from pactwright.emit.settings import ModeRow, SettingRow, file_layers, file_rules, mode_rows, setting_rows
from pactwright.facts import contract_facts
from pactwright.model.contract import Contract, Prompt, Resource
from pactwright.model.server import Server
from pactwright.model.tools import Effects, Tool
from pactwright.records import dataclass
from pactwright.runtime.summary import summary


@dataclass(frozen=True, slots=True)
class ToolRow:
    """A tool in the overview; finished cells."""

    link: str
    title: str
    does: str


@dataclass(frozen=True, slots=True)
class ToolGroup:
    """Tools with the same kind of effect."""

    title: str
    tools: tuple[ToolRow, ...]


@dataclass(frozen=True, slots=True)
class ResourceRow:
    """A resource or a template of resources; finished cells."""

    uri: str
    title: str
    kind: str
    description: str


@dataclass(frozen=True, slots=True)
class PromptRow:
    """A prompt; finished cells."""

    name: str
    arguments: str
    description: str


@dataclass(frozen=True, slots=True)
class PagesView:
    """A way of paging."""

    name: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndexView:
    """The overview; every text is finished Markdown."""

    notice: str
    title: str
    name: str
    summary: str
    does: tuple[str, ...]
    does_not: tuple[str, ...]
    groups: tuple[ToolGroup, ...]
    resources: tuple[ResourceRow, ...]
    prompts: tuple[PromptRow, ...]
    settings: tuple[SettingRow, ...]
    file_layers: tuple[str, ...]
    file_rules: str
    modes: tuple[ModeRow, ...]
    pages: tuple[PagesView, ...]
    protocol: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CapabilitiesView:
    """The capability summary; `summary` is a finished block."""

    notice: str
    summary: str


def index_page(contract: Contract) -> OutputFile:
    """Return the overview."""
    return OutputFile("docs/index.md", render("package/docs/index.md.jinja", view=_index(contract)))


def capabilities_page(contract: Contract) -> OutputFile:
    """Return the capability summary without what changes with every release or every tool.

    Those are the version and the fingerprint, and the error catalogue, which has a page of its own.
    """
    told = replace(contract, tools=tuple(map(_without_schemas, contract.tools)))
    whole = summary(contract_facts(told))
    whole["server"] = {key: value for key, value in whole["server"].items() if key not in ("version", "fingerprint")}
    del whole["error_catalog"]
    view = CapabilitiesView(markdown_notice(contract), json_block(whole))
    return OutputFile("docs/capabilities.md", render("package/docs/capabilities.md.jinja", view=view))


def _without_schemas(tool: Tool) -> Tool:
    """Leave out what is large in a tool and not told by the summary."""
    return replace(tool, input=replace(tool.input, properties=()), output=None, examples=())


def _index(contract: Contract) -> IndexView:
    server = contract.server
    return IndexView(
        notice=markdown_notice(contract),
        title=heading(server.title),
        name=code(server.name),
        summary=prose(server.summary),
        does=tuple(map(inline, server.does)),
        does_not=tuple(map(inline, server.does_not)),
        groups=tuple(_groups(contract)),
        resources=tuple(map(_resource, (*contract.resources, *contract.resource_templates))),
        prompts=tuple(map(_prompt, contract.prompts)),
        settings=setting_rows(contract),
        file_layers=file_layers(contract),
        file_rules=file_rules(contract),
        modes=mode_rows(contract),
        pages=tuple(PagesView(code(item.name), tuple(page_facts(item))) for item in contract.pagination),
        protocol=tuple(_protocol(server)),
    )


def _groups(contract: Contract) -> Iterator[ToolGroup]:
    links = Links.seen_from(contract, tools="tools/", docs="")
    rows: dict[str, list[ToolRow]] = {"Reading": [], "Adding and changing": [], "Changing, perhaps destroying": []}
    for tool in contract.tools:
        rows[_group(tool.effects)].append(tool_row(tool, links))
    for title, found in rows.items():
        if found:
            yield ToolGroup(title, tuple(found))


def _group(effects: Effects) -> str:
    if not effects.writes:
        return "Reading"
    return "Changing, perhaps destroying" if effects.destructive else "Adding and changing"


def tool_row(tool: Tool, links: Links) -> ToolRow:
    """Return a tool with the first line of its description."""
    return ToolRow(links.tool(tool.name), cell(tool.title), cell(tool.description.strip().partition("\n")[0]))


def _resource(resource: Resource) -> ResourceRow:
    return ResourceRow(
        uri=code_cell(resource.uri),
        title=cell(resource.title),
        kind=code_cell(resource.mime_type),
        description=cell(resource.description or ""),
    )


def _prompt(prompt: Prompt) -> PromptRow:
    names = (code_cell(item.name) + ("" if item.required else " (optional)") for item in prompt.arguments)
    return PromptRow(code_cell(prompt.name), ", ".join(names), cell(prompt.description or prompt.title))


def _protocol(server: Server) -> Iterator[str]:
    yield f"Protocol revisions: {', '.join(map(code, server.revisions))}."
    yield f"Transports: {', '.join(map(code, server.transports))}."
    if server.http is not None:
        yield f"Served at {code(server.http.url)}."
        if server.http.authorization is not None:
            authorization = server.http.authorization
            scopes = f", scopes {', '.join(map(code, authorization.scopes))}" if authorization.scopes else ""
            yield (
                f"Over HTTP a bearer token is asked for: issuer {code(authorization.issuer)}, "
                f"audience {code(authorization.audience)}{scopes}. Its keys come from {code('MCP_AUTH_JWKS')} (a file "
                f"or a URL), a shared secret in {code('MCP_AUTH_KEY')}, or else from the issuer."
            )
    yield f"A call may take {duration(server.limits.call_timeout_ms)}; {server.limits.concurrency} calls run at once."
    yield f"An HTTP body may have {size(server.limits.body_bytes)}."
    for hint in server.cache:
        whose = "by anyone" if hint.scope == "public" else "by the client that asked"
        yield f"{code(hint.method)} may be kept for {duration(hint.ttl_ms)} {whose}."
