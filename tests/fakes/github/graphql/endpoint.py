"""`POST /graphql`: what was asked may fail in many ways, but the status stays 200."""

from __future__ import annotations

from typing import Any

from ..rest.context import Context
from ..wire import DOCS, Answer, Refusal
from .document import ParseError, parsed
from .execute import Execution
from .schema import POSSIBLE, TYPES


def answer(context: Context) -> Answer:
    body = context.body()
    text, variables = body.get("query"), body.get("variables") or {}
    if not isinstance(text, str):
        message = "A query attribute must be specified and must be a string."
        raise Refusal(400, message, documentation=f"{DOCS}/graphql")
    if not isinstance(variables, dict):
        raise Refusal(400, "Variables must be a JSON object", documentation=f"{DOCS}/graphql")
    return Answer.json(200, _executed(context, text, variables, body.get("operationName")))


def _executed(context: Context, text: str, variables: dict[str, Any], name: object) -> dict[str, Any]:
    try:
        document = parsed(text)
    except ParseError as error:
        line, column = error.place
        return {"errors": [{"message": str(error), "locations": [{"line": line, "column": column}]}]}
    chosen = [found for found in document.operations if name is None or found.name == name]
    if len(chosen) != 1:
        return {"errors": [{"message": "An operation name is required"}]}
    return Execution(TYPES, POSSIBLE, document, context, variables).run(chosen[0])
