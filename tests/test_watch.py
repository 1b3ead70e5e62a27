"""`pactwright check --watch` as people leave it running: a real process, and files saved as editors save them."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

COMMAND = (sys.executable, "-m", "pactwright")
PATIENCE = 30  # seconds until a line that does not come counts as missing


class Watch:
    """A running watch, and what it says, both streams in one order."""

    def __init__(self, cwd: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "check", "--watch", *arguments],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line.rstrip("\n"))

    def until(self, end: str) -> list[str]:
        """Return the lines up to one that ends with `end`."""
        lines = [self._lines.get(timeout=PATIENCE)]
        while not lines[-1].endswith(end):
            lines.append(self._lines.get(timeout=PATIENCE))
        return lines

    def stop(self) -> int:
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(timeout=PATIENCE)


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    subprocess.run([*COMMAND, "new", "weather"], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path / "specs" / "weather" / "contract.yaml"


@pytest.fixture
def watch(contract: Path, tmp_path: Path) -> Iterator[Watch]:
    running = Watch(tmp_path)
    yield running
    if running.process.poll() is None:
        running.process.kill()
        running.process.wait()


def save(path: Path, text: str) -> None:
    """Save as editors do: beside the file, then in its place."""
    beside = path.with_suffix(".yaml.swp~")
    beside.write_text(text)
    beside.replace(path)


def test_each_save_is_checked_again(watch: Watch, contract: Path) -> None:
    watch.until("weather: no findings")
    sound = contract.read_text()
    save(contract, sound.replace("args.name", "args.nam"))
    told = watch.until("weather: 1 error")
    assert any("`args` has no `nam` [unknown-field]" in line for line in told)
    contract.write_text(sound)  # in place, as others save
    assert watch.until("weather: no findings") == ["weather: no findings"]


def test_a_contract_that_is_away_for_a_moment_is_waited_for(watch: Watch, contract: Path) -> None:
    watch.until("weather: no findings")
    away = contract.rename(contract.with_name("away"))
    watch.until("; waiting for it")
    away.rename(contract)
    watch.until("weather: no findings")


def test_new_services_and_shared_files_are_seen(watch: Watch, contract: Path, tmp_path: Path) -> None:
    watch.until("weather: no findings")
    subprocess.run([*COMMAND, "new", "tides"], cwd=tmp_path, check=True, capture_output=True)
    watch.until("tides: no findings")
    common = tmp_path / "specs" / "common"
    common.mkdir()
    (common / "types.yaml").write_text("types: {Name: {type: string}}\n")
    watch.until("no findings")
    watch.until("no findings")
    save(contract, contract.read_text() + "include: [../common/types.yaml]\n")
    watch.until("weather: no findings")
    (common / "types.yaml").write_text("types: {Name: {type: strin}}\n")
    told = watch.until("weather: 1 error")
    assert any("common/types.yaml" in line for line in told)


def test_it_ends_when_it_is_stopped(watch: Watch) -> None:
    watch.until("weather: no findings")
    assert watch.stop() == 130
    assert watch.until("stopped")[-1] == "pactwright: stopped"


def test_a_format_that_is_one_document_is_refused(contract: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "check", "--watch", "--format", "json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "--watch prints text" in done.stderr
