"""The phases: load → check_shape → build → check_rules → emit. Writing is the caller's choice.

Each phase reports all it can find in what the phases before have left; with errors, nothing is emitted.
"""

from __future__ import annotations

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
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Compilation:
    """What came of one contract; without files when it has errors.

    Attributes:
        service: The folder's name.
    """

    service: str
    files: tuple[OutputFile, ...] | None
    diagnostics: Diagnostics


def check_contract(path: Path, *, root: Path, diagnostics: Diagnostics, shelf: Shelf | None = None) -> Contract | None:
    """Return the contract at `path`, or None when it has errors; all findings are in `diagnostics`."""
    document = load(path, root=root, diagnostics=diagnostics, shelf=shelf)
    contract = None if document is None else _built(document, diagnostics)
    if contract is None or document is None or not _holds(contract, document, diagnostics):
        return None
    return contract


def judged_contract(path: Path, *, root: Path, diagnostics: Diagnostics) -> Contract | None:
    """Return the contract at `path` as far as it holds together, whatever the rules have against it."""
    document = load(path, root=root, diagnostics=diagnostics)
    contract = None if document is None else _built(document, diagnostics)
    if contract is not None and document is not None:
        _holds(contract, document, diagnostics)
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
    document = load(path, root=root, diagnostics=diagnostics, shelf=shelf)
    contract = None if document is None else _built(document, diagnostics)
    _leave_to_the_collector(document, contract)
    files = None
    if contract is not None and document is not None:
        files = _emitted(contract, document, diagnostics, memory or Memory())
    return Compilation(path.parent.name, files, diagnostics)


def _built(document: Document, diagnostics: Diagnostics) -> Contract | None:
    """Return the contract, or None when its parts do not fit together."""
    # What is sound is judged to the end, so that one run tells everything. Nothing is made of it.
    spec = check_shape(document, diagnostics) or salvaged(document)
    if spec is None:
        return None
    contract = build(spec, document, diagnostics)
    if diagnostics.has_errors:
        check_errors(contract, document, diagnostics)
        return None
    return contract


def _holds(contract: Contract, document: Document, diagnostics: Diagnostics) -> bool:
    """Judge the contract by the rules."""
    check_rules(contract, document, diagnostics)
    apply_suppressions(contract, document, diagnostics)
    return not diagnostics.has_errors


def _emitted(
    contract: Contract, document: Document, diagnostics: Diagnostics, memory: Memory
) -> tuple[OutputFile, ...] | None:
    """Return the files of the package, begun beside the rules' judgement; None when that is against it."""
    from pactwright.emit.package import begin_package

    try:
        files = begin_package(contract, memory)
        return tuple(files()) if _holds(contract, document, diagnostics) else None
    finally:
        memory.dismiss()


def _leave_to_the_collector(*objects: object) -> None:
    """Let nobody take objects apart before somebody looks for garbage, which a run of the command line does not.

    For a large contract that takes as long as judging it by half of the rules.
    """
    knot = list(objects)
    knot.append(knot)
