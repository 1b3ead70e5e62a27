"""`README.md` of the generated package: what it is, how to install and run it, what it offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pactwright.emit.docs.index import ToolRow, tool_row
from pactwright.emit.docs.links import Links
from pactwright.emit.markdown import block, code, code_cell, heading, inline, json_block, prose
from pactwright.emit.notice import markdown_notice
from pactwright.emit.output import OutputFile
from pactwright.emit.registry import registry_name
from pactwright.emit.render import render
from pactwright.emit.settings import ModeRow, SettingRow, file_layers, file_rules, is_required, mode_rows, setting_rows
from pactwright.model.contract import Contract, Ledger, Resource
from pactwright.model.reach import bookings
from pactwright.model.server import Setting
from pactwright.model.tools import Tool
from pactwright.records import dataclass
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A ledger; finished cells."""

    name: str
    booked_by: str
    undone_by: str


@dataclass(frozen=True, slots=True)
class ReadmeView:
    """The page; every text is finished Markdown."""

    notice: str
    registry_name: str
    title: str
    summary: str
    does_not: tuple[str, ...]
    install: str
    run: str
    client: str
    tools: tuple[ToolRow, ...]
    settings: tuple[SettingRow, ...]
    file_layers: tuple[str, ...]
    file_rules: str
    modes: tuple[ModeRow, ...]
    ledgers: tuple[LedgerRow, ...]
    rollback: str
    contract: str


def readme(contract: Contract) -> OutputFile:
    """Return the README."""
    links = Links.seen_from(contract, tools="docs/tools/", docs="docs/")
    server = contract.server
    view = ReadmeView(
        notice=markdown_notice(contract),
        registry_name=registry_name(server),
        title=heading(server.title),
        summary=prose(server.summary),
        does_not=tuple(map(inline, server.does_not)),
        install=block("pip install .", "sh"),
        run=block("\n".join(_commands(contract)), "sh"),
        client=json_block(_client(contract)),
        tools=tuple(tool_row(tool, links) for tool in contract.tools),
        settings=setting_rows(contract),
        file_layers=file_layers(contract),
        file_rules=file_rules(contract),
        modes=mode_rows(contract),
        ledgers=tuple(_ledger(ledger, contract) for ledger in contract.ledgers),
        rollback=block("\n".join(_rollback(contract)), "sh"),
        contract=code(contract.path),
    )
    return OutputFile("README.md", render("package/README.md.jinja", view=view))


def _commands(contract: Contract) -> list[str]:
    name = contract.server.name
    commands = [(f"{name} --mock", "answers from the contract's examples; needs no credentials")]
    if "stdio" in contract.server.transports:
        commands.append((name, "stdio"))
    if "streamable-http" in contract.server.transports:
        commands.append((f"{name} --http 127.0.0.1:8000", "streamable HTTP at /mcp, health at /healthz"))
    commands.append((f"{name} --check", "checks the configuration and ends"))
    return _explained(commands)


def _explained(commands: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(command) for command, _ in commands)
    return [f"{command.ljust(width)}   # {what}" for command, what in commands]


def _ledger(ledger: Ledger, contract: Contract) -> LedgerRow:
    owners: tuple[Tool | Resource, ...] = (*contract.tools, *contract.resources, *contract.resource_templates)
    names = dict.fromkeys(owner.name for owner in owners if any(True for _ in bookings(owner, ledger.name)))
    return LedgerRow(
        name=code_cell(ledger.name),
        booked_by=", ".join(map(code_cell, names)),
        undone_by=code_cell(ledger.operation.rpartition(".")[2]),
    )


def _rollback(contract: Contract) -> list[str]:
    if not contract.ledgers:
        return []
    name, ledger = contract.server.name, contract.ledgers[0].name
    return _explained(
        [
            (f"{name} --booked {ledger}", "lists what is booked, oldest first: number, time, entry"),
            (f"{name} --rollback {ledger}", "undoes all of it, newest first"),
            (f"{name} --rollback {ledger} --since 12", "undoes what was booked after entry 12"),
        ]
    )


def _client(contract: Contract) -> JsonValue:
    """Return the entry that most clients read; a setting the server cannot start without has to be filled in."""
    name = contract.server.name
    if "stdio" not in contract.server.transports:
        return {"mcpServers": {name: {"type": "http", "url": "http://127.0.0.1:8000/mcp"}}}
    environment: dict[str, JsonValue] = {env: f"<{item.name}>" for env, item in _needed(contract)}
    entry: dict[str, JsonValue] = {"command": name, "args": []}
    return {"mcpServers": {name: entry | ({"env": environment} if environment else {})}}


def _needed(contract: Contract) -> Iterator[tuple[str, Setting]]:
    """Yield the settings to fill in: those the server needs to start, and credentials."""
    state = contract.server.state_keys
    keys = "" if state is None else state.text.strip()
    for item in contract.config:
        credential = item.secret and keys != f"config.{item.name}"
        if item.env is not None and (is_required(item) or credential):
            yield item.env, item
