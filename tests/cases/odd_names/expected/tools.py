# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of odd-names-mcp."""

from __future__ import annotations

from collections.abc import Iterator

from . import models
from .runtime import Call, Tool, Toolbox, Violation

TOOLBOX = Toolbox()


@TOOLBOX.tool
class ImportCsv(Tool[models.ImportCsvArgs, models.ImportCsvResult]):
    """Import things."""

    name = "import.csv"

    def fill(self, args: models.ImportCsvArgs, call: Call) -> None:
        if "from" not in args:
            args["from"] = call.config["class"]

    def rules(self, args: models.ImportCsvArgs) -> Iterator[Violation]:
        if not (args["import"] > 0 and "with-dash" not in args or args["2nd"] == "2"):
            yield Violation(fields=("import",), reason="import is positive.")

    def guard(self, args: models.ImportCsvArgs, call: Call) -> None:
        if args["import"] == 3:
            raise call.error("class", {"lambda": 1, "from": "x"})
        if args["import"] == 4:
            raise call.error("text_of", {"number": 4})
        if args["import"] == 5:
            raise call.error("models", {})

    async def answer(self, args: models.ImportCsvArgs, call: Call) -> models.ImportCsvResult:
        return {"yield": args["import"], "print": {"lambda": args["args"]["call"]}}

    def presence(self, args: models.ImportCsvArgs, result: models.ImportCsvResult) -> Iterator[Violation]:
        if ("class" in result) != (result["yield"] == 1):
            yield Violation(fields=("class",), reason="Present when yield is 1.")


@TOOLBOX.tool
class Tool_(Tool[models.ToolArgs, models.ToolResult]):
    """A tool whose class would hide an import."""

    name = "Tool"

    async def answer(self, args: models.ToolArgs, call: Call) -> models.ToolResult:
        return {"Literal": "Any"}


@TOOLBOX.tool
class Models(Tool[models.ModelsArgs, models.ModelsResult]):
    """A tool called like a module."""

    name = "models"

    async def answer(self, args: models.ModelsArgs, call: Call) -> models.ModelsResult:
        return {"models": []}
