# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of capabilities-mcp."""

from __future__ import annotations

from typing import Any

from . import models
from .runtime import Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Capabilities(Tool[models.CapabilitiesArgs, dict[str, Any]]):
    """Return what this server can do."""

    name = "capabilities"
