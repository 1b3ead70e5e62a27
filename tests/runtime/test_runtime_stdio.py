"""Standard input and output: what is broken is answered, and nothing but JSON-RPC is written."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import SECRET, Program, assemble, program, request


@pytest.fixture(scope="module")
def server(package: Path) -> Iterator[Program]:
    """One server for all broken lines: it has to survive them together."""
    with program(package) as started:
        started.ask("first", "tools/list")
        yield started


def alive(server: Program) -> None:
    """The server still answers, and the answer is the next thing it wrote."""
    answer = server.ask("alive", "tools/call", name="notes_get", arguments={"note_id": 7})
    assert answer["id"] == "alive"
    assert answer["result"]["structuredContent"]["note_id"] == 7


CALL = '"method": "tools/call", "params": {"name": "notes_get", "arguments": {"note_id": 7}}'


@pytest.mark.parametrize(
    ("line", "code", "identity"),
    [
        (b"this is no JSON", -32700, None),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"', -32700, None),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list\xff"}', -32700, None),
        (b"[" * 100_000 + b"]" * 100_000, -32600, None),
        (b"[" * 30_000 + b"]" * 30_000, -32700, None),
        (b'"text"', -32600, None),
        (b"17", -32600, None),
        (b"null", -32600, None),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600, None),
        (b"[]", -32600, None),
        (b"{}", -32600, None),
        (f'{{"id": 4, {CALL}}}'.encode(), -32600, 4),
        (f'{{"jsonrpc": "1.0", "id": 4, {CALL}}}'.encode(), -32600, 4),
        (f'{{"jsonrpc": "2.0", "id": 1.5, {CALL}}}'.encode(), -32600, None),
        (f'{{"jsonrpc": "2.0", "id": null, {CALL}}}'.encode(), -32600, None),
        (f'{{"jsonrpc": "2.0", "id": true, {CALL}}}'.encode(), -32600, None),
        (f'{{"jsonrpc": "2.0", "id": {{}}, {CALL}}}'.encode(), -32600, None),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": []}', -32600, 5),
        (b'{"jsonrpc": "2.0", "id": 5, "method": 7}', -32600, 5),
        (b'{"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "\\ud800"}}', -32600, 6),
        (b'{"jsonrpc": "2.0", "id": "\\udc00", "method": "tools/call", "params": {"name": "x"}}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "x", "params": {"big": "' + b"a" * 70_000 + b'"}}', -32600, None),
    ],
)
def test_broken_lines_are_answered(server: Program, line: bytes, code: int, identity: Any) -> None:
    server.send(line)
    answer = server.receive()
    assert (answer["error"]["code"], answer["id"]) == (code, identity)
    alive(server)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   \t ",
        b"\r",
        b'{"jsonrpc": "2.0", "id": 1.5, "result": {}}',
        b'{"jsonrpc": "2.0", "id": 99, "result": {}}',
        b'{"jsonrpc": "2.0", "method": "notifications/unknown"}',
        b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 12345}}',
        b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": []}}',
    ],
)
def test_lines_that_are_owed_nothing_get_nothing(server: Program, line: bytes) -> None:
    server.send(line)
    alive(server)
    assert server.silent()


def test_params_of_the_wrong_shape_are_invalid_params_with_the_envelope(server: Program) -> None:
    answer = server.ask(8, "tools/call", name="notes_get", arguments=["not", "an", "object"])
    assert answer["error"]["code"] == -32602
    data = answer["error"]["data"]
    assert data["machine_code"] == "invalid_request"
    assert "arguments" in data["details"]["field"]
    assert data["request_id"] == "8"


def test_an_unknown_method_is_method_not_found(server: Program) -> None:
    assert server.ask(9, "tools/nope")["error"]["code"] == -32601


def test_arguments_may_be_left_out_or_empty(server: Program) -> None:
    assert server.ask(10, "tools/call", name="notes_capabilities")["result"]["isError"] is False
    assert server.ask(11, "tools/call", name="notes_capabilities", arguments={})["result"]["isError"] is False


def test_cache_hints_and_identity_are_on_modern_results(server: Program) -> None:
    tools = server.ask(12, "tools/list")["result"]
    assert (tools["ttlMs"], tools["cacheScope"], tools["resultType"]) == (3_600_000, "public", "complete")
    assert tools["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "notes-mcp"
    assert "nextCursor" not in tools
    read = server.ask(13, "resources/read", uri="notes://motto")["result"]
    assert (read["ttlMs"], read["cacheScope"]) == (30_000, "private")
    templates = server.ask(14, "resources/templates/list")["result"]
    assert (templates["ttlMs"], templates["cacheScope"]) == (0, "private")
    discovered = server.ask(15, "server/discover")["result"]
    assert (discovered["ttlMs"], discovered["cacheScope"]) == (3_600_000, "public")
    assert discovered["capabilities"]["extensions"] == {"com.example/notes": {"level": 1}}
    called = server.ask(16, "tools/call", name="notes_get", arguments={"note_id": 7})["result"]
    assert called["resultType"] == "complete"
    assert "ttlMs" not in called


def test_legacy_results_have_none_of_it(package: Path) -> None:
    with program(package) as server:
        server.send({"jsonrpc": "2.0", "id": 0, "method": "tools/list"})
        assert "error" in server.receive(), "before the handshake nothing is served"
        handshake = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        server.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": handshake})
        assert server.receive()["result"]["protocolVersion"] == "2025-11-25"
        server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
        assert set(server.receive()["result"]) == {"tools"}
        call = {"name": "notes_get", "arguments": {"note_id": 7}}
        server.send({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call})
        assert set(server.receive()["result"]) == {"content", "structuredContent", "isError"}


@pytest.mark.parametrize("broken", ["no era", "no meta object"])
def test_a_first_request_of_no_era_decides_nothing(package: Path, broken: str) -> None:
    with program(package) as server:
        params: dict[str, Any] = {} if broken == "no era" else {"_meta": 7}
        server.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params})
        assert server.receive()["error"]["code"] in (-32600, -32602)
        assert "tools" in server.ask(2, "tools/list")["result"]


def test_a_cancelled_call_is_not_answered(server: Program) -> None:
    server.send(request(20, "tools/call", name="notes_try", arguments={"what": "sleep", "seconds": 0.3}))
    server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 20}})
    alive(server)


def test_more_calls_than_allowed_at_once_are_refused(server: Program) -> None:
    for number in (30, 31, 32):
        server.send(request(number, "tools/call", name="notes_try", arguments={"what": "sleep", "seconds": 0.4}))
    answers = {answer["id"]: answer["result"] for answer in (server.receive() for _ in range(3))}
    refused = [number for number, result in answers.items() if result["isError"]]
    assert refused == [32]
    assert answers[32]["structuredContent"]["code"] == "notes_unavailable"
    assert answers[32]["structuredContent"]["temporary"] is True
    alive(server)


def test_what_is_logged_holds_no_secret_no_argument_and_no_exception_text(server: Program) -> None:
    server.ask(40, "tools/call", name="notes_try", arguments={"what": "crash"})
    server.ask(41, "tools/call", name="notes_try", arguments={"what": "an argument of a call"})
    log = "\n".join(server.log)
    assert "call_failed" in log
    for private in (SECRET, "hunter2", "an argument of a call"):
        assert private not in log


def test_everything_read_is_answered_after_the_end_of_input(package: Path) -> None:
    with program(package) as server:
        for number in (1, 2):
            server.send(request(number, "tools/call", name="notes_try", arguments={"what": "sleep", "seconds": 0.3}))
        assert server.process.stdin is not None
        server.process.stdin.write(json.dumps(request(3, "tools/list")).encode())
        server.process.stdin.close()
        assert sorted(server.receive()["id"] for _ in range(3)) == [1, 2, 3]
        assert server.process.wait(timeout=60) == 0


def test_requests_from_a_file(package: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text("\n".join(json.dumps(request(number, "tools/list")) for number in range(3)) + "\nbroken\n")
    with lines.open("rb") as source:
        done = subprocess.run(
            [sys.executable, "-m", "demo"], cwd=package, stdin=source, capture_output=True, timeout=120, check=True
        )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(str(answer["id"]) for answer in answers) == ["0", "1", "2", "None"]


def test_a_contract_without_the_modern_revision_lets_clients_fall_back(tmp_path: Path) -> None:
    def legacy_only(contract: dict[str, Any]) -> None:
        contract["server"]["revisions"] = ["2025-11-25"]

    with program(assemble(tmp_path, legacy_only)) as server:
        assert server.ask(1, "server/discover")["error"]["code"] == -32601
        handshake = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        server.send({"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": handshake})
        assert server.receive()["result"]["protocolVersion"] == "2025-11-25"


def test_a_contract_without_legacy_revisions_refuses_the_handshake(tmp_path: Path) -> None:
    def modern_only(contract: dict[str, Any]) -> None:
        contract["server"]["revisions"] = ["2026-07-28"]

    with program(assemble(tmp_path, modern_only)) as server:
        handshake = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        server.send({"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": handshake})
        error = server.receive()["error"]
        assert (error["code"], error["data"]["supported"]) == (-32022, ["2026-07-28"])


def test_a_client_that_reads_late_gets_every_byte(tmp_path: Path) -> None:
    def many_tools(contract: dict[str, Any]) -> None:
        (update,) = [tool for tool in contract["tools"] if tool["name"] == "notes_update"]
        contract["tools"] += [{**update, "name": f"tool_{number}"} for number in range(300)]

    server = subprocess.Popen(
        [sys.executable, "-m", "demo"],
        cwd=assemble(tmp_path, many_tools),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert server.stdin is not None
        assert server.stdout is not None
        for number in range(5):
            server.stdin.write(json.dumps(request(number, "tools/list")).encode() + b"\n")
        server.stdin.close()
        time.sleep(2)
        answers = [json.loads(line) for line in server.stdout]
        assert sorted(answer["id"] for answer in answers) == list(range(5))
        assert all(len(answer["result"]["tools"]) == 306 for answer in answers)
        assert server.wait(timeout=60) == 0
    finally:
        server.kill()
        server.wait()
