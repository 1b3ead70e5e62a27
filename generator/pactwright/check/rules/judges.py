"""Schemas on the wire, ready to hold values against: several rules ask for the same ones."""

from __future__ import annotations

from typing import NamedTuple

import jsonschema_rs

from pactwright.model.contract import Contract
from pactwright.model.schema import Schema
from pactwright.wire import JsonObject, input_schema, output_schema

Validator = jsonschema_rs.Draft202012Validator


class Judge(NamedTuple):
    """A schema on the wire, and what holds values against it, or why nothing can."""

    wire: JsonObject
    validator: Validator | str


def input_judge(schema: Schema, contract: Contract) -> Judge:
    """Return the judge of arguments."""
    return _judge(schema, contract, input_side=True)


def output_judge(schema: Schema, contract: Contract) -> Judge:
    """Return the judge of results and of the data of errors."""
    return _judge(schema, contract, input_side=False)


def validator_of(wire: JsonObject) -> Validator | str:
    """Return what holds values against a schema on the wire, or why nothing can."""
    try:
        return Validator(wire, offline=True, validate_formats=True)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as failure:
        return str(failure).splitlines()[0]


def _judge(schema: Schema, contract: Contract, *, input_side: bool) -> Judge:
    key = ("input judge" if input_side else "output judge", id(schema))
    known = contract.derived.get(key)
    if known is None:
        wire = input_schema(schema, contract) if input_side else output_schema(schema, contract)
        # Kept together with what it was made from: as long as that is there, nothing else has its identity.
        known = contract.derived[key] = (schema, Judge(wire, validator_of(wire)))
    found: Judge = known[1]
    return found
