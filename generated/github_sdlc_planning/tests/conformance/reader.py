"""`contract.json` as the checks read it.

This is a second reader, apart from the one the server runs on: a fault in how a server reads its contract is not
repeated here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .facts import Answering, Argument, Cache, Error, Example, Facts, Fill, Mode, Prompt, Repair, Resource, Tool
from .services import upstreams_of
from .values import JsonObject

FORMAT = 1
DIALECTS = frozenset({"house", "flat", "coded", "text"})


class UnreadableContract(Exception):
    """The file is not a contract these checks understand; the text says why."""


def read(path: Path) -> Facts:
    """Read `contract.json`. Raises UnreadableContract."""
    return facts_of(json.loads(path.read_text(encoding="utf-8")))


def facts_of(document: JsonObject) -> Facts:
    """Return the facts of a loaded contract. Raises UnreadableContract when its format or error dialect is another."""
    if document.get("format") != FORMAT:
        raise UnreadableContract(f"format {document.get('format')!r}; these checks read format {FORMAT}")
    server = document["server"]
    dialect = server.get("dialect", {})
    if dialect.get("errors", "house") not in DIALECTS:
        raise UnreadableContract(f"the error dialect {dialect['errors']!r} is not known to these checks")
    return Facts(
        name=server["name"],
        title=server.get("title"),
        version=server.get("version", ""),
        namespace=server.get("namespace", ""),
        server=server,
        revisions=tuple(server.get("revisions", ())),
        transports=tuple(server.get("transports", ())),
        by_name=server.get("order", "contract") == "name",
        structured=dialect.get("results", "structured") == "structured",
        errors_as=dialect.get("errors", "house"),
        json_indent=dialect.get("json_indent", 0),
        texts=dialect.get("texts", {}),
        strips_unknown=dialect.get("unknown_arguments", "refuse") == "strip",
        list_bytes=server.get("budgets", {}).get("tools_list_bytes"),
        body_bytes=server.get("limits", {}).get("body_bytes", 1048576),
        cache={method: Cache(hint["ttl_ms"], hint["scope"]) for method, hint in server.get("cache", {}).items()},
        conditions=document.get("conditions", {}),
        condition_data=document.get("condition_data", {}),
        environment=tuple(item["env"] for item in document.get("config", {}).values() if "env" in item),
        errors={code: _error(code, item) for code, item in document.get("errors", {}).items()},
        tools=tuple(_tool(item) for item in document.get("tools", ())),
        resources=tuple(_resource(item) for item in document.get("resources", ())),
        templates=tuple(_resource(item) for item in document.get("resource_templates", ())),
        completions={name: _values(item) for name, item in document.get("completions", {}).items()},
        prompts=tuple(_prompt(item) for item in document.get("prompts", ())),
        modes=tuple(_mode(name, item) for name, item in document.get("modes", {}).items()),
        config=document.get("config", {}),
        config_files=document.get("config_files", {}),
        upstreams=upstreams_of(document),
        pagination=document.get("pagination", {}),
        extensions=document.get("extensions", {}),
        ledgers={name: item["undo"] for name, item in document.get("ledgers", {}).items()},
    )


def _error(code: str, item: JsonObject) -> Error:
    return Error(
        code=code,
        temporary=item["temporary"],
        common=item.get("common", False),
        says=item.get("says", ""),
        params=item.get("params") or {},
        message=item.get("message"),
        details=item.get("details", {}),
        repair=_repair(item.get("repair")),
        reserved="reserved" in item,
    )


def _repair(item: Any) -> Repair | None:
    if not item or ("next_step" not in item and "tool" not in item):
        return None
    return Repair(item.get("next_step", ""), item.get("tool"), item.get("alternative"), item.get("arguments"))


def _tool(item: JsonObject) -> Tool:
    listing = {key: item[key] for key in ("name", "title", "description", "annotations") if item.get(key)}
    if item.get("meta"):
        listing["_meta"] = item["meta"]
    return Tool(
        name=item["name"],
        listing=listing,
        input=item["input"],
        output=item.get("output"),
        effects=item.get("effects", {}),
        writes=item.get("effects", {}).get("kind") == "write",
        errors=tuple(item.get("errors", ())),
        if_unknown=_repair(item.get("if_unknown")),
        adds_if_unknown=item.get("if_unknown", {}).get("says", ""),
        fills=tuple(Fill(tuple(fill["arguments"]), fill["code"]) for fill in item.get("fills", ())),
        max_bytes=item.get("max_bytes", {}),
        rules=tuple(item.get("rules", ())),
        summary=item.get("answer") == "capabilities",
        examples=tuple(_example(example) for example in item.get("examples", ())),
        answer=_answering(item),
    )


def _answering(item: JsonObject) -> Answering:
    return Answering(
        live=item.get("live", False),
        steps=tuple(item.get("steps", ())),
        result=item.get("result"),
        uses=tuple(item.get("handler", {}).get("uses", ())),
        default_from=item.get("default_from", {}),
        pagination=item.get("pagination"),
        first_page=item.get("first_page"),
        idempotency=item.get("idempotency"),
        precondition=item.get("precondition"),
    )


def _example(item: JsonObject) -> Example:
    return Example(
        title=item.get("title", ""),
        arguments=item.get("arguments", {}),
        result=item.get("result"),
        has_result="result" in item,
        error=item.get("error"),
        params=item.get("with", {}),
        given=item.get("given", {}),
    )


def _resource(item: JsonObject) -> Resource:
    names = {"name": "name", "title": "title", "description": "description", "mime_type": "mimeType", "meta": "_meta"}
    return Resource(
        name=item["name"],
        uri=item["uri"],
        listing={wire: item[key] for key, wire in names.items() if item.get(key)},
        input=item.get("input"),
        errors=tuple(item.get("errors", ())),
        complete=item.get("complete", {}),
        from_tool=item.get("from_tool", {}).get("tool"),
        summary=item.get("answer") == "capabilities",
        examples=tuple(_example(example) for example in item.get("examples", ())),
        live=item.get("live", False),
    )


def _values(item: JsonObject) -> tuple[str, ...] | None:
    values = item.get("values")
    return None if values is None else tuple(values)


def _prompt(item: JsonObject) -> Prompt:
    return Prompt(
        name=item["name"],
        title=item.get("title"),
        description=item.get("description"),
        arguments=tuple(
            Argument(
                name=part["name"],
                description=part.get("description"),
                required=part.get("required"),
                complete=part.get("complete"),
                schema=part.get("schema", {"type": "string"}),
            )
            for part in item.get("arguments", ())
        ),
    )


def _mode(name: str, item: JsonObject) -> Mode:
    return Mode(name=name, flag=item["flag"], omits=tuple(item.get("omits", ())), keeps=item.get("keeps"))
