# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of content-blocks-mcp."""

from __future__ import annotations

from . import models
from .runtime import Call, Content, Tool, Toolbox

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Show(Tool[models.ShowArgs, Content]):
    """Show a thing in every way there is."""

    name = "show"

    async def answer(self, args: models.ShowArgs, call: Call) -> Content:
        return Content(
            [
                {
                    "type": "text",
                    "text": f"This is {args['name']}.",
                    "annotations": {"audience": ["user"], "priority": 1},
                },
                {"type": "text", "text": "Nothing to fill in."},
                {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"},
                {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
                {
                    "type": "resource",
                    "resource": {
                        "uri": f"things://{args['name']}",
                        "mimeType": "text/plain",
                        "text": f"The thing called {args['name']}",
                    },
                },
                {
                    "type": "resource_link",
                    "uri": f"things://{args['name']}/more",
                    "name": "More",
                    "title": "More about it",
                    "mimeType": "text/html",
                },
            ]
        )
