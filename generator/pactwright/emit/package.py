"""The whole package: what each emitter gives, in the order of the tree. Adding an emitter is adding it here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pactwright.emit.docs import docs_files
from pactwright.emit.memory import Memory
from pactwright.emit.models import Family, begin_models, type_families
from pactwright.emit.output import OutputFile
from pactwright.emit.packaging import packaging_files
from pactwright.emit.schemas import schema_files
from pactwright.emit.server import server_files
from pactwright.emit.tests import test_files
from pactwright.facts import contract_text
from pactwright.model.contract import Contract
from pactwright.workers import beside

_WORTH_A_PROCESS = 100


def begin_package(contract: Contract, memory: Memory) -> Callable[[], Iterator[OutputFile]]:
    """Let other processes begin with what they can make, and return what yields the files, MANIFEST.json left out.

    Nothing is made here and now, so that a contract may still turn out to be none that a package is made of.
    """
    pages = _begin_pages(contract)
    families = type_families(contract)
    begin_models(families, memory)
    return partial(_files, contract, families, pages, memory)


def _files(
    contract: Contract, families: Sequence[Family], pages: Callable[[], list[OutputFile]], memory: Memory
) -> Iterator[OutputFile]:
    facts = contract_text(contract)
    yield from packaging_files(contract)
    yield from server_files(contract, facts, families, memory)
    yield from pages()
    yield from test_files(facts)


def _begin_pages(contract: Contract) -> Callable[[], list[OutputFile]]:
    """Return what gives the files that are read by people: of a large contract, another process writes them."""
    write = partial(_pages, contract)
    return beside(write) if len(contract.tools) >= _WORTH_A_PROCESS else write


def _pages(contract: Contract) -> list[OutputFile]:
    return [*schema_files(contract), *docs_files(contract)]
