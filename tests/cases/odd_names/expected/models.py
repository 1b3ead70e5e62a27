# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of odd-names-mcp."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

ClassParams = TypedDict(
    "ClassParams",
    {
        "lambda": int,
        "from": str,
    },
)


class TextOfParams(TypedDict):
    number: int


ImportCsvArgsArgs = TypedDict(
    "ImportCsvArgsArgs",
    {
        "call": int,
        "class": str,
    },
)


ImportCsvArgs = TypedDict(
    "ImportCsvArgs",
    {
        "import": int,
        "from": str,
        "2nd": str,
        "with-dash": NotRequired[str],
        "self": str,
        "args": "ImportCsvArgsArgs",
        "None": bool,
    },
)


ImportCsvResultPrint = TypedDict(
    "ImportCsvResultPrint",
    {
        "lambda": int,
    },
)


ImportCsvResult = TypedDict(
    "ImportCsvResult",
    {
        "yield": int,
        "class": NotRequired[str],
        "print": "ImportCsvResultPrint",
    },
)


class ToolArgs(TypedDict):
    pass


ToolResultLiteral: TypeAlias = Literal["Any", "cast"]


class ToolResult(TypedDict):
    Literal: ToolResultLiteral


class ModelsArgs(TypedDict):
    pass


class ModelsResultModelsItem(TypedDict):
    models: str


class ModelsResult(TypedDict):
    models: list[ModelsResultModelsItem]
