"""The checks of tools that ask upstreams: nothing is wrong with what the compiler writes, and each fault is noticed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from live_faults import FAULTS as LIBRARY_FAULTS
from live_faults import Fault
from pactwright.conformance import CHECKS, Deviates, Pool, gaps, place, read
from pactwright.conformance.package import Package, target_of
from pactwright.emit.render import templates_folder
from pactwright.pipeline import compile_contract
from pactwright.report import render
from tracker_faults import FAULTS as TRACKER_FAULTS

HERE = Path(__file__).resolve().parent
LIBRARY, TRACKER = "library", "tracker"
FAULTS = {LIBRARY: LIBRARY_FAULTS, TRACKER: TRACKER_FAULTS}
LIVE = tuple(check for check in CHECKS if check.name.startswith("live."))


@cache
def sources(contract: str) -> dict[str, str]:
    """Return the files of the package; the contract has nothing to complain about."""
    compilation = compile_contract(HERE / contract / "contract.yaml", root=HERE / contract)
    assert render(compilation.diagnostics, "text") == ""
    assert compilation.files is not None
    return {file.path: file.text for file in compilation.files if file.path.startswith(("src/", "tests/contract.json"))}


def pool_of(contract: str, folder: Path, fault: Fault | None = None) -> Pool:
    """Return connections to a server whose package is written into a folder, with a fault in one of its files."""
    name = f"{contract}_mcp"
    for path, text in sources(contract).items():
        if fault is not None and path == f"src/{name}/{fault.file}":
            assert fault.right in text, f"{fault.right} is not in {path}"
            text = text.replace(fault.right, fault.wrong)
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    facts = read(folder / "tests" / "contract.json")
    run = folder / "run"
    run.mkdir()
    entry = templates_folder() / "package" / "tests" / "clocked.py"
    return Pool(facts, target_of(Package(name, folder / "src"), facts, run, entry=entry))


@pytest.mark.parametrize("contract", FAULTS)
def test_a_right_server_conforms(contract: str, tmp_path: Path) -> None:
    pool = pool_of(contract, tmp_path)
    try:
        reports = [item.report(pool) for item in place(LIVE, pool.facts)]
    finally:
        pool.close()
    assert "\n".join(filter(None, reports)) == ""
    assert len(reports) > 200


@pytest.mark.parametrize(("contract", "told"), [(LIBRARY, ["remind_reader", "reader"]), (TRACKER, [])])
def test_what_is_not_tried_is_told(contract: str, told: list[str], tmp_path: Path) -> None:
    pool = pool_of(contract, tmp_path)
    assert [gap.partition(":")[0] for gap in gaps(pool.facts)] == told


def test_every_check_has_a_fault_it_notices() -> None:
    noticed = {fault.noticed_by for faults in FAULTS.values() for fault in faults.values()}
    assert noticed == {check.name for check in LIVE}


@pytest.mark.parametrize(("contract", "name"), [(contract, name) for contract in FAULTS for name in FAULTS[contract]])
def test_a_fault_is_noticed(contract: str, name: str, tmp_path: Path) -> None:
    fault = FAULTS[contract][name]
    pool = pool_of(contract, tmp_path, fault)
    try:
        placed = (item for item in place(LIVE, pool.facts) if item.check.name == fault.noticed_by)
        noticed = any(isinstance(outcome, Deviates) for item in placed for outcome in item.outcomes(pool))
    finally:
        pool.close()
    assert noticed
