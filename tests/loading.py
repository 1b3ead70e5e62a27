"""Contracts in a scratch folder, and what spans cover."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Mapping

from pactwright.diagnostics import Diagnostic, Diagnostics
from pactwright.load import Document, Path, load
from pactwright.source import Span
from pactwright.values import JsonValue


def rules(diagnostics: Diagnostics) -> list[str]:
    return [found.rule for found in diagnostics]


def read(folder: pathlib.Path, files: Mapping[str, str | bytes]) -> tuple[Document | None, Diagnostics]:
    """Write files and load the contract among them."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    diagnostics = Diagnostics()
    return load(folder / "contract.yaml", root=folder, diagnostics=diagnostics), diagnostics


def excerpt(span: Span) -> str:
    """Return the text a span covers, counting lines as editors do."""
    lines = span.file.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    covered = lines[span.line - 1 : span.end_line]
    covered[-1] = covered[-1][: span.end_column - 1]
    covered[0] = covered[0][span.column - 1 :]
    return "\n".join(covered)


def lies_inside(span: Span) -> bool:
    """Whether both ends of a span are places in its file."""
    lines = span.file.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    places = ((span.line, span.column), (span.end_line, span.end_column))
    real = all(1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 2 for line, column in places)
    return real and places[0] <= places[1]


def spans(found: Diagnostic) -> Iterator[Span]:
    yield found.span
    yield from (related.span for related in found.related)


def paths(value: JsonValue, path: Path = ()) -> Iterator[tuple[Path, JsonValue]]:
    yield path, value
    match value:
        case dict():
            for key, child in value.items():
                yield from paths(child, (*path, key))
        case list():
            for index, child in enumerate(value):
                yield from paths(child, (*path, index))
        case _:
            pass
