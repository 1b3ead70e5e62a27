"""Where a result and an error travel, and what holds for every envelope whichever error it is.

A tool result carries it in `structuredContent` with `isError`; a JSON-RPC error carries it in `error.data`, with `code`
and `message` renamed because JSON-RPC has members of these names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from .facts import Facts, Repair, Tool
from .outcome import Broken, Deviates, Findings, equal, holds
from .schemas import ENVELOPE, REPAIR, problems
from .templates import ABSENT, COMPUTED, filled
from .values import Json, JsonObject, shown
from .wire import Answer

INVALID_PARAMS = -32602

# Params of these names are members of the envelope; all others are data in `details`.
LIFTED = {"retry_after_ms": "retry_after_ms", "remaining": "rate_limit_remaining", "completed": "completed"}

_RENAMED = {"machine_code": "code", "human_message": "message"}


def failure(answer: Answer, facts: Facts) -> JsonObject:
    """Return the envelope of a tool result that reports an error. Raises Broken when it is something else.

    The house dialect carries it in `structuredContent`, which every other one leaves to results that succeeded.
    """
    result = answer.result
    carried = result.get("structuredContent")
    where = "structuredContent"
    if facts.errors_as != "house":
        where = error_key(facts)
        absent, carried = carried is None, (result.get("_meta") or {}).get(where)
        where += " of _meta and no structuredContent"
        carried = carried if absent else None
    if result.get("isError") is not True or not isinstance(carried, dict):
        raise Broken(f"a tool result with isError true and an envelope in {where}", shown(result))
    return carried


def value_of(result: JsonObject, facts: Facts) -> Json:
    """Return what a tool result says. Raises Broken when it has no value where the contract puts it."""
    if not facts.structured:
        return text_of(result)
    if "structuredContent" not in result:
        raise Broken("structuredContent", shown(result))
    return result["structuredContent"]


def text_of(result: JsonObject) -> Json:
    """Return the JSON in the first block of content. Raises Broken when there is none."""
    content = result.get("content")
    first = content[0] if isinstance(content, list) and content else None
    if not isinstance(first, dict) or first.get("type") != "text":
        raise Broken("a block of text", shown(content))
    try:
        return json.loads(first["text"])
    except (ValueError, KeyError, TypeError):
        raise Broken("JSON in the first block of content", shown(first)) from None


def error_key(facts: Facts) -> str:
    """Return the key of `_meta` that carries the envelope where the dialect has no other place for it."""
    return f"{facts.namespace}/error"


def refusal(answer: Answer) -> JsonObject:
    """Return the envelope in `error.data` under its own names. Raises Broken when it is not there or not renamed."""
    data = answer.error.get("data")
    if not isinstance(data, dict) or data.keys() & {"code", "message"} or not data.keys() >= _RENAMED.keys():
        raise Broken("an envelope in error.data with machine_code and human_message", shown(answer.error))
    return {_RENAMED.get(str(key), str(key)): value for key, value in data.items()}


def refused_as(answer: Answer, code: int = INVALID_PARAMS) -> Findings:
    """Yield what is wrong with a JSON-RPC error: its code, its envelope, and the id it was answered under."""
    seen = answer.error.get("code")
    yield from holds(seen == code, expected=str(code), seen=seen, where="error.code")
    envelope = refusal(answer)
    yield from well_formed(envelope)
    number = str(answer.message.get("id"))
    known = envelope.get("request_id")
    yield from holds(known == number, expected=f"the id of the request, {number}", seen=known, where="request_id")


def well_formed(envelope: JsonObject) -> Findings:
    """Yield what the envelope's own schema says against it, and breaches of its presence rules."""
    for problem in problems(ENVELOPE, envelope):
        yield Deviates("envelope", "what the envelope's schema asks", problem)
    for name in ("code", "message", "request_id"):
        text = envelope.get(name)
        yield from holds(bool(text) and isinstance(text, str), expected="text", seen=text, where=name)
    if envelope.get("temporary") is False:
        delay = envelope.get("retry_after_ms")
        yield from holds(
            delay is None, expected="null, because the error is not temporary", seen=delay, where="retry_after_ms"
        )
    if "repair" in envelope:
        for problem in problems(REPAIR, envelope["repair"]):
            yield Deviates("repair", "next_step, tool with arguments, alternative", problem)
    details = envelope.get("details", {})
    both = isinstance(details, dict) and details.keys() >= {"field", "fields"}
    yield from holds(not both, expected="either field or fields", seen=details, where="details")


def named_fields(envelope: JsonObject) -> tuple[str, ...]:
    """Return the paths an error names in `details.field` or `details.fields`."""
    details = envelope.get("details", {})
    if isinstance(details.get("field"), str):
        return (details["field"],)
    return tuple(name for name in details.get("fields", ()) if isinstance(name, str))


def published(path: str, schema: JsonObject) -> bool:
    """Tell whether a path begins with a property of `schema`."""
    return re.split(r"[.\[]", path, maxsplit=1)[0] in schema.get("properties", {})


def fingerprint_fits(value: Json, facts: Facts, known: str | None) -> Findings:
    """Yield a deviation unless `value` is this server's fingerprint."""
    form = rf"{re.escape(facts.name)}@{re.escape(facts.version)}\+[0-9a-f]{{7}}"
    fits = isinstance(value, str) and re.fullmatch(form, value) is not None
    yield from holds(fits, expected=f"{facts.name}@{facts.version}+<7 hex digits>", seen=value, where="fingerprint")
    if fits and known is not None:
        yield from equal(known, value, "fingerprint")


def repair_fits(
    envelope: JsonObject, expected: Repair | None, facts: Facts, *, there: Collection[str], given: JsonObject
) -> Findings:
    """Yield what is wrong with the repair: the contract's step, a tool that is there, arguments that tool takes.

    `there` are the tools the server lists, `given` the arguments of the call that failed.
    """
    repair = envelope.get("repair")
    if expected is not None and expected.tool is not None and expected.tool not in there:
        expected = Repair(expected.next_step, None, expected.alternative) if expected.alternative else None
    if expected is None:
        yield from holds(repair is None, expected="no repair", seen=repair, where="repair")
        return
    if not isinstance(repair, dict):
        yield Deviates("repair", f"the repair {expected.next_step}", "none")
        return
    if expected.next_step:
        yield from equal(expected.next_step, repair.get("next_step"), "repair/next_step")
    yield from equal(expected.tool, repair.get("tool"), "repair/tool")
    yield from equal(expected.alternative, repair.get("alternative"), "repair/alternative")
    yield from callable_repair(repair, facts, there)
    if expected.tool is not None and isinstance(repair.get("arguments"), dict):
        yield from _arguments_fit(expected.arguments or {}, repair["arguments"], given)


def _arguments_fit(written: JsonObject, seen: JsonObject, given: JsonObject) -> Findings:
    """Yield a deviation for each argument of a repair that is another than the contract writes."""
    for name, template in written.items():
        value = filled(template, {"args": given})
        if value is ABSENT:
            yield from holds(name not in seen, expected="nothing, as in the call", seen=seen, where="repair/arguments")
        elif value is not COMPUTED:
            yield from equal(value, seen.get(name), f"repair/arguments/{name}")


def callable_repair(repair: JsonObject, facts: Facts, there: Collection[str]) -> Findings:
    """Yield a deviation when a repair names a tool that is not there, or arguments that tool would refuse."""
    name = repair.get("tool")
    if name is None:
        return
    tool: Tool | None = facts.tool(str(name))
    if tool is None or name not in there:
        yield Deviates("repair/tool", "a tool this server lists", shown(name))
        return
    for problem in problems(tool.input, repair.get("arguments")):
        yield Deviates("repair/arguments", f"arguments {name} takes", problem)
