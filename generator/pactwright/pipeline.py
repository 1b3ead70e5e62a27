"""The phases: load → check_shape → build → check_rules → emit. Writing is the caller's choice.

Each phase reports all it can find in what the phases before have left; with errors, nothing is emitted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pactwright.build import build
from pactwright.check.rules import check_errors, check_rules
from pactwright.check.salvage import salvaged
from pactwright.check.shape import check_shape
from pactwright.check.suppressions import apply_suppressions
from pactwright.diagnostics import Diagnostics
from pactwright.emit.memory import Memory
from pactwright.emit.output import OutputFile
from pactwright.load import Document, Shelf, load
from pactwright.model.contract import Contract


@dataclass(frozen=True, slots=True)
class Compilation:
    """What came of one contract; without files when it has errors.

    Attributes:
        service: The folder's name.
        document: The contract as it was read, when it could be.
    """

    service: str
    files: tuple[OutputFile, ...] | None
    diagnostics: Diagnostics


def check_contract(path: Path, *, root: Path, diagnostics: Diagnostics, shelf: Shelf | None = None) -> Contract | None:
    """Return the contract at `path`, or None when it has errors; all findings are in `diagnostics`."""
    document = load(path, root=root, diagnostics=diagnostics, shelf=shelf)
    if document is None:
        return None
    contract = _judged(document, diagnostics)
    return None if diagnostics.has_errors else contract


def _judged(document: Document, diagnostics: Diagnostics) -> Contract | None:
    # What is sound is judged to the end, so that one run tells everything. Nothing is made of it.
    spec = check_shape(document, diagnostics) or salvaged(document)
    if spec is None:
        return None
    contract = build(spec, document, diagnostics)
    if diagnostics.has_errors:
        check_errors(contract, document, diagnostics)
        return None
    check_rules(contract, document, diagnostics)
    apply_suppressions(contract, document, diagnostics)
    return contract


def compile_contract(
    path: Path, *, root: Path, memory: Memory | None = None, shelf: Shelf | None = None
) -> Compilation:
    """Return the files of the package that the contract at `path` describes.

    `memory` holds formatted pieces of earlier runs, and gains those of this one; so does the `shelf` with files as they
    were read.

    Raises:
        TemplateError: A template gave something that is not Python.
    """
    diagnostics = Diagnostics()
    contract = check_contract(path, root=root, diagnostics=diagnostics, shelf=shelf)
    files = None if contract is None else _emitted(contract, memory or Memory())
    return Compilation(path.parent.name, files, diagnostics)


def _emitted(contract: Contract, memory: Memory) -> tuple[OutputFile, ...]:
    try:
        return tuple(emit(contract, memory))
    finally:
        memory.dismiss()


def emit(contract: Contract, memory: Memory) -> Iterable[OutputFile]:
    """Yield every file of the generated package."""
    from pactwright.emit.package import package_files

    return package_files(contract, memory)
