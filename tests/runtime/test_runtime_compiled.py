"""The limits and the authorization of a contract, from its YAML to what a compiled server refuses over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jwt
import pytest
from raw import Answer, begin, exchange, finish, modern
from serving import environment, request, web

KEY = "a shared secret of more than thirty-two bytes"
AUDIENCE = "https://gate.example.com/mcp"
ISSUER = "https://auth.example.com"

LIMITS = f"""\
  transports: [streamable-http]
  http: {{url: "{AUDIENCE}", authorization: {{issuer: "{ISSUER}", audience: "{AUDIENCE}", scopes: [greet]}}}}
  limits: {{call_timeout: 3s, concurrency: 2, body_bytes: 4096}}
"""
# What only computes is not timed; this tool is said to do more.
CHANGES = {
    "  transports: [stdio, streamable-http]\n": LIMITS,
    "    title: Greet\n": "    title: Greet\n    effects: {network: true}\n",
}

# Starts the compiled server, but has its tool wait for as many seconds as the name says.
WAITING = """\
import asyncio
from gate_mcp import server, tools

class Waiting(tools.GateGreet):
    async def answer(self, args, call):
        await asyncio.sleep(float(args["name"]))
        return await super().answer(args, call)

tools.TOOLBOX.tools["gate_greet"] = Waiting()
server.main()
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package that is compiled from a new contract with limits and authorization."""
    root = tmp_path_factory.mktemp("gate")
    pactwright = [sys.executable, "-m", "pactwright"]
    subprocess.run([*pactwright, "new", "gate"], cwd=root, capture_output=True, check=True)
    contract = root / "specs/gate/contract.yaml"
    text = contract.read_text(encoding="utf-8")
    for line, instead in CHANGES.items():
        assert line in text
        text = text.replace(line, instead)
    contract.write_text(text, encoding="utf-8")
    subprocess.run([*pactwright, "generate"], cwd=root, capture_output=True, check=True)
    return root / "generated/gate"


@pytest.fixture(scope="module")
def url(package: Path) -> Iterator[str]:
    """Its server, with a tool that can be slow."""
    (package / "src/demo.py").write_text(WAITING, encoding="utf-8")
    with web(package / "src", env=environment(MCP_AUTH_KEY=KEY)) as (_, started):
        yield started


def token(**changed: Any) -> str:
    """An Authorization header; good but for the claims given."""
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ada", "exp": time.time() + 600, "scope": "greet", **changed}
    return "Bearer " + jwt.encode(claims, KEY, algorithm="HS256")


def greeting(seconds: float = 0.0, **headers: str) -> tuple[dict[str, str], bytes]:
    """Headers and body of a call that takes `seconds`."""
    body = request(1, "tools/call", name="gate_greet", arguments={"name": str(seconds)})
    return modern("tools/call:gate_greet", **{"Authorization": token(), **headers}), json.dumps(body).encode()


def call(url: str, seconds: float = 0.0, **headers: str) -> Answer:
    """Call the tool and wait for the answer."""
    return exchange(url, "POST", "/mcp", *greeting(seconds, **headers))


def test_a_call_within_all_limits_is_answered(url: str) -> None:
    answer = call(url)
    assert answer.status == 200
    assert answer.json["result"]["structuredContent"] == {"greeting": "Hello, 0.0!"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Authorization": ""}, 401, id="no bearer"),
        pytest.param({"Authorization": "Bearer nonsense"}, 401, id="bad bearer"),
        pytest.param({"Authorization": token(aud="https://other.example.com")}, 401, id="wrong audience"),
        pytest.param({"Authorization": token(scope="other")}, 403, id="wrong scope"),
        pytest.param({"Host": "evil.example.com"}, 421, id="foreign host"),
        pytest.param({"Origin": "https://evil.example.com"}, 403, id="foreign origin"),
    ],
)
def test_who_may_not_come_in_is_refused(url: str, headers: dict[str, str], status: int) -> None:
    assert call(url, 0.0, **headers).status == status


def test_an_oversized_body_is_refused(url: str) -> None:
    headers, body = greeting()
    assert exchange(url, "POST", "/mcp", headers, body.ljust(4097)).status == 413
    assert exchange(url, "POST", "/mcp", headers, body.ljust(4096)).status == 200


def test_a_call_past_its_time_is_answered_by_its_condition(url: str) -> None:
    before = time.monotonic()
    result = call(url, 30).json["result"]
    assert (result["isError"], result["structuredContent"]["code"]) == (True, "busy")
    assert 3 <= time.monotonic() - before < 25


def test_one_call_over_the_limit_is_refused(url: str) -> None:
    waiting = [begin(url, "POST", "/mcp", *greeting(1.0)) for _ in range(3)]
    results = [finish(connection).json["result"] for connection in waiting]
    assert sorted(result["isError"] for result in results) == [False, False, True]
    (refused,) = [result["structuredContent"] for result in results if result["isError"]]
    assert (refused["code"], refused["temporary"]) == ("busy", True)


def test_the_tests_of_the_package_observe_the_same(package: Path) -> None:
    run = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--verbose", str(package / "tests")]
    ran = subprocess.run(run, cwd=package, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    for check in ("http.host", "http.origin", "http.size"):
        assert ran.stdout.count(f"[{check}-streamable-http-") == 2
    for case in ("missing", "not-a-token", "audience", "issuer", "expired", "scope"):
        assert ran.stdout.count(f"[bearer.refused-{case}-streamable-http-") == 2
