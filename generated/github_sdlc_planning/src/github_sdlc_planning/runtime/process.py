"""What one process serves: the contract with the modes, settings and limits it was started with.

Built once at start and handed to everything that answers; it holds no protocol object and nothing about a transport.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from .calls import Call
from .catalogue import Catalogue, Errors
from .contents import Contents, VersionContents
from .contract import Contract
from .definitions import active_templates, active_tools
from .dialects import Texts
from .expression_values import ABSENT
from .ledgers import Ledgers
from .limits import Gate
from .logs import Log
from .promises import Promises
from .recent import Recent
from .settings import Settings
from .summary import summary
from .tools import Completions, Prompts, Resources, Toolbox

if TYPE_CHECKING:
    from .asking import Asking
    from .connections import Connection
    from .lists import Lists
    from .state import State

KeptT = TypeVar("KeptT")

DEFAULT_LIMITS = {"call_timeout_ms": 60_000, "concurrency": 64, "body_bytes": 1_048_576}


@dataclass(frozen=True, slots=True)
class Parts:
    """The generated code of a service."""

    toolbox: Toolbox
    catalogue: Catalogue
    resources: Resources
    prompts: Prompts
    completions: Completions
    versions: VersionContents = field(default_factory=VersionContents)
    texts: Texts = field(default_factory=Texts)
    ledgers: Ledgers = field(default_factory=Ledgers)
    state_store: Callable[[Mapping[str, Any]], Any] = lambda config: ABSENT
    state_keys: Callable[[Mapping[str, Any]], Any] = lambda config: ABSENT


@dataclass(frozen=True)
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
    promises: Promises
    state: State
    clock: Callable[[], float] = time.time
    reread: Callable[[], Settings] | None = None
    _connections: dict[str, Connection] = field(default_factory=dict)
    _kept: dict[str, Any] = field(default_factory=dict)
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

    def connection(self, upstream: Asking) -> Connection:
        """The way to a service, which all calls share; it is made by the first one, and anew for another address.

        Raises ValueError when the address that the settings give is none.
        """
        way = upstream.name if self.reread is None else f"{upstream.name} {upstream.base_url()}"
        known = self._connections.get(way)
        if known is None:
            from .connections import Connection

            known = Connection(
                base_url=upstream.base_url(),
                user_agent=f"{self.contract.name}/{self.contract.version}",
                log=self.log,
                pace_writes_ms=upstream.pace_writes_ms,
                read_retries=upstream.read_retries,
            )
            self._connections[way] = known
        return known

    def keep(self, name: str, make: Callable[[], KeptT]) -> KeptT:
        """What this process keeps under a name; made by the first one who asks."""
        if name not in self._kept:
            self._kept[name] = make()
        kept: KeptT = self._kept[name]
        return kept

    @cached_property
    def lists(self) -> Lists:
        """The lists of tools that come in pages."""
        from .lists import Lists

        return Lists(self)

    @cached_property
    def contents(self) -> Contents:
        """Version tokens."""
        return Contents(self, self.parts.versions)

    @cached_property
    def recent(self) -> Recent:
        """What completions read a moment ago."""
        return Recent(self.clock)

    async def close(self) -> None:
        """Close what calls have opened."""
        await self.state.close()
        for connection in self._connections.values():
            await connection.close()

    def request_id(self) -> str:
        """A new id under which a call is known in errors and logs."""
        return f"req_{self._prefix}{next(self._ids):04x}"

    def call(self, name: str, args: dict[str, Any], *, principal: str, request_id: str | None = None) -> Call:
        """A call of `name` that begins now, with the settings of this moment."""
        settings = self.settings if self.reread is None else self.reread()
        return Call(
            tool=name,
            args=args,
            request_id=request_id or self.request_id(),
            principal=principal,
            config=settings.public,
            settings=settings,
            catalog=self.catalog,
            started=self.clock(),
            clock=self.clock,
            process=self,
        )


def assemble(
    contract: Contract,
    parts: Parts,
    *,
    modes: tuple[str, ...],
    mock: bool,
    settings: Settings,
    log: Log,
    clock: Callable[[], float] = time.time,
    reread: Callable[[], Settings] | None = None,
) -> Process:
    """The process that serves `contract` with the given code and start options.

    `reread` gives each call its settings where they may change; the state keeps those of the start.

    Raises ValueError, in words that show no value, when the settings of its state cannot be used.
    """
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
        promises=Promises(contract.upstreams),
        state=_state(contract, parts, Settings() if mock else settings, log, clock),
        clock=clock,
        reread=reread,
    )


def _state(contract: Contract, parts: Parts, settings: Settings, log: Log, clock: Callable[[], float]) -> State:
    # Imported late: the compiler, which only looks at contracts, does without it.
    from .state import State

    store, keys = parts.state_store(settings.all), parts.state_keys(settings.all)
    return State(
        [] if keys in (ABSENT, None) else keys,
        store=None if store is ABSENT else store,
        server=contract.name,
        log=log,
        clock=clock,
    )


def limit(contract: Contract, name: str) -> int:
    """A limit of the contract, else its default."""
    return int(contract.server.get("limits", {}).get(name, DEFAULT_LIMITS[name]))
