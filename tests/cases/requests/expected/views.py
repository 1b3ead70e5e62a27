# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""How requests-mcp shows what upstreams tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from . import models
from .runtime import Call
from .runtime.expressions import ABSENT, compact


def order_(it: Mapping[str, Any], args: Mapping[str, Any], call: Call) -> models.Order:
    """What Order shows of an object."""
    return cast(
        models.Order,
        compact({"id": it["id"], "state": it["state"], "carrier": it.get("carrier", ABSENT), "note": it["note"]}),
    )
