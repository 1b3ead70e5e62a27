"""Every rule has a folder: `bad` breaks it and nothing else, and `good` is the same contract, mended.

`bad.txt` is what the author sees. A contract of several files is a folder, `bad/contract.yaml`; one that cannot be
kept in the repository is written by `bad.py`. Other ways to break the rule are `bad-….yaml`, each with its text. Adding
a rule adds a folder here, and no code.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from goldens import Golden
from loading import lies_inside, spans
from pactwright.check.catalogue import catalogue
from pactwright.diagnostics import Diagnostics
from pactwright.pipeline import check_contract
from pactwright.report import render

FOLDER = Path(__file__).parent / "rules"
CASES = sorted(path for path in FOLDER.iterdir() if path.is_dir())
IDS = [case.name for case in CASES]


def found_in(case: Path, name: str, scratch: Path) -> Diagnostics:
    """Return what is found in the contract `name` of a case."""
    contract = case / f"{name}.yaml"
    if (case / name).is_dir():
        contract = case / name / "contract.yaml"
    elif (case / f"{name}.py").exists():
        runpy.run_path(str(case / f"{name}.py"))["write"](scratch)
        contract = scratch / "contract.yaml"
    diagnostics = Diagnostics()
    checked = check_contract(contract, root=contract.parent, diagnostics=diagnostics)
    assert (checked is None) == diagnostics.has_errors
    return diagnostics


BAD = [(case, name) for case in CASES for name in sorted({path.stem for path in case.iterdir()} - {"good"})]


@pytest.mark.parametrize(("case", "name"), BAD, ids=[f"{case.name}-{name}" for case, name in BAD])
def test_the_bad_contract_breaks_this_rule_alone(case: Path, name: str, golden: Golden, tmp_path: Path) -> None:
    diagnostics = found_in(case, name, tmp_path)
    golden(case / f"{name}.txt", render(diagnostics, "text"))
    assert {(item.rule, item.severity) for item in diagnostics} == {(case.name, catalogue()[case.name].severity)}
    for item in diagnostics:
        assert all(lies_inside(span) for span in spans(item))
        assert item.hint


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_mended_contract_breaks_no_rule(case: Path, tmp_path: Path) -> None:
    assert render(found_in(case, "good", tmp_path), "text") == ""


def test_every_rule_has_a_case() -> None:
    assert set(IDS) == set(catalogue())
