"""Every fault against every way to use the GitHub issues server: all cells are as expected, and the page is current."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_cell_of_the_fault_matrix_is_as_expected() -> None:
    ran = subprocess.run([sys.executable, "-m", "tests.matrix", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-5000:]
