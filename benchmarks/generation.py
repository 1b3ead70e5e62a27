"""The compiler beside datamodel-codegen, which writes nothing but the models of the same schemas.

Every measured run is a fresh process, and a cold one finds neither its own earlier output nor anything it kept.
"""

from __future__ import annotations

import itertools
import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import synthetic
from benchmarks.report import Row, at_most, seconds
from benchmarks.timing import interleaved, peak_memory, run

PART = "Generation"
MEGABYTE = 2**20
SERVICE = "synthetic"
COMMANDS = Path(sys.executable).parent


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with one synthetic contract, and the same schemas for the peer."""

    root: Path
    tools: int

    def write(self, *, edited: str = "") -> None:
        """Write the contract; `edited` changes the first tool."""
        folder = self.root / "specs" / SERVICE
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in synthetic.contract_files(self.tools, edited=edited).items():
            (folder / name).write_text(text, encoding="utf-8")
        schemas = json.dumps(synthetic.schema_document(self.tools), indent=2)
        (self.root / "schemas.json").write_text(schemas, encoding="utf-8")

    def forget(self) -> None:
        """Remove all that earlier runs left."""
        for name in ("generated", ".pactwright"):
            shutil.rmtree(self.root / name, ignore_errors=True)

    def cold(self) -> float:
        """Generate the whole package from nothing; return the seconds."""
        self.forget()
        return self.again()

    def again(self) -> float:
        """Generate; return the seconds."""
        return run(_pactwright("generate"), cwd=self.root).wall

    def models_only(self) -> float:
        """Let datamodel-codegen write the models, with its defaults; return the seconds."""
        return run(self._codegen(), cwd=self.root).wall

    def memory(self) -> int:
        """Return the bytes that generating from nothing takes."""
        self.forget()
        return peak_memory(_pactwright("generate"), cwd=self.root)

    def check(self) -> float:
        """Check the contract; return the seconds."""
        return run(_pactwright("check"), cwd=self.root).wall

    def _codegen(self) -> tuple[str, ...]:
        command = str(COMMANDS / "datamodel-codegen")
        return (command, "--input", "schemas.json", "--input-file-type", "jsonschema", "--output", "models.py")


def measure(workplace: Path, *, rounds: int, sizes: tuple[int, ...]) -> Iterator[Row]:
    """Yield the rows about contracts of several sizes, the largest of which is meant by the targets."""
    projects = [Project(workplace / f"tools_{size}", size) for size in sizes]
    for project in projects:
        project.write()
    # The first run writes byte code, so its time does not count.
    memory = projects[-1].memory() / MEGABYTE
    yield Row(PART, f"memory for {sizes[-1]} tools, all processes", memory, "MiB", target=at_most(1024))
    colds = {}
    for project in projects:
        medians = interleaved(rounds, {"pactwright": project.cold, "models": project.models_only})
        colds[project.tools] = medians["pactwright"]
        yield _beside_models(project, medians, is_largest=project is projects[-1])
    if len(colds) > 1:
        yield _growth(colds)
    yield from _of_largest(projects[-1], colds[projects[-1].tools], rounds)


def _beside_models(project: Project, medians: dict[str, float], *, is_largest: bool) -> Row:
    return Row(
        PART,
        f"whole package of {project.tools} tools, beside datamodel-codegen's models",
        medians["pactwright"] / medians["models"],
        "×",
        {"pactwright": seconds(medians["pactwright"]), "datamodel-codegen": seconds(medians["models"])},
        at_most(1.5) if is_largest else None,
    )


def _growth(colds: dict[int, float]) -> Row:
    *_, medium, large = sorted(colds)
    measured = {f"{size} tools": seconds(colds[size]) for size in (medium, large)}
    what = f"growth from {medium} to {large} tools"
    return Row(PART, what, colds[large] / colds[medium], "×", measured, at_most(11))


def _of_largest(project: Project, whole: float, rounds: int) -> Iterator[Row]:
    edits = (f"edited_{number}" for number in itertools.count())
    medians = interleaved(rounds, {"edit": lambda: _edit(project, next(edits)), "check": project.check})
    measured = {"edit": seconds(medians["edit"]), "whole": seconds(whole)}
    what = f"one tool of {project.tools} edited, beside the whole package"
    yield Row(PART, what, medians["edit"] / whole, "×", measured, at_most(0.15))
    yield Row(PART, f"pactwright check of {project.tools} tools", medians["check"], "s", target=at_most(1.5))


def _edit(project: Project, name: str) -> float:
    project.write(edited=name)
    return project.again()


def measure_unchanged(root: Path, specs: Path, *, rounds: int) -> Iterator[Row]:
    """Yield the row about generating once more what nothing changed in, for all contracts in `specs`."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(specs, root / "specs")
    generate = partial(run, _pactwright("generate"), cwd=root)
    generate()
    wall = interleaved(rounds, {"again": lambda: generate().wall})["again"]
    yield Row(PART, "no change, over all contracts of the repository", wall, "s", target=at_most(0.25))


def _pactwright(*arguments: str) -> tuple[str, ...]:
    return (str(COMMANDS / "pactwright"), *arguments)
