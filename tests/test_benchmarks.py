"""The benchmark runs: on tiny contracts, for an instant, and without anything from the network."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PARTS = ("generation", "watch", "calls", "kernel", "live")


def test_tiny_contracts_and_servers_are_measured(tmp_path: Path) -> None:
    only = [word for part in PARTS for word in ("--only", part)]
    places = ("--workplace", str(tmp_path / "work"), "--json", str(tmp_path / "results" / "run.json"))
    command = (sys.executable, "-m", "benchmarks", "--quick", *only, *places)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "results" / "run.json").read_text())["rows"]
    assert {row["part"] for row in rows} == {"Generation", "Calls", "Kernel", "Live"}
    assert all(row["value"] > 0 for row in rows)
    assert all(f"| {row['what']} |" in done.stdout for row in rows)
