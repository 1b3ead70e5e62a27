"""`check --watch`: contracts → findings, again whenever a file that they are made from is saved."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import click

from pactwright.commands.generation import Check, perform
from pactwright.commands.project import Service
from pactwright.commands.reporting import announce, publish
from pactwright.ignored import is_ignored

_PAUSE = 0.05  # seconds between two looks; a look costs a `stat` per file

Seen = frozenset[tuple[str, int, int, int]]


def watch(services: Callable[[], tuple[Service, ...]]) -> NoReturn:
    """Check every service, and each one again when its folder or `specs/common` changes, until it is stopped.

    `services` is asked before each look, so that a service that was added is found. What makes it fail (a contract that
    is not there for the moment) is told once, and looked at again.
    """
    known: dict[str, Seen] = {}
    told = ""
    while True:
        try:
            present = services()
            told = ""
        except click.UsageError as error:
            if str(error) != told:
                told = str(error)
                print(f"{told}; waiting for it", file=sys.stderr, flush=True)
            present = ()
        seen = {service.name: frozenset(_files(service)) for service in present}
        changed = tuple(service for service in present if known.get(service.name) != seen[service.name])
        # Taken before checking: what is saved meanwhile is seen by the next look.
        known = seen
        if changed:
            _check(changed)
        else:
            time.sleep(_PAUSE)


def _check(services: tuple[Service, ...]) -> None:
    if sys.stdout.isatty():
        click.clear()
    outcomes = list(perform(Check(), services))
    publish(outcomes, "text")
    sys.stdout.flush()
    for outcome in outcomes:
        announce(outcome)
    sys.stderr.flush()
    # The command line does not look for garbage while it works; here it is due when nobody waits.
    del outcomes
    gc.collect()


def _files(service: Service) -> Iterator[tuple[str, int, int, int]]:
    """Yield what tells that a file was saved: its path, its number, its time and its size."""
    folders = [service.root / "specs" / "common"]
    if service.contract is not None:
        folders.append(service.contract.parent)
    for top in folders:
        for folder, names, files in os.walk(top):
            names[:] = [name for name in names if not is_ignored(name)]
            for name in files:
                if not is_ignored(name):
                    yield from _state(Path(folder) / name)


def _state(path: Path) -> Iterator[tuple[str, int, int, int]]:
    try:
        found = path.stat()
    except OSError:
        return  # an editor is just replacing it
    yield str(path), found.st_ino, found.st_mtime_ns, found.st_size
