"""Two processes of one server share the state of keys: whoever is asked, a key acts once."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from fakes.github import FakeGithub, real_time
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from places import Place

SOURCE = Path(__file__).parents[3] / "generated" / "github_issues" / "src"
KEY = "a key that is long enough for sealing"
NEW = {"owner": "acme", "repo": "widgets", "title": "Once", "idempotency_key": "once"}


async def create_everywhere(environment: dict[str, str], replicas: int, calls: int) -> list[dict[str, Any]]:
    """Ask several processes at once, each several times, to create the same issue; return their answers."""
    async with AsyncExitStack() as stack:
        sessions = []
        for _ in range(replicas):
            parameters = StdioServerParameters(
                command=sys.executable, args=["-m", "github_issues_mcp"], env=environment
            )
            streams = await stack.enter_async_context(stdio_client(parameters))
            session = await stack.enter_async_context(ClientSession(*streams))
            await session.initialize()
            sessions.append(session)
        asked = [session.call_tool("github_create_issue", NEW) for session in sessions for _ in range(calls)]
        answers = await asyncio.gather(*asked)
    assert not any(answer.is_error for answer in answers)
    return [dict(answer.structured_content or {}) for answer in answers]


@pytest.mark.parametrize("sealed_with", [KEY, f"{KEY} and newer,{KEY}"], ids=["one key", "two keys"])
def test_replicas_act_once_for_a_key(place: Place, sealed_with: str) -> None:
    with FakeGithub(real_time) as github:
        token = github.token("alice")
        github.repository("acme/widgets", collaborators={"alice": "push"})
        environment = {
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "GITHUB_API_URL": github.url,
            "GITHUB_TOKEN": token.value,
            "STATE_STORE": place.address,
            "STATE_KEYS": sealed_with,
        }
        answers = asyncio.run(create_everywhere(environment, replicas=2, calls=4))
        assert len(answers) == 8
        assert all(answer == answers[0] for answer in answers)
        assert [entry.method for entry in github.log.writes] == ["POST"]
