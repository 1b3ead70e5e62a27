# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of hostile-texts-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

OddHeSaidHiXYSANDASHEnd: TypeAlias = Literal[
    'He said "hi": \'\'\' """ \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\', "other"
]


Odd = TypedDict(
    "Odd",
    {
        'He said "hi": \'\'\' """ \\ {{ x }} {% y %} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\': "OddHeSaidHiXYSANDASHEnd",
        "class": Literal['He said "hi": \'\'\' """ \\ {{ x }} {% y %} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\'],
    },
)


OddArgs = TypedDict(
    "OddArgs",
    {
        "odd": "Odd",
        "not": str,
    },
)


OddResult = TypedDict(
    "OddResult",
    {
        'He said "hi": \'\'\' """ \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\': NotRequired[str],
        "text": str,
    },
)
