"""Services → compiled, compared and written packages, several at a time.

What happens to one service, including a fault of the compiler, is a value and stops no other.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING

from pactwright import stamp
from pactwright.commands.project import Service
from pactwright.diagnostics import Diagnostics, Severity
from pactwright.emit.output import OutputFile
from pactwright.records import dataclass
from pactwright.write import Applied, Plan, WriteProblem, apply, locked, plan

if TYPE_CHECKING:
    from pactwright.commands.pieces import Shelf
    from pactwright.emit.memory import Memory

_WORKERS = 2


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault of the compiler, met while it worked on one service."""

    message: str
    trace: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one service.

    Attributes:
        service: Its name.
        diagnostics: Everything the compiler has to say about its contract.
        plan: The comparison with the disk; None when the contract has errors or nothing was to be compared.
        applied: What was written; None when nothing was to be written.
        problems: What stood in the way.
        failure: Set when the compiler itself failed.
    """

    service: str
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    plan: Plan | None = None
    applied: Applied | None = None
    problems: tuple[WriteProblem, ...] = ()
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """Compile only."""


@dataclass(frozen=True, slots=True)
class Compare:
    """Compile and compare with the disk; trust nothing but the files."""


@dataclass(frozen=True, slots=True)
class Write:
    """Compile and write; `force` overwrites hand edits."""

    force: bool


Task = Check | Compare | Write


def perform(task: Task, services: tuple[Service, ...]) -> Iterator[Outcome]:
    """Yield one outcome per service, in their order; two services at a time are worked on."""
    if len(services) < 2:
        yield from (_guarded(task, service) for service in services)
        return
    from concurrent.futures import BrokenExecutor

    from pactwright.workers import pool

    with pool(min(_WORKERS, len(services))) as executor:
        futures = [executor.submit(_guarded, task, service) for service in services]
        try:
            for service, future in zip(services, futures, strict=True):
                try:
                    yield future.result()
                except BrokenExecutor:
                    # The death of one worker takes the pool with it, whosever fault it was.
                    yield _alone(task, service)
        except BaseException:
            # Only here: a pool nobody waits for may be closed while the interpreter ends, which complains about it.
            executor.shutdown(wait=False, cancel_futures=True)
            raise


def _alone(task: Task, service: Service) -> Outcome:
    from concurrent.futures import BrokenExecutor

    from pactwright.workers import pool

    with pool(1) as executor:
        try:
            return executor.submit(_guarded, task, service).result()
        except BrokenExecutor:
            message = "its worker process died: out of memory, or stopped from outside"
            return Outcome(service.name, failure=Failure(message, traceback.format_exc()))


def _guarded(task: Task, service: Service) -> Outcome:
    try:
        return _outcome(task, service)
    except Exception as error:
        first_line = str(error).partition("\n")[0]
        return Outcome(service.name, failure=Failure(f"{type(error).__name__}: {first_line}", traceback.format_exc()))


def _outcome(task: Task, service: Service) -> Outcome:
    match task:
        case Check():
            return Outcome(service.name, _checked(service))
        case Compare():
            return _compared(service)
        case Write(force=force):
            with _plain_modes():
                return _written(service, force=force)


def _checked(service: Service) -> Diagnostics:
    from pactwright.commands import pieces
    from pactwright.pipeline import check_contract

    diagnostics = Diagnostics()
    if service.contract is not None:
        shelf = pieces.Shelf(service.name, service.root, is_open=False)
        check_contract(service.contract, root=service.root, diagnostics=diagnostics, shelf=shelf)
    return diagnostics


def _compared(service: Service) -> Outcome:
    # Without the lock, files that another run is just replacing would look stale. A checkout that cannot hold a lock
    # file cannot be written by another run either.
    with locked(service.root, service.name, waiting=partial(_say_waiting, service.name), shared=True):
        files, diagnostics = _compiled(service, None, None)
        if files is None:
            return Outcome(service.name, diagnostics)
        found = plan(files, service.target, root=service.root)
        return Outcome(service.name, diagnostics, found, problems=found.problems)


def _written(service: Service, *, force: bool) -> Outcome:
    from pactwright.commands import pieces

    with locked(service.root, service.name, waiting=partial(_say_waiting, service.name)) as obstacle:
        if obstacle is not None:
            return Outcome(service.name, problems=(obstacle,))
        inputs = None if service.contract is None else stamp.inputs_of(service.contract, root=service.root)
        memory = pieces.load(service.name, root=service.root)
        shelf = pieces.Shelf(service.name, service.root, is_open=True)
        with _helped(memory):
            files, diagnostics = _compiled(service, memory, shelf)
        if files is None:
            return Outcome(service.name, diagnostics)
        pieces.store(service.name, memory, root=service.root)
        found = plan(files, service.target, root=service.root)
        applied = apply(found, force=force)
        if inputs is not None and not applied.problems:
            warnings = sum(1 for item in diagnostics if item.severity is Severity.WARNING)
            stamp.record(service.name, stamp.Stamp(inputs, found.hashes, warnings), root=service.root)
        return Outcome(service.name, diagnostics, found, applied, applied.problems)


@contextmanager
def _helped(memory: Memory) -> Iterator[None]:
    """Let another process get ready to write models while this one compiles, unless several services keep all busy."""
    from pactwright.workers import Helper, is_worker

    if is_worker() or os.cpu_count() == 1:
        yield
        return
    # Both processes need most of it, so it is imported before there are two.
    from pactwright.emit.models import warm_up

    memory.helper = helper = Helper(warm_up)
    try:
        yield
    finally:
        helper.stop()


def _compiled(
    service: Service, memory: Memory | None, shelf: Shelf | None
) -> tuple[tuple[OutputFile, ...] | None, Diagnostics]:
    if service.contract is None:
        return (), Diagnostics()
    from pactwright.pipeline import compile_contract

    compilation = compile_contract(service.contract, root=service.root, memory=memory, shelf=shelf)
    return compilation.files, compilation.diagnostics


def _say_waiting(service: str) -> None:
    print(f"{service}: waiting for another run to finish", file=sys.stderr, flush=True)


@contextmanager
def _plain_modes() -> Iterator[None]:
    """Let new folders and files have their usual modes, so that a strict umask does not lock their owner out."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)
