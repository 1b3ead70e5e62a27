"""Text from templates, and Python in its final form: the only module that knows jinja2 and black.

Python is formatted in chunks (one per tool, type or error) whose results are remembered by content, so that a change of
one tool costs one tool. Formatting never reads anybody's configuration.
"""

from __future__ import annotations

import ast
import hashlib
import os
import textwrap
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import black
import jinja2
from black.mode import TargetVersion
from black.parsing import InvalidInput

LINE_LENGTH = 120
_MODE = black.Mode(target_versions={TargetVersion.PY311}, line_length=LINE_LENGTH)

# Below this many chunks a second process costs more than it saves.
_WORTH_A_POOL = 60
_BATCH = 25

T = TypeVar("T")


class TemplateError(Exception):
    """A template gave something that is not Python; the message names the template and shows the text."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a Python module before formatting, and the template that it came from."""

    template: str
    source: str


@dataclass(frozen=True, slots=True)
class Formatted:
    """A formatted piece and the names that it uses."""

    text: str
    names: tuple[str, ...]


@dataclass(slots=True)
class Memory:
    """Formatted pieces by content; `used` are those that this run asked for, and what is worth keeping."""

    known: dict[str, Formatted] = field(default_factory=dict)
    used: dict[str, Formatted] = field(default_factory=dict)

    def recall(self, key: str) -> Formatted | None:
        """Return what is known under `key` and mark it as used."""
        found = self.known.get(key)
        if found is not None:
            self.used[key] = found
        return found

    def keep(self, key: str, value: Formatted) -> None:
        """Remember `value` under `key`."""
        self.known[key] = self.used[key] = value


@cache
def _formatter() -> tuple[str, str]:
    return version("black"), str(LINE_LENGTH)


def digest(*parts: str) -> str:
    """Return a key for content: equal parts give equal keys, in every process."""
    return hashlib.sha256("\0".join((*_formatter(), *parts)).encode()).hexdigest()


def templates_folder() -> Path:
    """Return the folder of the templates: inside the installed package, or at the root of a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent.parent / "templates"


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_folder()),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["literal"] = repr
    environment.filters["docstring"] = docstring
    return environment


def render(template: str, **context: object) -> str:
    """Return the text of `template` filled with `context`."""
    return _environment().get_template(template).render(**context)


def chunk(template: str, **context: object) -> Chunk:
    """Return the piece of Python that `template` gives."""
    return Chunk(template, render(template, **context))


def docstring(text: str) -> str:
    """Return `text` as a docstring literal that holds exactly its words, whatever they are."""
    lines = [line for paragraph in text.strip().splitlines() for line in textwrap.wrap(paragraph, 88) or [""]]
    escaped = "\n".join("".join(map(_escaped, line)) for line in lines).replace('"""', '\\"\\"\\"')
    if escaped.endswith('"'):
        escaped = escaped[:-1] + '\\"'
    return f'"""{escaped}\n"""' if len(lines) > 1 else f'"""{escaped}"""'


def _escaped(character: str) -> str:
    if character == "\\":
        return "\\\\"
    return character if character.isprintable() else repr(character)[1:-1]


def module(
    docstring_text: str,
    *,
    imports: Mapping[str, str],
    prelude: str,
    chunks: Sequence[Chunk],
    memory: Memory,
) -> str:
    """Return a formatted Python module: docstring, the imports its chunks use, `prelude`, then the chunks.

    `imports` maps each name that may be used to the module it comes from (`.` for the package itself).
    """
    pieces = format_chunks(chunks, memory)
    head_names = names_in(prelude)
    used = {name for piece in pieces for name in piece.names} | set(head_names)
    lines = import_lines({name: source for name, source in imports.items() if name in used})
    head = f"{docstring(docstring_text)}\n\nfrom __future__ import annotations\n\n{lines}\n\n{prelude}"
    body = [format_source(Chunk("module head", head)).rstrip("\n"), *(piece.text.rstrip("\n") for piece in pieces)]
    return "\n\n\n".join(body) + "\n"


def import_lines(imports: Mapping[str, str]) -> str:
    """Return import statements in the order of the usual formatters: standard library, others, own package."""
    by_module: dict[str, list[str]] = {}
    for name, source in imports.items():
        by_module.setdefault(source, []).append(name)
    groups: list[list[str]] = [[], [], []]
    for source in sorted(by_module, key=lambda item: (item.startswith("."), item)):
        names = ", ".join(sorted(by_module[source]))
        line = f"from {source} import {names}"
        groups[2 if source.startswith(".") else 0 if source.split(".")[0] in _STANDARD else 1].append(line)
    return "\n\n".join("\n".join(group) for group in groups if group)


_STANDARD = frozenset({"collections", "typing", "dataclasses", "datetime", "json"})


def names_in(source: str) -> tuple[str, ...]:
    """Return the names that a piece of Python refers to."""
    tree = ast.parse(source)
    return tuple(sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}))


def format_chunks(chunks: Sequence[Chunk], memory: Memory) -> list[Formatted]:
    """Return the chunks formatted, in their order; known ones are not formatted again."""
    return remembered(chunks, key=lambda item: digest(item.source), make=_format_all, memory=memory)


def remembered(
    items: Sequence[T],
    *,
    key: Callable[[T], str],
    make: Callable[[list[T]], list[Formatted]],
    memory: Memory,
) -> list[Formatted]:
    """Return what `make` gives for each item, asking it only for what `memory` lacks, on all cores when that pays.

    `make` must be importable by name, because another process may run it.
    """
    keys = [key(item) for item in items]
    missing = {name: item for name, item in zip(keys, items, strict=True) if memory.recall(name) is None}
    for name, made in zip(missing, _made(list(missing.values()), make), strict=True):
        memory.keep(name, made)
    return [memory.used[name] for name in keys]


def _made(items: list[T], make: Callable[[list[T]], list[Formatted]]) -> list[Formatted]:
    workers = min(os.cpu_count() or 1, 4)
    if len(items) < _WORTH_A_POOL or workers == 1:
        return make(items) if items else []
    size = min(_BATCH, -(-len(items) // workers))
    batches = [items[start : start + size] for start in range(0, len(items), size)]
    with ProcessPoolExecutor(workers) as pool:
        return [made for batch in pool.map(make, batches) for made in batch]


def _format_all(chunks: list[Chunk]) -> list[Formatted]:
    return [Formatted(text := format_source(item), names_in(text)) for item in chunks]


def format_source(item: Chunk) -> str:
    """Return a chunk as black writes it.

    Raises:
        TemplateError: The chunk is not Python.
    """
    try:
        return black.format_str(item.source, mode=_MODE)
    except InvalidInput as error:
        raise TemplateError(f"template {item.template} gave no valid Python: {error}\n{item.source}") from error
