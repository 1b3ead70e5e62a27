"""The MCP Inspector's command line against the generated servers, as any user would start them.

Every service is installed alone into a new environment. Over both transports and in both eras the Inspector lists its
tools, lints their schemas strictly and calls each tool with its first example of a success and of a failure: results
must be those of the contract, and errors must come back with their code. Prints one row per service, era and transport;
exits 1 when anything differs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
GENERATED = HERE.parent / "generated"
NODE = HERE / "node_modules/node/bin/node"
INSPECTOR = HERE / "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"

# Exit codes of the Inspector's command line.
OK, ERROR_RESULT = 0, 5


def main() -> int:
    """Run everything; return the exit code."""
    services = sorted(path.parent.name for path in GENERATED.glob("*/pyproject.toml"))
    with tempfile.TemporaryDirectory() as scratch:
        rows = [row for service in services for row in check_service(GENERATED / service, Path(scratch) / service)]
    width = max(len(row[0]) for row in rows)
    for name, failures, calls in rows:
        verdict = f"{calls} calls, all as the contract says" if not failures else f"{len(failures)} of {calls} differ"
        print(f"{name.ljust(width)}  {verdict}")
        for failure in failures:
            print(f"    {failure}")
    return 1 if any(failures for _, failures, _ in rows) else 0


def check_service(package: Path, scratch: Path) -> Iterator[tuple[str, list[str], int]]:
    """Yield a row per transport and era of one installed service."""
    subprocess.run([sys.executable, "-m", "venv", scratch], check=True)
    pip = [scratch / "bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    # A copy, because building in place would leave files beside the committed ones.
    source = scratch / "source"
    subprocess.run(["cp", "-r", package, source], check=True)
    subprocess.run([*pip, "install", source], check=True)
    name = tomllib.loads((package / "pyproject.toml").read_text())["project"]["name"]
    command = str(scratch / "bin" / name)
    contract = json.loads(next(package.glob("src/*/contract.json")).read_text())
    for era in ("legacy", "modern"):
        yield run(f"{package.name}, stdio, {era}", ["--", command, "--mock"], era, contract)
        if "streamable-http" in contract["server"]["transports"]:
            with http_server(command) as url:
                yield run(f"{package.name}, http, {era}", [url], era, contract)


@contextmanager
def http_server(command: str) -> Iterator[str]:
    """Start the server on a free port; yield its endpoint, and stop it by its own process id."""
    process = subprocess.Popen(
        [command, "--mock", "--http", "127.0.0.1:0"], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    try:
        yield _endpoint(process)
    finally:
        process.terminate()
        process.wait(timeout=20)


def _endpoint(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    deadline = time.monotonic() + 60
    for line in process.stderr:
        facts: dict[str, Any] = json.loads(line)
        if "url" in facts:
            return str(facts["url"])
        if time.monotonic() > deadline:
            break
    raise RuntimeError("the server did not say where it listens")


def run(name: str, target: list[str], era: str, contract: dict[str, Any]) -> tuple[str, list[str], int]:
    """Return a row: its name, what differs, and how many calls were made."""
    checks: list[tuple[list[str], Any]] = [(["--method", "tools/list", "--strict"], None)]
    for tool in contract["tools"]:
        for example in shown(tool):
            pairs = [f"{key}={json.dumps(value)}" for key, value in example["arguments"].items()]
            given = ["--tool-arg", *pairs] if pairs else []
            checks.append((["--method", "tools/call", "--tool-name", tool["name"], *given], example))

    def differs(check: tuple[list[str], Any]) -> str | None:
        options, example = check
        answer = inspect([*options, "--protocol-era", era], target)
        return listed(answer, contract) if example is None else called(answer, example, options[3], contract)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for failure in pool.map(differs, checks) if failure is not None]
    return name, failures, len(checks)


def shown(tool: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the first example of each kind; a tool without any is called without arguments."""
    firsts = {("error" in example): example for example in reversed(tool["examples"])}
    return [firsts[kind] for kind in sorted(firsts)] or [{"arguments": {}}]


def inspect(options: list[str], target: list[str]) -> subprocess.CompletedProcess[str]:
    """Run the Inspector once."""
    head, tail = ([], target) if target[0] == "--" else (target, [])
    return subprocess.run(
        [NODE, INSPECTOR, "--cli", *head, *options, "--format", "json", "--quiet", *tail],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def listed(answer: subprocess.CompletedProcess[str], contract: dict[str, Any]) -> str | None:
    """Return what is wrong with the list of tools."""
    if answer.returncode != OK:
        return f"tools/list: exit {answer.returncode}: {answer.stdout}{answer.stderr}"
    names = {tool["name"] for tool in json.loads(answer.stdout)["result"]["tools"]}
    wanted = {tool["name"] for tool in contract["tools"]}
    return None if names == wanted else f"tools/list: expected {sorted(wanted)}, saw {sorted(names)}"


def called(
    answer: subprocess.CompletedProcess[str], example: dict[str, Any], tool: str, contract: dict[str, Any]
) -> str | None:
    """Return what is wrong with the answer to a call."""
    what = f"{tool}: {example.get('title', 'called')}"
    expected = ERROR_RESULT if "error" in example else OK
    if answer.returncode != expected:
        return f"{what}: exit {answer.returncode} instead of {expected}: {answer.stdout}{answer.stderr}"
    result = json.loads(answer.stdout)["result"]
    if "error" in example:
        code = envelope(result, contract).get("code")
        return None if code == example["error"] else f"{what}: expected {example['error']}, saw {code}"
    seen = value(result, contract)
    if "result" in example and seen != example["result"]:
        return f"{what}: expected {example['result']}, saw {seen}"
    return None


def envelope(result: dict[str, Any], contract: dict[str, Any]) -> dict[str, Any]:
    """Return what a failed call tells programs, wherever the dialect of errors puts it."""
    server = contract["server"]
    if server["dialect"]["errors"] == "house":
        return result.get("structuredContent") or {}
    found: dict[str, Any] = (result.get("_meta") or {}).get(f"{server['namespace']}/error") or {}
    return found


def value(result: dict[str, Any], contract: dict[str, Any]) -> Any:
    """Return what a call gave: as structure or, where results are text, as the JSON in the text."""
    if contract["server"]["dialect"]["results"] == "structured":
        return result.get("structuredContent")
    return json.loads(result["content"][0]["text"])


if __name__ == "__main__":
    sys.exit(main())
