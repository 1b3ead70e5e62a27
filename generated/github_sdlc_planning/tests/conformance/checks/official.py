"""A pass with the official client: what its users see is what the contract says."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from ..carriers import error_key
from ..checking import Case, check
from ..facts import Example, Facts, Tool
from ..outcome import Deviates, Finding, Findings, Unreachable, equal
from ..servers import STDIO
from ..stage import Stage
from ..subjects import told_apart

SECONDS = 60.0


@check("official.client")
def client(facts: Facts) -> Iterator[Case]:
    """The official client lists the tools and gets each example's answer, checking results against their schemas."""
    if facts.tools:
        yield Case("", _client)


def _client(stage: Stage) -> Findings:
    try:
        yield from anyio.run(_session, stage)
    except (Unreachable, AssertionError):
        raise
    except Exception as failure:
        yield Deviates("", "a session without exceptions", f"{type(failure).__name__}: {failure}")


async def _session(stage: Stage) -> list[Finding]:
    found: list[Finding] = []
    with anyio.fail_after(SECONDS):
        async with _connected(stage) as session:
            listed = [tool.name for tool in (await session.list_tools()).tools]
            names = [tool.name for tool in stage.facts.tools]
            found += equal(sorted(names), sorted(listed), "tools")
            for tool in stage.facts.tools:
                for _, example in told_apart(tool.input, tool.examples) if stage.target.examples else ():
                    found += await _called(session, tool, example, stage.facts)
    return found


async def _called(session: Client, tool: Tool, example: Example, facts: Facts) -> list[Finding]:
    answer = await session.call_tool(tool.name, example.arguments)
    found = [*equal(example.error is not None, bool(answer.is_error), f"{tool.name}/isError")]
    if example.error is not None:
        place = answer.structured_content if facts.errors_as == "house" else (answer.meta or {}).get(error_key(facts))
        found += equal(example.error, (place or {}).get("code"), f"{tool.name}/code")
    elif facts.structured and tool.output is not None:
        found += equal(example.result, answer.structured_content, f"{tool.name}/structuredContent")
    return found


@asynccontextmanager
async def _connected(stage: Stage) -> AsyncIterator[Client]:
    mode = "auto" if stage.era.modern else "legacy"
    if stage.transport == STDIO:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            async with Client(stdio_client(_parameters(stage), nowhere), mode=mode, cache=None) as session:
                yield session
        return
    token = stage.target.token
    headers = {"authorization": f"Bearer {token}"} if token else {}
    secure = stage.http.url.startswith("https:")
    async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=SECONDS, verify=secure) as http:
        transport = streamable_http_client(stage.http.url, http_client=http)
        async with Client(transport, mode=mode, cache=None) as session:
            yield session


def _parameters(stage: Stage) -> StdioServerParameters:
    command = stage.target.command
    if command is None:
        raise Unreachable("the server under test is a URL: it has no stdio")
    return StdioServerParameters(
        command=command.argv[0], args=list(command.argv[1:]), env=command.whole_environment(), cwd=command.folder
    )


CHECKS = (client,)
