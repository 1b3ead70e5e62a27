"""The state of a process: nothing before it is used, nothing readable, and plain words when something is wrong."""

from __future__ import annotations

import asyncio
import io
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from pactwright.runtime import state as state_module
from pactwright.runtime.calls import Call
from pactwright.runtime.cursors import Position
from pactwright.runtime.logs import Log
from pactwright.runtime.redis_store import RedisStore
from pactwright.runtime.sqlite_store import SqliteStore
from pactwright.runtime.state import State, key_in
from pactwright.runtime.store import StateUnavailable
from places import Place

KEYS = ["a key for tests, long enough " * 2]
CANARY = "canary-2b7e151628aed2a6"


def state(keys: list[str] = KEYS, *, store: str | None, **more: Any) -> State:
    return State(keys, store=store, server=more.pop("server", "demo"), log=Log("error", io.StringIO()), **more)


async def once(state: State, text: str) -> Any:
    async def act() -> Any:
        return {"body": text}

    call = Call(tool="create", args={"body": text}, principal=text)
    scope, arguments = {"repo": text}, {"body": text, "idempotency_key": text}
    result = await state.idempotency.once(
        call, tool="create", key=text, scope=scope, arguments=arguments, window_ms=60_000, act=act, find=None
    )
    state.cursors.seal("list", {"query": text}, text, Position(text), now=0.0)
    state.versions.token("issue", "v:", {"body": text})
    return result


def test_nothing_is_opened_before_it_is_used(tmp_path: Path) -> None:
    home = tmp_path / "home"

    async def use() -> None:
        opened = state([], store=None, environ={"XDG_STATE_HOME": str(home)})
        await opened.close()
        assert not home.exists()
        configured = state(store=str(home / "records"))
        configured.cursors.seal("list", {}, "", Position(), now=0.0)
        configured.versions.token("issue", "v:", 1)
        _ = configured.idempotency
        await configured.close()
        assert not home.exists()

    asyncio.run(use())


def test_everything_is_in_one_folder_for_its_owner_only(tmp_path: Path) -> None:
    async def use() -> None:
        opened = state([], store=None, environ={"XDG_STATE_HOME": str(tmp_path)})
        token = opened.versions.token("issue", "v:", 1)
        assert await once(opened, "text") == {"body": "text"}
        await opened.close()
        again = state([], store=None, environ={"XDG_STATE_HOME": str(tmp_path)})
        assert again.versions.same("issue", "v:", token, 1)
        assert await once(again, "text") == {"body": "text"}
        await again.close()

    before = os.umask(0)
    try:
        asyncio.run(use())
    finally:
        os.umask(before)
    folder = tmp_path / "demo"
    assert {file.name for file in folder.iterdir()} == {"state.sqlite3", "state.sqlite3.key"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_nothing_that_a_call_is_about_can_be_read_in_files(tmp_path: Path) -> None:
    async def use() -> list[bytes]:
        opened = state([], store=str(tmp_path / "records"))
        await once(opened, CANARY)
        seen = [file.read_bytes() for file in tmp_path.iterdir()]
        await opened.close()
        return seen + [file.read_bytes() for file in tmp_path.iterdir()]

    seen = asyncio.run(use())
    assert len(seen) == 6
    assert not any(CANARY.encode() in content or CANARY.encode("utf-16-le") in content for content in seen)


def test_nothing_that_a_call_is_about_can_be_read_in_redis(redis_url: str) -> None:
    from redis.asyncio import Redis

    async def use() -> list[Any]:
        opened, client = state(store=redis_url), Redis.from_url(redis_url)
        await once(opened, CANARY)
        seen = [(key, await client.hgetall(key), await client.dump(key)) for key in await client.keys()]
        await client.aclose()
        await opened.close()
        return seen

    seen = asyncio.run(use())
    assert len(seen) == 1
    assert CANARY not in repr(seen)


def test_equal_records_look_different_under_other_keys(place: Place) -> None:
    # Otherwise whoever reads the store could try out likely arguments.
    async def use() -> None:
        for keys in (KEYS, ["another key for tests " * 2]):
            opened = state(keys, store=place.address)
            acted = await once(opened, "text")
            assert acted == {"body": "text"}
            await opened.close()

    place.run(use())


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("sqlite:///var/lib/demo/state", "/var/lib/demo/state"),
        ("sqlite:////var/lib/demo/state", "/var/lib/demo/state"),
        ("SQLite:///var/with%20space", "/var/with space"),
        ("/var/lib/demo/state", "/var/lib/demo/state"),
        ("folder/state", "folder/state"),
        ("~/state", str(Path.home() / "state")),
    ],
)
def test_addresses_of_files(address: str, path: str) -> None:
    opened = state(store=address)
    store = opened._opened()
    assert isinstance(store, SqliteStore)
    assert Path(os.path.normpath(str(store._path)).replace("//", "/")) == Path(path)


@pytest.mark.parametrize(
    "address", ["redis://localhost:6379/0", "rediss://user:secret@cache.example:6380", "unix:///run/redis.sock"]
)
def test_addresses_of_databases(address: str) -> None:
    assert isinstance(state(store=address)._opened(), RedisStore)
    with pytest.raises(ValueError) as raised:
        state([], store=address)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgres://u:secret@db/x",
        "sqlite://state",
        "sqlite:///",
        "http://secret",
        "redis://:secret@h:port",
        "redis://[secret",
    ],
)
def test_other_addresses_are_refused_at_start(address: str) -> None:
    with pytest.raises(ValueError) as raised:
        state(store=address)
    assert "secret" not in str(raised.value)


def test_a_missing_library_is_told_at_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_module, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match="needs the Python package redis"):
        state(store="redis://localhost")


@pytest.mark.parametrize(
    ("server", "folder"),
    [("github-issues-mcp", "github-issues-mcp"), ("../../etc", "_.._etc"), ("..", "server"), ("a b/ü", "a_b__")],
)
def test_a_server_s_name_makes_one_folder(server: str, folder: str, tmp_path: Path) -> None:
    opened = state([], store=None, server=server, environ={"XDG_STATE_HOME": str(tmp_path)})
    opened.versions.token("issue", "v:", 1)
    assert (tmp_path / folder / "state.sqlite3.key").is_file()


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {}, "/home/ada/.local/state/demo"),
        ("linux", {"XDG_STATE_HOME": "relative"}, "/home/ada/.local/state/demo"),
        ("linux", {"XDG_STATE_HOME": "/state"}, "/state/demo"),
        ("darwin", {}, "/home/ada/Library/Application Support/demo"),
        ("win32", {}, "/home/ada/AppData/Local/demo"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/demo"),
    ],
)
def test_the_folder_is_where_the_platform_keeps_state(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_module.sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    assert state([], store=None, environ=variables)._path == Path(folder) / "state.sqlite3"


def test_without_a_home_there_is_no_state(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(StateUnavailable):
        _ = state([], store=None, environ={}).cursors
    state(store=None, environ={}).versions.token("issue", "v:", 1)


def test_a_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "key"
    assert key_in(path) == key_in(path)
    assert list(path.parent.iterdir()) == [path]


def test_who_comes_second_uses_the_key_of_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, link = tmp_path / "key", os.link
    first: list[str] = []

    def overtaken(*where: Any) -> None:
        monkeypatch.undo()
        first.append(key_in(path))
        link(*where)

    monkeypatch.setattr(os, "link", overtaken)
    assert [key_in(path)] == first
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", ["", "short\n"])
def test_a_file_without_a_key_is_not_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "key"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(StateUnavailable):
        key_in(path)
    assert path.read_text() == content


def test_a_key_that_everybody_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = key_in(path)
    path.chmod(0o604)
    with pytest.raises(StateUnavailable):
        key_in(path)
    path.chmod(0o440)
    assert key_in(path) == key


def test_a_key_that_cannot_be_made_makes_state_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateUnavailable):
        key_in(tmp_path / "file" / "key")
    with pytest.raises(StateUnavailable):
        key_in(tmp_path)
    opened = state([], store=str(tmp_path / "file" / "records"))
    for name in ("cursors", "versions", "idempotency"):
        with pytest.raises(StateUnavailable):
            getattr(opened, name)
    (tmp_path / "file").unlink()
    assert opened.cursors is opened.cursors


def test_a_draft_of_a_killed_process_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "link", killed)
    with pytest.raises(KeyboardInterrupt):
        key_in(tmp_path / "key")
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == []
    assert len(key_in(tmp_path / "key")) >= 32
