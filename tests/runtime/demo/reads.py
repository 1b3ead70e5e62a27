"""Resources, prompts and completions of notes-mcp."""

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Completions, Prompts, Resources

RESOURCES = Resources()
PROMPTS = Prompts()
COMPLETIONS = Completions()


@RESOURCES.resource("motto")
async def motto(args: Mapping[str, Any], call: Call) -> str:
    return "note well"


@RESOURCES.resource("logo")
async def logo(args: Mapping[str, Any], call: Call) -> bytes:
    return b"\x89PNG"


@RESOURCES.resource("note_copy")
async def note_copy(args: Mapping[str, Any], call: Call) -> Any:
    note = await call.run("notes_get", {"note_id": args["note_id"]})
    return {"copy": note["text"]}


@PROMPTS.prompt("review_note")
def review_note(args: Mapping[str, str], call: Call) -> list[dict[str, Any]]:
    tone = args.get("tone", "plainly")
    return [
        {"role": "user", "content": [{"type": "text", "text": f"Review note {args['note_id']} {tone}."}]},
        {"role": "assistant", "content": {"type": "text", "text": "I will."}},
    ]


@COMPLETIONS.source("many")
async def many(args: Mapping[str, str], call: Call) -> list[str]:
    return [f"{number}" for number in range(250)]
