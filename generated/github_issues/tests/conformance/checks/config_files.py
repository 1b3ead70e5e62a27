"""Configuration files: which are read, which of them wins, and what one means that cannot be used."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..checking import Case, Check, check
from ..facts import Facts
from ..layers import Room, broken_value, good_value, section
from ..outcome import Broken, Findings, Unreachable, holds
from ..stage import Stage
from ..values import Json
from ..wire import Command, ServerProcess

_SECONDS = 60.0
_TOLD = "Vexo7q3"
_UNREADABLE = f"{_TOLD}: [\n"


@dataclass(frozen=True, slots=True)
class _Judged:
    """What `--check` says to a set of files: how it ends, and which of the files it names."""

    code: int
    named: tuple[Path, ...]
    words: str


def _judged(files: Mapping[int, str], stage: Stage, *flags: str) -> tuple[_Judged, list[Path]]:
    """Return what the server says when files stand in places (counted from the farthest), and all places."""
    command = stage.target.live
    if command is None:
        raise Unreachable("this run cannot start the server with files of its own")
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder).resolve())
        room.deep.mkdir(parents=True)
        places = room.places(stage.facts)
        for index, text in files.items():
            places[index].parent.mkdir(parents=True, exist_ok=True)
            places[index].write_text(text, encoding="utf-8")
        environment = {**command.environment, **room.environment(stage.facts)}
        process = ServerProcess(Command((*command.argv, "--check", *flags), environment, room.deep))
        try:
            code = process.wait(_SECONDS)
        finally:
            process.stop()
    words = "\n".join(process.errors)
    if code is None:
        raise Broken("an end of --check", process.last_words("silence"))
    return _Judged(code, tuple(path for path in places if str(path) in words), words), places


def _places(facts: Facts) -> range:
    return range(len(Room(Path("/")).places(facts)))


def _settings(facts: Facts) -> Iterator[str]:
    for name, item in facts.config.items():
        if "file" in item and broken_value(facts, name) is not None:
            yield name


def _compared(facts: Facts) -> Iterator[tuple[str, Json]]:
    for name in _settings(facts):
        good = good_value(facts, name)
        if facts.config[name].get("on_invalid") != "absent" and good is not None:
            yield name, good


@check("config_files.unreadable", primary=True)
def unreadable(facts: Facts) -> Iterator[Case]:
    """A file that cannot be read is told by its path and nothing else, and keeps the server from starting or not."""
    yield from (Case(str(index + 1), partial(_unreadable, index)) for index in _places(facts))


def _unreadable(index: int, stage: Stage) -> Findings:
    without, _ = _judged({}, stage)
    seen, places = _judged({index: _UNREADABLE}, stage)
    yield from holds(seen.named == (places[index],), expected=f"words about {places[index]}", seen=seen.words)
    yield from holds(_TOLD not in seen.words, expected="nothing of what the file holds", seen=seen.words)
    code = without.code if stage.facts.config_files["unreadable"] == "ignore" else 1
    yield from holds(seen.code == code, expected=f"exit code {code}", seen=f"{seen.code}: {seen.words}")


@check("config_files.invalid", primary=True)
def invalid(facts: Facts) -> Iterator[Case]:
    """A value in a file that breaks its schema keeps the server from starting, unless it may count as absent."""
    if _places(facts):
        yield from (Case(name, partial(_invalid, name)) for name in _settings(facts))


def _invalid(name: str, stage: Stage) -> Findings:
    config = stage.facts.config
    seen, places = _judged({0: section(config, name, broken_value(stage.facts, name))}, stage)
    if config[name].get("on_invalid") == "absent":
        yield from holds(not seen.named, expected="no word about a value that may be absent", seen=seen.words)
    else:
        told = seen.code == 1 and seen.named == (places[0],)
        yield from holds(told, expected=f"an end that names {places[0]}", seen=f"{seen.code}: {seen.words}")


@check("config_files.nearest", primary=True)
def nearest(facts: Facts) -> Iterator[Case]:
    """A section of a nearer file replaces that of a farther one."""
    for near in _places(facts)[1:]:
        for name, good in _compared(facts):
            yield Case(f"{name}-{near + 1}", partial(_nearest, name, good, near))
            break


def _nearest(name: str, good: Json, near: int, stage: Stage) -> Findings:
    config = stage.facts.config
    broken, right = section(config, name, broken_value(stage.facts, name)), section(config, name, good)
    seen, _ = _judged({near - 1: broken, near: right}, stage)
    yield from holds(not seen.named, expected="nothing against the nearer file", seen=seen.words)
    seen, places = _judged({near - 1: right, near: broken}, stage)
    yield from holds(seen.named == (places[near],), expected=f"words about {places[near]}", seen=seen.words)


@check("config_files.flags", primary=True)
def flags(facts: Facts) -> Iterator[Case]:
    """A flag comes before every file."""
    for name, good in _compared(facts) if _places(facts) else ():
        if isinstance(good, str) and not facts.config[name].get("secret"):
            yield Case(name, partial(_flagged, name, good))


def _flagged(name: str, good: str, stage: Stage) -> Findings:
    text = section(stage.facts.config, name, broken_value(stage.facts, name))
    seen, _ = _judged({0: text}, stage, f"--{name.replace('_', '-')}", good)
    yield from holds(not seen.named, expected="no word about a file that is not asked", seen=seen.words)


CHECKS: tuple[Check, ...] = (unreadable, invalid, nearest, flags)
