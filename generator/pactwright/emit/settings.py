"""Settings and modes as rows of a table, for the README and the documentation."""

from __future__ import annotations

import json

from pactwright.emit.docs.kinds import type_cell
from pactwright.emit.markdown import cell, code, code_cell
from pactwright.expr.nodes import Call, Name, Select, StringLiteral
from pactwright.model.contract import Contract
from pactwright.model.expression import Expression, Template, Text
from pactwright.model.server import Layer, Setting
from pactwright.records import dataclass
from pactwright.runtime.options import LEDGER_FLAGS, RESERVED
from pactwright.spelling import text, written


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting; finished cells."""

    name: str
    source: str
    kind: str
    without: str
    description: str


@dataclass(frozen=True, slots=True)
class ModeRow:
    """A start-up switch; finished cells."""

    flag: str
    says: str


def setting_rows(contract: Contract) -> tuple[SettingRow, ...]:
    """Return a row for every setting."""
    flags = RESERVED | {mode.flag for mode in contract.modes}
    if contract.ledgers:
        flags |= LEDGER_FLAGS
    return tuple(
        SettingRow(
            name=code_cell(setting.name),
            source=_source(setting, flags),
            kind=type_cell(setting.schema) + (", secret" if setting.secret else ""),
            without=_without(setting),
            description=cell(setting.schema.description or ""),
        )
        for setting in contract.config
    )


def mode_rows(contract: Contract) -> tuple[ModeRow, ...]:
    """Return a row for every mode."""
    return tuple(ModeRow(code_cell(mode.flag), cell(mode.says)) for mode in contract.modes)


def file_layers(contract: Contract) -> tuple[str, ...]:
    """Return where configuration files are looked for, farthest first; finished list items."""
    files = contract.config_files
    return () if files is None else tuple(map(_layer, files.layers))


def file_rules(contract: Contract) -> str:
    """Return what a configuration file that cannot be read means, and when the files are read; a finished paragraph."""
    files = contract.config_files
    if files is None:
        return ""
    broken = "is logged and counts as empty" if files.unreadable == "ignore" else "keeps the server from starting"
    read = (
        "They are read once, when the server starts."
        if files.read == "start"
        else "Each call reads again what has changed; replace a file by renaming another over it."
    )
    return f"A file that is missing is passed over; one that cannot be read {broken}. {read}"


def _layer(layer: Layer) -> str:
    path = code(_shell(layer.path))
    return f"{path} in every folder from the root down to the working directory" if layer.ancestors else path


def _shell(path: Template) -> str:
    """Return a path as a shell would write it, where it is no more than variables and their fallbacks."""
    match path:
        case Text(parts=parts):
            return "".join(part if isinstance(part, str) else _variable(part) for part in parts)
        case _:
            return text(path)


def _variable(expression: Expression) -> str:
    match expression.typed.node:
        case Select(operand=Name(name="env"), field=name):
            return f"${name}"
        case Call(
            function="coalesce", arguments=(Select(operand=Name(name="env"), field=name), StringLiteral(value=fallback))
        ):
            return f"${{{name}:-{fallback}}}"
        case _:
            return written(expression)


def is_required(setting: Setting) -> bool:
    """Whether the server does not start without the setting."""
    return setting.optional is None and not setting.has_default


def _source(setting: Setting, taken: frozenset[str]) -> str:
    """Return where the value comes from, in the order in which the server looks; secrets have no flag."""
    sources = []
    flag = f"--{setting.name.replace('_', '-')}"
    if not setting.secret and flag not in taken:
        sources.append(code_cell(flag))
    if setting.env is not None:
        sources.append(code_cell(setting.env))
    if setting.command:
        sources.append(f"output of {code_cell(' '.join(setting.command))}")
    if setting.file is not None:
        sources.append(f"{code_cell(setting.file)} of a configuration file")
    return ", else ".join(sources)


def _without(setting: Setting) -> str:
    if setting.has_default:
        return f"{code_cell(json.dumps(setting.default, ensure_ascii=False))} applies"
    return "the server does not start" if setting.optional is None else cell(setting.optional)
