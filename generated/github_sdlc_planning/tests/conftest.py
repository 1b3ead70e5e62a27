"""The server under test, started when first needed and shared by all tests of a run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .conformance import CHECKS, Pool, gaps, place, read
from .conformance.package import expectations, find_package, target_of

TESTS = Path(__file__).resolve().parent
PACKAGE = find_package(TESTS)
FACTS = read(expectations(TESTS, PACKAGE))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each check, subject, transport and era."""
    if "placed" in metafunc.fixturenames:
        cases = [pytest.param(placed, id=placed.id) for placed in place(CHECKS, FACTS)]
        metafunc.parametrize("placed", cases)


@pytest.fixture(scope="session")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    """The connections of this run."""
    folder = tmp_path_factory.mktemp("server")
    connections = Pool(FACTS, target_of(PACKAGE, FACTS, folder, entry=TESTS / "clocked.py"))
    yield connections
    connections.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what no test could be derived for from the contract alone."""
    untested = gaps(FACTS)
    if untested:
        terminalreporter.section("not reachable from the contract alone")
        for reason in untested:
            terminalreporter.write_line(f"not reachable: {reason}")
