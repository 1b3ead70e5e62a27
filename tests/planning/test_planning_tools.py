"""What the server lists is what its authors wrote down: names, types, what is required, and defaults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from planning_world import Planner, Start

TABLES = json.loads((Path(__file__).parents[1] / "systems" / "github_sdlc_planning.json").read_text(encoding="utf-8"))
NAMES = list(TABLES["tools"])


def spelled(schema: dict[str, Any]) -> Any:
    """A type as the tables spell it."""
    if "oneOf" in schema:
        variants = [dict(variant["properties"]) for variant in schema["oneOf"]]
        assert all(set(variant["required"]) == set(variant["properties"]) for variant in schema["oneOf"])
        return {
            variant.pop("kind")["const"]: {key: spelled(part) for key, part in variant.items()} for variant in variants
        }
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    match schema["type"]:
        case "object":
            assert schema["required"] == list(schema["properties"])
            return {name: spelled(part) for name, part in schema["properties"].items()}
        case "array":
            return f"{spelled(schema['items'])}[]"
        case "integer":
            return "number (int)"
        case ["integer", "null"]:
            return "number (int) or null"
        case other:
            return other


def table(tool: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a listed tool, as the tables have them."""
    schema = tool["inputSchema"]
    return {
        name: {"type": spelled(part), "required": name in schema.get("required", ())}
        | ({"default": part["default"]} if "default" in part else {})
        for name, part in schema.get("properties", {}).items()
    }


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_tools_are_those_of_the_tables(start: Start, era: str) -> None:
    listed = {tool["name"]: tool for tool in start(era=era).tools()}
    assert list(listed) == NAMES
    for name, parameters in TABLES["tools"].items():
        published = {
            parameter: {key: value for key, value in facts.items() if key != "default_from"}
            for parameter, facts in parameters.items()
        }
        assert table(listed[name]) == published, name
        # The original publishes neither hints nor schemas of results.
        assert not {"annotations", "outputSchema"} & set(listed[name])


def test_defaults_that_come_from_elsewhere_are_told_in_words(planner: Planner) -> None:
    listed = {tool["name"]: tool["inputSchema"] for tool in planner.tools()}
    for tool, parameters in TABLES["tools"].items():
        for name, facts in parameters.items():
            if "default_from" in facts:
                told = listed[tool]["properties"][name]["description"]
                assert facts["default_from"] in told, (tool, name)
