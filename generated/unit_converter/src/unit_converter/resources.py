# Code generated from specs/unit_converter/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The resources of unit-converter."""

from __future__ import annotations

from typing import Any

from .runtime import Call, Resources

RESOURCES = Resources()


@RESOURCES.resource("guide")
async def guide(args: dict[str, Any], call: Call) -> Any:
    """Which units readers expect where."""
    return [
        {
            "type": "text",
            "text": "# Choosing units\n\n| Readers | Lengths | Temperatures |\n| --- | --- | --- |\n| most of the world | m, km | C |\n| the United States | ft, mi | F |\n| the United Kingdom | m, but mi on roads | C |\n| science | m | K |\n\nConvert every measure of a text, not only the first, and give the original in parentheses.",
        }
    ]
