"""A name → the folder of a new service, with a contract that already checks, generates and answers."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from pactwright.commands.project import CONTRACT
from pactwright.locations import EDITOR_SCHEMA, TEMPLATES

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST = 40
_RESERVED = ("common",)


def create(name: str, root: Path) -> Path:
    """Write `specs/<name>/contract.yaml` below `root` and return its path.

    Raises:
        click.UsageError: The name cannot be a service's, its folder exists, or it cannot be written.
    """
    if not _NAME.fullmatch(name) or len(name) > _LONGEST or name in _RESERVED:
        raise click.UsageError(_refusal(name))
    folder = root / "specs" / name
    contract = folder / CONTRACT
    try:
        folder.parent.mkdir(exist_ok=True)
        folder.mkdir()
        contract.write_text(_text(name, folder, root), encoding="utf-8", newline="\n")
    except FileExistsError as error:
        raise click.UsageError(f"{os.path.relpath(error.filename)} exists already: choose another name") from error
    except OSError as error:
        raise click.UsageError(f"{os.path.relpath(contract)} cannot be written: {error.strerror}") from error
    return contract


def _text(name: str, folder: Path, root: Path) -> str:
    text = (Path(TEMPLATES) / "new" / CONTRACT).read_text(encoding="utf-8")
    dashed = name.replace("_", "-")
    title = name.replace("_", " ").capitalize()
    for hole, value in (
        ("__SCHEMA__", _schema(folder, root)),
        ("__NAME__", name),
        ("__DASHED__", dashed),
        ("__TITLE__", title),
    ):
        text = text.replace(hole, value)
    return text


def _schema(folder: Path, root: Path) -> str:
    """Return the editor schema's place: relative when it lies in the project, so that the line can be committed."""
    schema = Path(EDITOR_SCHEMA)
    return Path(os.path.relpath(schema, folder)).as_posix() if schema.is_relative_to(root) else schema.as_uri()


def _refusal(name: str) -> str:
    if name in _RESERVED:
        return f"`{name}` cannot be a service: specs/{name}/ holds what contracts share"
    near = "_".join(re.findall(r"[a-z0-9]+", name.lower())).lstrip("0123456789_")[:_LONGEST].rstrip("_")
    hint = f"; try `{near}`" if near and near not in _RESERVED else ""
    return (
        f"`{name}` cannot be a service's name: use lower-case words joined by `_`, at most {_LONGEST} characters{hint}"
    )
