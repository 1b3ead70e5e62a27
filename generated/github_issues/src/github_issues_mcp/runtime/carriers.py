"""Where a failed call's envelope travels and how it reads as JSON, by the dialect of errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TOLD = {
    "house": "A failed call is a result with isError and a symbolic code: branch on the code, repeat the same call "
    "only when temporary is true, and make the repair call as given.",
    "flat": "A failed call is a result with isError whose text is JSON: branch on error, a symbolic code.",
    "coded": "A failed call is a result with isError whose text is JSON: branch on code, repeat the same call only "
    "when retryable is true, and make the recovery call as given.",
    "text": "A failed call is a result with isError whose text says what happened and what to do before trying again.",
}

DIALECTS = frozenset(_TOLD)


def dialect_name(contract: Mapping[str, Any]) -> str:
    """The dialect of errors of a contract document."""
    return str(contract["server"].get("dialect", {}).get("errors", "house"))


def error_key(contract: Mapping[str, Any]) -> str:
    """The key of a result's `_meta` that carries the envelope in other dialects than the house's."""
    return f"{contract['server'].get('namespace', '')}/error"


def error_carriers(contract: Mapping[str, Any]) -> dict[str, str]:
    """Where the envelope travels, for the capability summary."""
    dialect = dialect_name(contract)
    beside = f'_meta["{error_key(contract)}"] (isError: true), beside a text of the {dialect} dialect'
    return {
        "tool_errors": "structuredContent (isError: true)" if dialect == "house" else beside,
        "non_tool_rpc_errors": "error.data (code/message renamed machine_code/human_message)",
    }


def failed_calls(contract: Mapping[str, Any]) -> str:
    """What an agent should know about failed calls."""
    return _TOLD[dialect_name(contract)]


def flat(envelope: Mapping[str, Any]) -> dict[str, Any]:
    """The code as `error`, the message, and beside them everything else that is known."""
    out = {"error": envelope["code"], "message": envelope["message"], **envelope.get("details", {}), **_known(envelope)}
    return {**out, "repair": envelope["repair"]} if "repair" in envelope else out


def coded(envelope: Mapping[str, Any]) -> dict[str, Any]:
    """The code and the message, the argument at fault as `path`, whether to try again, and a call that mends it."""
    details = dict(envelope.get("details", {}))
    place = details.pop("field", None) or next(iter(details.get("fields", ())), None)
    out = {"code": envelope["code"], "message": envelope["message"], **({} if place is None else {"path": place})}
    out |= {"retryable": envelope["temporary"], **details, **_known(envelope)}
    return {**out, "recovery": envelope["repair"]} if "repair" in envelope else out


def _known(envelope: Mapping[str, Any]) -> dict[str, Any]:
    names = {"completed": "completed", "retry_after_ms": "retry_after_ms", "rate_limit_remaining": "remaining"}
    return {name: envelope[key] for key, name in names.items() if envelope.get(key) is not None}
