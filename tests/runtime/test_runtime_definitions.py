"""Wire definitions against the official schema of each revision, and the summary against its own."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from mcp.types import methods
from pactwright.runtime import (
    Catalogue,
    Completions,
    Prompts,
    Resources,
    Settings,
    Toolbox,
    instructions,
    summary,
    summary_schema,
)
from pactwright.runtime.contract import parse
from pactwright.runtime.definitions import (
    output_schema,
    prompt_definitions,
    resource_definitions,
    template_definitions,
    tool_definitions,
)
from pactwright.runtime.kernel import build
from pactwright.runtime.logs import Log
from pactwright.runtime.process import Parts, assemble
from serving import DEMO

CONTRACT: dict[str, Any] = json.loads((DEMO / "contract.json").read_text())

LISTS = {
    "tools/list": ("tools", tool_definitions(CONTRACT)),
    "resources/list": ("resources", resource_definitions(CONTRACT)),
    "resources/templates/list": ("resourceTemplates", template_definitions(CONTRACT)),
    "prompts/list": ("prompts", prompt_definitions(CONTRACT)),
}


@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
@pytest.mark.parametrize("method", list(LISTS))
def test_definitions_travel_without_loss(version: str, method: str) -> None:
    key, definitions = LISTS[method]
    framed: dict[str, Any] = {key: definitions}
    if version == "2026-07-28":
        framed |= {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    assert methods.serialize_server_result(method, version, framed)[key] == definitions


def test_published_schemas_are_schemas() -> None:
    for tool in tool_definitions(CONTRACT):
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        if "outputSchema" in tool:
            jsonschema.Draft202012Validator.check_schema(tool["outputSchema"])


def test_definitions_of_the_success_shape_stay_reachable() -> None:
    update = next(tool for tool in CONTRACT["tools"] if tool["name"] == "notes_update")
    published = output_schema(update["output"])
    assert "$schema" not in published["oneOf"][0]
    check = jsonschema.Draft202012Validator(published)
    assert check.is_valid({"note_id": 7, "version": "v", "tags": []})
    assert not check.is_valid({"note_id": 0, "version": "v", "tags": []})


def test_order_is_the_contract_s_or_by_name() -> None:
    unordered = copy.deepcopy(CONTRACT)
    unordered["server"]["order"] = "contract"
    assert [tool["name"] for tool in tool_definitions(unordered)][:2] == ["notes_update", "notes_find"]
    assert [tool["name"] for tool in tool_definitions(CONTRACT)][:2] == ["notes_capabilities", "notes_find"]


def test_a_text_dialect_publishes_no_output_schema() -> None:
    changed = copy.deepcopy(CONTRACT)
    changed["server"]["dialect"]["results"] = "text_json"
    assert not any("outputSchema" in tool for tool in tool_definitions(changed))


@pytest.mark.parametrize("modes", [(), ("read_only",), ("offline",), ("read_only", "offline")])
def test_the_summary_meets_its_schema_in_every_mode(modes: tuple[str, ...]) -> None:
    schema = summary_schema(CONTRACT)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(summary(CONTRACT, modes=modes))
    surplus = {**summary(CONTRACT), "surplus": 1}
    assert not jsonschema.Draft202012Validator(schema).is_valid(surplus)


def test_the_summary_says_what_an_agent_has_to_know() -> None:
    whole = summary(CONTRACT)
    assert whole["server"]["protocol_target"] == {
        "revision": "2026-07-28",
        "extensions": ["com.example/notes"],
        "also_serves": ["2025-11-25"],
    }
    assert whole["does_not"] == ["Delete notes.", "Share notes with other people."]
    catalog = whole["error_catalog"]
    assert list(catalog) == list(CONTRACT["errors"])
    assert catalog["invalid_field"]["occurs_on"] == ["any tool"]
    assert catalog["note_not_found"]["occurs_on"] == [
        "notes_get",
        "notes_update",
        "notes://notes/{note_id}{?detail}",
        "notes://copies/{note_id}",
    ]
    assert catalog["note_not_found"]["repair"] == {"next_step": "search_then_read", "tool": "notes_find"}
    assert whole["prerequisites"]["failure_codes"] == {"missing_credential": "No token is configured."}
    assert "15-minute" in whole["prerequisites"]["state_handles"]["cursors"]
    assert whole["prerequisites"]["negotiated_capabilities"]["server"] == ["capabilities.completions"]


def test_instructions_name_the_long_form() -> None:
    text = instructions(CONTRACT)
    assert "the tool notes_capabilities or the resource notes://capabilities" in text
    assert text.startswith("Find, read and edit notes.")


FACTS = [
    ("tools", 0, "description"),
    ("tools", 0, "title"),
    ("resources", 1, "description"),
    ("resource_templates", 0, "uri"),
    ("prompts", 0, "description"),
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: ".".join(map(str, fact)))
def test_the_fingerprint_covers_every_list(fact: tuple[str, int, str]) -> None:
    section, index, key = fact
    changed = copy.deepcopy(CONTRACT)
    changed[section][index][key] += "x"
    assert summary(changed)["server"]["fingerprint"] != summary(CONTRACT)["server"]["fingerprint"]


def test_the_fingerprint_depends_on_the_modes() -> None:
    modes: list[tuple[str, ...]] = [(), ("read_only",), ("offline",)]
    assert len({summary(CONTRACT, modes=active)["server"]["fingerprint"] for active in modes}) == 3


def test_the_fingerprint_covers_codes_completions_and_the_summary() -> None:
    marks = {summary(CONTRACT)["server"]["fingerprint"]}
    changes: list[Callable[[dict[str, Any]], object]] = [
        lambda contract: contract["errors"]["rate_limited"].update(temporary=False),
        lambda contract: contract["resource_templates"][0].pop("complete"),
        lambda contract: contract["server"]["does_not"].append("More."),
        lambda contract: contract["server"].update(version="1.2.1"),
    ]
    for change in changes:
        changed = copy.deepcopy(CONTRACT)
        change(changed)
        marks.add(summary(changed)["server"]["fingerprint"])
    assert len(marks) == 5


def test_only_schemas_that_mirror_arguments_into_headers_are_looked_up_per_call() -> None:
    mirrored = copy.deepcopy(CONTRACT)
    (get,) = [tool for tool in mirrored["tools"] if tool["name"] == "notes_get"]
    get["input"]["properties"]["note_id"]["x-mcp-header"] = "Note-Id"
    parts = Parts(Toolbox(), Catalogue(), Resources(), Prompts(), Completions())
    server = build(assemble(parse(mirrored), parts, modes=(), mock=True, settings=Settings(), log=Log()))
    assert server.get_tool_input_schema is not None
    assert server.get_tool_input_schema("notes_get") == get["input"]
    assert server.get_tool_input_schema("notes_find") is None
