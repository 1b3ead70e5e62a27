"""Servers with configuration files: generated from a contract, and started in a folder with real files around it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pactwright.pipeline import compile_contract
from serving import Program, program

CONFIG = ".config/planner/config.yml"


def written(folder: Path, contract: Path) -> Path:
    """Return the folder from which the package of a contract is imported."""
    files = compile_contract(contract, root=contract.parent).files
    assert files is not None
    for file in files:
        if file.path.startswith("src/"):
            place = folder / file.path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(file.text, encoding="utf-8")
    return folder / "src"


@dataclass
class Desk:
    """Where a server is started: `desk/project/deep` is its working directory, `desk/xdg` the home of its settings."""

    root: Path
    module: str = "planner_mcp"

    @property
    def deep(self) -> Path:
        """The working directory."""
        return self.root / "project/deep"

    def write(self, text: str | bytes, place: str = "project") -> Path:
        """Put a configuration file in place, at once; `xdg` is the global one."""
        path = self.root / place / ("planner/config.yml" if place == "xdg" else CONFIG)
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_bytes(text if isinstance(text, bytes) else text.encode())
        fresh.replace(path)
        return path

    @contextmanager
    def server(self, package: Path, *args: str, **more: str) -> Iterator[Program]:
        """Start the server here."""
        home, xdg = str(self.root / "home"), str(self.root / "xdg")
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(package), "HOME": home, "XDG_CONFIG_HOME": xdg, **more}
        with program(self.deep, *args, env=env, module=self.module) as started:
            yield started

    def checked(self, package: Path, *args: str, **more: str) -> tuple[int, str]:
        """Return what `--check` ends with and says."""
        with self.server(package, "--check", *args, **more) as started:
            code = started.process.wait(timeout=60)
            for reader in started.readers:
                reader.join(timeout=60)
            return code, "\n".join(started.log)


Ask = Callable[..., Any]


def asking(server: Program) -> Ask:
    """Return a function that calls a tool: its result, or the code it was refused with."""
    numbers = iter(range(1, 10_000))

    def ask(tool: str, **arguments: Any) -> Any:
        result = server.ask(next(numbers), "tools/call", name=tool, arguments=arguments)["result"]
        return result["structuredContent"]["code"] if result.get("isError") else result["structuredContent"]

    return ask
