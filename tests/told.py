"""What a generated server tells about itself, in the form of a transcript.

The server is a real process that answers from its examples; everything but what a package only keeps in its
`contract.json` comes over the wire, from the official client.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from transcript import masked, ordered

GENERATED = Path(__file__).parent.parent / "generated"
ISSUES = "github://repos/acme/widgets/issues"
SCHEMA = "https://json-schema.org/draft/2020-12/schema"


def wire(message: Any) -> Any:
    """Return a message of the client's as it was on the wire."""
    return message.model_dump(mode="json", by_alias=True, exclude_unset=True)


async def told(service: str, *, modern: bool) -> Any:
    """Start a service's server over stdio and return what it tells."""
    package = _package(service)
    contract = json.loads((package / "contract.json").read_text(encoding="utf-8"))
    async with _started(package, modern=modern) as client:
        return ordered(masked(await _told(client, contract, modern=modern)))


async def listed(service: str, *, modern: bool) -> Any:
    """Start a service's server over stdio and return its tools, each with its parameters and which are required."""
    async with _started(_package(service), modern=modern) as client:
        tools = wire(await client.list_tools())["tools"]
    return {
        tool["name"]: {
            "parameters": {
                name: {"required": name in tool["inputSchema"].get("required", [])}
                for name in tool["inputSchema"]["properties"]
            }
        }
        for tool in tools
    }


def _package(service: str) -> Path:
    return next((GENERATED / service / "src").glob("*/contract.json")).parent


def _started(package: Path, *, modern: bool) -> Client:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(package.parent)}
    command = StdioServerParameters(command=sys.executable, args=["-m", package.name, "--mock"], env=environment)
    return Client(stdio_client(command), mode="auto" if modern else "legacy", cache=None)


async def _told(client: Client, contract: Any, *, modern: bool) -> Any:
    listed = wire(await client.list_tools())
    resources = wire(await client.list_resources())
    templates = wire(await client.list_resource_templates())
    summary = wire(await client.call_tool("github_get_capabilities", {}))["structuredContent"]
    read = wire(await client.read_resource("github://capabilities"))
    assert json.loads(read["contents"][0]["text"]) == summary, "the summary is another as a resource"
    names = [tool["name"] for tool in listed["tools"]]
    failures = await _failures(client, contract)
    facts = {
        "server": _server(client, summary, listed["tools"]),
        "revisions": [
            summary["server"]["protocol_target"]["revision"],
            *summary["server"]["protocol_target"]["also_serves"],
        ],
        **{key: summary[key] for key in ("does", "does_not", "readonly_hint_reading", "error_carriers")},
        **{key: summary[key] for key in ("error_value_policy", "prerequisites")},
        "order": "name" if names == sorted(names) else names,
        "tools": {tool["name"]: _tool(tool, contract) for tool in listed["tools"]},
        "errors": {code: _error(code, entry, failures) for code, entry in summary["error_catalog"].items()},
        "resources": {
            item["name"]: {"uri": item["uri"], "mime_type": item["mimeType"]} for item in resources["resources"]
        },
        "resource_templates": await _templates(client, listed["tools"], templates["resourceTemplates"]),
        "completions": await _completions(client, templates["resourceTemplates"]),
        **_kept(contract),
        "body_cap": _number(r"caps body and comment bodies at (\d+) chars", listed["tools"], "github_get_issue"),
        "prompts": [prompt["name"] for prompt in wire(await client.list_prompts())["prompts"]],
        "payloads": {code: failures[code] for code in ("issue_locked", "rate_limited", "version_conflict")}
        | {"issue_not_found_rpc": {"error": await _refusal(client, f"{ISSUES}/9999")}},
    }
    if modern:
        answers = {"tools/list": listed, "resources/list": resources, "resources/read": read}
        answers |= {"resources/templates/list": templates, "server/discover": wire(client.session.discover_result)}
        facts["cache"] = {
            method: {"ttl_ms": answer["ttlMs"], "scope": answer["cacheScope"]} for method, answer in answers.items()
        }
    return facts


def _server(client: Client, summary: Any, tools: list[Any]) -> Any:
    head = summary["server"]
    assert client.server_info is not None
    assert (client.server_info.name, client.server_info.version) == (head["name"], head["version"])
    keys = {key for tool in tools for key in tool.get("_meta", {})}
    for line in [head["summary"], *summary["does"], *summary["does_not"]]:
        assert line in (client.instructions or ""), f"the instructions do not say: {line}"
    return {
        **{key: head[key] for key in ("name", "version", "summary", "transport", "covers")},
        "extensions": head["protocol_target"]["extensions"],
        "url": summary["prerequisites"]["auth"]["canonical_server_uri"],
        "meta_key": ", ".join(keys),
    }


def _tool(tool: Any, contract: Any) -> Any:
    takes, (success, _) = tool["inputSchema"], tool["outputSchema"]["oneOf"]
    assert (takes["$schema"], tool["outputSchema"]["$schema"]) == (SCHEMA, SCHEMA)
    assert takes["additionalProperties"] is False
    required = takes.get("required", [])
    gives = _shape(success)
    assert (gives.pop("title"), gives.pop("type")) == ("Success", "object")
    return {
        **{key: tool[key] for key in ("title", "description", "annotations")},
        "parameters": {name: {"required": name in required, **schema} for name, schema in takes["properties"].items()},
        "output": gives,
        "codes": next(item["errors"] for item in contract["tools"] if item["name"] == tool["name"]),
    }


def _shape(schema: Any) -> Any:
    """Return a schema in which closed objects say so in one word."""
    shape = {key: item for key, item in schema.items() if key != "additionalProperties"}
    if "additionalProperties" in schema:
        shape["closed"] = schema["additionalProperties"] is False
    if "properties" in schema:
        shape["properties"] = {name: _shape(item) for name, item in schema["properties"].items()}
    if "items" in schema:
        shape["items"] = _shape(schema["items"])
    return shape


def _error(code: str, entry: Any, failures: Mapping[str, Any]) -> Any:
    envelope = failures[code]["structuredContent"]
    assert (envelope["code"], envelope["temporary"]) == (code, entry["temporary"])
    repair = [entry["repair"]["tool"]] if "tool" in entry.get("repair", {}) else []
    repair += ["retry_after_ms"] if envelope["retry_after_ms"] is not None else []
    return {
        "temporary": entry["temporary"],
        "occurs_on": [place for place in entry["occurs_on"] if "://" not in place],
        "repair": repair,
        "details": list(envelope.get("details", {})),
    }


async def _failures(client: Client, contract: Any) -> dict[str, Any]:
    """Provoke each code once and return the results."""
    calls = {
        example["error"]: (tool["name"], example["arguments"])
        for tool in contract["tools"]
        for example in tool["examples"]
        if "error" in example
    }
    return {code: _carried(wire(await client.call_tool(*call))) for code, call in calls.items()}


def _carried(result: Any) -> Any:
    """Return a result without what a message carries besides."""
    return {key: item for key, item in result.items() if key != "_meta"}


async def _refusal(client: Client, uri: str) -> Any:
    try:
        await client.read_resource(uri)
    except MCPError as failure:
        return wire(failure.error)
    raise AssertionError(f"{uri} can be read")


async def _templates(client: Client, tools: list[Any], templates: list[Any]) -> Any:
    """Read one resource of each template, and tell what it consists of."""
    index = json.loads(wire(await client.read_resource(ISSUES))["contents"][0]["text"])
    issue = json.loads(wire(await client.read_resource(f"{ISSUES}/1423"))["contents"][0]["text"])
    (success, _) = next(tool for tool in tools if tool["name"] == "github_get_issue")["outputSchema"]["oneOf"]
    Draft202012Validator(success["properties"]["issue"]).validate(issue)
    entries = {key for entry in index for key in entry if key != "annotations"}
    entries |= {f"annotations.{key}" for entry in index for key in entry["annotations"]}
    contents = {
        "issue_index": {"entries": sorted(entries), "bodies": "body" in entries},
        "issue": {"same_as": "github_get_issue output issue"},
    }
    return {template["uriTemplate"]: contents[template["name"]] for template in templates}


async def _completions(client: Client, templates: list[Any]) -> list[str]:
    """Return the variables of all templates that the server completes, the same in each."""
    found = []
    for template in templates:
        reference = types.ResourceTemplateReference(type="ref/resource", uri=template["uriTemplate"])
        names = [name for word in re.findall(r"\{\??([^}]+)\}", reference.uri) for name in word.split(",")]
        answers = {name: await client.complete(reference, {"name": name, "value": ""}) for name in names}
        found.append([name for name, answer in answers.items() if answer.completion.values])
    assert all(names == found[0] for names in found), found
    return found[0]


def _kept(contract: Any) -> Any:
    """Return what no message tells, from the document the server works by."""
    per = {("owner", "repo"): "repository", ("owner", "repo", "issue_number"): "issue"}
    keys = {tool["name"]: tool["idempotency"] for tool in contract["tools"] if "idempotency" in tool}
    pages = contract["pagination"]
    return {
        "idempotency": {
            name: {"window_ms": key["window_ms"], "per": per[tuple(key["scope"])]} for name, key in keys.items()
        },
        "pagination": {
            name: {key: page[key] for key in ("page_size", "cap") if key in page}
            | {"cursor_ttl_ms": page["cursor"]["ttl_ms"]}
            for name, page in pages.items()
        },
    }


def _number(pattern: str, tools: list[Any], name: str) -> int:
    """Return the number that a tool's parameter `detail` tells."""
    tool = next(tool for tool in tools if tool["name"] == name)
    found = re.search(pattern, tool["inputSchema"]["properties"]["detail"]["description"])
    assert found is not None
    return int(found[1])
