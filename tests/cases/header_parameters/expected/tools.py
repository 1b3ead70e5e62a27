# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of header-parameters-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Route(Tool[models.RouteArgs, models.RouteResult]):
    """Return where a call would go."""

    name = "route"

    async def answer(self, args: models.RouteArgs, call: Call) -> models.RouteResult:
        return {"region": args["region"]}
