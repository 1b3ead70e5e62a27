"""One run: calls are drawn until so many answers were given."""

from __future__ import annotations

import asyncio
import io
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from github_issues_mcp.runtime.calling import Caller
from github_issues_mcp.runtime.contract import load
from github_issues_mcp.runtime.logs import Log
from github_issues_mcp.runtime.process import Process, assemble
from github_issues_mcp.runtime.reading import Reader
from github_issues_mcp.runtime.refusals import Refusals
from github_issues_mcp.runtime.settings import Settings
from github_issues_mcp.server import SERVICE
from mcp import MCPError

from .answers import Answers
from .calls import INDEX, Calls, uri
from .judge import Judge

SECRET = "ghp_fuzzfuzzfuzzfuzzfuzzfuzz0123456789"
NOW = 1_767_225_600.0


@dataclass
class Outcome:
    """What came of a run: how often each code came out, and what is wrong."""

    answers: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def calls(self) -> int:
        return self.codes.total()


class Service:
    """GitHub, as it never was."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.count = 0
        self.url = ""
        self.last: list[bytes] = []
        self._answers: Answers | None = None

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Answer inside of a block."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._answers = Answers(self._seed, SECRET, self.url)
        try:
            yield
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._answers is not None
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                length = next(
                    (line[15:] for line in head.lower().split("\r\n") if line.startswith("content-length:")), "0"
                )
                await reader.readexactly(int(length))
                method, target, _ = head.split(" ", 2)
                raw = self._answers.answer(self.count, method, target.partition("?")[0])
                self.count += 1
                self.last.append(f"{method} {target} -> ".encode() + raw.data[:3000])
                writer.write(raw.data)
                await writer.drain()
                if raw.closes:
                    break
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            return
        finally:
            writer.close()


class Run:
    """A server, a service that it asks, and what is looked at."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._service = Service(seed)
        self._calls = Calls(random.Random(seed))
        self._log = io.StringIO()
        self._folder = folder
        self.outcome = Outcome()

    async def answers(self, most: int) -> Outcome:
        """Go on until so many answers were given."""
        async with self._service.listening():
            process = self._process()
            self._judge = Judge(process.contract.data, SECRET)
            self._caller = Caller(process)
            self._reader = Reader(process, self._caller)
            self._refusals = Refusals(process)
            try:
                while self._service.count < most:
                    await self._once(process)
            finally:
                await process.close()
        self.outcome.answers = self._service.count
        return self.outcome

    def caused(self) -> set[str]:
        """The codes that must have come out."""
        return self._judge.caused()

    def _process(self) -> Process:
        public = {"github_url": self._service.url, "state_store": str(self._folder / "state.sqlite3")}
        return assemble(
            load(SERVICE.package),
            SERVICE.parts,
            modes=(),
            mock=False,
            settings=Settings(public, {"github_token": SECRET}),
            log=Log("debug", self._log),
            clock=lambda: NOW + self._service.count,
        )

    async def _once(self, process: Process) -> None:
        name, arguments = self._calls.draw()
        before = self._service.count
        self._service.last.clear()
        try:
            if name.startswith("github_"):
                wrong = await self._call(name, arguments)
            else:
                wrong = await self._read(process, name, arguments)
        except Exception as escaped:
            self.outcome.codes["escaped"] += 1
            wrong = [f"{type(escaped).__name__} escaped: {escaped}"]
        wrong += self._judge.logged(self._log.getvalue())
        self._log.seek(0)
        self._log.truncate()
        if wrong:
            seen = b"\n    ".join(self._service.last).decode(errors="replace")
            self.outcome.wrong.append(f"answer {before}, {name} {arguments}: {'; '.join(wrong)}\n    {seen}")

    async def _call(self, name: str, arguments: dict[str, Any]) -> list[str]:
        answer = await self._caller.answer(name, arguments, principal="")
        text = answer.content[0]["text"]
        if answer.failed:
            self.outcome.codes[answer.structured["code"]] += 1
            return list(self._judge.failure(name, answer.structured, text))
        self.outcome.codes["ok"] += 1
        self._remember(name, arguments, answer.structured)
        return list(self._judge.success(name, answer.structured, text))

    def _remember(self, name: str, arguments: dict[str, Any], result: dict[str, Any]) -> None:
        if "next_cursor" in result:
            kept = {key: value for key, value in arguments.items() if key != "cursor"}
            self._calls.cursors[name] = (kept, result["next_cursor"])
        if "comments_cursor" in result:
            kept = {key: value for key, value in arguments.items() if key in ("owner", "repo", "issue_number")}
            self._calls.cursors["github_list_comments"] = (kept, result["comments_cursor"])
        if name == "github_get_issue":
            self._calls.version = result["issue"]["version"]

    async def _read(self, process: Process, name: str, arguments: dict[str, Any]) -> list[str]:
        method = "completion/complete" if name == "completion" else "resources/read"
        try:
            if name == "completion":
                call = process.call(method, {}, principal="", request_id="1")
                reference = {"type": "ref/resource", "uri": INDEX}
                found = await self._reader.complete(reference, "owner", "", {}, call=call)
                text = json.dumps(found, ensure_ascii=False)
            else:
                found = await self._reader.resource(uri(name, arguments), principal="", request_id="1")
                text = found["contents"][0]["text"]
        except Exception as failure:
            refused: MCPError = self._refusals.refused(failure, method, 1)
            names = {"machine_code": "code", "human_message": "message"}
            envelope = {names.get(key, key): value for key, value in refused.error.data.items()}
            self.outcome.codes[envelope["code"]] += 1
            return list(self._judge.failure(name, envelope, refused.error.message))
        self.outcome.codes["ok"] += 1
        return list(self._judge.success(name, json.loads(text), text))
