"""`schemas/*.json`: the JSON Schemas that clients see, a file for each tool's arguments, each result and the error.

They are what `tools/list` publishes, for people and programs that read files. The error's schema goes further than the
wire does: it lists the codes and what comes with each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pactwright.emit.filenames import file_stems
from pactwright.emit.output import OutputFile
from pactwright.facts import contract_facts
from pactwright.json_text import json_text
from pactwright.model.contract import Contract
from pactwright.model.errors import ErrorType
from pactwright.model.tools import SummaryAnswer, Tool
from pactwright.runtime.definitions import ENVELOPE
from pactwright.runtime.definitions import output_schema as published
from pactwright.runtime.summary import summary_schema
from pactwright.values import JsonValue
from pactwright.wire import DIALECT, JsonObject, input_schema, output_schema

# Data of an error that travels beside `details`, in members of the envelope that have types of their own.
_LIFTED = frozenset({"retry_after_ms", "remaining", "completed"})


def schema_files(contract: Contract) -> Iterable[OutputFile]:
    """Yield the files under `schemas/`; a dialect that publishes no result schemas has no files for them."""
    stems = file_stems(tool.name for tool in contract.tools)
    for tool in contract.tools:
        yield _file(f"{stems[tool.name]}.input", input_schema(tool.input, contract))
        result = _result(tool, contract)
        if result is not None and contract.server.dialect.results == "structured":
            yield _file(f"{stems[tool.name]}.output", published(result, errors=contract.server.dialect.errors))
    yield _file("error", error_schema(contract))


def _file(name: str, schema: Mapping[str, JsonValue]) -> OutputFile:
    return OutputFile(f"schemas/{name}.json", json_text(schema) + "\n")


def _result(tool: Tool, contract: Contract) -> JsonObject | None:
    if isinstance(tool.answer, SummaryAnswer):
        return summary_schema(contract_facts(contract))
    return None if tool.output is None else output_schema(tool.output, contract)


def error_schema(contract: Contract) -> JsonObject:
    """Return the envelope with every code spelled out: whether it is temporary, and the types of its data.

    What the runtime adds to `details` of the conditions it detects is not the contract's, so `details` stays open.
    """
    rows: list[JsonValue] = []
    definitions: JsonObject = {}
    for error in contract.errors:
        data = _data(error, contract, definitions)
        rows.append(_row(error, data))
    schema: JsonObject = {"$schema": DIALECT, **ENVELOPE}
    schema["properties"] = {**ENVELOPE["properties"], "code": {"enum": [error.code for error in contract.errors]}}
    schema["allOf"] = rows
    if definitions:
        schema["$defs"] = definitions
    return schema


def _row(error: ErrorType, data: JsonObject) -> JsonObject:
    then: JsonObject = {"temporary": {"const": error.temporary}}
    if data:
        then["details"] = {"properties": data}
    return {
        "title": error.code,
        "description": error.says,
        "if": {"properties": {"code": {"const": error.code}}},
        "then": {"properties": then},
    }


def _data(error: ErrorType, contract: Contract, definitions: JsonObject) -> JsonObject:
    """Return the schemas of what `details` holds; types that contain themselves go to `definitions`."""
    if error.params is None:
        return {}
    schema = output_schema(error.params, contract)
    found = schema.get("$defs", {})
    properties = schema["properties"]
    assert isinstance(found, dict)
    assert isinstance(properties, dict)
    definitions.update(found)
    return {name: part for name, part in properties.items() if name not in _LIFTED}
