"""What was measured, held against what is to be reached: rows of a table, for people and as JSON."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

LIBRARIES = ("mcp", "pydantic", "datamodel-code-generator", "black", "jsonschema-rs", "uvicorn", "starlette")


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on a row's value."""

    bound: float
    at_most: bool

    def met_by(self, value: float) -> bool:
        """Whether `value` keeps the bound."""
        return value <= self.bound if self.at_most else value >= self.bound

    def __str__(self) -> str:
        return f"{'≤' if self.at_most else '≥'} {self.bound:g}"


def at_most(bound: float) -> Target:
    """Return a bound from above."""
    return Target(bound, True)


def at_least(bound: float) -> Target:
    """Return a bound from below."""
    return Target(bound, False)


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison.

    Attributes:
        part: The section of the table.
        what: What was compared.
        value: What the target is about: a ratio, or a figure of its own.
        unit: Of `value`; `×` for ratios.
        measured: The medians that `value` comes from, each with its unit, by name.
        target: None for figures that are only told.
    """

    part: str
    what: str
    value: float
    unit: str
    measured: Mapping[str, str] = field(default_factory=dict)
    target: Target | None = None

    @property
    def verdict(self) -> str:
        """`yes`, `no`, or nothing without a target."""
        if self.target is None:
            return ""
        return "yes" if self.target.met_by(self.value) else "NO"


def document(rows: Iterable[Row], *, rounds: int, quick: bool) -> dict[str, Any]:
    """Return a run as JSON data."""
    return {
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "rounds": rounds,
        "quick": quick,
        "rows": [
            {
                "part": row.part,
                "what": row.what,
                "value": round(row.value, 4),
                "unit": row.unit,
                "measured": dict(row.measured),
                "target": str(row.target) if row.target else None,
                "met": row.verdict == "yes" if row.target else None,
            }
            for row in rows
        ],
    }


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write a run where later tools find it."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def markdown(data: Mapping[str, Any]) -> str:
    """Return a run as a page."""
    used = ", ".join(f"{name} {number}" for name, number in data["libraries"].items())
    lines = [
        "# Pactwright beside its peers",
        "",
        "Written by `make bench`: medians of interleaved rounds, all of one run on a machine with two cores, which the",
        "load generator shares with what it measures. Ratios are what counts; the figures show where they come from.",
        "",
        f"Python {data['python']}; {used}; {data['rounds']} rounds.",
    ]
    for part in dict.fromkeys(row["part"] for row in data["rows"]):
        lines += ["", f"## {part}", "", "| | measured | | target | met |", "| --- | --- | ---: | ---: | --- |"]
        lines += [_line(row) for row in data["rows"] if row["part"] == part]
    return "\n".join(lines) + "\n"


def _line(row: Mapping[str, Any]) -> str:
    measured = ", ".join(f"{name} {figure}" for name, figure in row["measured"].items())
    met = {True: "yes", False: "**no**", None: ""}[row["met"]]
    return f"| {row['what']} | {measured} | {_value(row)} | {row['target'] or ''} | {met} |"


def _value(row: Mapping[str, Any]) -> str:
    return f"{row['value']:.3g} {row['unit']}"


def show(row: Row) -> None:
    """Print a row as soon as it is known."""
    measured = ", ".join(f"{name} {figure}" for name, figure in row.measured.items())
    goal = f"  target {row.target}: {row.verdict}" if row.target else ""
    print(f"{row.part} | {row.what}: {row.value:.3g} {row.unit}{goal}  ({measured})", file=sys.stderr, flush=True)


def seconds(value: float) -> str:
    """Return a duration as it is shown."""
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def rate(value: float) -> str:
    """Return calls per second as they are shown."""
    return f"{value:.0f}/s"
