"""Random answers of GitHub: a part of what `make fuzz` tries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ANSWERS = 3000


def test_whatever_github_answers_only_what_is_declared_comes_out() -> None:
    run = [sys.executable, "-m", "tests.fuzz", "--answers", str(ANSWERS)]
    ran = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-5000:]
