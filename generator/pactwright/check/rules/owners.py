"""What can be called or read, with the path that leads to it in the contract."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.load import Path
from pactwright.model.contract import Contract, Resource
from pactwright.model.tools import Tool


def owners(contract: Contract) -> Iterator[tuple[Path, Tool | Resource]]:
    """Yield tools, resources and templates of resources."""
    yield from ((("tools", tool.name), tool) for tool in contract.tools)
    yield from ((("resources", resource.name), resource) for resource in contract.resources)
    yield from ((("resource_templates", template.name), template) for template in contract.resource_templates)
