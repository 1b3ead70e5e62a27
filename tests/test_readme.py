"""The README shows real output: its console blocks are one session, with `ask.py` beside it, in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from goldens import Golden

README = Path(__file__).parent.parent / "README.md"
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def typed(command: str, folder: Path) -> str:
    """Return what a terminal shows once a command is run."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={"PATH": path, "HOME": str(folder), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return f"$ {command}\n{ran.stdout}"


def test_the_console_shows_what_happens(tmp_path: Path, golden: Golden) -> None:
    text = README.read_text(encoding="utf-8")
    (program,) = PROGRAM.findall(text)
    (tmp_path / "ask.py").write_text(program, encoding="utf-8")
    # A project begins at the nearest folder with `specs`, which must not be one that somebody left further up.
    (tmp_path / "specs").mkdir()

    def again(block: re.Match[str]) -> str:
        commands = [line.removeprefix("$ ") for line in block[0].splitlines() if line.startswith("$ ")]
        return "".join(typed(command, tmp_path) for command in commands)

    golden(README, CONSOLE.sub(again, text))
