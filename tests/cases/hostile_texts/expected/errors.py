# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The error catalogue of hostile-texts-mcp: how each code is worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .runtime import Call, Catalogue, Repair, ToolError

CATALOGUE = Catalogue()


@CATALOGUE.code("invalid_field")
def invalid_field(call: Call, params: Mapping[str, Any]) -> ToolError:
    """He said "hi": ''' \"\"\" \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH}
 end\\
"""
    return ToolError(
        code="invalid_field",
        message='He said "hi": \'\'\' """ \\ {{ x }} {% y %} ${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
        temporary=False,
        details={
            "field": 'He said "hi": \'\'\' """ \\ {{ x }} {% y %} ${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
            "value": ['He said "hi": \'\'\' """ \\ {{ x }} {% y %} ${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\'],
            "reason": 'He said "hi": \'\'\' """ \\ {{ x }} {% y %} ${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
        },
        repair=Repair(
            next_step="follow_repair",
            tool="odd",
            arguments={
                "odd": {
                    'He said "hi": \'\'\' """ \\ {{ x }} {% y %} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\': "other",
                    "class": 'He said "hi": \'\'\' """ \\ {{ x }} {% y %} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
                }
            },
            alternative='He said "hi": \'\'\' """ \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
        ),
    )
