"""What a broken variant is: the server with one part exchanged, and the checks that have to notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from .server import Server
from .serving import Endpoint, Pipe

MODERN = "2026-07-28"

ServerT = TypeVar("ServerT", bound=type[Server])
PipeT = TypeVar("PipeT", bound=type[Pipe])
EndpointT = TypeVar("EndpointT", bound=type[Endpoint])


@dataclass(frozen=True, slots=True)
class Variant:
    """One fault. `transport` and `revision` say over which connection it is looked for."""

    noticed_by: frozenset[str] = frozenset()
    server: type[Server] = Server
    pipe: type[Pipe] = Pipe
    endpoint: type[Endpoint] = Endpoint
    transport: str = "stdio"
    revision: str = MODERN


VARIANTS: dict[str, Variant] = {}


def broken(name: str, *noticed_by: str, revision: str = MODERN) -> Callable[[ServerT], ServerT]:
    """Name a server with a fault, and the checks that notice it."""

    def register(server: ServerT) -> ServerT:
        VARIANTS[name] = Variant(frozenset(noticed_by), server=server, revision=revision)
        return server

    return register


def broken_pipe(name: str, *noticed_by: str) -> Callable[[PipeT], PipeT]:
    """Name a stdio transport with a fault, and the checks that notice it."""

    def register(pipe: PipeT) -> PipeT:
        VARIANTS[name] = Variant(frozenset(noticed_by), pipe=pipe)
        return pipe

    return register


def broken_endpoint(name: str, *noticed_by: str, revision: str = MODERN) -> Callable[[EndpointT], EndpointT]:
    """Name an HTTP transport with a fault, and the checks that notice it."""

    def register(endpoint: EndpointT) -> EndpointT:
        VARIANTS[name] = Variant(
            frozenset(noticed_by), endpoint=endpoint, transport="streamable-http", revision=revision
        )
        return endpoint

    return register
