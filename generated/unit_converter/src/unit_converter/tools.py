# Code generated from specs/unit_converter/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of unit-converter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from . import models
from .runtime import Call, Tool, Toolbox, Violation
from .runtime.expressions import as_double, finite, quotient

TOOLBOX = Toolbox()


@TOOLBOX.tool
class ConvertLength(Tool[models.ConvertLengthArgs, models.ConvertLengthResult]):
    """Convert a length from one unit to another."""

    name = "convert_length"

    def rules(self, args: models.ConvertLengthArgs) -> Iterator[Violation]:
        if args["from_unit"] not in ["m", "km", "ft", "mi"]:
            yield Violation(
                fields=("from_unit",), reason="from_unit is not the symbol of a unit of length.", code="unknown_unit"
            )
        if args["to_unit"] not in ["m", "km", "ft", "mi"]:
            yield Violation(
                fields=("to_unit",), reason="to_unit is not the symbol of a unit of length.", code="unknown_unit"
            )

    async def answer(self, args: models.ConvertLengthArgs, call: Call) -> models.ConvertLengthResult:
        return {
            "value": quotient(
                finite(
                    as_double(args["value"])
                    * as_double(
                        10000.0
                        if args["from_unit"] == "m"
                        else (
                            10000000.0
                            if args["from_unit"] == "km"
                            else 3048.0 if args["from_unit"] == "ft" else 16093440.0
                        )
                    )
                ),
                as_double(
                    10000.0
                    if args["to_unit"] == "m"
                    else 10000000.0 if args["to_unit"] == "km" else 3048.0 if args["to_unit"] == "ft" else 16093440.0
                ),
            ),
            "unit": args["to_unit"],
        }


@TOOLBOX.tool
class ConvertTemperature(Tool[models.ConvertTemperatureArgs, models.ConvertTemperatureResult]):
    """Convert a temperature from one unit to another."""

    name = "convert_temperature"

    def rules(self, args: models.ConvertTemperatureArgs) -> Iterator[Violation]:
        if args["from_unit"] not in ["C", "F", "K"]:
            yield Violation(
                fields=("from_unit",),
                reason="from_unit is not the symbol of a unit of temperature.",
                code="unknown_unit",
            )
        if args["to_unit"] not in ["C", "F", "K"]:
            yield Violation(
                fields=("to_unit",), reason="to_unit is not the symbol of a unit of temperature.", code="unknown_unit"
            )
        if (
            args["from_unit"] == "C"
            and args["value"] < -273.15
            or args["from_unit"] == "F"
            and args["value"] < -459.67
            or args["from_unit"] == "K"
            and args["value"] < 0.0
        ):
            yield Violation(
                fields=("value", "from_unit"),
                reason="Nothing is colder than 0 K, which is -273.15 C and -459.67 F.",
                code="below_absolute_zero",
            )

    async def answer(self, args: models.ConvertTemperatureArgs, call: Call) -> models.ConvertTemperatureResult:
        return {
            "value": (
                args["value"]
                if args["from_unit"] == args["to_unit"]
                else (
                    (
                        finite(quotient(finite(as_double(args["value"]) * 9.0), 5.0) + 32.0)
                        if args["to_unit"] == "F"
                        else finite(as_double(args["value"]) + 273.15)
                    )
                    if args["from_unit"] == "C"
                    else (
                        finite(
                            quotient(finite(finite(as_double(args["value"]) - 32.0) * 5.0), 9.0)
                            + as_double(273.15 if args["to_unit"] == "K" else 0.0)
                        )
                        if args["from_unit"] == "F"
                        else (
                            finite(as_double(args["value"]) - 273.15)
                            if args["to_unit"] == "C"
                            else finite(quotient(finite(finite(as_double(args["value"]) - 273.15) * 9.0), 5.0) + 32.0)
                        )
                    )
                )
            ),
            "unit": args["to_unit"],
        }


@TOOLBOX.tool
class ListUnits(Tool[models.ListUnitsArgs, models.ListUnitsResult]):
    """List the units that the converting tools know, with their symbols and names."""

    name = "list_units"

    async def answer(self, args: models.ListUnitsArgs, call: Call) -> models.ListUnitsResult:
        return cast(
            models.ListUnitsResult,
            {
                "units": [
                    unit
                    for unit in [
                        {"symbol": "m", "name": "metre", "kind": "length"},
                        {"symbol": "km", "name": "kilometre", "kind": "length"},
                        {"symbol": "ft", "name": "foot", "kind": "length"},
                        {"symbol": "mi", "name": "mile", "kind": "length"},
                        {"symbol": "C", "name": "degree Celsius", "kind": "temperature"},
                        {"symbol": "F", "name": "degree Fahrenheit", "kind": "temperature"},
                        {"symbol": "K", "name": "kelvin", "kind": "temperature"},
                    ]
                    if "kind" not in args or unit["kind"] == args["kind"]
                ]
            },
        )
