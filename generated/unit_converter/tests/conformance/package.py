"""The generated package these checks were vendored into: where its contract is, and how its server is started.

An installed package is preferred to the sources beside the tests, so that what is tested is what would run; sources
that differ from what is installed are an error instead of a riddle.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from .facts import Facts
from .layers import variables
from .servers import Target
from .tokens import TokenMaker
from .wire import Command

CONTRACT = "contract.json"

# Settings of bearer verification, which a run of the tests must not inherit.
AUTH_KEY, AUTH_KEY_SET = "MCP_AUTH_KEY", "MCP_AUTH_JWKS"

# Upstreams are played on loopback, and are to be asked directly.
PROXIES = tuple(name for kind in ("http", "https", "all") for name in (f"{kind}_proxy", f"{kind}_proxy".upper()))


class NoPackage(Exception):
    """There is no generated package to test, or several; the text says which and what to do."""


@dataclass(frozen=True, slots=True)
class Package:
    """A generated package: its import name and the folder it is imported from."""

    name: str
    folder: Path

    @property
    def contract(self) -> Path:
        """Return the path of `contract.json`."""
        return self.folder / self.name / CONTRACT


def find_package(tests: Path) -> Package:
    """Return the package whose tests lie in the folder `tests`. Raises NoPackage."""
    beside = _beside(tests)
    if beside is None:
        return _installed()
    found = _located(beside.name)
    if found is None:
        return beside
    if found.contract.read_bytes() != beside.contract.read_bytes():
        raise NoPackage(
            f"{found.contract} is installed and differs from {beside.contract}: install it again, or uninstall it"
        )
    return found


def expectations(tests: Path, package: Package) -> Path:
    """Return the contract the server is held to: a copy beside the tests where there is one, else the package's own."""
    copy = tests / CONTRACT
    return copy if copy.is_file() else package.contract


def target_of(package: Package, facts: Facts, folder: Path, *, entry: Path | None = None) -> Target:
    """Return the server of `package`, answering from its examples, run in `folder` without anybody's settings.

    `entry` is the program that runs it under a clock of the tests.
    """
    named = variables(facts.config_files)
    environment: dict[str, str | None] = dict.fromkeys((*facts.environment, *named, AUTH_KEY, AUTH_KEY_SET, *PROXIES))
    if facts.config_files:
        environment["HOME"] = str(folder)
    inherited = os.environ.get("PYTHONPATH", "")
    environment["PYTHONPATH"] = os.pathsep.join(part for part in (str(package.folder), inherited) if part)
    tokens = None
    authorization = facts.server.get("http", {}).get("authorization")
    if authorization is not None:
        tokens = TokenMaker(secrets.token_urlsafe(48), authorization)
        environment[AUTH_KEY] = tokens.secret
    program = (sys.executable, "-m", package.name)
    clock = folder / "clock"
    clocked = None if entry is None else (sys.executable, str(entry), package.name, str(clock))
    return Target(
        command=Command((*program, "--mock"), environment, folder),
        token=None if tokens is None else tokens({}),
        tokens=tokens,
        examples=True,
        live=Command(program, environment, folder),
        clocked=None if clocked is None else Command(clocked, environment, folder),
        clock=clock,
    )


def _beside(tests: Path) -> Package | None:
    found = sorted((tests.parent / "src").glob(f"*/{CONTRACT}"))
    if len(found) > 1:
        raise NoPackage(f"several contracts beside {tests}: {', '.join(map(str, found))}")
    return Package(found[0].parent.name, found[0].parent.parent.resolve()) if found else None


def _located(name: str) -> Package | None:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return None
    package = Package(name, Path(spec.origin).resolve().parent.parent)
    return package if package.contract.is_file() else None


def _installed() -> Package:
    names = {
        file.parts[0]
        for distribution in importlib.metadata.distributions()
        for file in distribution.files or ()
        if len(file.parts) == 2 and file.name == CONTRACT
    }
    found = [package for name in sorted(names) if (package := _located(name)) is not None]
    if len(found) != 1:
        raise NoPackage(f"exactly one generated package has to be installed; found: {[item.name for item in found]}")
    return found[0]
