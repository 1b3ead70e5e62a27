# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The prompts of prompts-mcp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Prompts

PROMPTS = Prompts()


@PROMPTS.prompt("review")
def review(args: Mapping[str, str], call: Call) -> list[dict[str, Any]]:
    """Reviews a text."""
    return [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": f"Review this in a {args.get('tone', 'plain')} tone:"},
                {"type": "text", "text": args["text"]},
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "Here is my review."}]},
    ]


@PROMPTS.prompt("class")
def class_(args: Mapping[str, str], call: Call) -> list[dict[str, Any]]:
    """Says nothing."""
    return [
        {"role": "user", "content": [{"type": "text", "text": "Curly {{braces}} and ${holes}"}]},
    ]
