"""What outlives a call, put together for one process: cursors, version tokens, idempotency keys and ledgers.

Nothing is opened before it is used: a server that seals nothing never touches the disk, and one whose keys are
configured touches it only for idempotency keys and ledgers. Where things are:

* the store: a path or `sqlite:///absolute/path`, or `redis://…` (`rediss://…`, `unix://…`); by default the file
  `state.sqlite3` in the user's state folder under the server's name (`$XDG_STATE_HOME` or `~/.local/state`;
  `~/Library/Application Support` on macOS; `%LOCALAPPDATA%` on Windows)
* the keys: as configured, newest first; by default one random key in a file beside the store, which ends in `.key`
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .books import Books
from .cursors import Cursors
from .idempotency import Idempotency
from .logs import Log
from .sealing import SHORTEST_SECRET, Keys
from .store import StateUnavailable, Store
from .versions import Versions

FILE = "state.sqlite3"
KEY_SUFFIX = ".key"

_REDIS = ("redis", "rediss", "unix")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")


class State:
    """The state of one process; to be used on one event loop."""

    def __init__(
        self,
        keys: str | Sequence[str],
        *,
        store: str | None,
        server: str,
        log: Log,
        clock: Callable[[], float] = time.time,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Take the configured `keys` (newest first; none: a random one in a file) and the address of the `store`.

        Raises ValueError, in words that show no value, when they cannot be used as they are.
        """
        self._configured = Keys([keys] if isinstance(keys, str) else keys) if keys else None
        self._server = server
        self._log = log
        self._clock = clock
        self._environ = environ
        self._address = store or None
        self._scheme = _checked(self._address)
        if self._scheme in _REDIS and not keys:
            raise ValueError("keys are needed with a Redis store: every replica must have the same")
        self._store: Store | None = None

    @cached_property
    def cursors(self) -> Cursors:
        """Cursors. Raises StateUnavailable."""
        return Cursors(self._keys)

    @cached_property
    def versions(self) -> Versions:
        """Version tokens. Raises StateUnavailable."""
        return Versions(self._keys)

    @cached_property
    def idempotency(self) -> Idempotency:
        """Idempotency keys. Raises StateUnavailable."""
        keys = self._keys
        return Idempotency(self._opened(), keys, server=self._server, log=self._log, clock=self._clock)

    @cached_property
    def books(self) -> Books:
        """Ledgers. Raises StateUnavailable."""
        keys = self._keys
        return Books(self._opened(), keys, server=self._server, clock=self._clock)

    async def close(self) -> None:
        """Close the store if it was opened."""
        if self._store is not None:
            await self._store.close()

    @cached_property
    def _keys(self) -> Keys:
        if self._configured is not None:
            return self._configured
        path = self._path
        return Keys([key_in(path.with_name(path.name + KEY_SUFFIX))])

    @cached_property
    def _path(self) -> Path:
        try:
            if self._address is None:
                return _states(self._environ) / _folder(self._server) / FILE
            return _file(self._address)
        except RuntimeError as failure:
            raise StateUnavailable("There is no home folder to keep state in.") from failure

    def _opened(self) -> Store:
        if self._store is None:
            self._store = self._made()
        return self._store

    def _made(self) -> Store:
        if self._scheme in _REDIS and self._address is not None:
            from .redis_store import RedisStore

            return RedisStore(self._address, clock=self._clock)
        from .sqlite_store import SqliteStore

        return SqliteStore(self._path)


def key_in(path: Path) -> str:
    """The key in the file `path`, which is made, readable by its owner only, when it is missing.

    Of several processes that start together one makes the file and all use it. Raises StateUnavailable.
    """
    try:
        try:
            return _read(path)
        except FileNotFoundError:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make(path)
            return _read(path)
    except OSError as failure:
        raise StateUnavailable("The key file cannot be read or made.") from failure


def _folder(server: str) -> str:
    # A name is free text: it must be one folder, and not one that leads elsewhere.
    return re.sub(r"[^A-Za-z0-9._-]", "_", server).lstrip(".") or "server"


def _states(environ: Mapping[str, str]) -> Path:
    if sys.platform == "win32":
        given, usual = "LOCALAPPDATA", ("AppData", "Local")
    elif sys.platform == "darwin":
        given, usual = "XDG_STATE_HOME", ("Library", "Application Support")
    else:
        given, usual = "XDG_STATE_HOME", (".local", "state")
    folder = Path(environ.get(given, ""))
    # The XDG specification wants relative paths to be ignored.
    return folder if folder.is_absolute() else Path.home().joinpath(*usual)


def _checked(address: str | None) -> str | None:
    """The scheme of a store's address, None for a path. Raises ValueError for what is no address."""
    found = _SCHEME.match(address or "")
    if found is None:
        return None
    scheme = found.group(1).lower()
    if scheme == "sqlite":
        if not re.fullmatch(r"/+[^/?#].*", (address or "")[found.end() :]):
            raise ValueError("the store must be written as sqlite:///absolute/path")
    elif scheme not in _REDIS:
        raise ValueError("the store must be a path, sqlite:///absolute/path or redis://host:port/number")
    elif find_spec("redis") is None:
        raise ValueError("a Redis store needs the Python package redis")
    elif not _sound(address or ""):
        raise ValueError("the address of the store has a port or host that cannot be")
    return scheme


def _sound(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


def _file(address: str) -> Path:
    found = _SCHEME.match(address)
    if found is None:
        return Path(address).expanduser()
    path = unquote(address[found.end() :])
    # On Windows the path begins with a drive.
    return Path(path[1:] if re.match(r"/[A-Za-z]:", path) else path)


def _read(path: Path) -> str:
    with path.open(encoding="ascii", errors="replace") as file:
        if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o007:
            raise StateUnavailable("The key file can be read by everybody: take that right away, or make a new key.")
        key = file.read(1024).strip()
    if len(key) < SHORTEST_SECRET:
        raise StateUnavailable("The key file holds no key.")
    return key


def _make(path: Path) -> None:
    # Written under another name and then linked, which fails when another process was faster: whoever sees the file
    # sees all of it, even when we are killed on the way.
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
