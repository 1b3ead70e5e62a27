"""A process that acts for an idempotency key: `acting.py ADDRESS FOLDER HOW COUNT LEASE`.

Every act adds a line to FOLDER/acts. HOW is `well`, or `dying`: it tells FOLDER/acted and then waits to be killed. The
results of COUNT calls made at once are printed as JSON.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

from pactwright.runtime import idempotency
from pactwright.runtime.calls import Call
from pactwright.runtime.logs import Log
from pactwright.runtime.state import State

KEYS = ["a key for tests, long enough " * 2]
KEY = "the-key"
SCOPE = {"repo": "octo/hello"}
ARGUMENTS = {"title": "Crash"}


async def once(state: State, act: Any, find: Any) -> Any:
    """A call as every process makes it."""
    call = Call(tool="create_issue", args=ARGUMENTS, principal="ada")
    return await state.idempotency.once(
        call,
        tool="create_issue",
        key=KEY,
        scope=SCOPE,
        arguments=ARGUMENTS,
        window_ms=86_400_000,
        act=act,
        find=find,
    )


async def main(address: str, folder: Path, how: str, count: int) -> list[Any]:
    """The results of all calls."""
    state = State(KEYS, store=address, server="demo", log=Log("error", io.StringIO()))

    async def act() -> Any:
        with (folder / "acts").open("a") as acts:
            acts.write(f"{os.getpid()}\n")
        if how == "dying":
            (folder / "acted").touch()
            await asyncio.sleep(600)
        await asyncio.sleep(0.3)
        return {"number": os.getpid()}

    async def find(first_started: float) -> Any:
        return {"found": first_started}

    results = await asyncio.gather(*(once(state, act, find) for _ in range(count)))
    await state.close()
    return results


if __name__ == "__main__":
    idempotency.LEASE_SECONDS = float(sys.argv[5])
    idempotency.RENEW_SECONDS = float(sys.argv[5]) / 3
    print(json.dumps(asyncio.run(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])))))
