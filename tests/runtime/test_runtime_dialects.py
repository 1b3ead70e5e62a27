"""One failure in every dialect: what a model reads of it, and where programs find the envelope."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pactwright.runtime.calls import Call
from pactwright.runtime.contract import Contract, parse
from pactwright.runtime.dialects import Failure, Texts, dialect_of
from pactwright.runtime.envelope import Repair, ToolError

FINGERPRINT = "orders@1+abcdef0"


class Sentences(Texts):
    def failed(self, call: Call, error: ToolError) -> str:
        return f"{call.tool} failed: {error.message}"

    def unanswered(self, call: Call, error: ToolError) -> str:
        return f"{call.tool}: no answer to {error.upstream['operation']} ({error.upstream['cause']})."

    def answered(self, call: Call, error: ToolError) -> str:
        return f"{call.tool}: {error.upstream['operation']} got {error.upstream['status']}."

    def completed(self, call: Call, error: ToolError) -> str:
        return f"Already done: {'; '.join(error.completed or ())}."


def contract(errors: str, **dialect: Any) -> Contract:
    server = {"name": "orders", "namespace": "com.example.orders", "dialect": {"errors": errors, **dialect}}
    return parse({"format": 1, "server": server})


def shown(errors: str, error: ToolError, **dialect: Any) -> Failure:
    tell = dialect_of(contract(errors, **dialect), Sentences())
    return tell(error, Call(tool="book", args={}, request_id="req_1"), FINGERPRINT)


def full() -> ToolError:
    return ToolError(
        code="busy",
        message="Too many orders.",
        temporary=True,
        details={"field": "amount", "reason": "It is more than may be ordered.", "most": 3},
        repair=Repair("order_less", tool="book", arguments={"amount": 3}),
        retry_after_ms=1500,
        completed=["the basket was emptied"],
    )


ENVELOPE = {
    "code": "busy",
    "message": "Too many orders.",
    "details": {"field": "amount", "reason": "It is more than may be ordered.", "most": 3},
    "completed": ["the basket was emptied"],
    "temporary": True,
    "retry_after_ms": 1500,
    "repair": {"next_step": "order_less", "tool": "book", "arguments": {"amount": 3}},
    "request_id": "req_1",
    "fingerprint": FINGERPRINT,
}


@pytest.mark.parametrize("errors", ["flat", "coded", "text"])
def test_programs_find_the_envelope_beside_the_text(errors: str) -> None:
    failure = shown(errors, full())
    assert failure.structured is None
    assert failure.meta == {"com.example.orders/error": ENVELOPE}


def test_the_house_shows_the_envelope_as_it_is() -> None:
    failure = shown("house", full())
    assert failure.structured == ENVELOPE
    assert failure.meta is None


def test_flat_puts_everything_side_by_side() -> None:
    failure = shown("flat", full(), json_indent=2)
    assert json.loads(failure.text) == {
        "error": "busy",
        "message": "Too many orders.",
        "field": "amount",
        "reason": "It is more than may be ordered.",
        "most": 3,
        "completed": ["the basket was emptied"],
        "retry_after_ms": 1500,
        "repair": {"next_step": "order_less", "tool": "book", "arguments": {"amount": 3}},
    }
    assert failure.text.startswith('{\n  "error": "busy",\n')


def test_flat_says_no_more_than_it_knows() -> None:
    failure = shown("flat", ToolError(code="gone", message="There is none."))
    assert failure.text == '{"error":"gone","message":"There is none."}'


def test_coded_names_the_place_and_the_way_out() -> None:
    assert json.loads(shown("coded", full()).text) == {
        "code": "busy",
        "message": "Too many orders.",
        "path": "amount",
        "retryable": True,
        "reason": "It is more than may be ordered.",
        "most": 3,
        "completed": ["the basket was emptied"],
        "retry_after_ms": 1500,
        "recovery": {"next_step": "order_less", "tool": "book", "arguments": {"amount": 3}},
    }


def test_coded_keeps_all_places_and_names_the_first() -> None:
    failure = shown("coded", ToolError(code="odd", message="Both are odd.", details={"fields": ["a", "b"]}))
    expected = {"code": "odd", "message": "Both are odd.", "path": "a", "retryable": False, "fields": ["a", "b"]}
    assert json.loads(failure.text) == expected


def test_sentences_of_a_plain_failure() -> None:
    error = ToolError(code="gone", message="There is none.")
    error.adds = "It may have been booked."
    assert shown("text", error).text == "book failed: There is none."
    assert shown("text", full()).text == "book failed: Too many orders. Already done: the basket was emptied."


UNKNOWN: list[tuple[dict[str, Any], str]] = [
    ({"operation": "order", "cause": "reset"}, "book: no answer to order (reset)."),
    ({"operation": "order", "cause": "it failed", "status": 502, "message": "Bad"}, "book: order got 502."),
]


@pytest.mark.parametrize(("upstream", "sentence"), UNKNOWN)
def test_sentences_of_an_unknown_outcome(upstream: dict[str, Any], sentence: str) -> None:
    error = ToolError(code="unknown", message="Nobody knows.")
    error.unknown, error.upstream = True, upstream
    assert shown("text", error).text == sentence
    error.adds = "Look at your orders."
    assert shown("text", error).text == f"{sentence} Look at your orders."
    error.completed = ["the basket was emptied"]
    assert shown("text", error).text == f"{sentence} Look at your orders. Already done: the basket was emptied."


@pytest.mark.parametrize("errors", ["house", "flat", "coded"])
def test_what_a_tool_adds_belongs_to_the_message(errors: str) -> None:
    error = ToolError(code="unknown", message="Nobody knows.")
    error.unknown, error.adds = True, "Look at your orders."
    assert "Nobody knows. Look at your orders." in shown(errors, error).text


def test_half_a_character_does_not_leave_the_server() -> None:
    failure = shown("flat", ToolError(code="odd", message="half \ud83d of one"))
    assert json.loads(failure.text)["message"].encode()
