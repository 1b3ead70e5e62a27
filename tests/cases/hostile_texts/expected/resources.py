# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The resources of hostile-texts-mcp."""

from __future__ import annotations

from typing import Any

from .runtime import Call, Resources

RESOURCES = Resources()


@RESOURCES.resource("odd")
async def odd(args: dict[str, Any], call: Call) -> Any:
    """He said "hi": ''' \"\"\" \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH}
 end\\
"""
    return [
        {
            "type": "text",
            "text": 'He said "hi": \'\'\' """ \\ {{ x }} {% y %} ${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
        }
    ]
