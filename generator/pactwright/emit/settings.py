"""Settings and modes as rows of a table, for the README and the documentation."""

from __future__ import annotations

import json

from pactwright.emit.docs.kinds import type_cell
from pactwright.emit.markdown import cell, code_cell
from pactwright.model.contract import Contract
from pactwright.model.server import Setting
from pactwright.records import dataclass
from pactwright.runtime.options import RESERVED


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
