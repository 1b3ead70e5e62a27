"""Contracts with mistakes people make, and what they are told about the shape.

A case is a directory in `tests/shape`: `contract.yaml` and `expected.txt` with the findings as an author sees them.
`GOLDEN=write` rewrites `expected.txt`.
"""

from __future__ import annotations

import os
import pathlib

import pytest

from pactwright.check.shape import check_shape
from pactwright.diagnostics import Diagnostics
from pactwright.load import load
from pactwright.report import render

CASES = sorted(path for path in (pathlib.Path(__file__).parent / "shape").iterdir() if path.is_dir())


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_case(case: pathlib.Path) -> None:
    diagnostics = Diagnostics()
    document = load(case / "contract.yaml", root=case, diagnostics=diagnostics)
    assert document, render(diagnostics, "text")
    contract = check_shape(document, diagnostics)
    told = render(diagnostics, "text")
    assert (contract is None) == bool(told)
    expected = case / "expected.txt"
    if os.environ.get("GOLDEN") == "write":
        expected.write_text(told, encoding="utf-8")
    assert told == expected.read_text(encoding="utf-8")
