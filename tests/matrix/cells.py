"""One cell: something goes wrong, the server is asked, and everything that must hold is looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .columns import CANARY, Column, Place
from .natures import Expected
from .server import Reply, Server
from .variants import Hit, Patience, Scene, Variant, World

# Between cells time passes: caches and the budget of the search are new then.
APART_SECONDS = 61


@dataclass
class Cell:
    """What a cell shows, and what is wrong with it."""

    variant: Variant
    hit: Hit
    column: Column
    shown: str
    wrong: list[str] = field(default_factory=list)


@dataclass
class Bench:
    """Where cells are tried: GitHub, and the servers that see it in one way or another."""

    world: World
    servers: Mapping[Patience, Server]
    clock: Any
    secret: str
    count: int = 0

    def cell(self, variant: Variant, hit: Hit, column: Column) -> Cell:
        """Try one cell."""
        name = operation_of(column, hit)
        if name is None:
            return Cell(variant, hit, column, f"n/a: {_no_request(column, hit)}")
        operation = self.world.contract.operation(name)
        apart = variant.apart(self.world, column, operation)
        if apart is not None:
            return Cell(variant, hit, column, f"n/a: {apart}")
        scene = self._scene(variant, hit, column)
        nature = variant.nature(self.world, column, operation)
        nothing = None if column.write is None else False
        if isinstance(nature, str):
            expected = Expected(nature, nothing)
        elif column.tool == "completion":
            expected = self.world.contract.suggested(nature, operation)
        else:
            expected = self.world.contract.expected(
                nature, operation, writes=column.write is not None, absent=column.absent
            )
        variant.given(scene)
        reply = scene.again()
        stored = None if column.done is None else column.done(scene.place) == 1
        shown = str(Expected(reply.code, stored))
        cell = Cell(variant, hit, column, shown)
        if shown != str(expected):
            cell.wrong.append(f"expected {expected}")
        else:
            cell.wrong += _wrong(self, scene, variant, reply, expected)
        self._calm()
        return cell

    def _scene(self, variant: Variant, hit: Hit, column: Column) -> Scene:
        self.count += 1
        self.clock.advance(APART_SECONDS)
        github = self.world.github
        repository = github.repository(
            f"acme/place-{self.count}", collaborators={"alice": "push"}, labels=["bug"], owner_type="Organization"
        )
        issue = repository.issue("It breaks", "What happened.", labels=["bug"], comments=["I see it, too."])
        place = Place(repository, issue)
        column.prepare(place)
        operation = self.world.contract.operation(operation_of(column, hit) or "")
        server = self.servers[variant.server]
        return Scene(self.world, place, column, operation, column.arguments(place), server)

    def _calm(self) -> None:
        github = self.world.github
        github.rules.queue.clear()
        github.accept()
        github.links("ids")
        github.search_lag(0)
        github.log.clear()

    def calm(self) -> None:
        """End the fault."""
        self.world.github.rules.queue.clear()
        self.world.github.accept()


def operation_of(column: Column, hit: Hit) -> str | None:
    """The operation that a row is about, if the column makes such a request."""
    match hit:
        case "write":
            return column.write
        case "list":
            return column.lists or column.read
        case _:
            return column.read


def _no_request(column: Column, hit: Hit) -> str:
    return "makes no requests" if column.read is None else "writes nothing"


def _wrong(bench: Bench, scene: Scene, variant: Variant, reply: Reply, expected: Expected) -> Iterator[str]:
    asked = [entry for entry in bench.world.github.log.writes if entry.changed]
    yield from _told(bench, scene, reply, expected)
    bench.calm()
    if (odd := variant.look(scene, reply)) is not None:
        yield odd
    if reply.error is not None:
        yield from _repair(bench, scene, reply)
        yield from _again(scene, variant, reply)
    if len(asked) > 1:
        yield f"{len(asked)} writes"


def _told(bench: Bench, scene: Scene, reply: Reply, expected: Expected) -> Iterator[str]:
    """The envelope, and the log."""
    contract = bench.world.contract
    log = "\n".join(reply.log)
    for secret in (bench.secret, CANARY):
        if secret in log:
            yield "a secret or an argument is in the log"
        if reply.error is not None and secret in reply.text:
            yield "a secret or an argument is in the error"
    doubts = [event for event in reply.events("outcome_unknown") if event["level"] == "warning"]
    if len(doubts) != (reply.code == "outcome_unknown"):
        yield f"{len(doubts)} warnings of an unknown outcome"
    broken = [event for event in map(json.loads, reply.log) if event["level"] == "error"]
    if broken:
        yield f"an error was logged: {broken[0]['event']} {broken[0].get('exception', '')} {broken[0].get('at', '')}"
    if reply.error is None:
        return
    if reply.code not in contract.codes(scene.column.tool):
        yield "the code is not declared"
        return
    if reply.error["temporary"] != contract.temporary(reply.code):
        yield f"temporary: {reply.error['temporary']}"
    if reply.error["retry_after_ms"] != expected.wait:
        yield f"retry_after_ms: {reply.error['retry_after_ms']} in place of {expected.wait}"


def _repair(bench: Bench, scene: Scene, reply: Reply) -> Iterator[str]:
    """What the error says to call is called, exactly as given."""
    assert reply.error is not None
    repair = reply.error.get("repair", {})
    if reply.code == "outcome_unknown" and "tool" not in repair:
        yield "no repair that can be called"
    if "tool" not in repair or reply.code == "issue_locked":
        return
    tool = bench.world.contract.tool(repair["tool"])
    if reply.code == "outcome_unknown" and not tool["annotations"]["readOnlyHint"]:
        yield "the repair writes"
    mended = scene.server.call(repair["tool"], repair["arguments"])
    # Where the issue itself is said not to be there, looking for it may find that the repository is not, either.
    expected = ("ok", "issue_not_found") if reply.code == "issue_not_found" else ("ok",)
    if mended.code not in expected:
        yield f"the repair gives {mended.code}"


def _again(scene: Scene, variant: Variant, reply: Reply) -> Iterator[str]:
    """The same call once more: what was temporary works, what was uncertain is done once."""
    if not variant.again:
        return
    later = scene.again()
    if later.code != "ok" and reply.code in AGAIN:
        yield f"once more: {later.code}"
    done = None if scene.column.done is None else scene.column.done(scene.place)
    if done is not None and later.code == "ok" and done != 1:
        yield f"done {done} times"


AGAIN = ("upstream_unavailable", "rate_limited", "outcome_unknown", "invalid_credential", "issue_locked")
