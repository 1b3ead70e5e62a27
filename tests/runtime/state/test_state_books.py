"""Ledgers: what stores keep of them, what is sealed in an entry, and what a call says of a write that is in none."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from answering import asking
from pactwright.runtime.books import Books, Held
from pactwright.runtime.contract import parse
from pactwright.runtime.options import parse_options
from pactwright.runtime.sealing import Keys
from places import Place

SECRET = "canary-of-the-key-that-seals-every-entry"
CONTRACT: dict[str, Any] = {
    "format": 1,
    "server": {"name": "notes-mcp", "version": "1", "title": "Notes", "summary": "", "does": [], "does_not": []},
    "ledgers": {"notes": {"undo": "wiki.delete_note"}},
}


def books(place: Place, secret: str = SECRET, now: float = 1000.0) -> Books:
    return Books(place.open(), Keys([secret]), server="notes-mcp", clock=lambda: now)


def test_a_store_keeps_entries_in_order_until_they_are_removed(place: Place) -> None:
    async def use() -> None:
        one, other = place.open(), place.open()
        await one.book("notes", "a", at=2.5, sealed=b"first")
        await other.book("notes", "b", at=1.0, sealed=b"second with spaces")
        await other.book("others", "a", at=1.0, sealed=b"elsewhere")
        # The same entry again, as after a lost connection.
        await other.book("notes", "a", at=9.0, sealed=b"again")
        found = await one.booked("notes")
        assert [(entry.id, entry.at, entry.sealed) for entry in found] == [
            ("a", 2.5, b"first"),
            ("b", 1.0, b"second with spaces"),
        ]
        assert await one.unbook("notes", "b")
        assert not await other.unbook("notes", "b")
        await one.book("notes", "c", at=3.0, sealed=b"third")
        kept = await other.booked("notes")
        assert [entry.id for entry in kept] == ["a", "c"]
        # A position is never given twice, so that a checkpoint stays one.
        assert kept[-1].position > found[-1].position
        assert len(await one.booked("others")) == 1
        assert await one.booked("nothing") == []

    place.run(use())


def test_an_entry_that_was_moved_or_changed_is_not_read(place: Place) -> None:
    async def use() -> None:
        ours, store = books(place), place.open()
        await ours.enter("notes", {"id": 1})
        (kept,) = await store.booked('["notes-mcp","notes"]')
        await store.book('["notes-mcp","notes"]', "copied", at=1.0, sealed=kept.sealed)
        await store.book('["notes-mcp","others"]', kept.id, at=1.0, sealed=kept.sealed)
        await store.book('["notes-mcp","broken"]', "x", at=1.0, sealed=b"\xff" + kept.sealed[1:])
        assert [entry.content for entry in await ours.entries("notes")] == [{"id": 1}, None]
        assert [entry.content for entry in await ours.entries("others")] == [None]
        assert [entry.content for entry in await ours.entries("broken")] == [None]
        assert [entry.content for entry in await books(place, "x" * 32).entries("notes")] == [None, None]

    place.run(use())


def test_one_rollback_holds_a_ledger_until_its_lease_lapses(place: Place) -> None:
    async def use() -> None:
        ours = books(place)
        async with ours.held("notes", 5.0) as again:
            with pytest.raises(Held):
                async with books(place).held("notes", 5.0):
                    raise AssertionError
            async with books(place).held("others", 5.0):
                assert await again()
        async with books(place).held("notes", 5.0):
            pass

    place.run(use())


def test_a_file_of_the_first_version_gets_its_ledgers(tmp_path: Path) -> None:
    from pactwright.runtime.sqlite_store import SqliteStore

    path = tmp_path / "state.sqlite3"

    async def use() -> None:
        store = SqliteStore(path)
        await store.book("notes", "a", at=1.0, sealed=b"first")
        await store.close()
        with sqlite3.connect(path) as connection:
            connection.executescript("DROP TABLE booked; PRAGMA user_version = 1;")
        connection.close()
        again = SqliteStore(path)
        assert await again.booked("notes") == []
        await again.close()

    asyncio.run(use())


def test_a_call_says_of_a_write_that_rollback_does_not_know_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))

    async def use() -> list[str]:
        process = asking(CONTRACT, {})
        call = process.call("add_note", {}, principal="")
        await call.book("notes", {"id": 0})
        call.took_effect, call.completed = True, ["add_note took effect"]
        await call.book("notes", {"id": 1})
        told = list(call.completed)
        call.done("note 1 was added")
        await process.close()
        return told + call.completed

    assert asyncio.run(use()) == [
        "add_note took effect (rollback has no record of it)",
        "note 1 was added (rollback has no record of it)",
    ]


def test_only_servers_with_ledgers_have_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse_options(parse(CONTRACT), ["--rollback", "notes"]).rollback == "notes"
    with pytest.raises(SystemExit):
        parse_options(parse(CONTRACT), ["--rollback", "nowhere"])
    with pytest.raises(SystemExit):
        parse_options(parse(CONTRACT), ["--since", "3"])
    plain = parse({**CONTRACT, "ledgers": {}, "config": {"since": {"schema": {"type": "string"}}}})
    assert parse_options(plain, ["--since", "3"]).flags == {"since": "3"}
    with pytest.raises(SystemExit):
        parse_options(plain, ["--rollback", "notes"])
    assert "--since: only with --booked or --rollback" in capsys.readouterr().err
