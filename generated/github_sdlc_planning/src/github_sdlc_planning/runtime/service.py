"""A generated server as a program: options, settings, then one of the transports.

Heavy libraries are imported only once it is known that something will be served, and the ones of a transport only for
that transport.
"""

from __future__ import annotations

import gc
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import contract as contracts
from .catalogue import Catalogue
from .configuration import Configuration, Layers
from .contents import VersionContents
from .dialects import Texts
from .expression_values import ABSENT
from .ledgers import Ledgers
from .logs import Log, capture
from .options import Options, parse_options
from .process import Parts, Process, assemble
from .settings import Settings
from .tools import Completions, Prompts, Resources, Toolbox

if TYPE_CHECKING:
    from mcp.server import Server

EXIT_CONFIGURATION = 1

_SETTING = re.compile(r"\$\{\s*config\.(\w+)\s*\}")


@dataclass(frozen=True, slots=True)
class Service:
    """The generated code of one server, ready to be run with `run`."""

    package: str
    toolbox: Toolbox
    catalogue: Catalogue
    resources: Resources = field(default_factory=Resources)
    prompts: Prompts = field(default_factory=Prompts)
    completions: Completions = field(default_factory=Completions)
    versions: VersionContents = field(default_factory=VersionContents)
    texts: Texts = field(default_factory=Texts)
    ledgers: Ledgers = field(default_factory=Ledgers)
    state_store: Callable[[Mapping[str, Any]], Any] = lambda config: ABSENT
    state_keys: Callable[[Mapping[str, Any]], Any] = lambda config: ABSENT
    layers: Layers = lambda env: ()

    @property
    def parts(self) -> Parts:
        """The registries of generated code."""
        return Parts(
            self.toolbox,
            self.catalogue,
            self.resources,
            self.prompts,
            self.completions,
            self.versions,
            self.texts,
            self.ledgers,
            self.state_store,
            self.state_keys,
        )

    def process(self, options: Options | None = None, *, settings: Settings | None = None) -> Process:
        """The process `options` describe, for embedding and tests."""
        chosen = options or Options()
        return assemble(
            contracts.load(self.package),
            self.parts,
            modes=chosen.modes,
            mock=chosen.mock,
            settings=settings or Settings(),
            log=Log(chosen.log_level),
        )

    def server(self, options: Options | None = None, *, settings: Settings | None = None) -> Server[Any]:
        """The MCP server object `options` describe, for in-memory clients."""
        from .kernel import build

        return build(self.process(options, settings=settings))


def run(service: Service, argv: Sequence[str] | None = None, *, clock: Callable[[], float] = time.time) -> None:
    """Run the server as the command line says; returns when it was asked to stop.

    `clock` gives Unix seconds; only tests give another one than the system's. Exits with 1 when the configuration is
    not valid and with 2 on a usage error; a command about ledgers exits with 1 when something is left.
    """
    contract = contracts.load(service.package)
    options = parse_options(contract, sys.argv[1:] if argv is None else argv)
    log = Log(options.log_level)
    configuration = Configuration(
        contract,
        flags=options.flags,
        environ=os.environ,
        layers=service.layers,
        log=log,
        complete=not options.mock or options.check,
    )
    settings, problems = configuration.start()
    try:
        process = assemble(
            contract,
            service.parts,
            modes=options.modes,
            mock=options.mock,
            settings=settings,
            log=log,
            clock=clock,
            reread=configuration.for_each_call,
        )
    except ValueError as failure:
        problems = (*problems, f"The state of the server: {failure}.")
    if not options.mock:
        problems = (*problems, *_address_problems(contract, settings))
    if options.check:
        _report(contract.name, (*problems, *_key_problems(contract, options)))
        return
    if problems:
        for problem in problems:
            log.event("error", "configuration", problem=problem)
        sys.exit(EXIT_CONFIGURATION)
    if options.booked is not None or options.rollback is not None:
        from .rollback import command

        sys.exit(command(process, options))
    # Importing builds many long-lived objects: collecting among them only costs time.
    gc.disable()
    capture(log)
    _serve(process, options)


def _serve(process: Process, options: Options) -> None:
    from .kernel import build

    server = build(process)
    if options.http is None:
        from .stdio import serve as serve_stdio

        _settle()
        serve_stdio(server, process, grace_seconds=options.grace_seconds)
    else:
        from .web import serve as serve_http

        _settle()
        serve_http(server, process, options)


def _key_problems(contract: contracts.Contract, options: Options) -> tuple[str, ...]:
    authorization = contract.server.get("http", {}).get("authorization")
    if authorization is None or options.http is None:
        return ()
    from .keys import keys_from

    try:
        keys_from(os.environ, issuer=authorization["issuer"])
    except ValueError as failure:
        return (f"{failure}.",)
    return ()


def _address_problems(contract: contracts.Contract, settings: Settings) -> Iterator[str]:
    """Yield what is wrong with settings that are addresses of upstreams; no value is shown."""
    for upstream in contract.upstreams.values():
        named = _SETTING.fullmatch(upstream.get("base_url", ""))
        if named is None or named[1] not in settings.public:
            continue
        from .connections import base_address

        try:
            base_address(settings.public[named[1]])
        except ValueError as failure:
            source = contract.config[named[1]].get("env", named[1])
            yield f"{source} is no address of {upstream['title']}: {failure}."


def _settle() -> None:
    gc.freeze()
    gc.enable()


def _report(name: str, problems: Sequence[str]) -> None:
    if not problems:
        sys.stdout.write(f"{name}: the configuration is valid\n")
        return
    for problem in problems:
        sys.stderr.write(f"{name}: {problem}\n")
    sys.exit(EXIT_CONFIGURATION)
