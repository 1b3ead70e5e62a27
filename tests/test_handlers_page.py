"""The example of `docs/handlers.md` is a service: without findings, fully typed, and it does what the page says."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "handlers.md"
COMMAND = (sys.executable, "-m", "pactwright")
TYPES = """\
[mypy]
strict = True
python_version = 3.11
[mypy-*.runtime.*]
follow_imports = silent
[mypy-mcp.*,pydantic.*,anyio.*,jsonschema_rs.*,opentelemetry.*,uvicorn.*,starlette.*,httpx2.*,cryptography.*,redis.*]
follow_imports = skip
"""


def example(language: str) -> str:
    """Return the last block of a language, which is a whole file."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[-1]


def pactwright(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], cwd=project, capture_output=True, text=True, check=False, timeout=120)


def written(project: Path, contract: str, handlers: str) -> Path:
    """Write and generate the service; return the project."""
    folder = project / "specs" / "notes"
    folder.mkdir(parents=True)
    (folder / "contract.yaml").write_text(contract, encoding="utf-8")
    if handlers:
        (folder / "handlers.py").write_text(handlers, encoding="utf-8")
    else:
        assert pactwright(project, "stub", "notes").stdout == "specs/notes/handlers.py\n"
    made = pactwright(project, "generate", "notes")
    assert made.returncode == 0, made.stdout + made.stderr
    assert bool(made.stdout) == (not handlers)
    return project


def type_checked(project: Path) -> str:
    source = project / "generated" / "notes" / "src"
    (source / "mypy.ini").write_text(TYPES, encoding="utf-8")
    run = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--no-incremental"]
    checked = subprocess.run(
        [*run, "notes_mcp/handlers.py", "notes_mcp/tools.py"], cwd=source, capture_output=True, text=True, check=False
    )
    return checked.stdout + checked.stderr


class Wiki(http.server.BaseHTTPRequestHandler):
    """A wiki whose lists have two pages each; it adds `Lost` without an answer."""

    protocol_version = "HTTP/1.1"
    notes: list[dict[str, Any]]

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path == "/pages":
            begins = 2 if "page=2" in query else 0
            more = {} if begins else {"Link": '</pages?page=2>; rel="next"'}
            self._answer(self.notes[2:] if begins else self.notes[:2], more)
        else:
            self._answer(self.notes[int(path.rpartition("/")[2]) - 1], {})

    def do_POST(self) -> None:
        title = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["title"]
        note = {"id": len(self.notes) + 1, "title": title, "created_at": "2026-07-01T08:00:00Z", "colour": "red"}
        self.notes.append(note)
        if title == "Lost":
            self.close_connection = True
            self.connection.close()
        else:
            self._answer(note, {})

    def do_PATCH(self) -> None:
        note = self.notes[int(self.path.rpartition("/")[2]) - 1]
        note["title"] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["title"]
        self._answer(note, {})

    def _answer(self, value: Any, headers: dict[str, str]) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        for name, text in {**headers, "Content-Type": "application/json", "Content-Length": str(len(body))}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def wiki() -> Iterator[str]:
    notes = [
        {"id": number, "title": title, "created_at": "2026-07-01T08:00:00Z"}
        for number, title in enumerate(("Milk and bread", "Call Ada", "Milk for the cat"), 1)
    ]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("OneWiki", (Wiki,), {"notes": notes}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Session:
    """A client of the generated server, on its standard streams."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._last = 0
        client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        self._ask("initialize", client)
        self._send({"method": "notifications/initialized"})

    def call(self, tool: str, **arguments: Any) -> Any:
        """Return the structured result of a tool, or its error."""
        answer = self._ask("tools/call", {"name": tool, "arguments": arguments})
        return answer["result"]["structuredContent"] if "result" in answer else answer["error"]

    def _ask(self, method: str, params: Any) -> Any:
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()


def session_of(project: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, "run", "notes"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=project,
        env={**os.environ, "XDG_STATE_HOME": str(project / "state")},
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, wiki: str) -> Path:
    """The example as it stands, but for where the wiki is and how long a page is."""
    contract = example("yaml").replace("https://wiki.example.com", wiki).replace("page_size: 20", "page_size: 1")
    return written(tmp_path_factory.mktemp("example"), contract, example("python"))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's contract with handlers that only were begun."""
    return written(tmp_path_factory.mktemp("begun"), example("yaml"), "")


def test_the_example_is_fully_typed(project: Path) -> None:
    assert type_checked(project).startswith("Success")


def test_what_stub_writes_is_fully_typed(begun: Path) -> None:
    assert type_checked(begun).startswith("Success")


def test_a_request_that_is_not_listed_is_a_type_error(project: Path) -> None:
    handlers = project / "generated/notes/src/notes_mcp/handlers.py"
    handlers.write_text(example("python").replace("await ctx.wiki.get_page(", "await ctx.wiki.list_pages("))
    try:
        assert '"RenameNoteWikiRequests" has no attribute "list_pages"' in type_checked(project)
    finally:
        handlers.write_text(example("python"))


def test_the_server_keeps_what_the_page_says(project: Path) -> None:
    with session_of(project) as process:
        session = Session(process)
        first = session.call("find_notes", word="milk")
        assert [note["title"] for note in first["notes"]] == ["Milk and bread"]
        second = session.call("find_notes", word="milk", cursor=first["next_cursor"])
        assert [note["title"] for note in second["notes"]] == ["Milk for the cat"]
        # A lost answer: the handler looks, and settles what happened.
        assert session.call("add_note", title="Lost", key="once")["id"] == 4
        assert session.call("add_note", title="Lost", key="once")["id"] == 4
        version = first["notes"][0]["version"]
        renamed = session.call("rename_note", id=1, title="Milk", expected_version=version)
        assert renamed["version"] != version
        assert session.call("rename_note", id=1, title="M", expected_version=version)["code"] == "version_conflict"
        assert session.call("count_words", text="one two three") == {"words": 3}
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_handler_that_only_was_begun_is_an_internal_error(begun: Path) -> None:
    with session_of(begun) as process:
        error = Session(process).call("count_words", text="one two three")
        assert "NotImplementedError" not in json.dumps(error)
        assert error["code"] == -32603
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_paginated_handler_needs_no_requests(tmp_path: Path) -> None:
    page = 'Page([{"id": 1, "title": "Milk", "version": "v:1"}] * 30, next=None if at else "2")'
    contract = example("yaml").replace("handler: {uses: [wiki.list_pages]}", "handler: {uses: []}")
    handlers = (
        example("python").replace("await ctx.wiki.list_pages().at(at)", page).replace("page =", "page: Page[Note] =", 1)
    )
    handlers = handlers.replace("ctx.versions.page(row)", 'row["version"]', 1)
    with session_of(written(tmp_path, contract, handlers)) as process:
        session = Session(process)
        given = session.call("find_notes")
        counts = [len(given["notes"])]
        while given["has_more"]:
            given = session.call("find_notes", cursor=given["next_cursor"])
            counts.append(len(given["notes"]))
        assert counts == [20, 20, 20]
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(30) == 0
