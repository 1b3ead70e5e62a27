"""The schema files of a generated server, used by a validator that is not ours."""

from __future__ import annotations

import json
from dataclasses import replace

import contracts as make
from emitted import files
from jsonschema import Draft202012Validator
from pactwright.model.schema import Optional, ReferenceSchema
from pactwright.values import JsonValue


def test_published_result_is_the_success_or_the_envelope() -> None:
    schema = json.loads(files(make.contract())["schemas/get_order.output.json"])
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    assert check.is_valid({"id": 1})
    assert check.is_valid(envelope("invalid_field"))
    assert not check.is_valid({"id": "1"})
    assert not check.is_valid({})


def envelope(code: str, **more: JsonValue) -> JsonValue:
    """Return an envelope with what the specification of the runtime asks for."""
    return {
        "code": code,
        "message": "m",
        "temporary": False,
        "retry_after_ms": None,
        "request_id": "r",
        "fingerprint": "f",
        **more,
    }


def test_error_schema_knows_every_code_and_its_data() -> None:
    node = make.an_object(make.member("child", ReferenceSchema(span=make.SPAN, name="Node"), Optional("a leaf")))
    params = make.an_object(make.member("count", make.integer()), make.member("retry_after_ms", make.integer()))
    errors = (
        make.error("busy", temporary=True, params=params),
        make.error("nested", params=make.an_object(make.member("node", ReferenceSchema(span=make.SPAN, name="Node")))),
    )
    contract = replace(make.contract(errors=errors), types=(make.named("Node", node),))
    schema = json.loads(files(contract)["schemas/error.json"])
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    assert check.is_valid(envelope("invalid_field", details={"fields": ["a"], "reason": "b"}))
    assert check.is_valid(envelope("busy", temporary=True, retry_after_ms=5, details={"count": 1}))
    assert check.is_valid(envelope("nested", details={"node": {"child": {}}}))
    assert not check.is_valid(envelope("other"))
    assert not check.is_valid(envelope("busy"))
    assert not check.is_valid(envelope("busy", temporary=True, details={"count": "1"}))
    assert not check.is_valid(envelope("nested", details={"node": {"child": 1}}))


def test_a_dialect_without_published_results_has_no_files_for_them() -> None:
    contract = make.contract()
    dialect = replace(contract.server.dialect, results="text_json")
    found = files(replace(contract, server=replace(contract.server, dialect=dialect)))
    assert "schemas/get_order.input.json" in found
    assert "schemas/get_order.output.json" not in found
