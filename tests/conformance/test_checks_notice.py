"""The checks find nothing wrong with a right server, and exactly the fault of a broken one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pactwright.conformance import CHECKS, Command, Conforms, NotReachable, Placed, Pool, Target, place, read
from parcels.breaking import VARIANTS

HERE = Path(__file__).resolve().parent
CONTRACT = HERE / "contract.json"
FACTS = read(CONTRACT)
PLACED = tuple(place(CHECKS, FACTS))


def pool_of(*flags: str) -> Pool:
    """Return connections to the hand-written server, started with `flags`."""
    argv = (sys.executable, "-m", "parcels", str(CONTRACT), *flags)
    return Pool(FACTS, Target(command=Command(argv, {"PYTHONPATH": str(HERE)}), examples=True))


@pytest.fixture(scope="module")
def right() -> Iterator[Pool]:
    """Connections to the server without a fault."""
    pool = pool_of()
    yield pool
    pool.close()


@pytest.mark.parametrize("placed", PLACED, ids=lambda placed: placed.id)
def test_a_right_server_conforms(placed: Placed, right: Pool) -> None:
    assert placed.outcomes(right) == (Conforms(),)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_fault_is_noticed_by_the_checks_it_concerns(name: str) -> None:
    variant = VARIANTS[name]
    pool = pool_of("--variant", name)
    looked_at = [
        placed for placed in PLACED if placed.transport == variant.transport and placed.era.revision == variant.revision
    ]
    try:
        outcomes = {placed: placed.outcomes(pool) for placed in looked_at}
    finally:
        pool.close()
    deviating = {placed.check.name for placed, found in outcomes.items() if found != (Conforms(),)}
    assert deviating == variant.noticed_by
    assert not [found for each in outcomes.values() for found in each if isinstance(found, NotReachable)]
