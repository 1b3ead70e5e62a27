"""The tools of notes-mcp."""

import asyncio
from collections.abc import Iterator
from typing import Any

from .runtime import Call, Content, Repair, Tool, Toolbox, ToolError, Violation, disjoint, exclusive, only_with
from .runtime.encoding import segment

TOOLBOX = Toolbox()

TEXTS = {7: "buy milk", 8: "call home"}


@TOOLBOX.tool
class NotesUpdate(Tool[dict[str, Any], dict[str, Any]]):
    """Edit a note."""

    name = "notes_update"

    def rules(self, args: dict[str, Any]) -> Iterator[Violation]:
        yield from exclusive(args, ("tags",), ("add_tags", "remove_tags"))
        yield from disjoint(args, "add_tags", "remove_tags")
        yield from only_with(args, "expected_version", "text")

    def if_unknown(self, call: Call) -> Repair | None:
        return Repair(next_step="check_note", tool="notes_get", arguments={"note_id": call.args["note_id"]})


@TOOLBOX.tool
class NotesFind(Tool[dict[str, Any], dict[str, Any]]):
    """Find notes."""

    name = "notes_find"

    def presence(self, args: dict[str, Any], result: dict[str, Any]) -> Iterator[Violation]:
        if ("next_cursor" in result) != result["has_more"]:
            yield Violation(fields=("next_cursor",), reason="next_cursor is present exactly when has_more is true.")


@TOOLBOX.tool
class NotesGet(Tool[dict[str, Any], dict[str, Any]]):
    """Read one note."""

    name = "notes_get"

    def fill(self, args: dict[str, Any], call: Call) -> None:
        if args["note_id"] == 5:
            args["note_id"] = call.config["notes_limit"]

    async def answer(self, args: dict[str, Any], call: Call) -> dict[str, Any]:
        number = args["note_id"]
        if number not in TEXTS:
            raise CATALOGUE_ERROR(call)
        return {
            "note_id": number,
            "text": TEXTS[number],
            "version": "v:0a",
            "limit": call.config.get("notes_limit", 0),
            "archived_at": None,
        }


def CATALOGUE_ERROR(call: Call) -> ToolError:
    from .errors import note_not_found

    return note_not_found(call, {"reason": "No note has this number."})


@TOOLBOX.tool
class NotesTry(Tool[dict[str, Any], dict[str, Any]]):
    """Misbehave."""

    name = "notes_try"

    async def answer(self, args: dict[str, Any], call: Call) -> dict[str, Any]:
        match args["what"]:
            case "sleep":
                await asyncio.sleep(args["seconds"])
                return {"said": "slept"}
            case "write":
                call.open_writes.append("save_note")
                await asyncio.sleep(args["seconds"])
                return {"said": "written"}
            case "crash":
                raise ValueError("the password is hunter2")
            case "print":
                print("this must not reach the client")
                return {"said": "printed"}
            case "surrogate":
                return {"said": "broken \udcff name"}
            case "nan":
                return {"said": "x", "extra": {"value": float("nan")}}
            case "object":
                return {"said": "x", "extra": {"value": object()}}
            case "keys":
                return {"said": "x", "extra": {1: (2, 3)}}
            case "wrong":
                return {"said": 5}
            case "..":
                return {"said": segment(args["what"])}
            case other:
                return {"said": other}


@TOOLBOX.tool
class NotesShow(Tool[dict[str, Any], Content]):
    """Show a note and a link to it."""

    name = "notes_show"

    async def answer(self, args: dict[str, Any], call: Call) -> Content:
        number = args["note_id"]
        return Content(
            [
                {"type": "text", "text": f"note {number} \udcff"},
                {"type": "resource_link", "uri": f"notes://notes/{number}", "name": f"note {number}"},
            ]
        )
