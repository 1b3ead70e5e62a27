"""Content blocks as Python, in the protocol's own form (MCP, ContentBlock)."""

from __future__ import annotations

from pactwright.emit.python import may_be_absent, template_code
from pactwright.model.expression import Entries, Template
from pactwright.model.tools import ContentBlock

_WIRE = {"mime_type": "mimeType", "last_modified": "lastModified"}


def block_code(block: ContentBlock) -> str:
    """Return the Python of one block."""
    fields = dict(block.fields)
    annotations = fields.pop("annotations", None)
    match block.kind:
        case "text":
            entries = [("type", repr("text")), ("text", template_code(fields["text"]))]
        case "image" | "audio" as kind:
            entries = [("type", repr(kind)), ("data", template_code(fields[kind]))]
            entries.append(("mimeType", template_code(fields["mime_type"])))
        case "resource":
            entries = [("type", repr("resource")), ("resource", _mapping(fields["resource"]))]
        case _:
            entries = [("type", repr("resource_link")), *_members(fields["link"])]
    if annotations is not None:
        entries.append(("annotations", _mapping(annotations)))
    return "{" + ", ".join(f"{name!r}: {code}" for name, code in entries) + "}"


def _members(template: Template) -> list[tuple[str, str]]:
    assert isinstance(template, Entries)
    return [(_WIRE.get(key, key), template_code(item)) for key, item in template.items]


def _mapping(template: Template) -> str:
    assert isinstance(template, Entries)
    plain = "{" + ", ".join(f"{name!r}: {code}" for name, code in _members(template)) + "}"
    return f"compact({plain})" if any(may_be_absent(item) for _, item in template.items) else plain
