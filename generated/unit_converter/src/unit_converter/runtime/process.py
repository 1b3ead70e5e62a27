"""What one process serves: the contract with the modes, settings and limits it was started with.

Built once at start and handed to everything that answers; it holds no protocol object and nothing about a transport.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .calls import Call
from .catalogue import Catalogue, Errors
from .contract import Contract
from .definitions import active_templates, active_tools
from .limits import Gate
from .logs import Log
from .settings import Settings
from .summary import summary
from .tools import Completions, Prompts, Resources, Toolbox

DEFAULT_LIMITS = {"call_timeout_ms": 60_000, "concurrency": 64, "body_bytes": 1_048_576}


@dataclass(frozen=True, slots=True)
class Parts:
    """The generated code of a service."""

    toolbox: Toolbox
    catalogue: Catalogue
    resources: Resources
    prompts: Prompts
    completions: Completions


@dataclass(frozen=True, slots=True)
class Process:
    """A contract as this process serves it."""

    contract: Contract
    parts: Parts
    modes: tuple[str, ...]
    mock: bool
    settings: Settings
    log: Log
    errors: Errors
    gate: Gate
    summary: Mapping[str, Any]
    tools: Mapping[str, Mapping[str, Any]]
    templates: Mapping[str, Mapping[str, Any]]
    catalog: Mapping[str, Any]
    _ids: Any = field(default_factory=itertools.count)
    _prefix: str = field(default_factory=lambda: os.urandom(4).hex())

    @property
    def fingerprint(self) -> str:
        """The fingerprint of what this process serves."""
        return str(self.summary["server"]["fingerprint"])

    @property
    def body_bytes(self) -> int:
        """The size of the largest message that is read."""
        return int(limit(self.contract, "body_bytes"))

    def request_id(self) -> str:
        """A new id under which a call is known in errors and logs."""
        return f"req_{self._prefix}{next(self._ids):04x}"

    def call(self, name: str, args: dict[str, Any], *, principal: str, request_id: str | None = None) -> Call:
        """A call of `name` that begins now."""
        return Call(
            tool=name,
            args=args,
            request_id=request_id or self.request_id(),
            principal=principal,
            config=self.settings.public,
            catalog=self.catalog,
        )


def assemble(
    contract: Contract, parts: Parts, *, modes: tuple[str, ...], mock: bool, settings: Settings, log: Log
) -> Process:
    """The process that serves `contract` with the given code and start options."""
    tools = {tool["name"]: tool for tool in active_tools(contract.data, modes)}
    templates = {item["name"]: item for item in active_templates(contract.data, modes)}
    whole = summary(contract.data, modes=modes)
    catalog = {
        "tools": list(tools),
        "resources": list(contract.resources),
        "codes": list(contract.errors),
        "modes": list(modes),
        "fingerprint": whole["server"]["fingerprint"],
        "version": contract.version,
    }
    return Process(
        contract=contract,
        parts=parts,
        modes=modes,
        mock=mock,
        settings=settings,
        log=log,
        errors=Errors(contract, parts.catalogue, tools=tools, log=log),
        gate=Gate(
            concurrency=limit(contract, "concurrency"), timeout_seconds=limit(contract, "call_timeout_ms") / 1000
        ),
        summary=whole,
        tools=tools,
        templates=templates,
        catalog=catalog,
    )


def limit(contract: Contract, name: str) -> int:
    """A limit of the contract, else its default."""
    return int(contract.server.get("limits", {}).get(name, DEFAULT_LIMITS[name]))
