"""The error envelope, its text, the catalogue and what mocks and results are made of."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest
from pactwright.runtime import Call, Catalogue, Repair, ToolError, Violation
from pactwright.runtime.catalogue import Errors, Unanswered
from pactwright.runtime.contract import ContractError, parse
from pactwright.runtime.envelope import envelope, renamed, told
from pactwright.runtime.hosts import Hosts
from pactwright.runtime.logs import Log, capture
from pactwright.runtime.mock import Examples
from pactwright.runtime.results import BrokenResult, plain
from pactwright.runtime.tools import NotLive


def wire(error: ToolError) -> dict[str, Any]:
    """The envelope of an error."""
    return envelope(error, request_id="r", fingerprint="f")


def test_what_is_always_there_and_nothing_else() -> None:
    assert wire(ToolError(code="c", message="m")) == {
        "code": "c",
        "message": "m",
        "temporary": False,
        "retry_after_ms": None,
        "request_id": "r",
        "fingerprint": "f",
    }


def test_a_delay_is_told_only_for_what_is_temporary() -> None:
    assert wire(ToolError(code="c", message="m", retry_after_ms=5))["retry_after_ms"] is None
    assert wire(ToolError(code="c", message="m", retry_after_ms=5, temporary=True))["retry_after_ms"] == 5


def test_details_have_one_of_field_and_fields() -> None:
    def details(**given: Any) -> Any:
        return wire(ToolError(code="c", message="m", details=given)).get("details")

    assert details(fields=["a"], reason="r") == {"field": "a", "reason": "r"}
    assert details(fields=["a", "b"]) == {"fields": ["a", "b"]}
    assert details(field="a", fields=["b", "c"]) == {"field": "a"}
    assert details(fields=[]) is None
    assert details() is None


def test_a_repair_without_a_call_has_no_tool() -> None:
    repair = wire(ToolError(code="c", message="m", repair=Repair("wait")))["repair"]
    assert repair == {"next_step": "wait"}
    with_call = Repair("look", tool="get", arguments={"a": 1}, alternative="ask")
    assert wire(ToolError(code="c", message="m", repair=with_call))["repair"] == {
        "next_step": "look",
        "tool": "get",
        "arguments": {"a": 1},
        "alternative": "ask",
    }


def test_json_rpc_renames_two_keys_and_no_other() -> None:
    data = wire(ToolError(code="c", message="m", details={"code": "inner", "message": "inner"}))
    other = renamed(data)
    assert (other["machine_code"], other["human_message"]) == ("c", "m")
    assert other["details"] == {"code": "inner", "message": "inner"}
    assert set(other) == set(data) - {"code", "message"} | {"machine_code", "human_message"}


def test_the_text_tells_everything_the_model_needs() -> None:
    error = ToolError(
        code="locked",
        message="The issue is locked.",
        temporary=True,
        details={"field": "issue", "value": 7, "reason": "Locked as resolved.", "allowed": ["a"]},
        repair=Repair("unlock", tool="set_lock", arguments={"issue": 7, "locked": False}, alternative="Ask."),
        retry_after_ms=1500,
        rate_limit_remaining=0,
        completed=["label added"],
    )
    text = told(error)
    for part in (
        "The issue is locked.",
        "locked",
        "issue = 7: Locked as resolved.",
        'Allowed: ["a"]',
        "Wait 1.5 s (1500 ms)",
        'call set_lock with {"issue": 7, "locked": false}',
        "Otherwise: Ask.",
        '["label added"]',
    ):
        assert part in text


CONTRACT: dict[str, Any] = {
    "format": 1,
    "server": {"name": "s", "version": "1"},
    "conditions": {"timeout": "slow", "invalid_arguments": "invalid"},
    "errors": {
        "slow": {
            "temporary": True,
            "says": "Too slow.",
            "params": {"properties": {"status": {}, "retry_after_ms": {"default": 10}, "completed": {}}},
        },
        "invalid": {"temporary": False, "says": "Invalid.", "params": {"properties": {"fields": {}, "reason": {}}}},
        "broken": {"temporary": False, "says": "Told by the contract.", "repair": {"next_step": "x", "tool": "gone"}},
    },
}


@pytest.fixture
def errors() -> Errors:
    """The errors of a small contract, one of whose builders fails."""
    catalogue = Catalogue()

    @catalogue.code("slow")
    def slow(call: Call, params: Any) -> ToolError:
        return ToolError(code="slow", message=f"Slow: {call.tool}.")

    @catalogue.code("broken")
    def broken(call: Call, params: Any) -> ToolError:
        return ToolError(code="broken", message=params["not there"])

    return Errors(parse(CONTRACT), catalogue, tools={"get"}, log=Log("error", io.StringIO()))


def test_params_get_defaults_lifting_and_no_strangers(errors: Errors) -> None:
    error = errors.condition("timeout", Call("get", {}), status=504, operation="not declared", remaining=3)
    assert wire(error) == {
        "code": "slow",
        "message": "Slow: get.",
        "details": {"status": 504},
        "temporary": True,
        "retry_after_ms": 10,
        "request_id": "r",
        "fingerprint": "f",
    }


def test_completed_writes_are_always_told(errors: Errors) -> None:
    call = Call("get", {}, completed=["one thing"])
    assert wire(errors.condition("timeout", call))["completed"] == ["one thing"]
    with pytest.raises(Unanswered) as caught:
        errors.condition("internal", call)
    assert wire(caught.value.error)["completed"] == ["one thing"]


def test_a_builder_that_fails_does_not_hide_its_error(errors: Errors) -> None:
    error = errors.reachable(errors.build("broken", Call("get", {})))
    assert (error.code, error.message, error.repair) == ("broken", "Told by the contract.", None)


def test_a_condition_without_a_code_has_a_house_code(errors: Errors) -> None:
    assert errors.condition("key_reused", Call("get", {})).code == "invalid_field"
    with pytest.raises(Unanswered) as caught:
        errors.condition("overloaded", Call("get", {}))
    assert (caught.value.error.code, caught.value.error.temporary) == ("upstream_unavailable", True)


def test_violations_are_reported_together_unless_their_codes_differ(errors: Errors) -> None:
    call = Call("get", {})
    rules = [Violation(("a",), "A."), Violation(("b", "a"), "B."), Violation(("c",), "C.", code="broken")]
    assert wire(errors.violations(rules, call))["details"] == {"fields": ["a", "b"], "reason": "A. B."}
    assert errors.violations(rules[2:], call).code == "broken"


def test_two_builders_for_one_error_are_a_mistake() -> None:
    catalogue = Catalogue()
    catalogue.code("a")(lambda call, params: ToolError(code="a", message="m"))
    with pytest.raises(ValueError, match="two builders"):
        catalogue.code("a")(lambda call, params: ToolError(code="a", message="m"))


@pytest.mark.parametrize("change", [{"format": 2}, {"server": {"name": "s", "dialect": {"errors": "odd"}}}])
def test_a_contract_this_runtime_cannot_serve_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ContractError):
        parse({**CONTRACT, **change})


EXAMPLES = {
    "name": "t",
    "examples": [
        {"arguments": {"a": 1, "b": 2}, "error": "x"},
        {"arguments": {"a": 1, "b": 3}, "result": "first"},
        {"arguments": {"a": 1, "c": 3}, "result": "second"},
        {"arguments": {"a": True}, "result": "true"},
        {"arguments": {}, "result": "none"},
    ],
}


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ({"a": 1, "b": 2}, 0),
        ({"b": 2, "a": 1.0}, 0),
        ({"a": 1, "b": 2, "c": 9}, 0),
        ({"a": 1, "b": 9}, 1),
        ({"a": 1, "c": 3, "d": 4}, 2),
        ({"a": True}, 3),
        ({"z": 1}, 1),
        ({}, 4),
    ],
)
def test_which_example_answers(given: dict[str, Any], chosen: int) -> None:
    assert Examples(EXAMPLES, None).best(given) == EXAMPLES["examples"][chosen]


def test_without_examples_there_is_no_mock() -> None:
    with pytest.raises(NotLive):
        Examples({"name": "t"}, None).best({})


def test_results_become_plain_json() -> None:
    assert plain({"a": (1, 2), "b": "é"}) == ({"a": (1, 2), "b": "é"}, '{"a":[1,2],"b":"é"}')
    assert plain({"\ud83d\ude00\udcff": "\udcff"})[0] == {"😀\ufffd": "\ufffd"}
    assert plain([1], indent=2)[1] == "[\n  1\n]"
    recursive: list[Any] = []
    recursive.append(recursive)
    for value in (float("nan"), float("inf"), {1, 2}, object(), b"x", recursive):
        with pytest.raises(BrokenResult):
            plain(value)


@pytest.mark.parametrize(
    ("bound", "host", "owned"),
    [
        ("127.0.0.1", "localhost:80", True),
        ("localhost", "[::1]:80", True),
        ("0.0.0.0", "10.0.0.1", False),
        ("10.0.0.1", "10.0.0.1:8000", True),
        ("10.0.0.1", "localhost", False),
        ("::", "notes.example.com", True),
        ("10.0.0.1", "user@10.0.0.1", True),
    ],
)
def test_which_hosts_are_ours(bound: str, host: str, owned: bool) -> None:
    assert Hosts(bound, url="https://Notes.example.com/mcp", extra=()).owns(host) is owned


def test_logs_of_libraries_lose_what_was_put_into_them() -> None:
    stream, root = io.StringIO(), logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        capture(Log("info", stream))
        logging.getLogger("a.library").warning("token %s refused", "s3cret")
        try:
            raise ValueError("s3cret")
        except ValueError:
            logging.getLogger("a.library").exception("failed with s3cret")
        logging.getLogger("a.library").info("chatter")
    finally:
        root.handlers[:], root.level = before, level
        logging.captureWarnings(False)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["level"], line["logger"]) for line in lines] == [("warning", "a.library"), ("error", "a.library")]
    assert lines[0]["text"] == "token %s refused"
    assert lines[1]["exception"] == "ValueError"
    assert "s3cret" not in stream.getvalue()
