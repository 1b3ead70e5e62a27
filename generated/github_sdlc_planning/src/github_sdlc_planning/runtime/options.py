"""The command line of a generated server: fixed options, a flag per declared mode, one per setting that is no secret,
and commands about ledgers where there are any.

It only says how a process was started; what the settings are worth is checked elsewhere.
"""

from __future__ import annotations

import argparse
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .contract import Contract, ContractError
from .logs import LEVELS

DEFAULT_GRACE_SECONDS = 10.0

RESERVED = frozenset(
    {"--help", "--version", "--check", "--mock", "--http", "--json-response", "--allow-host", "--grace", "--log-level"}
)

# Only of servers with ledgers.
LEDGER_FLAGS = frozenset({"--booked", "--rollback", "--since"})


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What comes after it: entries behind the one at `position`, or booked at `time` (Unix seconds) or later."""

    position: int | None = None
    time: float | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """How a process was started."""

    http: Address | None = None
    json_response: bool = False
    allowed_hosts: tuple[str, ...] = ()
    mock: bool = False
    check: bool = False
    modes: tuple[str, ...] = ()
    flags: dict[str, str] = field(default_factory=dict)
    grace_seconds: float = DEFAULT_GRACE_SECONDS
    log_level: str = "info"
    booked: str | None = None
    rollback: str | None = None
    since: Checkpoint | None = None


def parse_options(contract: Contract, argv: Sequence[str]) -> Options:
    """Read the command line. Usage errors, --help and --version exit as argparse does."""
    parser, modes, settings = _parser(contract)
    given = vars(parser.parse_args(argv))
    _check_commands(parser, given)
    return Options(
        http=given["http"],
        json_response=given["json_response"],
        allowed_hosts=tuple(given["allow_host"]),
        mock=given["mock"],
        check=given["check"],
        modes=tuple(name for name, key in modes.items() if given[key]),
        flags={name: given[key] for name, key in settings.items() if given[key] is not None},
        grace_seconds=given["grace"],
        log_level=given["log_level"],
        booked=given["booked"],
        rollback=given["rollback"],
        since=given["since"],
    )


def address(text: str) -> Address:
    """`HOST:PORT`, `[IPV6]:PORT` or `:PORT` (loopback). Raises ValueError."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise ValueError(text)
    return Address(host.strip("[]") or "127.0.0.1", int(port))


address.__name__ = "HOST:PORT"


def seconds(text: str) -> float:
    """Return a span of time; argparse reports a text that is none."""
    value = float(text)
    if not 0 <= value <= threading.TIMEOUT_MAX:
        raise ValueError(text)
    return value


def checkpoint(text: str) -> Checkpoint:
    """The position of an entry, or a time with its offset (RFC 3339). Raises ValueError."""
    if text.isascii() and text.isdecimal():
        return Checkpoint(position=int(text))
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(text)
    return Checkpoint(time=moment.timestamp())


checkpoint.__name__ = "CHECKPOINT"


def _parser(contract: Contract) -> tuple[argparse.ArgumentParser, dict[str, str], dict[str, str]]:
    server = contract.server
    parser = argparse.ArgumentParser(
        prog=contract.name,
        description=str(server.get("summary", "")),
        epilog="Without --http the server speaks MCP on stdin and stdout.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--version", action="version", version=f"{contract.name} {contract.version}")
    add("--check", action="store_true", help="validate the configuration and exit")
    add("--mock", action="store_true", help="answer from the examples of the contract; needs no credentials")
    add("--http", type=address, metavar="HOST:PORT", help="serve streamable HTTP at /mcp instead of stdio")
    add(
        "--json-response",
        action="store_true",
        help="HTTP: answer with plain JSON; no progress, no cancelling by hanging up",
    )
    add("--allow-host", action="append", default=[], metavar="HOST", help="HTTP: accept this Host and Origin as well")
    add(
        "--grace",
        type=seconds,
        default=DEFAULT_GRACE_SECONDS,
        metavar="SECONDS",
        help="time for calls in flight at a stop",
    )
    add("--log-level", choices=tuple(LEVELS), default="info", help="what is logged on stderr")
    taken = set(RESERVED)
    parser.set_defaults(booked=None, rollback=None, since=None)
    if contract.ledgers:
        taken |= LEDGER_FLAGS
        _add_commands(parser, tuple(contract.ledgers))
    modes = {}
    for name, mode in contract.modes.items():
        modes[name] = _add(parser, taken, mode["flag"], f"mode_{name}", help=mode.get("says", ""), store=False)
    settings = {}
    for name, spec in contract.config.items():
        flag = f"--{name.replace('_', '-')}"
        if not spec.get("secret") and flag not in taken:
            text = f"setting {name}, else {spec['env']}" if "env" in spec else f"setting {name}"
            settings[name] = _add(parser, taken, flag, f"setting_{name}", help=text, store=True)
    return parser, modes, settings


def _add_commands(parser: argparse.ArgumentParser, ledgers: Sequence[str]) -> None:
    add = parser.add_argument_group("ledgers", "commands, which serve nothing").add_argument
    add("--booked", choices=ledgers, help="list what is booked in a ledger and exit")
    add("--rollback", choices=ledgers, help="undo what is booked in a ledger, newest first, and exit")
    add(
        "--since",
        type=checkpoint,
        metavar="CHECKPOINT",
        help="only what was booked after the entry with this number, or at this time (RFC 3339) or later",
    )


def _check_commands(parser: argparse.ArgumentParser, given: Mapping[str, Any]) -> None:
    """End with a usage error when commands about ledgers do not go with the rest of the command line."""
    commands = [name for name in ("booked", "rollback") if given[name] is not None]
    if not commands and given["since"] is not None:
        parser.error("argument --since: only with --booked or --rollback")
    others = [*commands[1:], *(name for name in ("mock", "check", "http") if given[name])]
    if commands and others:
        parser.error(f"argument --{commands[0]}: not allowed with argument --{others[0]}")


def _add(parser: argparse.ArgumentParser, taken: set[str], flag: str, key: str, *, help: str, store: bool) -> str:
    if flag in taken:
        raise ContractError(f"the flag {flag} is declared twice or reserved")
    taken.add(flag)
    text = help.replace("%", "%%")
    if store:
        parser.add_argument(flag, dest=key, metavar="VALUE", help=text)
    else:
        parser.add_argument(flag, dest=key, action="store_true", help=text)
    return key
