"""Arguments of the command line → the project root and the contracts that are meant.

Looks at names and folders only; no contract is read here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from pactwright.emit.output import is_safe_path
from pactwright.records import dataclass

CONTRACT = "contract.yaml"
_SHARED = "common"  # specs/common holds what contracts include.


@dataclass(frozen=True, slots=True)
class Service:
    """One package to generate.

    Attributes:
        name: The name of its folders below `specs/` and `generated/`.
        root: The project root.
        contract: None when the contract is gone and only its generated package is left.
    """

    name: str
    root: Path
    contract: Path | None

    @property
    def target(self) -> Path:
        """The folder of the generated package."""
        return self.root / "generated" / self.name


def find_root(explicit: str | None, specs: tuple[str, ...]) -> Path:
    """Return the project root: as given, else the nearest folder with `specs/` above here or above the first contract.

    Raises:
        click.UsageError: There is none.
    """
    if explicit is not None:
        if not os.path.isdir(explicit):
            raise click.UsageError(f"--root {explicit}: no such folder")
        return Path(os.path.abspath(explicit))
    for start in (Path.cwd(), *(Path(os.path.abspath(spec)) for spec in specs[:1])):
        for folder in (start, *start.parents):
            if (folder / "specs").is_dir():
                return folder
    raise click.UsageError(
        "no `specs/` folder here or above: name the project with --root, or start one with `pactwright new NAME`"
    )


def select(specs: tuple[str, ...], root: Path) -> tuple[Service, ...]:
    """Return the services that `specs` name, or all of the project, each once.

    Args:
        specs: Each a service's name, its folder, or the path of its contract. Empty means all, in the order of names.
        root: The project root.

    Raises:
        click.UsageError: A contract does not exist or lies outside the root.
    """
    contracts = [_contract(spec, root) for spec in specs] if specs else sorted(_all_contracts(root))
    return tuple(Service(contract.parent.name, root, contract) for contract in dict.fromkeys(contracts))


def check_places(services: tuple[Service, ...]) -> None:
    """See to it that each package has one contract, found again by the package's name.

    Raises:
        click.UsageError: A contract is not at `specs/<name>/contract.yaml`, or <name> cannot be a folder everywhere.
    """
    for service in services:
        shown = os.path.relpath(service.contract or service.root)
        if service.contract != service.root / "specs" / service.name / CONTRACT:
            raise click.UsageError(f"{shown}: packages are generated from specs/<name>/{CONTRACT} only")
        if not is_safe_path(service.name) or service.name.startswith("."):
            raise click.UsageError(
                f"{shown}: the folder's name becomes generated/<name>; use letters, digits, `_`, `-` and `.`"
            )


def left_behind(root: Path) -> tuple[Service, ...]:
    """Return the generated packages whose contract is gone, in the order of names."""
    return tuple(
        Service(manifest.parent.name, root, None)
        for manifest in sorted((root / "generated").glob("*/MANIFEST.json"))
        if is_safe_path(manifest.parent.name) and not (root / "specs" / manifest.parent.name / CONTRACT).exists()
    )


def _all_contracts(root: Path) -> Iterator[Path]:
    for contract in (root / "specs").glob(f"*/{CONTRACT}"):
        if contract.parent.name != _SHARED:
            yield contract


def _contract(spec: str, root: Path) -> Path:
    named = root / "specs" / spec / CONTRACT
    given = Path(os.path.abspath(spec))
    candidates = (given / CONTRACT, given) if os.sep in spec or given.is_file() else (named, given / CONTRACT)
    for candidate in candidates:
        if candidate.is_file():
            return _below(candidate, root)
    known = ", ".join(contract.parent.name for contract in sorted(_all_contracts(root)))
    raise click.UsageError(
        f"no contract `{spec}`: " + (f"the project has {known}" if known else "the project has none")
    )


def _below(contract: Path, root: Path) -> Path:
    """Return `contract` as a path that starts with `root`, whichever way through symbolic links it was reached."""
    if contract.is_relative_to(root):
        return contract
    resolved, real_root = contract.resolve(), root.resolve()
    if resolved.is_relative_to(real_root):
        return root / resolved.relative_to(real_root)
    raise click.UsageError(f"{contract} lies outside the project root {root}")
