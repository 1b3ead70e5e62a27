"""Links between the pages of the documentation."""

from __future__ import annotations

from collections.abc import Mapping

from pactwright.emit.filenames import file_stems
from pactwright.emit.markdown import anchor, code_cell
from pactwright.model.contract import Contract
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Links:
    """Links as they look from one folder.

    Attributes:
        stems: Tool names → the names of their pages.
        tools: Leads from that folder to `docs/tools/`.
        docs: Leads from that folder to `docs/`.
    """

    stems: Mapping[str, str]
    tools: str
    docs: str

    @classmethod
    def seen_from(cls, contract: Contract, *, tools: str, docs: str) -> Links:
        """Return the links of `contract`'s pages as seen from a folder."""
        return cls(file_stems(tool.name for tool in contract.tools), tools, docs)

    def tool(self, name: str) -> str:
        """Return a link to a tool's page."""
        stem = self.stems.get(name)
        return code_cell(name) if stem is None else f"[{code_cell(name)}]({self.tools}{stem}.md)"

    def error(self, name: str) -> str:
        """Return a link to the entry of a code."""
        return f"[{code_cell(name)}]({self.docs}errors.md#{anchor(name)})"
