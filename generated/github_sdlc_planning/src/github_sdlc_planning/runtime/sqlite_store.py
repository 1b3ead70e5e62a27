"""Records in one SQLite file, which several processes of one machine may share.

The file survives the death of any of them at any moment (write-ahead log). It must not lie on a network file system,
where SQLite's locks are not dependable. After a power cut the newest records may be missing, older ones are not.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from .store import Booked, Claim, Standing, StateUnavailable

T = TypeVar("T")

# How long others may write before we give up on our turn.
BUSY_SECONDS = 5.0
# How many records that ran out are removed with one claim: all in the end, but no call waits for a large clean-up.
SWEEP = 50

_VERSION = 2
_TABLES = """
CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY, state TEXT NOT NULL, arguments BLOB NOT NULL, owner TEXT NOT NULL, lease_until REAL NOT NULL,
  first_started REAL NOT NULL, expires REAL NOT NULL, result BLOB
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS idempotency_expires ON idempotency (expires);
CREATE TABLE IF NOT EXISTS booked (
  position INTEGER PRIMARY KEY AUTOINCREMENT, ledger TEXT NOT NULL, id TEXT NOT NULL, at REAL NOT NULL,
  sealed BLOB NOT NULL, UNIQUE (ledger, id)
);
"""
_READ = "SELECT state, arguments, owner, lease_until, first_started, result FROM idempotency WHERE key = ?"
_GONE = "expires <= :now AND lease_until <= :now"
_SWEEP = f"DELETE FROM idempotency WHERE key IN (SELECT key FROM idempotency WHERE {_GONE} LIMIT :most)"
_INSERT = "INSERT INTO idempotency VALUES (?, 'pending', ?, ?, ?, ?, ?, NULL)"
_ORPHANED = "UPDATE idempotency SET state = 'unknown', owner = ?, lease_until = ? WHERE key = ?"
_RENEW = "UPDATE idempotency SET lease_until = ? WHERE key = ? AND owner = ? AND state <> 'done'"
_FINISH = "UPDATE idempotency SET state = 'done', lease_until = 0, result = ? WHERE key = ? AND owner = ?"
_DOUBT = (
    "UPDATE idempotency SET state = 'unknown', lease_until = 0, owner = '' WHERE key = ? AND owner = ? "
    "AND state <> 'done'"
)
_FREE = "DELETE FROM idempotency WHERE key = ? AND owner = ? AND state <> 'done'"
_BOOK = "INSERT INTO booked (ledger, id, at, sealed) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_BOOKED = "SELECT position, id, at, sealed FROM booked WHERE ledger = ? ORDER BY position"
_UNBOOK = "DELETE FROM booked WHERE ledger = ? AND id = ?"

_REASONS = {
    "SQLITE_FULL": "is full",
    "SQLITE_BUSY": "is locked by another process",
    "SQLITE_LOCKED": "is locked by another process",
    "SQLITE_CORRUPT": "is damaged",
    "SQLITE_NOTADB": "is damaged",
    "SQLITE_READONLY": "cannot be written",
    "SQLITE_CANTOPEN": "cannot be opened",
    "SQLITE_PERM": "cannot be opened",
    "SQLITE_IOERR": "cannot be read or written",
}


class SqliteStore:
    """A store in the file `path`, made with its folder on first use and readable by its owner only.

    All work is done by one thread, off the event loop and in order: a call that is cancelled leaves no half of it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="state")
        self._connection: sqlite3.Connection | None = None
        self._closed = False

    async def claim(
        self, keys: Sequence[str], *, arguments: Sequence[bytes], owner: str, now: float, lease: float, expires: float
    ) -> Claim:
        """See `Store.claim`."""

        def work(connection: sqlite3.Connection) -> Claim:
            connection.execute(_SWEEP, {"now": now, "most": SWEEP})
            for key in keys:
                # More may have run out than are swept at once.
                connection.execute(f"DELETE FROM idempotency WHERE key = :key AND {_GONE}", {"key": key, "now": now})
                row = connection.execute(_READ, (key,)).fetchone()
                if row is not None:
                    claim = _claim(key, row, arguments=arguments, owner=owner, now=now)
                    if claim.standing is Standing.ORPHANED:
                        connection.execute(_ORPHANED, (owner, now + lease, key))
                    return claim
            connection.execute(_INSERT, (keys[0], arguments[0], owner, now + lease, now, expires))
            return Claim(Standing.MINE, keys[0], now)

        return await self._run(work)

    async def renew(self, key: str, owner: str, *, now: float, lease: float) -> bool:
        """See `Store.renew`."""
        return await self._change(_RENEW, now + lease, key, owner)

    async def finish(self, key: str, owner: str, result: bytes) -> bool:
        """See `Store.finish`."""
        return await self._change(_FINISH, result, key, owner)

    async def doubt(self, key: str, owner: str) -> bool:
        """See `Store.doubt`."""
        return await self._change(_DOUBT, key, owner)

    async def free(self, key: str, owner: str) -> bool:
        """See `Store.free`."""
        return await self._change(_FREE, key, owner)

    async def book(self, ledger: str, id: str, *, at: float, sealed: bytes) -> None:
        """See `Store.book`."""
        await self._change(_BOOK, ledger, id, at, sealed)

    async def booked(self, ledger: str) -> list[Booked]:
        """See `Store.booked`."""
        rows = await self._run(lambda connection: connection.execute(_BOOKED, (ledger,)).fetchall())
        return [Booked(*row) for row in rows]

    async def unbook(self, ledger: str, id: str) -> bool:
        """See `Store.unbook`."""
        return await self._change(_UNBOOK, ledger, id)

    async def close(self) -> None:
        """Close the file."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._worker, self._drop)
        self._worker.shutdown(wait=False)

    async def _change(self, statement: str, *values: str | float | bytes) -> bool:
        return await self._run(lambda connection: connection.execute(statement, values).rowcount == 1)

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StateUnavailable("The state file is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._transaction, work)

    def _transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            if self._connection is None:
                self._connection = _opened(self._path)
            self._connection.execute("BEGIN IMMEDIATE")
            outcome = work(self._connection)
            self._connection.execute("COMMIT")
        except (sqlite3.Error, OSError) as failure:
            # The next use opens the file anew: it may have been mended by then.
            self._drop()
            raise StateUnavailable(f"The state file {_reason(failure)}.") from failure
        return outcome

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()


def _claim(
    key: str,
    row: tuple[str, bytes, str, float, float, bytes | None],
    *,
    arguments: Sequence[bytes],
    owner: str,
    now: float,
) -> Claim:
    state, filed, holder, lease_until, first_started, result = row
    if filed not in arguments:
        return Claim(Standing.REUSED, key, first_started)
    if state == "done":
        return Claim(Standing.DONE, key, first_started, result)
    if holder == owner and state == "pending":
        return Claim(Standing.MINE, key, first_started)
    if holder != owner and lease_until > now:
        return Claim(Standing.BUSY, key, first_started)
    return Claim(Standing.ORPHANED, key, first_started)


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # SQLite itself would make a file that everybody can read. One that is there must not be opened and closed, since
    # that would drop the locks which other connections of this process have on it (POSIX, fcntl).
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _patiently(lambda: _prepare(connection))
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > _VERSION:
        raise StateUnavailable("The state file was made by a newer version of this server.")
    if version < _VERSION:
        connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;")


def _patiently(work: Callable[[], None]) -> None:
    """Do `work` again while another process has the file to itself: SQLite does not wait while a log is set up."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return work()
        except sqlite3.OperationalError as failure:
            if not failure.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def _reason(failure: sqlite3.Error | OSError) -> str:
    if isinstance(failure, OSError):
        return "cannot be opened"
    name = getattr(failure, "sqlite_errorname", None) or ""
    # Extended codes begin with the primary one.
    return next((reason for code, reason in _REASONS.items() if name.startswith(code)), "cannot be used")
