"""Settings: where they are read from, and what the guards that rely on them do when they cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.expr.nodes import Name, Node, Select
from pactwright.model.contract import Contract
from pactwright.model.expression import Literal, Template, Text


@rule("file-without-config-files", error)
def file_without_config_files(contract: Contract) -> Iterator[Finding]:
    """A setting is read from configuration files, of which there are none.

    Why: `file` names a section; which files have it is said under `config_files`. Without that the setting never has a
    value from a file, and whoever writes one is ignored.

    Bad:

        config: {board: {file: board.number, type: integer, optional: calls name a board}}

    Good:

        config: {board: {file: board.number, type: integer, optional: calls name a board}}
        config_files: {layers: [{ancestors: .config/planner/config.yml}], unreadable: ignore, read: start}
    """
    if contract.config_files is not None:
        return
    for setting in contract.config:
        if setting.file is not None:
            yield Finding(
                setting.span,
                f"`{setting.name}` is read from configuration files, and there is no `config_files:`",
                "say under `config_files:` which files are read, or remove `file`",
                ("config", setting.name, "file"),
            )


@rule("config-files-unread", warning)
def config_files_unread(contract: Contract) -> Iterator[Finding]:
    """Configuration files of which no setting reads a section.

    Why: the server would open and check files that change nothing, and may even refuse to start because of one.

    Bad:

        config: {board: {env: BOARD, type: integer, optional: calls name a board}}
        config_files: {layers: [{ancestors: .config/planner/config.yml}], unreadable: ignore, read: start}

    Good:

        config: {board: {env: BOARD, file: board.number, type: integer, optional: calls name a board}}
        config_files: {layers: [{ancestors: .config/planner/config.yml}], unreadable: ignore, read: start}
    """
    if contract.config_files is not None and not any(setting.file for setting in contract.config):
        message = "no setting is read from the configuration files"
        hint = "give a setting `file:`, the section that holds it, or remove `config_files:`"
        yield Finding(contract.config_files.span, message, hint)


@rule("ancestors-not-relative", error)
def ancestors_not_relative(contract: Contract) -> Iterator[Finding]:
    """The path of a file that is looked for in every folder above does not stay below these folders.

    Why: the path is put below the working directory and each folder above it. One that is absolute, begins at home or
    climbs up is the same or another place each time, and not what its author looks for.

    Bad:

        layers: [{ancestors: ~/.config/planner/config.yml}]

    Good:

        layers: [~/.config/planner/config.yml]
    """
    for index, layer in enumerate(contract.config_files.layers if contract.config_files is not None else ()):
        text = _beginning(layer.path)
        if layer.ancestors and (text.startswith(("/", "~")) or ".." in text.split("/")):
            yield Finding(
                layer.span,
                f"`{text}` is no path below a folder",
                "write a relative path, or a plain layer without `ancestors`",
                ("config_files", "layers", index, "ancestors"),
            )


def _beginning(path: Template) -> str:
    match path:
        case Literal(value=str(text)) | Text(parts=(str(text), *_)):
            return text
        case _:
            return ""


@rule("guard-fails-open", warning)
def guard_fails_open(contract: Contract) -> Iterator[Finding]:
    """A guard relies on a setting that counts as absent when it is malformed.

    Why: a restriction that is written and malformed must not become no restriction. With `on_invalid: absent`, or from
    files with `unreadable: ignore`, a guard like "the list is empty, or has the owner" lets every call pass once
    somebody mistypes the list. Where that is wanted, `allow` says why.

    Bad:

        config: {owners: {file: owners, type: array, items: {type: string}, default: [], on_invalid: absent}}
        guards: {owner: {if: "${size(config.owners) > 0 && !(args.owner in config.owners)}", code: not_allowed}}

    Good:

        config: {owners: {file: owners, type: array, items: {type: string}, default: []}}
        guards: {owner: {if: "${size(config.owners) > 0 && !(args.owner in config.owners)}", code: not_allowed}}
    """
    ignored: list[str] = []
    settings = {item.name: item for item in contract.config}
    read = {name: guard.name for guard in reversed(contract.guards) for name in _settings(guard.condition.typed.node)}
    for name, setting in settings.items():
        if name not in read:
            continue
        if setting.on_invalid == "absent":
            yield Finding(
                setting.span,
                f"a malformed `{name}` counts as absent, and the guard `{read[name]}` relies on it",
                "write `on_invalid: fail`",
                ("config", name, "on_invalid"),
            )
        if setting.file is not None and (setting.has_default or setting.optional is not None):
            ignored.append(name)
    if ignored and contract.config_files is not None and contract.config_files.unreadable == "ignore":
        yield Finding(
            contract.config_files.span,
            f"a file that cannot be read counts as empty, and the guard `{read[ignored[0]]}` relies on `{ignored[0]}`",
            "write `unreadable: fail`",
            ("config_files", "unreadable"),
        )


def _settings(node: Node) -> Iterator[str]:
    """Yield the settings that an expression uses."""
    match node:
        case Select(operand=Name(name="config"), field=name):
            yield name
        case _:
            for child in node.children:
                yield from _settings(child)


RULES = (file_without_config_files, config_files_unread, ancestors_not_relative, guard_fails_open)
