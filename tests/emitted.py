"""What the emitters of documentation, schemas and packaging write, in forms that tests can ask."""

from __future__ import annotations

import json
from collections.abc import Iterable

from markdown_pages import MARKDOWN, tables
from pactwright.emit.docs import docs_files
from pactwright.emit.output import OutputFile
from pactwright.emit.packaging import packaging_files
from pactwright.emit.schemas import schema_files
from pactwright.model.contract import Contract
from pactwright.values import JsonValue


def files(contract: Contract) -> dict[str, str]:
    """Return everything that these emitters write, by path."""
    found: Iterable[OutputFile] = [*docs_files(contract), *schema_files(contract), *packaging_files(contract)]
    return {file.path: file.text for file in found}


def blocks(page: str) -> list[JsonValue]:
    """Return the values of a page's blocks of JSON."""
    return [json.loads(token.content) for token in MARKDOWN.parse(page) if token.info == "json"]


def rows(page: str, first: str) -> dict[str, list[str]]:
    """Return the rows of the tables whose first column is headed `first`, by the cell in it."""
    return {row[0]: row[1:] for table in tables(page) if table[0][0] == first for row in table[1:]}


def section(page: str, title: str) -> str:
    """Return what stands under a heading of the second rank."""
    return page.split(f"\n## {title}\n")[1].split("\n## ")[0]
