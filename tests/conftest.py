"""What all tests share: the option that rewrites expectations."""

from __future__ import annotations

from pathlib import Path

import pytest
from goldens import Golden


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Write what was found into the expected files.")


@pytest.fixture(scope="session")
def golden(pytestconfig: pytest.Config) -> Golden:
    """Return a function that holds a text against the file of what is expected."""
    update = pytestconfig.getoption("--update-golden")

    def hold(file: Path, text: str) -> None:
        if update:
            file.write_bytes(text.encode())
        assert text == file.read_bytes().decode()

    return hold
