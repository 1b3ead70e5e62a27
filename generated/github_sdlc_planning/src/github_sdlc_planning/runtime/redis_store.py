"""Records in Redis, for servers that run as several replicas.

Every step is one script, so it happens at once. Leases are measured by the clock of Redis, because those of replicas
may differ by more than a lease. What Redis loses is lost: it has to write to disk (appendonly) and must not evict keys
(maxmemory-policy noeviction). The library `redis` is needed only by who uses this store.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .store import Booked, Claim, Standing, StateUnavailable

if TYPE_CHECKING:
    from redis.asyncio import Redis

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 3.0
CONNECTIONS = 8

_PREFIX = "pactwright:idempotency:"
_LEDGER = "pactwright:ledger:"

# A whole number of seconds: exact in calculations, and less than a second does not matter to leases of several.
_SHIFT = """
local time = redis.call('TIME')
local shift = math.floor(time[1] + time[2] / 1000000 - tonumber(ARGV[1]) + 0.5)
local now = tonumber(ARGV[2]) + shift
local lease_until = now + tonumber(ARGV[3])
local function hold(key, expires)
  redis.call('HSET', key, 'lease_until', string.format('%.17g', lease_until))
  redis.call('PEXPIRE', key, math.max(1, math.ceil((math.max(expires, lease_until) - now) * 1000)))
end
"""
_CLAIM = f"""{_SHIFT}
local owner, first_started = ARGV[4], ARGV[2]
for _, key in ipairs(KEYS) do
  local found = redis.call('HMGET', key, 'state', 'arguments', 'owner', 'lease_until', 'first_started', 'expires')
  local state, filed, holder, leased, expires = found[1], found[2], found[3], tonumber(found[4]), tonumber(found[6])
  if state and (expires > now or leased > now) then
    local known = false
    for index = 6, #ARGV do known = known or ARGV[index] == filed end
    if not known then return {{'reused', key, found[5]}} end
    if state == 'done' then return {{'done', key, found[5], redis.call('HGET', key, 'result')}} end
    if holder == owner and state == 'pending' then return {{'mine', key, found[5]}} end
    if holder ~= owner and leased > now then return {{'busy', key, found[5]}} end
    redis.call('HSET', key, 'state', 'unknown', 'owner', owner)
    hold(key, expires)
    return {{'orphaned', key, found[5]}}
  end
end
local expires = tonumber(ARGV[5]) + shift
-- Memory is checked before the first write only, which therefore has to be one that takes some.
redis.call('HSET', KEYS[1], 'state', 'pending', 'arguments', ARGV[6], 'owner', owner, 'first_started', first_started,
  'expires', string.format('%.17g', expires))
redis.call('HDEL', KEYS[1], 'result')
hold(KEYS[1], expires)
return {{'mine', KEYS[1], first_started}}
"""
_RENEW = f"""{_SHIFT}
local found = redis.call('HMGET', KEYS[1], 'owner', 'state', 'expires')
if found[1] ~= ARGV[4] or found[2] == 'done' then return 0 end
hold(KEYS[1], tonumber(found[3]))
return 1
"""
_FINISH = """
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'state', 'done', 'lease_until', 0, 'result', ARGV[2])
return 1
"""
_UNDONE = """
local found = redis.call('HMGET', KEYS[1], 'owner', 'state')
if found[1] ~= ARGV[1] or found[2] == 'done' then return 0 end
"""
_DOUBT = f"{_UNDONE} redis.call('HSET', KEYS[1], 'state', 'unknown', 'lease_until', 0, 'owner', '') return 1"
_FREE = f"{_UNDONE} redis.call('DEL', KEYS[1]) return 1"
# A ledger is one hash: its entries by their ids, each "position time sealed", and the last position it gave.
_BOOK = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 0 end
local position = redis.call('HINCRBY', KEYS[1], 'last', 1)
redis.call('HSET', KEYS[1], ARGV[1], position .. ' ' .. ARGV[2] .. ' ' .. ARGV[3])
return 1
"""
_BOOKED = "return redis.call('HGETALL', KEYS[1])"
_UNBOOK = "return redis.call('HDEL', KEYS[1], ARGV[1])"


class RedisStore:
    """A store in the database at `url` (`redis://`, `rediss://`, `unix://`), connected to on first use.

    `clock` (Unix seconds) is the one that the `now` of requests comes from.
    """

    def __init__(self, url: str, *, clock: Callable[[], float] = time.time) -> None:
        self._url = url
        self._clock = clock
        self._client: Redis | None = None
        self._scripts: dict[str, Any] = {}

    async def claim(
        self, keys: Sequence[str], *, arguments: Sequence[bytes], owner: str, now: float, lease: float, expires: float
    ) -> Claim:
        """See `Store.claim`."""
        times = repr(self._clock()), repr(now), repr(lease)
        standing, key, first_started, *result = await self._run(_CLAIM, keys, *times, owner, repr(expires), *arguments)
        name = key.decode().removeprefix(_PREFIX)
        return Claim(Standing(standing.decode()), name, float(first_started), result[0] if result else None)

    async def renew(self, key: str, owner: str, *, now: float, lease: float) -> bool:
        """See `Store.renew`."""
        return bool(await self._run(_RENEW, [key], repr(self._clock()), repr(now), repr(lease), owner))

    async def finish(self, key: str, owner: str, result: bytes) -> bool:
        """See `Store.finish`."""
        return bool(await self._run(_FINISH, [key], owner, result))

    async def doubt(self, key: str, owner: str) -> bool:
        """See `Store.doubt`."""
        return bool(await self._run(_DOUBT, [key], owner))

    async def free(self, key: str, owner: str) -> bool:
        """See `Store.free`."""
        return bool(await self._run(_FREE, [key], owner))

    async def book(self, ledger: str, id: str, *, at: float, sealed: bytes) -> None:
        """See `Store.book`."""
        await self._run(_BOOK, [ledger], id, repr(at), sealed, prefix=_LEDGER)

    async def booked(self, ledger: str) -> list[Booked]:
        """See `Store.booked`."""
        found = await self._run(_BOOKED, [ledger], prefix=_LEDGER)
        entries = zip(found[::2], found[1::2], strict=True)
        return sorted(
            (_entry(id.decode(), kept) for id, kept in entries if id != b"last"), key=lambda entry: entry.position
        )

    async def unbook(self, ledger: str, id: str) -> bool:
        """See `Store.unbook`."""
        return bool(await self._run(_UNBOOK, [ledger], id, prefix=_LEDGER))

    async def close(self) -> None:
        """Close all connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _run(self, script: str, keys: Sequence[str], *given: str | bytes, prefix: str = _PREFIX) -> Any:
        from redis.exceptions import RedisError

        try:
            if self._client is None:
                self._client = _connected(self._url)
            if script not in self._scripts:
                self._scripts[script] = self._client.register_script(script)
            return await self._scripts[script](keys=[prefix + key for key in keys], args=given)
        except (RedisError, OSError) as failure:
            raise StateUnavailable(f"The state store {_reason(failure)}.") from failure


def _entry(id: str, kept: bytes) -> Booked:
    position, at, sealed = kept.split(b" ", 2)
    return Booked(int(position), id, float(at), sealed)


def _connected(url: str) -> Redis:
    from redis.asyncio import BlockingConnectionPool, Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    try:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=ANSWER_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            # It may have been closed since it was last used; a script that runs twice for one owner does no harm.
            retry=Retry(NoBackoff(), 1),
        )
    except ValueError:
        # Without its text, which may show the password.
        raise StateUnavailable("The address of the state store cannot be used.") from None
    return Redis.from_pool(pool)


def _reason(failure: Exception) -> str:
    from redis import exceptions

    match failure:
        case exceptions.OutOfMemoryError():
            return "is full"
        case exceptions.AuthenticationError() | exceptions.NoPermissionError():
            return "refuses this server"
        case exceptions.ReadOnlyError():
            return "cannot be written"
        case exceptions.ConnectionError() | exceptions.TimeoutError() | OSError():
            return "cannot be reached"
        case _:
            return "cannot be used"
