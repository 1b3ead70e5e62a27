# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""How writers-mcp shows what upstreams tell."""

from __future__ import annotations

from typing import Any

from .runtime import VersionContents

VERSIONS = VersionContents()


@VERSIONS.contents("issue")
def issue_version(it: Any) -> Any:
    """What a version token of issue is made of."""
    return {"title": it["title"]}
