"""The whole package: what each emitter gives, in the order of the tree. Adding an emitter is adding it here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pactwright.emit.docs import docs_files
from pactwright.emit.memory import Memory
from pactwright.emit.models import begin_models, type_families
from pactwright.emit.output import OutputFile
from pactwright.emit.packaging import packaging_files
from pactwright.emit.schemas import schema_files
from pactwright.emit.server import server_files
from pactwright.emit.tests import test_files
from pactwright.model.contract import Contract
from pactwright.workers import beside

_WORTH_A_PROCESS = 100


def package_files(contract: Contract, memory: Memory) -> Iterator[OutputFile]:
    """Yield the files of the package, MANIFEST.json left to the writer."""
    families = type_families(contract)
    begin_models(families, memory)
    pages = _pages(contract)
    yield from packaging_files(contract)
    yield from server_files(contract, families, memory)
    yield from pages()
    yield from test_files(contract)


def _pages(contract: Contract) -> Callable[[], list[OutputFile]]:
    """Return what gives the files that are read by people: of a large contract, another process writes them."""

    def write() -> list[OutputFile]:
        return [*schema_files(contract), *docs_files(contract)]

    if len(contract.tools) >= _WORTH_A_PROCESS:
        return beside(write)
    written = write()
    return lambda: written
