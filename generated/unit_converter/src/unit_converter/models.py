# Code generated from specs/unit_converter/contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The types of the arguments, results and errors of unit-converter."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

Kind: TypeAlias = Literal["length", "temperature"]


class Unit(TypedDict):
    symbol: str
    """What the converting tools call the unit."""
    name: str
    kind: Kind


class InvalidFieldParams(TypedDict):
    fields: list[str]
    reason: str


class UnknownUnitParams(TypedDict):
    fields: list[str]
    reason: str


class BelowAbsoluteZeroParams(TypedDict):
    fields: list[str]
    reason: str


class ConvertLengthArgs(TypedDict):
    value: int | float
    """The length, in from_unit."""
    from_unit: str
    """Symbol of the unit that value is in: "m", "km", "ft" or "mi"."""
    to_unit: str
    """Symbol of the unit to convert to; one of the same."""


class ConvertLengthResult(TypedDict):
    value: int | float
    """The length, in unit."""
    unit: str


class ConvertTemperatureArgs(TypedDict):
    value: int | float
    """The temperature, in from_unit."""
    from_unit: str
    """Symbol of the unit that value is in: "C", "F" or "K"."""
    to_unit: str
    """Symbol of the unit to convert to; one of the same."""


class ConvertTemperatureResult(TypedDict):
    value: int | float
    """The temperature, in unit."""
    unit: str


class ListUnitsArgs(TypedDict):
    kind: NotRequired[Kind]
    """Which units to list."""


class ListUnitsResult(TypedDict):
    units: list[Unit]
