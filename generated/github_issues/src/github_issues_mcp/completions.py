# Code generated from specs/github_issues/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The completion sources of github-issues-mcp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Completions
from .runtime.expressions import lower_ascii
from .upstreams import Github

COMPLETIONS = Completions()


@COMPLETIONS.source("visible_owners")
async def visible_owners(args: Mapping[str, str], call: Call) -> list[Any]:
    pages = Github(call).list_visible_repos()
    rows = await call.cached("github.list_visible_repos", 30000, lambda: pages.begin(3))
    return [it["owner"]["login"] for it in rows]


@COMPLETIONS.source("visible_repos")
async def visible_repos(args: Mapping[str, str], call: Call) -> list[Any]:
    pages = Github(call).list_visible_repos()
    rows = await call.cached("github.list_visible_repos", 30000, lambda: pages.begin(3))
    return [
        it["name"]
        for it in rows
        if "owner" not in args or lower_ascii(it["owner"]["login"]) == lower_ascii(args["owner"])
    ]
