"""Stopping: calls in flight are finished within a bound, new ones are sent away, a second signal ends at once."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from raw import begin, exchange, finish, listing, trying
from serving import assemble, program, request, web


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with more time for calls than the tests need."""

    def change(contract: dict[str, Any]) -> None:
        contract["server"]["limits"]["call_timeout_ms"] = 60_000

    return assemble(tmp_path_factory.mktemp("patient"), change)


def started_call(url: str, seconds: float) -> Any:
    """A call in flight: its request was read when a later one is answered."""
    connection = begin(url, "POST", "/mcp", *trying("sleep", seconds))
    listing(url)
    time.sleep(0.3)
    return connection


def test_stdio_finishes_what_it_read(patient: Path) -> None:
    with program(patient) as server:
        server.send(request(1, "tools/call", name="notes_try", arguments={"what": "sleep", "seconds": 1}))
        server.send(request(2, "tools/list"))
        assert server.receive()["id"] == 2
        server.process.send_signal(signal.SIGTERM)
        assert server.receive()["result"]["structuredContent"] == {"said": "slept"}
        assert server.process.wait(timeout=60) == 0


def test_stdio_stops_after_the_bound(patient: Path) -> None:
    with program(patient, "--grace", "0.2") as server:
        server.send(request(1, "tools/call", name="notes_try", arguments={"what": "sleep", "seconds": 50}))
        server.send(request(2, "tools/list"))
        assert server.receive()["id"] == 2
        began = time.monotonic()
        assert server.end() == 0
        assert time.monotonic() - began < 30


def test_a_second_signal_ends_stdio_at_once(patient: Path) -> None:
    with program(patient, "--grace", "50") as server:
        server.send(request(1, "tools/call", name="notes_try", arguments={"what": "sleep", "seconds": 50}))
        server.send(request(2, "tools/list"))
        assert server.receive()["id"] == 2
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        began = time.monotonic()
        server.end(signal.SIGINT)
        assert time.monotonic() - began < 30


def test_http_finishes_calls_and_takes_no_more(patient: Path) -> None:
    with web(patient) as (server, url):
        waiting = started_call(url, 2)
        held = begin(url, "GET", "/readyz", {"Connection": "keep-alive"})
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        assert exchange(url, "GET", "/readyz", {}).json == {"status": "stopping"}
        assert exchange(url, "GET", "/healthz", {}).status == 200
        assert listing(url).status == 503
        assert finish(waiting).json["result"]["structuredContent"] == {"said": "slept"}
        assert server.process.wait(timeout=60) == 0
        held.close()


def test_http_finishes_calls_of_streams_of_the_legacy_era(patient: Path) -> None:
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    handshake = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    with web(patient) as (server, url):
        opening = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": handshake}).encode()
        session = exchange(url, "POST", "/mcp", headers, opening).headers["mcp-session-id"]
        headers |= {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
        note = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode()
        assert exchange(url, "POST", "/mcp", headers, note).status == 202
        news = begin(url, "GET", "/mcp", {**headers, "Accept": "text/event-stream"})
        params = {"name": "notes_try", "arguments": {"what": "sleep", "seconds": 2}}
        call = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}).encode()
        waiting = begin(url, "POST", "/mcp", headers, call)
        time.sleep(0.7)
        server.process.send_signal(signal.SIGTERM)
        assert finish(waiting).json["result"]["structuredContent"] == {"said": "slept"}
        began = time.monotonic()
        assert server.process.wait(timeout=60) == 0
        assert time.monotonic() - began < 30, "a stream that waits for news must not hold up the stop"
        news.close()


def test_http_stops_after_the_bound(patient: Path) -> None:
    with web(patient, "--grace", "0.2") as (server, url):
        waiting = started_call(url, 50)
        began = time.monotonic()
        assert server.end() == 0
        assert time.monotonic() - began < 30
        waiting.close()


def test_the_stop_is_logged(patient: Path) -> None:
    with web(patient) as (server, url):
        assert exchange(url, "GET", "/healthz", {}).status == 200
        assert server.end(signal.SIGINT) == 0
        assert server.event("stopped")["level"] == "info"
