# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of prompts-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Ping(Tool[models.PingArgs, models.PingResult]):
    """Answer."""

    name = "ping"

    async def answer(self, args: models.PingArgs, call: Call) -> models.PingResult:
        return {"answer": "pong"}
