# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The prompts of hostile-texts-mcp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Prompts

PROMPTS = Prompts()


@PROMPTS.prompt("odd")
def odd(args: Mapping[str, str], call: Call) -> list[dict[str, Any]]:
    """He said "hi": ''' \"\"\" \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH}
 end\\
"""
    return [
        {
            "role": "user",
            "content": [
                {
                    "type": "text",
                    "text": 'He said "hi": \'\'\' """ \\ {{ x }} {% y %} ${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
                }
            ],
        },
    ]
