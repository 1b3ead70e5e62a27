"""The error envelope and its two carriers.

A `ToolError` becomes one plain object with fixed presence rules; a tool result carries it as it is, a JSON-RPC error
carries it with `code` and `message` renamed so that they cannot be mistaken for JSON-RPC's own. The text beside it
tells a model everything the object does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Repair:
    """What to do about an error: the step's name and, when a call mends it, the tool and arguments to call as given."""

    next_step: str
    tool: str | None = None
    arguments: Mapping[str, Any] | None = None
    alternative: str | None = None

    def wire(self) -> dict[str, Any]:
        """The repair as it travels; absent parts are left out."""
        out: dict[str, Any] = {"next_step": self.next_step}
        if self.tool is not None:
            out["tool"] = self.tool
            out["arguments"] = dict(self.arguments or {})
        if self.alternative is not None:
            out["alternative"] = self.alternative
        return out


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that arguments or a result break: the published paths concerned, and why, without any value."""

    fields: tuple[str, ...]
    reason: str
    code: str | None = None


class ToolError(Exception):
    """A refusal or failure a caller is meant to see, in the vocabulary of the contract.

    `details` names the argument at fault (`field` or `fields`), `reason` and typed data; `completed` lists writes of
    the same call that did take effect. `says` is the line of the catalogue, `upstream` what is known of the request
    that ended in this, `unknown` whether that was a write which may have taken effect, and `adds` what the tool has to
    say about that.
    """

    unknown = False
    says = ""
    adds = ""
    upstream: Mapping[str, Any] = MappingProxyType({})

    def __init__(
        self,
        *,
        code: str,
        message: str,
        temporary: bool = False,
        details: Mapping[str, Any] | None = None,
        repair: Repair | None = None,
        retry_after_ms: int | None = None,
        rate_limit_remaining: int | None = None,
        completed: Sequence[Any] | None = None,
        resource_uri: str | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.temporary = temporary
        self.details = details
        self.repair = repair
        self.retry_after_ms = retry_after_ms
        self.rate_limit_remaining = rate_limit_remaining
        self.completed = completed
        self.resource_uri = resource_uri

    @property
    def words(self) -> str:
        """The whole message."""
        return f"{self.message} {self.adds}" if self.adds else self.message

    def saying(self, message: str) -> ToolError:
        """This error in other words."""
        self.message = message
        return self


def envelope(error: ToolError, *, request_id: str, fingerprint: str) -> dict[str, Any]:
    """The wire object of `error`.

    `temporary` and `retry_after_ms` are always present; the delay is null unless one is known, and always null when
    the error is not temporary. Everything else that has nothing to say is left out.
    """
    out: dict[str, Any] = {"code": error.code, "message": error.words}
    details = one_place(error.details)
    if details:
        out["details"] = details
    if error.completed:
        out["completed"] = list(error.completed)
    out["temporary"] = error.temporary
    out["retry_after_ms"] = error.retry_after_ms if error.temporary else None
    if error.repair is not None:
        out["repair"] = error.repair.wire()
    if error.rate_limit_remaining is not None:
        out["rate_limit_remaining"] = error.rate_limit_remaining
    if error.resource_uri is not None:
        out["resource_uri"] = error.resource_uri
    out["request_id"] = request_id
    out["fingerprint"] = fingerprint
    return out


def renamed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The envelope as `error.data` of a JSON-RPC error: `code` is `machine_code` there, `message` `human_message`."""
    names = {"code": "machine_code", "message": "human_message"}
    return {names.get(key, key): value for key, value in data.items()}


def one_place(details: Mapping[str, Any] | None) -> dict[str, Any]:
    """`details` with exactly one of `field` and `fields`: a list of one name is that name."""
    if not details:
        return {}
    fields = details.get("fields")
    if fields is None:
        return dict(details)
    rest = {key: value for key, value in details.items() if key != "fields"}
    if "field" in rest or not fields:
        return rest
    if len(fields) == 1:
        return {"field": fields[0], **rest}
    return {"fields": list(fields), **rest}


def told(error: ToolError) -> str:
    """The error in words: what happened, the code, how long to wait and what to call next with which arguments."""
    details = one_place(error.details)
    if details.get("reason") == error.message:
        # Once is enough.
        details = {key: value for key, value in details.items() if key != "reason"}
    lines = [error.words, f"Code: {error.code}."]
    if (place := _place(details)) is not None:
        lines.append(place)
    lines += [f"{_label(key)}: {_json(value)}." for key, value in details.items() if key not in _TOLD_IN_PLACE]
    if error.completed:
        lines.append(f"Already done by this call: {_json(list(error.completed))}.")
    if error.temporary:
        lines.append(_wait(error.retry_after_ms))
    if error.rate_limit_remaining is not None:
        lines.append(f"Requests left in this rate limit window: {error.rate_limit_remaining}.")
    if error.repair is not None:
        lines += _next(error.repair)
    return "\n".join(lines)


_TOLD_IN_PLACE = frozenset({"field", "fields", "value", "reason"})


def _place(details: Mapping[str, Any]) -> str | None:
    names = [details["field"]] if "field" in details else list(details.get("fields", ()))
    value = f" = {_json(details['value'])}" if "value" in details else ""
    head = f"{', '.join(names)}{value}"
    reason = details.get("reason")
    if head and reason:
        return f"{head}: {reason}"
    return reason or (f"Concerns: {head}." if head else None)


def _wait(retry_after_ms: int | None) -> str:
    if retry_after_ms is None:
        return "This is temporary: the same call, unchanged, may succeed later."
    seconds = f"{retry_after_ms / 1000:g}"
    return f"Wait {seconds} s ({retry_after_ms} ms), then repeat the same call unchanged."


def _next(repair: Repair) -> list[str]:
    if repair.tool is not None:
        lines = [f"Next ({repair.next_step}): call {repair.tool} with {_json(dict(repair.arguments or {}))}."]
    else:
        lines = [f"Next: {repair.next_step}."]
    if repair.alternative is not None:
        lines.append(f"Otherwise: {repair.alternative}")
    return lines


def _label(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
