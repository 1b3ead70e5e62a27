# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of recursive-types-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetFolder(Tool[models.GetFolderArgs, models.GetFolderResult]):
    """Return a folder with all folders in it."""

    name = "get_folder"

    async def answer(self, args: models.GetFolderArgs, call: Call) -> models.GetFolderResult:
        return {"folder": {"name": "top", "folders": [{"name": "inner", "folders": []}]}}
