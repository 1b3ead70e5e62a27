"""Resources, prompts, completions and lists over the wire: every transport, both eras, the official client."""

from __future__ import annotations

import base64
import json
from typing import Any

import jsonschema
import pytest
from mcp.types import PromptReference, ResourceTemplateReference
from pactwright.runtime.fingerprint import canonical, fingerprint
from serving import Speaker

TEMPLATE = "notes://notes/{note_id}{?detail}"


def read(speaker: Speaker, uri: str) -> Any:
    """The only content of a resource."""
    (content,) = speaker.do("read_resource", uri).contents
    return content


def complete(speaker: Speaker, reference: Any, argument: str, typed: str) -> Any:
    """A completion."""
    return speaker.do("complete", reference, {"name": argument, "value": typed}).completion


def wire(items: Any) -> list[dict[str, Any]]:
    """Listed definitions as they travelled."""
    return [item.model_dump(mode="json", by_alias=True, exclude_unset=True) for item in items]


def test_text_bytes_and_json_resources(live: Speaker) -> None:
    assert read(live, "notes://motto").text == "note well"
    assert read(live, "notes://motto").mime_type == "text/plain"
    assert base64.b64decode(read(live, "notes://logo").blob) == b"\x89PNG"
    assert json.loads(read(live, "notes://copies/7").text) == {"copy": "buy milk"}


def test_a_refusal_of_a_resource_carries_the_envelope_and_its_uri(live: Speaker) -> None:
    error = live.refusal("read_resource", "notes://copies/70").error
    assert error.code == -32602
    assert error.data["machine_code"] == "note_not_found"
    assert error.data["resource_uri"] == "notes://copies/70"
    assert error.data["details"]["field"] == "uri"
    assert error.data["repair"]["tool"] == "notes_find"


@pytest.mark.parametrize(
    ("uri", "code", "field"),
    [
        ("notes://nothing", "not_found", "uri"),
        ("", "not_found", "uri"),
        ("notes://notes/0", "invalid_field", "note_id"),
        ("notes://notes/seven", "invalid_field", "note_id"),
        ("notes://notes/7?detial=full", "invalid_field", "detial"),
        ("notes://notes/7?detail=secret-value", "invalid_field", "detail"),
    ],
)
def test_uris_that_mean_nothing_are_invalid_params(live: Speaker, uri: str, code: str, field: str) -> None:
    error = live.refusal("read_resource", uri).error
    assert (error.code, error.data["machine_code"], error.data["details"]["field"]) == (-32602, code, field)
    assert "resource_uri" not in error.data
    assert "secret-value" not in json.dumps(error.data)


def test_examples_answer_templates(mock: Speaker) -> None:
    assert json.loads(read(mock, "notes://notes/7").text) == {"note_id": 7, "text": "buy milk"}
    assert mock.refusal("read_resource", "notes://notes/9999").error.data["machine_code"] == "note_not_found"


def test_prompts(live: Speaker) -> None:
    prompt = live.do("get_prompt", "review_note", {"note_id": "7"})
    assert [(message.role, message.content.text) for message in prompt.messages] == [
        ("user", "Review note 7 plainly."),
        ("assistant", "I will."),
    ]
    unknown = live.refusal("get_prompt", "nope", {}).error
    assert (unknown.code, unknown.data["machine_code"]) == (-32602, "unknown_prompt")
    missing = live.refusal("get_prompt", "review_note", {}).error
    assert (missing.code, missing.data["details"]["field"]) == (-32602, "note_id")


def test_completions_are_filtered_and_bounded(live: Speaker) -> None:
    found = complete(live, PromptReference(name="review_note"), "note_id", "1")
    assert found.values[:3] == ["1", "10", "11"]
    assert len(found.values) == 100
    assert found.total == 111
    assert found.has_more
    assert complete(live, ResourceTemplateReference(uri=TEMPLATE), "detail", "F").values == ["full"]
    assert complete(live, PromptReference(name="review_note"), "tone", "").values == []


def test_completions_of_what_is_not_published_are_invalid_params(live: Speaker) -> None:
    error = live.refusal("complete", PromptReference(name="nope"), {"name": "x", "value": ""}).error
    assert (error.code, error.data["machine_code"]) == (-32602, "unknown_reference")


def test_completions_without_a_live_source_come_from_examples(mock: Speaker) -> None:
    assert complete(mock, ResourceTemplateReference(uri=TEMPLATE), "note_id", "7").values == ["7"]


@pytest.mark.parametrize("method", ["list_tools", "list_resources", "list_resource_templates", "list_prompts"])
def test_a_cursor_nobody_gave_is_refused(live: Speaker, method: str) -> None:
    error = live.refusal(method, cursor="made up").error
    assert (error.code, error.message) == (-32602, "Invalid cursor")
    assert error.data["machine_code"] == "invalid_cursor"


def test_lists_are_in_order_and_on_one_page(live: Speaker) -> None:
    tools = live.do("list_tools")
    assert [tool.name for tool in tools.tools] == [
        "notes_capabilities",
        "notes_find",
        "notes_get",
        "notes_show",
        "notes_try",
        "notes_update",
    ]
    assert tools.next_cursor is None
    assert [item.name for item in live.do("list_resources").resources] == ["capabilities", "logo", "motto"]


def test_output_schemas_admit_success_and_failure_and_nothing_else(live: Speaker) -> None:
    schema = next(tool for tool in live.do("list_tools").tools if tool.name == "notes_get").output_schema
    check = jsonschema.Draft202012Validator(schema)
    check.validate(live.call("notes_get", note_id=7).structured_content)
    check.validate(live.call("notes_get", note_id=70).structured_content)
    assert not check.is_valid({"note_id": 7})
    assert not check.is_valid({"code": "x"})
    assert schema["type"] == "object"


def test_the_three_surfaces_of_the_summary(live: Speaker) -> None:
    summary = live.call("notes_capabilities").structured_content
    assert json.loads(read(live, "notes://capabilities").text) == summary
    assert summary["server"]["name"] == "notes-mcp"
    assert "notes_capabilities" in str(live.client.instructions)
    assert "Delete notes." in str(live.client.instructions)


def test_a_client_can_recompute_the_fingerprint(live: Speaker) -> None:
    summary = live.call("notes_capabilities").structured_content
    mark = summary["server"].pop("fingerprint")
    parts = {
        "tools": wire(live.do("list_tools").tools),
        "resources": wire(live.do("list_resources").resources),
        "resource_templates": wire(live.do("list_resource_templates").resource_templates),
        "prompts": wire(live.do("list_prompts").prompts),
        "summary": summary,
    }
    assert mark == fingerprint(name="notes-mcp", version="1.2.0", parts=parts)
    assert mark.startswith("notes-mcp@1.2.0+")
    parts["tools"][0]["description"] += "."
    assert mark != fingerprint(name="notes-mcp", version="1.2.0", parts=parts)


def test_every_envelope_bears_the_fingerprint(live: Speaker) -> None:
    mark = live.call("notes_capabilities").structured_content["server"]["fingerprint"]
    assert live.call("notes_get", note_id=70).structured_content["fingerprint"] == mark
    assert live.refusal("call_tool", "nope", {}).error.data["fingerprint"] == mark


def test_capabilities_are_what_the_contract_has(live: Speaker) -> None:
    capabilities = live.client.server_capabilities
    assert capabilities.tools is not None
    assert capabilities.resources is not None
    assert capabilities.prompts is not None
    assert capabilities.completions is not None
    assert not capabilities.resources.subscribe
    assert not capabilities.tools.list_changed


def test_canonical_json_does_not_depend_on_who_wrote_it() -> None:
    assert canonical({"b": 1.0, "a": [1, 2.5, "½"]}) == '{"a":[1,2.5,"½"],"b":1}'
    assert canonical([1.0, -2.0, 1e16, 1e-7]) == "[1,-2,10000000000000000,1e-07]"
    assert canonical(3.0) == "3"
    assert canonical({"text": "see 1.0, 2.0]", "n": 10}) == '{"n":10,"text":"see 1.0, 2.0]"}'
