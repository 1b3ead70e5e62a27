"""Standard input and output: nothing but messages on stdout, an answer to what is broken, an orderly end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ..broken_values import CANARY
from ..checking import Case, check
from ..facts import Facts
from ..outcome import Deviates, Findings, Unreachable, equal, holds
from ..servers import STDIO
from ..stage import Stage
from ..values import JsonObject, shown
from ..wire import Client, StdioClient
from ..wire.messages import fault, request

PARSE_ERROR = -32700
INVALID_REQUEST = -32600

FAREWELL_SECONDS = 10.0

# Lines no server may stumble over: what they are, and the JSON-RPC code they are answered with under `id: null`.
GARBAGE: dict[str, tuple[bytes, int | None]] = {
    "no-json": (b"{not json", PARSE_ERROR),
    "no-text": (b'\xff\xfe{"jsonrpc":"2.0"}\xc3', PARSE_ERROR),
    "batch": (b'[{"jsonrpc":"2.0","id":90001,"method":"tools/list"}]', INVALID_REQUEST),
    "number": (b"17", INVALID_REQUEST),
    "null": (b"null", INVALID_REQUEST),
    "empty": (b"", None),
    "stray-answer": (b'{"jsonrpc":"2.0","id":90002,"result":{}}', None),
}

# Requests that are malformed but have an id, so that they can be answered under it.
MALFORMED: dict[str, bytes] = {
    "no-version": b'{"id":91001,"method":"tools/list"}',
    "params-list": b'{"jsonrpc":"2.0","id":91002,"method":"tools/list","params":[]}',
    "no-method": b'{"jsonrpc":"2.0","id":91003}',
}


def _pipe(client: Client) -> StdioClient:
    assert isinstance(client, StdioClient), "the check is declared for stdio"
    return client


@check("stdio.garbage", transport=STDIO)
def garbage(facts: Facts) -> Iterator[Case]:
    """A line that is no request is answered as JSON-RPC says, and the next request as if nothing had been."""
    for name, (line, code) in GARBAGE.items():
        yield Case(name, partial(_garbage, line, code))


def _garbage(line: bytes, code: int | None, stage: Stage) -> Findings:
    client = _pipe(stage.client)
    client.write_line(line)
    answer = client.ask(_harmless(stage))
    yield from holds("result" in answer.message, expected="a result for the next request", seen=answer.message)
    codes = [item.get("error", {}).get("code") for item in answer.notifications if item.get("id", 0) is None]
    yield from equal([] if code is None else [code], codes, "the answers under id null")


@check("stdio.malformed", transport=STDIO)
def malformed(facts: Facts) -> Iterator[Case]:
    """A malformed request with an id is answered with an error under its id (JSON-RPC 2.0, section 5)."""
    for name, line in MALFORMED.items():
        yield Case(name, partial(_malformed, line))


def _malformed(line: bytes, stage: Stage) -> Findings:
    client = _pipe(stage.client)
    client.write_line(line)
    yield from equal(INVALID_REQUEST, client.await_answer(json.loads(line)["id"]).error.get("code"), "error/code")


@check("stdio.surrogates", transport=STDIO)
def surrogates(facts: Facts) -> Iterator[Case]:
    """Text that is not valid Unicode is answered under the id of its request, and the server lives on."""
    if facts.tools:
        yield Case("", _surrogates)


def _surrogates(stage: Stage) -> Findings:
    client = _pipe(stage.client)
    message = request(stage.era, next(client.numbers), "tools/call", {"name": "\ud83d", "arguments": {"a": "\udc00"}})
    client.write_line(json.dumps(message).encode())
    answer = client.await_answer(message["id"])
    failed = "error" in answer.message or answer.message["result"].get("isError") is True
    yield from holds(failed, expected="an error", seen=answer.message)
    again = client.ask(_harmless(stage))
    yield from holds("result" in again.message, expected="a result for the next request", seen=again.message)


@dataclass(frozen=True, slots=True)
class _Life:
    """What was seen of one process from its start to its end."""

    last: JsonObject
    code: int | None
    output: tuple[bytes, ...]
    errors: tuple[str, ...]


def _life(stage: Stage) -> _Life:
    """Start a process, make calls of every kind, and close its stdin while the last one is still to be answered."""
    if not stage.target.starts:
        raise Unreachable("the server is not started by this run")
    with stage.fresh() as opened:
        client = _pipe(opened)
        _play(client, stage)
        last = request(stage.era, next(client.numbers), _harmless(stage), None)
        client.tell(last)
        client.process.hang_up()
        answer = client.await_answer(last["id"]).message
        code = client.process.wait(FAREWELL_SECONDS)
        return _Life(answer, code, tuple(client.process.seen), tuple(client.process.errors))


@check("stdio.lifetime", transport=STDIO)
def lifetime(facts: Facts) -> Iterator[Case]:
    """From start to end stdout carries messages only; closing stdin ends the server with 0 once all is answered."""
    yield Case("", _lifetime)


def _lifetime(stage: Stage) -> Findings:
    life = stage.once("stdio.life", _life)
    yield from holds("result" in life.last, expected="a result for the last request", seen=life.last)
    yield from equal(0, life.code, "exit code")
    for line in life.output:
        text = line.decode("utf-8", "replace")
        reason = _fault(text)
        if reason is not None:
            yield Deviates("stdout", "nothing but JSON-RPC messages", f"{reason}: {shown(text)}")


@check("stdio.logs", transport=STDIO)
def logs(facts: Facts) -> Iterator[Case]:
    """What is written to stderr are JSON objects, a line each, without anything a caller sent."""
    yield Case("", _logs)


def _logs(stage: Stage) -> Findings:
    for line in stage.once("stdio.life", _life).errors:
        yield from holds(_is_object(line), expected="a JSON object", seen=line, where="stderr")
        yield from holds(CANARY not in line, expected="nothing of what was sent", seen=line, where="stderr")


def _play(client: Client, stage: Stage) -> None:
    """Make calls of every kind: examples, unknown tools, arguments nobody declared."""
    for tool in stage.facts.tools:
        for example in tool.examples if stage.target.examples else ():
            client.call(tool.name, example.arguments)
        if stage.target.examples or not tool.writes:
            client.call(tool.name, {CANARY: CANARY})
    client.call(CANARY, {"text": CANARY})


def _harmless(stage: Stage) -> str:
    return "server/discover" if stage.era.modern else "ping"


def _fault(text: str) -> str | None:
    try:
        return fault(json.loads(text))
    except ValueError:
        return "no JSON"


def _is_object(line: str) -> bool:
    try:
        message: JsonObject = json.loads(line)
    except ValueError:
        return False
    return isinstance(message, dict)


CHECKS = (garbage, malformed, surrogates, lifetime, logs)
