"""Imports for a module that a person wrote: added where an import sorter would have them, everything else untouched."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping

from pactwright.emit.render import Chunk, format_source

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")

Import = ast.Import | ast.ImportFrom
Names = Mapping[str, str]
"""What is imported, and the name it gets."""


def with_imports(text: str, wanted: Mapping[str, Names]) -> str:
    """Return the text of a module with imports of names (from each module: what, and as what) that it lacks."""
    for module, names in wanted.items():
        if names:
            text = _with_import(text, module, names)
    return text


def imported(text: str) -> dict[tuple[str, str], str]:
    """Return what a module imports at its top by absolute names (from which module, what), and as what."""
    return {
        (node.module or "", item.name): item.asname or item.name
        for node in _imports(text)
        if isinstance(node, ast.ImportFrom) and not node.level
        for item in node.names
    }


def line_break(text: str) -> str:
    """Return how the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def _with_import(text: str, module: str, names: Names) -> str:
    lines = _LINES.findall(text)
    for node in _imports(text):
        if isinstance(node, ast.ImportFrom) and node.module == module and not node.level and _is_alone(node, lines):
            has = {item.name: item.asname or item.name for item in node.names}
            return _spliced(
                lines, node.lineno - 1, node.end_lineno or node.lineno, _statement(module, {**has, **names})
            )
    start, written = _placed(text, module, _statement(module, names))
    return _spliced(lines, start, start, written)


def _placed(text: str, module: str, statement: str) -> tuple[int, str]:
    """Return before which line (from 0) a new import goes, with the empty lines it needs around it."""
    imports = _imports(text)
    key = _order(0, module, 1)
    before = [node for node in imports if _key(node) <= key]
    if before:
        gap = "" if _key(before[-1])[0] == key[0] else "\n"
        return before[-1].end_lineno or before[-1].lineno, f"{gap}{statement}"
    if imports:
        return imports[0].lineno - 1, statement + ("" if _key(imports[0])[0] == key[0] else "\n")
    body = ast.parse(text).body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        return body[0].end_lineno or body[0].lineno, f"\n{statement}"
    if not body:
        return len(_LINES.findall(text)), f"\n{statement}" if text.strip() else statement
    first = body[0]
    decorators = (
        first.decorator_list if isinstance(first, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else []
    )
    return min(first.lineno, *(item.lineno for item in decorators), first.lineno) - 1, f"{statement}\n\n"


def _imports(text: str) -> list[Import]:
    return [node for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom)]


def _is_alone(node: Import, lines: list[str]) -> bool:
    """Whether an import has its lines for itself, so that they can be written anew without a loss."""
    own = "".join(lines[node.lineno - 1 : node.end_lineno])
    return "#" not in own and ";" not in own


def _spliced(lines: Iterable[str], start: int, end: int, new: str) -> str:
    kept = list(lines)
    if 0 < start == len(kept) and not kept[-1].endswith(("\r", "\n")):
        kept[-1] += "\n"
    kept[start:end] = [new.replace("\n", line_break("".join(kept)))]
    return "".join(kept)


def _statement(module: str, names: Names) -> str:
    listed = sorted(names.items(), key=lambda item: (_kind(item[0]), item[0]))
    parts = ", ".join(name if name == given else f"{name} as {given}" for name, given in listed)
    return format_source(Chunk("imports", f"from {module} import {parts}\n"))


def _kind(name: str) -> int:
    """Return where import sorters have a name: constants, then classes, then everything else."""
    return 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2


def _key(node: Import) -> tuple[int, int, str]:
    match node:
        case ast.ImportFrom(module=module, level=level):
            return _order(level, module or "", 1)
        case _:
            return _order(0, node.names[0].name, 0)


def _order(level: int, module: str, is_from: int) -> tuple[int, int, str]:
    if module == "__future__":
        return 0, is_from, module
    if level:
        return 3, is_from, module
    return (1 if module.partition(".")[0] in sys.stdlib_module_names else 2), is_from, module
