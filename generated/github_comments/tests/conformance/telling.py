"""What a model reads of a failure: the text beside the envelope, in the dialect of the contract."""

from __future__ import annotations

import json
import re

from .facts import Facts, Tool
from .live.expressions import in_parts, value_of
from .live.operators import Known
from .outcome import Deviates, Findings, equal, holds
from .subjects import with_defaults
from .values import Json, JsonObject, shown

WHERE = "content/0/text"

_UNKNOWN = ("unanswered", "answered")


def told_in(text: Json, envelope: JsonObject, facts: Facts, tool: Tool, arguments: JsonObject) -> Findings:
    """Yield where the text of a failure of `tool` does not tell what its dialect makes of the envelope."""
    if not isinstance(text, str) or not text:
        yield Deviates(WHERE, "text", shown(text))
        return
    match facts.errors_as:
        case "house":
            yield from _told(text, envelope)
        case "flat":
            yield from _json(text, _flat(envelope), facts)
        case "coded":
            yield from _json(text, _coded(envelope), facts)
        case _:
            yield from _sentence(text, envelope, facts, tool, arguments)


def _told(text: str, envelope: JsonObject) -> Findings:
    """Yield what a text leaves out: what happened, the code, how long to wait, what to call next."""
    repair = envelope.get("repair") or {}
    wanted = [envelope.get("message"), envelope.get("code"), repair.get("tool"), repair.get("alternative")]
    wanted += [value for value in (repair.get("arguments") or {}).values() if isinstance(value, str)]
    wanted += [str(value) for value in (repair.get("arguments") or {}).values() if type(value) is int]
    delay = envelope.get("retry_after_ms")
    if type(delay) is int:
        told = str(delay) in text or f"{delay / 1000:g}" in text
        yield from holds(told, expected=f"the text to tell {delay} milliseconds", seen=text, where=WHERE)
    for part in wanted:
        if isinstance(part, str):
            yield from holds(part in text, expected=f"the text to tell {shown(part)}", seen=text, where=WHERE)


def _json(text: str, expected: JsonObject, facts: Facts) -> Findings:
    try:
        seen = json.loads(text)
    except ValueError:
        yield Deviates(WHERE, "JSON", shown(text))
        return
    yield from equal(expected, seen, WHERE)
    many = "\n" in text
    yield from holds(
        many == bool(facts.json_indent), expected=f"an indent of {facts.json_indent}", seen=text, where=WHERE
    )


def _flat(envelope: JsonObject) -> JsonObject:
    known = {"error": envelope.get("code"), "message": envelope.get("message"), **envelope.get("details", {})}
    return {**known, **_more(envelope), **_given(repair=envelope.get("repair"))}


def _coded(envelope: JsonObject) -> JsonObject:
    details = dict(envelope.get("details", {}))
    place = details.pop("field", None) or next(iter(details.get("fields", ())), None)
    known = {"code": envelope.get("code"), "message": envelope.get("message"), "retryable": envelope.get("temporary")}
    return {**known, **_given(path=place, recovery=envelope.get("repair")), **details, **_more(envelope)}


def _more(envelope: JsonObject) -> JsonObject:
    return _given(
        completed=envelope.get("completed"),
        retry_after_ms=envelope.get("retry_after_ms"),
        remaining=envelope.get("rate_limit_remaining"),
    )


def _given(**values: Json) -> JsonObject:
    return {key: value for key, value in values.items() if value is not None}


def _sentence(text: str, envelope: JsonObject, facts: Facts, tool: Tool, arguments: JsonObject) -> Findings:
    """Yield where a text is not the contract's sentence, with what the tool adds and what had been done."""
    known = {
        "error": {key: envelope.get(key, []) for key in ("message", "code", "completed")},
        "call": {"tool": tool.name},
        "args": with_defaults(tool.input, arguments, tool.input),
    }
    done = [_pattern(facts.texts["completed"], known)] if envelope.get("completed") else []
    adds = [_pattern(tool.adds_if_unknown, known)] if tool.adds_if_unknown else []
    code = envelope.get("code")
    texts = [[_pattern(facts.texts[name], known), *adds] for name in _UNKNOWN]
    if code != facts.code("outcome_unknown"):
        texts = []
    if code != facts.unknown_code:
        texts.append([_pattern(facts.texts["failed"], known)])
    # A sentence without an end of its own gets one when another follows.
    whole = "|".join(r"(?:(?<=[.!?]) |\. )".join(f"(?:{part})" for part in (*parts, *done)) for parts in texts)
    yield from holds(re.fullmatch(whole, text, re.DOTALL) is not None, expected=whole, seen=text, where=WHERE)


def _pattern(template: str, known: Known) -> str:
    """Return what a sentence must look like: parts that cannot be told may be anything but nothing."""
    told = (value_of(part, known) for part in in_parts(template))
    return "".join(re.escape(str(part)) if isinstance(part, str | int) else ".+" for part in told)
