"""Every lost answer of the GitHub comments server: all texts are as they must be, and the page is current."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_whatever_is_lost_agents_read_what_they_must() -> None:
    ran = subprocess.run([sys.executable, "-m", "tests.lost", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-5000:]
