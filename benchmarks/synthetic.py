"""Synthetic services of any size, for the compiler and for its peers.

Each tool has the same shape: two schemas, a nested object in either, one enum, two examples, an error of its group,
and a live answer, so that a generated server runs its whole path without anything behind it. The tools are written as a
contract (YAML), and as the plain JSON Schemas that a model generator starts from.
"""

from __future__ import annotations

from typing import Any

NAME = "synthetic-orders"
PACKAGE = "synthetic_orders"

# Tools of one group share an error, as the tools of real servers do.
GROUP = 5

# Contracts of this size are split over files, as people do.
TOOLS_PER_FILE = 100

ARGUMENTS: dict[str, Any] = {"customer_id": "acme-7", "filter": {"status": "open", "text": "blue"}}


def tool_name(number: int) -> str:
    """Return the name of a tool."""
    return f"find_orders_{number:04d}"


def contract_files(tools: int, *, edited: str = "") -> dict[str, str]:
    """Return the files of a contract with so many tools, by name; `edited` is put into the first tool's output."""
    parts = {
        f"tools_{start // TOOLS_PER_FILE:02d}.yaml": "tools:\n"
        + "".join(_tool(number, edited if number == 0 else "") for number in range(start, _end(start, tools)))
        for start in range(0, tools, TOOLS_PER_FILE)
    }
    groups = range(0, tools, GROUP)
    head = _HEAD.replace("INCLUDES", ", ".join(parts)) + "".join(_error(group // GROUP) for group in groups)
    return {"contract.yaml": head, **parts}


def schema_document(tools: int) -> dict[str, Any]:
    """Return one JSON Schema document with the arguments and the result of every tool, for model generators."""
    definitions: dict[str, Any] = {}
    for number in range(tools):
        definitions[f"FindOrders{number:04d}Args"] = _arguments(number)
        definitions[f"FindOrders{number:04d}Result"] = _result(number)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}


def _end(start: int, tools: int) -> int:
    return min(start + TOOLS_PER_FILE, tools)


def _tool(number: int, edited: str) -> str:
    extra = f"\n      {edited}: {{type: integer, description: Added by an edit.}}" if edited else ""
    result = f"\n      {edited}: 1" if edited else ""
    example = f"\n          {edited}: 1" if edited else ""
    text = _TOOL.replace("NUMBER", f"{number:04d}").replace("GROUP", f"{number // GROUP:03d}")
    return text.replace("+OUTPUT", extra).replace("+RESULT", result).replace("+EXAMPLE", example)


def _error(group: int) -> str:
    return _ERROR.replace("GROUP", f"{group:03d}")


def _arguments(number: int) -> dict[str, Any]:
    text = {"type": "string", "maxLength": 200}
    criteria = {
        "status": {
            "type": "string",
            "enum": ["open", "held", "shipped", f"closed_{number:04d}"],
            "description": "State the orders are in.",
        },
        "text": {**text, "description": "Words that the orders must hold."},
        "minimum_total": {"type": "number", "minimum": 0, "description": "Smallest sum of an order."},
        "tags": {
            "type": "array",
            "items": {"type": "string", "maxLength": 40},
            "maxItems": 10,
            "description": "Tags that the orders must have.",
        },
    }
    properties = {
        "customer_id": {
            "type": "string",
            "pattern": "^[a-z0-9-]+$",
            "maxLength": 64,
            "description": f"Customer whose orders are listed, of register {number}.",
        },
        "filter": _object(criteria, ["status"], "Which orders to list."),
        "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "How many orders to list.",
        },
        "archived": {"type": "boolean", "default": False, "description": "Whether to look at archived orders."},
    }
    return _object(properties, ["customer_id", "filter"], f"Arguments of tool {number}.")


def _result(number: int) -> dict[str, Any]:
    digest = {
        "label": {"type": "string", "description": f"What register {number} was asked for, in words."},
        "count": {"type": "integer", "description": "How many orders were found."},
        "archived": {"type": "boolean", "description": "Whether they are archived."},
    }
    properties = {
        "customer_id": {"type": "string", "description": "Customer whose orders these are."},
        "status": {"type": "string", "description": "State the orders are in."},
        "total": {"type": "integer", "minimum": 0, "description": "How many orders there are."},
        "has_more": {"type": "boolean", "description": "Whether more could be listed."},
        "digest": _object(digest, list(digest), "The orders at a glance."),
    }
    return _object(properties, list(properties), f"Result of tool {number}.")


def _object(properties: dict[str, Any], required: list[str], description: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


_HEAD = f"""\
pactwright: "1"
include: [INCLUDES]
server:
  name: {NAME}
  title: Synthetic orders
  version: "1.0.0"
  namespace: com.example.{NAME}
  summary: Lists the orders of a customer in many ways.
  does: [list orders]
  does_not: [change orders]
  revisions: ["2026-07-28", "2025-11-25"]
  transports: [stdio, streamable-http]
  cache:
    tools/list: {{ttl: 1h, scope: public}}
errors:
  invalid_field:
    common: true
    temporary: false
    says: An argument is malformed; details name it and the reason.
    message: ${{params.reason}}
    params:
      fields: {{type: array, items: {{type: string}}, minItems: 1}}
      reason: {{type: string, pattern: '^[^\\u0000-\\u001f\\u007f]+$'}}
"""

_ERROR = """\
  too_many_GROUP:
    temporary: false
    says: So many orders of register GROUP cannot be listed at once.
    message: So many orders of ${args.customer_id} cannot be listed at once.
    params:
      fields: {type: array, items: {type: string}, minItems: 1}
      reason: {type: string, pattern: '^[^\\u0000-\\u001f\\u007f]+$'}
"""

_TOOL = """\
  find_orders_NUMBER:
    title: Find orders NUMBER
    description: List the orders of a customer in register NUMBER that match a filter, newest first.
    when_to_use: the orders of a customer are asked for and their numbers are not known. Not for one order in full.
    input:
      customer_id:
        type: string
        pattern: "^[a-z0-9-]+$"
        maxLength: 64
        description: Customer whose orders are listed, of register NUMBER.
      filter:
        type: object
        description: Which orders to list.
        properties:
          status: {type: string, enum: [open, held, shipped, closed_NUMBER], description: State the orders are in.}
          text: {type: string, maxLength: 200, description: Words that the orders must hold., optional: any words}
          minimum_total: {type: number, minimum: 0, description: Smallest sum of an order., optional: any sum}
          tags:
            type: array
            items: {type: string, maxLength: 40}
            maxItems: 10
            description: Tags that the orders must have.
            optional: any tags
      limit: {type: integer, minimum: 1, maximum: 100, default: 20, description: How many orders to list.}
      archived: {type: boolean, default: false, description: Whether to look at archived orders.}
    rules:
      - require: ${!args.archived || args.limit <= 50}
        fields: [limit, archived]
        says: At most 50 archived orders can be listed at once.
        code: too_many_GROUP
    output:
      customer_id: {type: string, description: Customer whose orders these are.}
      status: {type: string, description: State the orders are in.}
      total: {type: integer, minimum: 0, description: How many orders there are.}
      has_more: {type: boolean, description: Whether more could be listed.}
      digest:
        type: object
        description: The orders at a glance.
        properties:
          label: {type: string, description: "What register NUMBER was asked for, in words."}
          count: {type: integer, description: How many orders were found.}
          archived: {type: boolean, description: Whether they are archived.}+OUTPUT
    errors: [too_many_GROUP]
    result:
      customer_id: ${args.customer_id}
      status: ${args.filter.status}
      total: ${args.limit}
      has_more: ${args.limit > 50}
      digest:
        label: Orders of ${args.customer_id} that are ${args.filter.status}
        count: ${args.limit}
        archived: ${args.archived}+RESULT
    examples:
      - title: Open orders
        arguments: {customer_id: acme-7, filter: {status: open, text: blue}}
        result:
          customer_id: acme-7
          status: open
          total: 20
          has_more: false
          digest: {label: Orders of acme-7 that are open, count: 20, archived: false}+EXAMPLE
      - title: Too many at once
        arguments: {customer_id: acme-7, filter: {status: closed_NUMBER}, limit: 80, archived: true}
        error: too_many_GROUP
        with: {fields: [limit, archived], reason: At most 50 archived orders can be listed at once.}
"""
