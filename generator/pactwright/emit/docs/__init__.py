"""The Markdown documentation of a generated server: an overview, a page per tool, the error catalogue, the summary.

Written for people who call the server and never see the contract. Every text of the author is data here: it cannot
become markup. A new tool is a page of its own and one new place in each of the others.
"""

from __future__ import annotations

from collections.abc import Iterable

from pactwright.emit.docs.errors import errors_page
from pactwright.emit.docs.index import capabilities_page, index_page
from pactwright.emit.docs.resources import resources_page
from pactwright.emit.docs.tool import tool_pages
from pactwright.emit.output import OutputFile
from pactwright.model.contract import Contract


def docs_files(contract: Contract) -> Iterable[OutputFile]:
    """Yield the files under `docs/`."""
    yield index_page(contract)
    yield from tool_pages(contract)
    yield from resources_page(contract)
    yield errors_page(contract)
    yield capabilities_page(contract)
