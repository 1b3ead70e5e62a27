"""The capability summary where a contract puts it, and the fingerprint a client computes from what it was told.

The recipe of the fingerprint: SHA-256 over the UTF-8 bytes of the canonical JSON (keys sorted by code point, no spaces,
characters as they are, whole numbers without a fraction) of one object with the members `tools`, `resources`,
`resource_templates` and `prompts` (the items of the four lists as received, empty where a list is not served) and
`summary` (the capability summary as received, without `server.fingerprint`). The fingerprint is
`<name>@<version>+<hash>`, the hash being the first seven hexadecimal digits.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from .outcome import Broken
from .values import JsonObject, canonical, shown

if TYPE_CHECKING:
    from .stage import Stage

DIGITS = 7

# What the hash stands for, in the words the summary discloses it with.
COVERS = ("tools", "resources", "resource_templates", "prompts", "completions", "error_codes", "summary")


def by_tool(stage: Stage) -> JsonObject | None:
    """Return the summary as the contract's summary tool gives it; None when it has no such tool."""
    tool = next((tool for tool in stage.facts.tools if tool.summary), None)
    if tool is None:
        return None
    result = stage.called(tool.name, {}).result
    return _object(result.get("structuredContent") if stage.facts.structured else _text(result.get("content")))


def by_resource(stage: Stage) -> JsonObject | None:
    """Return the summary as the contract's summary resource gives it; None when it has no such resource."""
    resource = next((resource for resource in stage.facts.resources if resource.summary), None)
    if resource is None:
        return None
    return _object(_text(stage.read(resource.uri).result.get("contents")))


def summary_of(stage: Stage) -> JsonObject | None:
    """Return the summary from the first surface that has it; None when the contract has none."""
    return by_tool(stage) or by_resource(stage)


def computed_fingerprint(stage: Stage) -> str | None:
    """Compute the fingerprint from the lists and the summary this connection shows; None without a summary."""
    whole = summary_of(stage)
    if whole is None:
        return None
    server = {key: value for key, value in whole.get("server", {}).items() if key != "fingerprint"}
    facts = stage.facts
    readable = bool(facts.resources or facts.templates)
    parts = {
        "tools": stage.listing("tools/list", "tools") if facts.tools else [],
        "resources": stage.listing("resources/list", "resources") if readable else [],
        "resource_templates": stage.listing("resources/templates/list", "resourceTemplates") if readable else [],
        "prompts": stage.listing("prompts/list", "prompts") if facts.prompts else [],
        "summary": {**whole, "server": server},
    }
    digest = hashlib.sha256(canonical(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return f"{facts.name}@{facts.version}+{digest[:DIGITS]}"


def _text(blocks: object) -> object:
    if not isinstance(blocks, list) or not blocks or not isinstance(blocks[0], dict):
        raise Broken("at least one block of content", shown(blocks))
    try:
        return json.loads(blocks[0].get("text", ""))
    except (ValueError, TypeError):
        raise Broken("JSON in the text of the first block", shown(blocks[0])) from None


def _object(value: object) -> JsonObject:
    if not isinstance(value, dict):
        raise Broken("the capability summary, an object", shown(value))
    return value
