# Code generated from specs/github_sdlc_planning/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""How github-sdlc-planning shows what upstreams tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from . import models
from .runtime import Call
from .runtime.expressions import ABSENT, coalesce, compact, path


def field_value(it: Mapping[str, Any], args: Mapping[str, Any], call: Call) -> models.FieldValue:
    """What field_value shows of an object."""
    return cast(
        models.FieldValue,
        compact(
            {
                "fieldName": coalesce(path(it, "field", "name"), ""),
                "text": coalesce(it.get("text", ABSENT), ABSENT),
                "number": coalesce(it.get("number", ABSENT), ABSENT),
                "date": coalesce(it.get("date", ABSENT), ABSENT),
                "optionName": coalesce(it.get("name", ABSENT), ABSENT),
            }
        ),
    )


def item(it: Mapping[str, Any], args: Mapping[str, Any], call: Call) -> models.Item:
    """What item shows of an object."""
    return cast(
        models.Item,
        {
            "id": it["id"],
            "title": coalesce(path(it, "content", "title"), None),
            "number": coalesce(path(it, "content", "number"), None),
            "repo": coalesce(path(it, "content", "repository", "nameWithOwner"), None),
            "fieldValues": [
                field_value(it, args, call)
                for it in [value for value in it["fieldValues"]["nodes"] if "field" in value]
            ],
        },
    )


def milestone(it: Mapping[str, Any], args: Mapping[str, Any], call: Call) -> models.Milestone:
    """What milestone shows of an object."""
    return cast(
        models.Milestone, {"number": it["number"], "title": it["title"], "url": it["html_url"], "dueOn": it["due_on"]}
    )
