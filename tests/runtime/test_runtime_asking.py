"""What a call is told of requests that got no usable answer, and of credentials that are not there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from answering import CREDENTIALS, Reply, answer, asking, reading, service, writing
from pactwright.runtime.connections import Request
from pactwright.runtime.credentials import MissingCredential
from pactwright.runtime.envelope import ToolError
from pactwright.runtime.process import Process
from pactwright.runtime.rate_limits import RateLimit
from pactwright.runtime.upstreams import Upstream

CONTRACT: dict[str, Any] = {
    "format": 1,
    "server": {"name": "things-mcp", "version": "1", "title": "Things", "summary": "", "does": [], "does_not": []},
    "upstreams": {"things": {"operations": {"list_things": {}, "add_thing": {}}}},
}


class Things(Upstream):
    name = "things"
    rate_limit: ClassVar[RateLimit | None] = RateLimit(statuses=(429, 503), after="retry-after")

    def base_url(self) -> str:
        return str(self.settings["url"])

    async def credentials(self) -> Mapping[str, str]:
        if self.settings.get("token") is None:
            raise MissingCredential
        return CREDENTIALS


def process(url: str, **settings: Any) -> Process:
    return asking(CONTRACT, {"url": url, "token": "known", **settings})


def refused(reply: Reply, request: Request) -> ToolError:
    """The error of a call that makes one request, which is answered so."""

    async def use(url: str) -> ToolError:
        running = process(url)
        try:
            with pytest.raises(ToolError) as raised:
                await Things(running.call("use", {}, principal="")).ask(request)
        finally:
            await running.close()
        return raised.value

    with service(reply) as there:
        return asyncio.run(use(there.url))


@pytest.mark.parametrize("status", [429, 503])
def test_a_read_is_held_back_by_any_status_that_the_contract_lists(status: int) -> None:
    assert refused(answer(status, {}, Retry_After="7"), reading()).code == "rate_limited"


def test_other_failures_of_a_read_are_no_rate_limit() -> None:
    assert refused(answer(502, {}, Retry_After="7"), reading()).code == "upstream_unavailable"
    assert refused(answer(503, {}), reading()).code == "upstream_unavailable"


def test_a_write_may_have_been_carried_out_behind_a_failure_of_the_service() -> None:
    assert refused(answer(503, {}, Retry_After="7"), writing()).code == "outcome_unknown"
    assert refused(answer(429, {}, Retry_After="7"), writing()).code == "rate_limited"


def test_a_credential_that_is_not_there_is_told_without_a_request() -> None:
    async def use(url: str, **settings: Any) -> None:
        running = process(url, **settings)
        try:
            await Things(running.call("use", {}, principal="")).ready()
        finally:
            await running.close()

    with service(answer(200)) as there:
        asyncio.run(use(there.url))
        with pytest.raises(ToolError) as raised:
            asyncio.run(use(there.url, token=None))
        assert raised.value.code == "missing_credential"
        assert there.connections == 0
