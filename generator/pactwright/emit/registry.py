"""`server.json`: the entry of the server in an MCP registry (schema of 2025-12-11).

It says how to install and start the package, which settings it takes from the environment, and where the server is
reached remotely. It names no package index.
"""

from __future__ import annotations

import json

from pactwright.emit.settings import is_required
from pactwright.model.contract import Contract
from pactwright.model.schema import BooleanSchema, NumberSchema, Schema, StringSchema
from pactwright.model.server import Server, Setting
from pactwright.values import JsonValue
from pactwright.wire import JsonObject

SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"

# The schema's bound on `title` and `description`.
_MOST = 100


def registry_entry(contract: Contract) -> JsonObject:
    """Return the document; required are `name`, `description` and `version`."""
    server = contract.server
    entry: JsonObject = {
        "$schema": SCHEMA,
        "name": registry_name(server),
        "title": _short(server.title),
        "description": _short(server.summary),
        "version": server.version,
        "packages": [_package(contract)],
    }
    if server.http is not None and "streamable-http" in server.transports:
        entry["remotes"] = [{"type": "streamable-http", "url": server.http.url}]
    return entry


def registry_name(server: Server) -> str:
    """Return the server's name in the registry: a reverse-DNS namespace, one slash, the name."""
    return f"{server.namespace.removesuffix(f'.{server.name}')}/{server.name}"


def _package(contract: Contract) -> JsonObject:
    server = contract.server
    package: JsonObject = {
        "registryType": "pypi",
        "identifier": server.name,
        "version": server.version,
        "runtimeHint": "uvx",
    }
    if "stdio" in server.transports:
        package["transport"] = {"type": "stdio"}
    else:
        package["transport"] = {"type": "streamable-http", "url": "http://127.0.0.1:8000/mcp"}
        package["packageArguments"] = [{"type": "named", "name": "--http", "value": "127.0.0.1:8000"}]
    variables: list[JsonValue] = [_variable(item, item.env) for item in contract.config if item.env is not None]
    if variables:
        package["environmentVariables"] = variables
    return package


def _variable(setting: Setting, env: str) -> JsonObject:
    variable: JsonObject = {"name": env}
    description = " ".join(part for part in (_told(setting.schema.description), _absence(setting)) if part)
    if description:
        variable["description"] = description
    variable["isRequired"] = is_required(setting)
    variable["isSecret"] = setting.secret
    variable["format"] = _format(setting.schema)
    if setting.has_default and setting.default is not None:
        variable["default"] = _text(setting.default)
    choices = _choices(setting.schema)
    if choices:
        variable["choices"] = choices
    return variable


def _told(text: str | None) -> str:
    return " ".join((text or "").split())


def _absence(setting: Setting) -> str:
    return "" if setting.optional is None else f"Without it: {_told(setting.optional)}."


def _format(schema: Schema) -> str:
    match schema:
        case BooleanSchema():
            return "boolean"
        case NumberSchema():
            return "number"
        case _:
            return "string"


def _choices(schema: Schema) -> list[JsonValue]:
    match schema:
        case StringSchema(enum=tuple() as values) | NumberSchema(enum=tuple() as values):
            return [_text(value) for value in values]
        case _:
            return []


def _text(value: JsonValue) -> str:
    """Return a value as the environment variable would hold it: lists with commas, other things as JSON."""
    match value:
        case str():
            return value
        case list():
            return ",".join(map(_text, value))
        case _:
            return json.dumps(value, ensure_ascii=False)


def _short(text: str) -> str:
    """Return `text` cut to the schema's bound, at a word where there is one."""
    plain = _told(text)
    if len(plain) <= _MOST:
        return plain
    head = plain[: _MOST - 1]
    return f"{head.rpartition(' ')[0] or head}…"
