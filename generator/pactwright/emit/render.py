"""Text from templates, and Python in its final form: the only module that knows jinja2 and black.

Python is formatted in chunks (one per tool, type or error) whose results are remembered by content, so that a change of
one tool costs one tool. Formatting never reads anybody's configuration.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import textwrap
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from pactwright.emit.memory import Formatted, Memory, remembered
from pactwright.records import dataclass

LINE_LENGTH = 120


class TemplateError(Exception):
    """A template gave something that is not Python; the message names the template and shows the text."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a Python module before formatting, and the template that it came from."""

    template: str
    source: str


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
        auto_reload=False,
        bytecode_cache=_byte_code(),
    )
    environment.filters["literal"] = repr
    environment.filters["docstring"] = docstring
    return environment


class _ByteCode(jinja2.FileSystemBytecodeCache):
    """Compiled templates on disk. jinja2 itself looks whether they belong to these texts and to this Python."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template, where that can be done."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _byte_code() -> _ByteCode | None:
    """Return where compiled templates are kept: beside Python's own byte code."""
    return None if sys.dont_write_bytecode else _ByteCode(str(Path(cache_from_source(__file__)).parent))


def render(template: str, **context: object) -> str:
    """Return the text of `template` filled with `context`."""
    return _environment().get_template(template).render(**context)


def chunk(template: str, **context: object) -> Chunk:
    """Return the piece of Python that `template` gives."""
    return Chunk(template, render(template, **context))


def docstring(text: str) -> str:
    """Return `text` as a docstring literal that holds exactly its words, whatever they are."""
    lines = [line for paragraph in text.strip().splitlines() for line in textwrap.wrap(paragraph, 88) or [""]]
    escaped = "\n".join(map(_escaped, lines)).replace('"""', '\\"\\"\\"')
    if escaped.endswith('"'):
        escaped = escaped[:-1] + '\\"'
    return f'"""{escaped}\n"""' if len(lines) > 1 else f'"""{escaped}"""'


def _escaped(line: str) -> str:
    line = line.replace("\\", "\\\\")
    if line.isprintable():
        return line
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in line)


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
    texts = [formatted(Chunk("module head", head), memory), *(piece.text for piece in pieces)]
    return "\n\n\n".join(text.rstrip("\n") for text in texts) + "\n"


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


_STANDARD = frozenset({"collections", "contextlib", "typing", "dataclasses", "datetime", "json"})


def names_in(source: str) -> tuple[str, ...]:
    """Return the names that a piece of Python refers to."""
    tree = ast.parse(source)
    return tuple(sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}))


def format_chunks(chunks: Sequence[Chunk], memory: Memory) -> list[Formatted]:
    """Return the chunks formatted, in their order; known ones are not formatted again."""
    return remembered(chunks, key=lambda item: digest(item.source), make=_format_all, memory=memory)


def formatted(item: Chunk, memory: Memory) -> str:
    """Return the text of one chunk, formatted."""
    (piece,) = format_chunks([item], memory)
    return piece.text


def _format_all(chunks: list[Chunk]) -> list[Formatted]:
    return [Formatted(text := format_source(item), names_in(text)) for item in chunks]


def format_source(item: Chunk) -> str:
    """Return a chunk as black writes it.

    Raises:
        TemplateError: The chunk is not Python.
    """
    # Imported here: a run that finds everything remembered does without.
    import black
    from black.mode import TargetVersion
    from black.parsing import InvalidInput

    mode = black.Mode(target_versions={TargetVersion.PY311}, line_length=LINE_LENGTH)
    try:
        return black.format_str(item.source, mode=mode)
    except InvalidInput as error:
        raise TemplateError(f"template {item.template} gave no valid Python: {error}\n{item.source}") from error
