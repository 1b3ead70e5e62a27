"""What drives the server: the official client, with every answer and every request to GitHub looked at."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from typing import Any

import jsonschema
from anyio.from_thread import BlockingPortal
from fakes.github.builders import IssueBuilder, RepositoryBuilder
from fakes.github.clock import written
from fakes.github.log import Entry
from mcp import Client, MCPError
from mcp.types import ResourceTemplateReference
from worlds import OWNER, Server, World

INDEX = "github://repos/{owner}/{repo}/issues{?state,labels,updated_after}"
ISSUE = "github://repos/{owner}/{repo}/issues/{issue_number}"

Facts = dict[str, Any]


class Agent:
    """One client of one server, at work in one repository.

    Requests to GitHub are told as `GET R/issues/1?per_page=20`, where R is that repository; what `asks` names is all
    that may be asked, in this order.
    """

    def __init__(self, world: World, client: Client, portal: BlockingPortal, home: RepositoryBuilder) -> None:
        self.world = world
        self.client = client
        self.home = home
        self._portal = portal
        self._schemas: dict[str, Facts] = {}

    @property
    def repo(self) -> str:
        return self.home.repository.name

    @property
    def place(self) -> Facts:
        """The arguments that every tool takes."""
        return {"owner": OWNER, "repo": self.repo}

    @property
    def moment(self) -> str:
        """The present, as GitHub writes it."""
        return str(written(self.world.now))

    @property
    def minute_ago(self) -> str:
        """From when on is looked for what a call that just began may have written: clocks may differ by a minute."""
        return str(written(self.world.now - timedelta(minutes=1)))

    def home_issue(self, number: int) -> IssueBuilder:
        """An issue of the repository, to be changed by somebody else."""
        return IssueBuilder(self.home.store, self.home.repository, self.home.repository.issues[number])

    # --- tools

    def begin(self, tool: str, **args: Any) -> Future[Any]:
        """Start a call, and do not wait for it."""
        return self._portal.start_task_soon(self.client.call_tool, tool, {**self.place, **args})

    def gives(self, tool: str, *, asks: Sequence[str], **args: Any) -> Facts:
        """What a tool gives: it has to be what its schema says, as structure and as text."""
        result = self._watched(asks, lambda: self.begin(tool, **args).result())
        return self.given(tool, result)

    def bare(self, tool: str, *, asks: Sequence[str]) -> Facts:
        """What a tool gives that takes no arguments."""
        return self.given(tool, self._watched(asks, lambda: self._do("call_tool", tool, {})))

    def given(self, tool: str, result: Any) -> Facts:
        """What is in a result that is no error."""
        assert not result.is_error, result.structured_content
        jsonschema.validate(result.structured_content, self._schema(tool))
        assert json.loads(result.content[0].text) == result.structured_content
        return dict(result.structured_content)

    def refused(self, tool: str, code: str, *, asks: Sequence[str], **args: Any) -> Facts:
        """The envelope that a tool refuses with: it has to be complete."""
        result = self._watched(asks, lambda: self.begin(tool, **args).result())
        return refusal(result, code)

    def repaired(self, error: Facts, *, asks: Sequence[str]) -> Facts:
        """What the call gives that an error names as its repair, made exactly as it stands there."""
        tool, args = error["repair"]["tool"], error["repair"]["arguments"]
        result = self._watched(asks, lambda: self._portal.call(self.client.call_tool, tool, args))
        return self.given(tool, result)

    # --- everything else

    def read(self, uri: str, *, asks: Sequence[str]) -> Any:
        """The JSON of a resource."""
        (content,) = self._watched(asks, lambda: self._do("read_resource", uri)).contents
        assert (content.uri, content.mime_type) == (uri, "application/json")
        return json.loads(content.text)

    def unread(self, uri: str, code: str, *, asks: Sequence[str], number: int = -32602) -> Facts:
        """What the JSON-RPC error of a resource carries; its own code has to be `number`."""
        error = self.raised("read_resource", uri, asks=asks)
        assert (error.code, error.data["machine_code"]) == (number, code), error
        assert error.data["resource_uri"] == uri
        assert not {"code", "message"} & set(error.data)
        data = dict(error.data)
        checked({"code": data["machine_code"], "message": data["human_message"], **data})
        return data

    def raised(self, method: str, *args: Any, asks: Sequence[str]) -> Any:
        """The JSON-RPC error that a method of the client ends with."""
        return self._watched(asks, lambda: self._raised(method, *args)).error

    def completes(
        self, argument: str, typed: str, *, asks: Sequence[str], uri: str = INDEX, chosen: Facts | None = None
    ) -> Any:
        """The values that complete a variable of a resource's address."""
        reference = ResourceTemplateReference(uri=uri)
        ask = partial(self.client.complete, reference, {"name": argument, "value": typed}, chosen)
        return self._watched(asks, lambda: self._portal.call(ask)).completion

    def tools(self) -> dict[str, Any]:
        """The tools that are listed, by name."""
        return {tool.name: tool for tool in self._do("list_tools").tools}

    # --- what was asked

    @property
    def asked(self) -> list[str]:
        """What GitHub was asked since the log was forgotten."""
        return [self.told(entry) for entry in self.world.github.log]

    def forget(self) -> None:
        self.world.github.log.clear()

    def told(self, entry: Entry) -> str:
        """A request as tests write it, the query in the order in which it was sent."""
        route = entry.route.replace(f"/repos/{self.home.repository.full_name}", "R", 1)
        query = "&".join(f"{name}={value}" for name, value in entry.query)
        return f"{entry.method} {route}{query and '?'}{query}"

    def _watched(self, asks: Sequence[str], act: Callable[[], Any]) -> Any:
        self.forget()
        result = act()
        assert self.asked == list(asks), "\n".join(("it asked", *self.asked, "and not", *asks))
        return result

    def _do(self, method: str, *args: Any) -> Any:
        return self._portal.call(partial(getattr(self.client, method), *args))

    def _raised(self, method: str, *args: Any) -> MCPError:
        try:
            answer = self._do(method, *args)
        except MCPError as error:
            return error
        raise AssertionError(f"no error but {answer}")

    def _schema(self, tool: str) -> Facts:
        if not self._schemas:
            self._schemas = {name: found.output_schema for name, found in self.tools().items()}
        return self._schemas[tool]


def refusal(result: Any, code: str) -> Facts:
    """The envelope in a result that has to be an error of this code, told in the text beside it, too."""
    assert result.is_error, result.structured_content
    error = dict(result.structured_content)
    assert error["code"] == code, error
    checked(error)
    assert error["message"] in result.content[0].text
    assert code in result.content[0].text
    return error


def checked(error: Facts) -> None:
    """Hold an envelope to what every one of them promises."""
    assert {"temporary", "retry_after_ms", "request_id"} <= set(error)
    assert error["fingerprint"].startswith("github-issues-mcp@1.0.0+")
    assert error["retry_after_ms"] is None or error["temporary"]
    assert error["temporary"] is (error["code"] in ("rate_limited", "upstream_unavailable"))


Start = Callable[..., tuple[Server, Agent]]
"""Starts a server, given its way, options and settings, and gives it with an agent that is its client."""
