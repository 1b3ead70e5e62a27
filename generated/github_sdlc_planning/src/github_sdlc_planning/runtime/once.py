"""Calls with an idempotency key, answered in the words of the contract."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from .calls import Call
from .idempotency import KeyReused, KeyUnsettled
from .process import Process
from .store import StateUnavailable


async def act_once(
    process: Process,
    call: Call,
    spec: Mapping[str, Any],
    *,
    act: Callable[[], Awaitable[Any]],
    find: Callable[[dict[str, Any], Call], Awaitable[Any]],
) -> Any:
    """The result of the one call that acts for the key of `call`; `spec` is what the contract says of keys.

    Raises ToolError.
    """
    key = spec["key"]

    async def found(first_started: float) -> Any:
        return await find(call.args, call)

    try:
        return await process.state.idempotency.once(
            call,
            tool=call.tool,
            key=call.args[key],
            scope={name: call.args[name] for name in spec["scope"] if name in call.args},
            arguments={name: value for name, value in call.args.items() if name != key},
            window_ms=spec["window_ms"],
            act=act,
            find=found if spec["find"] else None,
        )
    except KeyReused:
        hours = spec["window_ms"] / 3_600_000
        reason = f"This key was used with other arguments in the last {hours:g} hours."
        raise process.errors.condition("key_reused", call, fields=[key], reason=reason) from None
    except KeyUnsettled:
        raise process.errors.condition("outcome_unknown", call) from None
    except StateUnavailable as unavailable:
        process.log.failure("state_unavailable", unavailable, tool=call.tool, request_id=call.request_id)
        raise process.errors.condition("not_sent", call, cause=unavailable.reason) from None
