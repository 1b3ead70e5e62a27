# Code generated from specs/unit_converter/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The prompts of unit-converter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Prompts

PROMPTS = Prompts()


@PROMPTS.prompt("rewrite_measures")
def rewrite_measures(args: Mapping[str, str], call: Call) -> list[dict[str, Any]]:
    """Rewrite a text so that its lengths and temperatures are in the units a reader expects."""
    return [
        {
            "role": "user",
            "content": [
                {
                    "type": "text",
                    "text": f"Rewrite the text below in {args.get('system', 'metric')} units. Convert each length with\nconvert_length and each temperature with convert_temperature; do not convert in your head. Keep the\noriginal measure in parentheses.\n\n{args['text']}",
                }
            ],
        },
    ]
