"""What is published is valid: schemas against the 2020-12 metaschema, messages against the official MCP schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from mcp.types import methods
from pydantic import ValidationError

from ..checking import Case, check
from ..facts import Facts, Tool
from ..outcome import Deviates, Findings, holds
from ..schemas import schema_problems
from ..stage import Stage
from ..values import JsonObject
from .catalogue import listed

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@check("schemas.valid")
def valid(facts: Facts) -> Iterator[Case]:
    """Published schemas satisfy the 2020-12 metaschema, refer only to themselves, and have an object at the root."""
    for tool in facts.tools:
        for key in ("inputSchema", "outputSchema"):
            if key == "inputSchema" or (tool.output is not None and facts.structured):
                yield Case(f"{tool.name}.{key}", partial(_valid, tool, key))


def _valid(tool: Tool, key: str, stage: Stage) -> Findings:
    schema = listed(tool, stage).get(key)
    if not isinstance(schema, dict):
        yield Deviates(key, "a schema", "none")
        return
    for problem in schema_problems(schema):
        yield Deviates(key, "a valid JSON Schema 2020-12", problem)
    yield from holds(schema.get("type") == "object", expected='"type": "object" at the root', seen=schema.get("type"))


@check("schemas.names")
def names(facts: Facts) -> Iterator[Case]:
    """Tool names are unique and have the form every client takes (MCP, tools, "Tool names")."""
    if facts.tools:
        yield Case("", _names)


def _names(stage: Stage) -> Findings:
    seen = [str(item.get("name")) for item in stage.listing("tools/list", "tools")]
    for name in seen:
        yield from holds(_NAME.fullmatch(name) is not None, expected="1 to 64 of A-Z a-z 0-9 _ . -", seen=name)
    yield from holds(len(set(seen)) == len(seen), expected="each name once", seen=seen)


@check("schemas.official")
def official(facts: Facts) -> Iterator[Case]:
    """The answers to list requests satisfy the official schema of the revision."""
    asked = {"tools/list": bool(facts.tools), "prompts/list": bool(facts.prompts)}
    asked |= dict.fromkeys(("resources/list", "resources/templates/list"), bool(facts.resources or facts.templates))
    for method, there in asked.items():
        if there:
            yield Case(method.replace("/", "."), partial(_official, method))


def _official(method: str, stage: Stage) -> Findings:
    yield from official_result(method, stage.client.ask(method).result, stage)


@check("schemas.opening")
def opening(facts: Facts) -> Iterator[Case]:
    """The answer that opens a conversation satisfies the official schema of the revision."""
    yield Case("", _opening)


def _opening(stage: Stage) -> Findings:
    if stage.era.modern:
        yield from official_result("server/discover", stage.client.ask("server/discover").result, stage)
    else:
        yield from official_result("initialize", stage.client.hello, stage)


def official_result(method: str, result: JsonObject, stage: Stage) -> Findings:
    """Yield what the official schema of the stage's revision says against the result of `method`."""
    try:
        methods.validate_server_result(method, stage.era.revision, result)
    except ValidationError as failure:
        for error in failure.errors(include_url=False, include_input=False)[:5]:
            place = "/".join(str(part) for part in error["loc"])
            yield Deviates(place, f"what MCP {stage.era.revision} asks of {method}", error["msg"])


CHECKS = (valid, names, official, opening)
