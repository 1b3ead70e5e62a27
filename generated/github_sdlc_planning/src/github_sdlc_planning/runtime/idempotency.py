"""Idempotency keys: calls with one key act once, whoever dies when.

The key is claimed in the store before anything is written. Who holds the claim acts, others wait for the result. When
it is not known whether a call has acted (no answer came, its process died), the next one looks for what it did before
it acts itself. A store that fails afterwards cannot undo what was done: the result is given, and the claim lapses into
"not known", which is the truth.

Sources: requirements D3 (unknown outcomes), D29 (a key reused with other arguments).
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio

from .calls import CLOCK_SKEW_SECONDS, Call
from .envelope import ToolError
from .fingerprint import canonical
from .logs import Log
from .sealing import Keys
from .store import Claim, Standing, StateUnavailable, Store

Act = Callable[[], Awaitable[Any]]
Find = Callable[[float], Awaitable[Any]]

# How long a claim outlives its process; long enough for a busy process to come round to renewing it in time.
LEASE_SECONDS = 6.0
RENEW_SECONDS = 2.0
# How often the end of somebody else's call is looked for: at first, and in the long run.
FIRST_LOOK_SECONDS = 0.02
LOOK_SECONDS = 0.5
# How long the store may take: before acting, a call waits for it; afterwards, the caller should have its answer.
CLAIM_SECONDS = 10.0
AFTERWARDS_SECONDS = 5.0

_KEY = "idempotency key"
_ARGUMENTS = "idempotency arguments"
_RESULT = "idempotency result"


class KeyReused(Exception):
    """The key was used before with other arguments; nothing was written."""


class KeyUnsettled(Exception):
    """An earlier call with this key may have acted, and there is no way to find out; nothing more was written."""


class Idempotency:
    """Lets calls of one server act once per key. `clock` gives Unix seconds."""

    def __init__(
        self, store: Store, keys: Keys, *, server: str, log: Log, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._keys = keys
        self._server = server
        self._log = log
        self._clock = clock

    async def once(
        self,
        call: Call,
        *,
        tool: str,
        key: str,
        scope: Mapping[str, Any],
        arguments: Mapping[str, Any],
        window_ms: int,
        act: Act,
        find: Find | None,
    ) -> Any:
        """The result (plain JSON) of acting for `key`: now, or when a call with this key acted before.

        A key is known per server, tool, principal of `call` and values in `scope`, for `window_ms` from its first use,
        and stands for `arguments`. `act` writes. `find` is asked for the result of an earlier call whose outcome is not
        known, with the time it began (Unix seconds, one minute early); it answers None when that call has not acted.
        Then `call.first_started` is set, too. Without `find` such a key stays unusable for its window.

        A ToolError of `act` frees the key, unless a write of this call was completed or is in doubt. After any other
        exception, and after a cancellation, the outcome counts as not known.

        Raises StateUnavailable (nothing was written), KeyReused, KeyUnsettled, and what `act` and `find` raise. Waits
        as long as another call with the key takes: the caller bounds it by cancelling.
        """
        known = _bytes([self._server, tool, dict(scope), call.principal, key])
        names = [mac.hex() for mac in self._keys.macs(_KEY, known)]
        filed = self._keys.macs(_ARGUMENTS, _bytes(dict(arguments)))
        owner = os.urandom(9).hex()
        pause = FIRST_LOOK_SECONDS
        while True:
            claim = await self._claim(names, filed, owner=owner, window=window_ms / 1000)
            match claim.standing:
                case Standing.REUSED:
                    raise KeyReused
                case Standing.DONE:
                    return await self._given(call, claim, find)
                case Standing.MINE | Standing.ORPHANED:
                    return await self._held(call, claim, owner, act=act, find=find)
            await anyio.sleep(pause)
            pause = min(pause * 1.5, LOOK_SECONDS)

    async def _claim(self, names: list[str], filed: list[bytes], *, owner: str, window: float) -> Claim:
        now = self._clock()
        # A claim that is made and not heard of would hold up everybody until it lapses.
        with anyio.move_on_after(CLAIM_SECONDS, shield=True):
            return await self._store.claim(
                names, arguments=filed, owner=owner, now=now, lease=LEASE_SECONDS, expires=now + window
            )
        raise StateUnavailable("The state store did not answer in time.")

    async def _given(self, call: Call, claim: Claim, find: Find | None) -> Any:
        """The result of the call that acted. It is looked for when what was kept was sealed with a key that is gone."""
        kept = self._keys.open(_RESULT, (claim.result or b"").decode("ascii", "replace"))
        if kept is not None:
            key, result = json.loads(kept)
            if key == claim.key:
                return result
        self._log.event("warning", "idempotency_result_unreadable", tool=call.tool, request_id=call.request_id)
        result = await self._found(call, claim, find)
        if result is None:
            raise KeyUnsettled
        return result

    async def _held(self, call: Call, claim: Claim, owner: str, *, act: Act, find: Find | None) -> Any:
        async with self._renewed(call, claim.key, owner):
            result = None
            if claim.standing is Standing.ORPHANED:
                try:
                    result = await self._found(call, claim, find)
                except BaseException:
                    await self._afterwards(call, self._store.doubt(claim.key, owner))
                    raise
                self._log.event(
                    "info",
                    "idempotency_reconciled",
                    tool=call.tool,
                    request_id=call.request_id,
                    found=result is not None,
                )
            if result is None:
                result = await self._acted(call, claim.key, owner, act)
            await self._afterwards(call, self._finished(claim.key, owner, result))
        return result

    async def _finished(self, key: str, owner: str, result: Any) -> bool:
        sealed = self._keys.seal(_RESULT, json.dumps([key, result]).encode())
        return await self._store.finish(key, owner, sealed.encode())

    async def _acted(self, call: Call, key: str, owner: str, act: Act) -> Any:
        before = len(call.completed)
        try:
            return await act()
        except ToolError as error:
            # A refusal, but perhaps of a later request: what an earlier one did must not be done again.
            wrote = error.completed or len(call.completed) > before
            unknown = wrote or call.doubts or error.unknown
            settle = self._store.doubt if unknown else self._store.free
            await self._afterwards(call, settle(key, owner))
            raise
        except BaseException:
            await self._afterwards(call, self._store.doubt(key, owner))
            raise

    async def _found(self, call: Call, claim: Claim, find: Find | None) -> Any:
        if find is None:
            raise KeyUnsettled
        call.first_started = claim.first_started
        return await find(claim.first_started - CLOCK_SKEW_SECONDS)

    async def _afterwards(self, call: Call, noted: Awaitable[bool]) -> None:
        """Note the end of a call whatever else ends it, but do not let that change what the caller is told."""
        kept = False
        with anyio.move_on_after(AFTERWARDS_SECONDS, shield=True):
            try:
                kept = await noted
            except Exception as failure:
                self._log.failure("state_unavailable", failure, tool=call.tool, request_id=call.request_id)
        if not kept:
            self._log.event("warning", "idempotency_not_recorded", tool=call.tool, request_id=call.request_id)

    @asynccontextmanager
    async def _renewed(self, call: Call, key: str, owner: str) -> AsyncIterator[None]:
        """Hold the lease of a claim meanwhile."""
        ended = asyncio.Event()
        renewing = asyncio.create_task(self._renew(call, key, owner, ended))
        try:
            yield
        finally:
            # Not cancelled: a connection would be lost with a request that is on its way.
            ended.set()
            with anyio.move_on_after(AFTERWARDS_SECONDS, shield=True):
                await renewing

    async def _renew(self, call: Call, key: str, owner: str, ended: asyncio.Event) -> None:
        while not ended.is_set():
            with anyio.move_on_after(RENEW_SECONDS):
                await ended.wait()
                return
            try:
                kept = await self._store.renew(key, owner, now=self._clock(), lease=LEASE_SECONDS)
            except Exception as failure:
                self._log.failure("state_unavailable", failure, tool=call.tool, request_id=call.request_id)
                continue
            if not kept:
                self._log.event("warning", "idempotency_lease_lost", tool=call.tool, request_id=call.request_id)
                return


def _bytes(value: Any) -> bytes:
    return canonical(value).encode("utf-8", "surrogatepass")
