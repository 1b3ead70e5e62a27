# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of modes-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Repair, Tool, Toolbox
from .runtime.expressions import text_of

TOOLBOX = Toolbox()


@TOOLBOX.tool
class GetNote(Tool[models.GetNoteArgs, models.GetNoteResult]):
    """Return one note."""

    name = "get_note"

    async def answer(self, args: models.GetNoteArgs, call: Call) -> models.GetNoteResult:
        return {"text": f"Note {text_of(args['id'])}"}


@TOOLBOX.tool
class SaveNote(Tool[models.SaveNoteArgs, models.SaveNoteResult]):
    """Save one note."""

    name = "save_note"

    def if_unknown(self, call: Call) -> Repair:
        return Repair(
            next_step="look_before_retrying",
            tool="get_note",
            arguments={"id": call.args["id"]},
            alternative="Look into the folder.",
        )
