# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of expressions-mcp."""

from __future__ import annotations

from typing import cast

from . import models
from .runtime import Call, Tool, Toolbox
from .runtime.expressions import (
    add,
    as_double,
    compact,
    cut,
    finite,
    lower_ascii,
    multiply,
    path,
    quote,
    quotient,
    remainder,
    subtract,
    text_of,
    to_double,
    to_integer,
    trim,
)

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Compute(Tool[models.ComputeArgs, models.ComputeResult]):
    """Compute with every kind of expression."""

    name = "compute"

    async def answer(self, args: models.ComputeArgs, call: Call) -> models.ComputeResult:
        return cast(
            models.ComputeResult,
            compact(
                {
                    "names": sorted([row["name"] for row in args["rows"]]),
                    "lines": [
                        {"name": row["name"], "long": len(row["name"]) > 10}
                        for row in [row for row in args["rows"] if row["score"] > 0.5]
                    ],
                    "line": compact(
                        {
                            "name": cut(args["name"], 5),
                            "long": args["flag"] or args["number"] in [1, 2, 3],
                            "rank": path(args, "best", "id"),
                        }
                    ),
                    "kept": [
                        row for row in args["rows"] if "note" in row and row["note"] is not None and "x" in row["note"]
                    ],
                    "sum": subtract(
                        add(multiply(args["number"], 2), len(args["rows"])), remainder(call.config["limit"], 7)
                    ),
                    "half": finite(quotient(as_double(args["ratio"]), 2.0) + to_double(args["number"])),
                    "text": f"{lower_ascii(trim(args['name']))}: {'yes' if args['flag'] else 'no'}, {text_of(args['number'])}, {text_of(args['ratio'])}, {text_of(args['flag'])} {quote(args['name'])}",
                    "parts": args["name"].replace("-", " ").split(" "),
                    "odd": any(row["id"] == args["number"] for row in args["rows"])
                    != all(row["name"].startswith(args["name"]) for row in args["rows"]),
                    "best": args.get("best"),
                    "nested": compact(
                        {"list": [args["number"], 7, to_integer(args["ratio"])], "name": path(args, "best", "name")}
                    ),
                    "first": path(args["rows"], 0, "name"),
                    "when": call.now(),
                }
            ),
        )
