"""Tool calls over the wire: every transport, both eras, the official client."""

from __future__ import annotations

import json
from typing import Any

import pytest
from serving import Speaker


def failure(speaker: Speaker, name: str, **arguments: Any) -> dict[str, Any]:
    """The envelope of a failed call, checked for what holds for every one."""
    result = speaker.call(name, **arguments)
    assert result.is_error
    envelope: dict[str, Any] = result.structured_content
    assert {"code", "message", "temporary", "retry_after_ms", "request_id", "fingerprint"} <= set(envelope)
    assert envelope["temporary"] or envelope["retry_after_ms"] is None
    assert envelope["code"] in result.content[0].text
    assert envelope["message"] in result.content[0].text
    return envelope


def test_a_result_is_structure_and_the_same_text(live: Speaker) -> None:
    result = live.call("notes_get", note_id=7)
    assert not result.is_error
    expected = {"note_id": 7, "text": "buy milk", "version": "v:0a", "limit": 5, "archived_at": None}
    assert result.structured_content == expected
    assert json.loads(result.content[0].text) == expected


def test_a_declared_error_names_its_repair_in_structure_and_text(live: Speaker) -> None:
    result = live.call("notes_get", note_id=70)
    assert result.structured_content["code"] == "note_not_found"
    assert result.structured_content["details"] == {
        "field": "note_id",
        "value": 70,
        "reason": "No note has this number.",
    }
    assert result.structured_content["repair"] == {
        "next_step": "search_then_read",
        "tool": "notes_find",
        "arguments": {"state": "open"},
    }
    text = result.content[0].text
    assert 'call notes_find with {"state": "open"}' in text
    assert "No note has this number." in text


def test_settings_reach_fills(live: Speaker) -> None:
    # Note 5 stands for the setting, which is 5 and names no note.
    assert failure(live, "notes_get", note_id=5)["details"]["value"] == 5


def test_every_violation_is_told_at_once_without_values(live: Speaker) -> None:
    envelope = failure(live, "notes_get", note_id="secret-value", detail="secret-value")
    assert envelope["code"] == "invalid_field"
    assert sorted(envelope["details"]["fields"]) == ["detail", "note_id"]
    assert 'detail must be one of "summary", "full".' in envelope["details"]["reason"]
    assert "note_id must be an integer." in envelope["details"]["reason"]
    assert "secret-value" not in json.dumps(envelope)


def test_an_unknown_argument_is_refused_with_the_accepted_names(live: Speaker) -> None:
    envelope = failure(live, "notes_get", note_id=7, deteil="full")
    assert envelope["details"]["field"] == "deteil"
    assert "Did you mean detail?" in envelope["details"]["reason"]
    assert "note_id, detail" in envelope["details"]["reason"]


def test_an_argument_that_cannot_stand_in_a_request_is_refused_without_its_value(live: Speaker) -> None:
    envelope = failure(live, "notes_try", what="..")
    assert envelope["code"] == "invalid_field"
    assert envelope["details"]["field"] == "what"
    assert "a path segment" in envelope["details"]["reason"]


def test_rules_between_arguments_name_all_their_fields(live: Speaker) -> None:
    envelope = failure(live, "notes_update", note_id=7, tags=["red"], add_tags=["x"])
    assert envelope["details"]["fields"] == ["tags", "add_tags"]


@pytest.mark.parametrize("what", ["crash", "nan", "object", "wrong"])
def test_nothing_of_a_crash_or_a_broken_result_leaves(live: Speaker, what: str) -> None:
    error = live.refusal("call_tool", "notes_try", {"what": what}).error
    assert (error.code, error.message, error.data["machine_code"]) == (-32603, "Internal error", "internal")
    assert "hunter2" not in error.model_dump_json()


def test_content_blocks_travel_as_they_are(live: Speaker) -> None:
    result = live.call("notes_show", note_id=7)
    assert [block.type for block in result.content] == ["text", "resource_link"]
    assert result.content[0].text == "note 7 \ufffd"
    assert result.structured_content is None


def test_content_blocks_of_examples_are_content_blocks(mock: Speaker) -> None:
    result = mock.call("notes_show", note_id=9)
    assert [block.text for block in result.content] == ["nine"]
    assert result.structured_content is None


def test_a_lone_surrogate_is_replaced(live: Speaker) -> None:
    assert live.call("notes_try", what="surrogate").structured_content == {"said": "broken \ufffd name"}


def test_values_that_only_look_like_json_become_json(live: Speaker) -> None:
    assert live.call("notes_try", what="keys").structured_content == {"said": "x", "extra": {"1": [2, 3]}}


def test_what_a_tool_prints_does_not_reach_the_client(live: Speaker) -> None:
    assert live.call("notes_try", what="print").structured_content == {"said": "printed"}
    assert live.call("notes_try", what="still there").structured_content == {"said": "still there"}


def test_a_call_past_its_time_is_answered_by_its_condition(live: Speaker) -> None:
    envelope = failure(live, "notes_try", what="sleep", seconds=30)
    assert envelope["code"] == "notes_unavailable"
    assert envelope["temporary"]


def test_past_its_time_with_a_write_under_way_is_an_unknown_outcome(live: Speaker) -> None:
    envelope = failure(live, "notes_try", what="write", seconds=30)
    assert envelope["code"] == "outcome_unknown"
    assert not envelope["temporary"]
    assert envelope["repair"]["tool"] == "notes_get"


def test_an_unknown_tool_is_a_protocol_error_with_the_envelope(live: Speaker) -> None:
    error = live.refusal("call_tool", "nope", {}).error
    assert error.code == -32602
    assert error.message == "Unknown tool: nope"
    assert error.data["machine_code"] == "unknown_tool"
    assert error.data["human_message"]
    assert "code" not in error.data
    assert "message" not in error.data
    assert error.data["temporary"] is False
    assert error.data["retry_after_ms"] is None


def test_a_tool_without_a_live_answer_says_so_once_and_clearly(live: Speaker) -> None:
    error = live.refusal("call_tool", "notes_find", {"query": "milk"}).error
    assert error.code == -32603
    assert "notes_find is not available without --mock in this version" in error.message


def test_examples_answer_exactly_matching_arguments(mock: Speaker) -> None:
    assert mock.call("notes_find", query="milk").structured_content == {
        "notes": [{"note_id": 7, "title": "Milk – ½ l"}],
        "has_more": True,
        "next_cursor": "c2",
    }
    assert mock.call("notes_find", query="milk", cursor="c2").structured_content == {"notes": [], "has_more": False}


def test_defaults_count_as_given_when_examples_are_matched(mock: Speaker) -> None:
    assert mock.call("notes_find", query="milk", state="open").structured_content["has_more"] is True


def test_other_arguments_get_the_closest_success(mock: Speaker) -> None:
    assert mock.call("notes_update", note_id=7, text="other").structured_content["version"] == "v:0b"
    assert mock.call("notes_find", query="bread").structured_content["has_more"] is True


def test_error_examples_build_the_declared_error(mock: Speaker) -> None:
    conflict = failure(mock, "notes_update", note_id=7, text="new", expected_version="v:0a")
    assert conflict["code"] == "version_conflict"
    assert conflict["details"]["reason"] == "The current version is v:0b."
    assert conflict["details"]["current"] == "v:0b"
    assert conflict["repair"]["alternative"] == "Leave out expected_version to overwrite."
    lost = failure(mock, "notes_update", note_id=8, text="x")
    assert lost["message"] == "Whether the change took effect is not known (status 502)."
    busy = mock.call("notes_update", note_id=429)
    assert busy.structured_content["retry_after_ms"] == 32000
    assert busy.structured_content["rate_limit_remaining"] == 0
    assert "repair" not in busy.structured_content
    assert "Wait 32 s" in busy.content[0].text


def test_a_pure_live_tool_answers_itself_where_no_example_matches(mock: Speaker) -> None:
    assert mock.call("notes_get", note_id=8).structured_content["text"] == "call home"
    assert failure(mock, "notes_get", note_id=401)["code"] == "missing_credential"


def test_arguments_are_checked_before_examples_are_looked_at(mock: Speaker) -> None:
    assert failure(mock, "notes_update", note_id=0)["details"]["field"] == "note_id"


def test_a_tool_with_effects_and_no_examples_is_not_run(mock: Speaker) -> None:
    assert mock.refusal("call_tool", "notes_try", {"what": "x"}).error.code == -32603
