"""Faults in how calls and reads are answered."""

from __future__ import annotations

import json
from typing import Any

from .server import Server
from .surface import Json
from .variant import broken


@broken("text-differs", "results.text")
class TextDiffers(Server):
    def succeeded(self, value: Json) -> Json:
        result = super().succeeded(value)
        return {**result, "content": [{"type": "text", "text": json.dumps({**value, "more": 1})}]}


@broken("text-not-first", "results.text")
class TextNotFirst(Server):
    def succeeded(self, value: Json) -> Json:
        result = super().succeeded(value)
        link = {"type": "resource_link", "uri": "parcels://capabilities", "name": "capabilities"}
        return {**result, "content": [link, *result["content"]]}


@broken("structure-missing", "results.carrier", "results.example", "results.schema", "results.text", "official.client")
class StructureMissing(Server):
    def succeeded(self, value: Json) -> Json:
        result = super().succeeded(value)
        if "parcel_id" in value:
            del result["structuredContent"]
        return result


@broken("block-lost", "results.content")
class BlockLost(Server):
    def shown(self, blocks: list[Json]) -> list[Json]:
        return blocks[:1]


@broken("result-differs", "results.example", "official.client")
class ResultDiffers(Server):
    def succeeded(self, value: Json) -> Json:
        return super().succeeded({**value, "sent": False} if "sent" in value else value)


@broken("result-nulls-dropped", "results.example", "results.schema", "official.client")
class NullsDropped(Server):
    def succeeded(self, value: Json) -> Json:
        return super().succeeded({key: item for key, item in value.items() if item is not None})


@broken("result-one-for-true", "results.example", "results.schema", "official.client")
class OneForTrue(Server):
    def succeeded(self, value: Json) -> Json:
        return super().succeeded({**value, "sent": 1} if "sent" in value else value)


@broken("result-date-in-words", "results.example", "results.schema", "official.client")
class DateInWords(Server):
    def succeeded(self, value: Json) -> Json:
        return super().succeeded({**value, "at": "yesterday"} if "at" in value else value)


@broken("success-marked-failed", "results.success", "official.client")
class SuccessMarkedFailed(Server):
    def succeeded(self, value: Json) -> Json:
        return {**super().succeeded(value), "isError": True}


UNTYPED = ("results.success", "results.official", "results.content", "failures.official", "official.client")


@broken("result-type-missing", *UNTYPED)
class ResultTypeMissing(Server):
    def framed(self, method: str, result: Json) -> Json:
        framed = super().framed(method, result)
        if method == "tools/call":
            del framed["resultType"]
        return framed


@broken("code-wrong", "failures.code", "official.client")
class CodeWrong(Server):
    def failed(self, envelope: Json) -> Json:
        wrong = {"parcel_not_found": "missing_credential"}
        return super().failed({**envelope, "code": wrong.get(envelope["code"], envelope["code"])})


@broken("temporary-wrong", "failures.temporary", "resources.failed")
class TemporaryWrong(Server):
    def envelope(self, code: str, *, details: Json, delay: int | None = None, left: int | None = None) -> Json:
        envelope = super().envelope(code, details=details, delay=delay, left=left)
        return {**envelope, "temporary": True} if code == "parcel_not_found" else envelope


@broken("delay-missing", "failures.temporary")
class DelayMissing(Server):
    def envelope(self, code: str, *, details: Json, delay: int | None = None, left: int | None = None) -> Json:
        return super().envelope(code, details=details, left=left)


@broken("delay-for-good", "failures.temporary", "failures.envelope")
class DelayForGood(Server):
    def failed(self, envelope: Json) -> Json:
        extra = {"retry_after_ms": 5} if envelope["code"] == "outcome_unknown" else {}
        return super().failed({**envelope, **extra})


@broken("envelope-open", "failures.envelope")
class EnvelopeOpen(Server):
    def failed(self, envelope: Json) -> Json:
        extra = {"hint": "Look again."} if envelope["code"] == "busy" else {}
        return super().failed({**envelope, **extra})


@broken("data-dropped", "failures.details")
class DataDropped(Server):
    def failed(self, envelope: Json) -> Json:
        details = {key: value for key, value in envelope.get("details", {}).items() if key != "allowed"}
        return super().failed({**envelope, "details": details})


@broken("data-added", "failures.details")
class DataAdded(Server):
    def failed(self, envelope: Json) -> Json:
        extra = {"trace": "x"} if envelope["code"] == "busy" else {}
        return super().failed({**envelope, "details": {**envelope.get("details", {}), **extra}})


@broken("argument-invented", "failures.details")
class ArgumentInvented(Server):
    def failed(self, envelope: Json) -> Json:
        details = envelope.get("details", {})
        if envelope["code"] == "parcel_not_found":
            details = {**details, "field": "number"}
        return super().failed({**envelope, "details": details})


@broken("message-reworded", "failures.message")
class MessageReworded(Server):
    def failed(self, envelope: Json) -> Json:
        return super().failed({**envelope, "message": envelope["message"].replace("such", "such a")})


@broken("place-of-error-dropped", "failures.details")
class PlaceOfErrorDropped(Server):
    def failed(self, envelope: Json) -> Json:
        details = envelope.get("details", {})
        if envelope["code"] == "parcel_not_found":
            details = {key: value for key, value in details.items() if key != "field"}
        return super().failed({**envelope, "details": details})


@broken("text-without-delay", "failures.text")
class TextWithoutDelay(Server):
    def told(self, envelope: Json) -> str:
        return super().told({**envelope, "retry_after_ms": None})


@broken("repair-missing", "failures.repair", "resources.failed")
class RepairMissing(Server):
    def repair(self, code: str) -> Json | None:
        return None if code == "parcel_not_found" else super().repair(code)


@broken("repair-nowhere", "failures.repair", "modes.repairs", "resources.failed")
class RepairNowhere(Server):
    def repair(self, code: str) -> Json | None:
        repair = super().repair(code)
        return {**repair, "tool": "parcels_search"} if repair else None


@broken("repair-not-callable", "failures.repair", "modes.repairs", "resources.failed")
class RepairNotCallable(Server):
    def repair(self, code: str) -> Json | None:
        repair = super().repair(code)
        return {**repair, "arguments": {"state": "lost"}} if repair else None


@broken("repair-with-other-values", "failures.repair", "resources.failed")
class RepairWithOtherValues(Server):
    def repair(self, code: str) -> Json | None:
        repair = super().repair(code)
        return {**repair, "arguments": {"state": "sent"}} if repair and code == "parcel_not_found" else repair


@broken("repair-of-another-parcel", "failures.repair")
class RepairOfAnotherParcel(Server):
    def repair(self, code: str) -> Json | None:
        repair = super().repair(code)
        return {**repair, "arguments": {"parcel_id": 7}} if repair and code == "outcome_unknown" else repair


@broken("repair-without-arguments", "failures.envelope", "failures.repair", "modes.repairs", "resources.failed")
class RepairWithoutArguments(Server):
    def repair(self, code: str) -> Json | None:
        repair = super().repair(code)
        return {key: value for key, value in repair.items() if key != "arguments"} if repair else None


@broken("text-without-code", "failures.text")
class TextWithoutCode(Server):
    def told(self, envelope: Json) -> str:
        return super().told(envelope).replace(envelope["code"], "…")


@broken("text-without-repair", "failures.text")
class TextWithoutRepair(Server):
    def told(self, envelope: Json) -> str:
        return super().told({key: value for key, value in envelope.items() if key != "repair"})


@broken("fingerprint-of-another", "failures.fingerprint", "fingerprint.arguments")
class FingerprintOfAnother(Server):
    def failed(self, envelope: Json) -> Json:
        return super().failed({**envelope, "fingerprint": "parcels-mcp@2.1.0+0000000"})


@broken("request-id-repeated", "failures.request-id")
class RequestIdRepeated(Server):
    def failed(self, envelope: Json) -> Json:
        return super().failed({**envelope, "request_id": "req_1"})


@broken("value-leaked", "arguments.silent")
class ValueLeaked(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        return [(field, f"{reason}: {arguments}") for field, reason in super().wrong(tool, arguments)]


@broken("place-missing", "arguments.refused", "arguments.rules", "arguments.several", "arguments.unknown")
class PlaceMissing(Server):
    def failed(self, envelope: Json) -> Json:
        if envelope["code"] == "invalid_field":
            envelope = {**envelope, "details": {"reason": envelope["details"]["reason"]}}
        return super().failed(envelope)


@broken("one-at-a-time", "arguments.several")
class OneAtATime(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        return super().wrong(tool, arguments)[:1]


@broken("names-not-told", "arguments.unknown")
class NamesNotTold(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        return [(field, reason.partition(";")[0]) for field, reason in super().wrong(tool, arguments)]


@broken("unknown-arguments-taken", "arguments.refused", "arguments.unknown")
class UnknownTaken(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        return [(field, reason) for field, reason in super().wrong(tool, arguments) if "not accepted" not in reason]


@broken("text-taken-for-number", "arguments.refused")
class TextTakenForNumber(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        number = arguments.get("parcel_id")
        if isinstance(number, str) and number.isdecimal():
            arguments = {**arguments, "parcel_id": int(number)}
        return super().wrong(tool, arguments)


@broken("null-taken-for-absent", "arguments.refused")
class NullTakenForAbsent(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        return super().wrong(tool, {key: value for key, value in arguments.items() if value is not None})


@broken("bound-off-by-one", "arguments.refused")
class BoundOffByOne(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        if arguments.get("parcel_id") == 100_000:
            arguments = {**arguments, "parcel_id": 99_999}
        return super().wrong(tool, arguments)


@broken("rules-not-held", "arguments.refused", "arguments.rules")
class RulesNotHeld(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        if tool["name"] != "parcels_send":
            return super().wrong(tool, arguments)
        return super().wrong({**tool, "name": "any"}, arguments)


@broken("stricter-than-told", "arguments.accepted")
class StricterThanTold(Server):
    def wrong(self, tool: Json, arguments: Json) -> list[tuple[str, str]]:
        strict = [("label", "is too long")] if len(str(arguments.get("label", ""))) == 40 else []
        return super().wrong(tool, arguments) or strict


@broken("unknown-tool-as-result", "tools.unknown", "modes.omitted", "fingerprint.refusals")
class UnknownToolAsResult(Server):
    def call_tool(self, params: Json, number: Any) -> Json:
        if params["name"] not in {tool["name"] for tool in self.tools()}:
            return self.failed(self.envelope("invalid_field", details={"field": "name", "reason": "unknown"}))
        return super().call_tool(params, number)


@broken("shape-not-checked", "arguments.shape")
class ShapeNotChecked(Server):
    def call_tool(self, params: Json, number: Any) -> Json:
        arguments = params.get("arguments", {})
        return super().call_tool({**params, "arguments": arguments if isinstance(arguments, dict) else {}}, number)
