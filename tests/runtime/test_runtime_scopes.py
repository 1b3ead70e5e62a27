"""Scopes of tokens: looked up once for tokens that have them, before the first request that needs one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from answering import asking
from fakes.github import FakeGithub
from pactwright.runtime.connections import Request
from pactwright.runtime.credentials import bearer
from pactwright.runtime.envelope import ToolError
from pactwright.runtime.requesting import Scopes, Upstream

CONTRACT: dict[str, Any] = {
    "format": 1,
    "server": {"name": "scopes-mcp", "version": "1", "title": "Scopes", "summary": "", "does": [], "does_not": []},
    "upstreams": {"github": {"operations": {"get_me": {}, "get_issue": {}}}},
}
ISSUE = "/repos/acme/widgets/issues/1"


class Github(Upstream):
    name = "github"
    scopes = Scopes(header="X-OAuth-Scopes", tokens="^gh[po]_")

    def base_url(self) -> str:
        return str(self.settings["url"])

    async def credentials(self) -> Mapping[str, str]:
        return bearer(self.settings["token"])

    async def probe(self) -> None:
        await self.ask(Request(operation="get_me", method="GET", path="/user", reads=True))

    async def get_issue(self, *needs: str) -> None:
        await self.ask(Request(operation="get_issue", method="GET", path=ISSUE, reads=True), needs=needs)


def told(github: FakeGithub, token: str, *needs: str) -> list[str]:
    """Ask for an issue twice, needing scopes; return `ok` or the code of each."""
    process = asking(CONTRACT, {"url": github.url, "token": token})

    async def twice() -> list[str]:
        outcomes = []
        for _ in range(2):
            try:
                await Github(process.call("get", {}, principal="")).get_issue(*needs)
                outcomes.append("ok")
            except ToolError as error:
                outcomes.append(error.code)
        await process.close()
        return outcomes

    return asyncio.run(twice())


@pytest.mark.parametrize(
    ("kind", "needs", "outcome", "asked"),
    [
        ("classic", ("repo",), "ok", ["GET /user", f"GET {ISSUE}", f"GET {ISSUE}"]),
        ("classic", ("repo", "project"), "insufficient_scope", ["GET /user"]),
        ("classic", (), "ok", [f"GET {ISSUE}", f"GET {ISSUE}"]),
        ("fine_grained", ("project",), "ok", [f"GET {ISSUE}", f"GET {ISSUE}"]),
    ],
)
def test_a_scope_is_asked_for_once_and_before_the_request(
    kind: str, needs: tuple[str, ...], outcome: str, asked: list[str]
) -> None:
    with FakeGithub() as github:
        token = github.token("alice", kind=kind, scopes=["repo", "gist"])
        github.repository("acme/widgets", collaborators={"alice": "push"}).issue("One")
        assert told(github, token.value, *needs) == [outcome, outcome]
        assert github.log.lines == asked
