"""The server does what its contract says, seen on the wire."""

import pytest

from .conformance import Placed, Pool


def test_contract(placed: Placed, pool: Pool) -> None:
    """Nothing deviates from the contract."""
    report = placed.report(pool)
    if report:
        pytest.fail(report, pytrace=False)
