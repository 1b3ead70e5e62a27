# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of resources-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Tool, Toolbox
from .runtime.expressions import text_of

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetNote(Tool[models.GetNoteArgs, models.GetNoteResult]):
    """Return one note."""

    name = "get_note"

    async def answer(self, args: models.GetNoteArgs, call: Call) -> models.GetNoteResult:
        return {"text": f"Note {text_of(args['id'])}"}
