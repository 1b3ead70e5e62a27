"""Every rule that any phase can report, with its page: the docstring of a rule that is a function, else a file.

A page says in one sentence what is wrong, then why it matters, and shows a bad and a good contract.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pactwright.check.rules import RULES
from pactwright.diagnostics import Severity
from pactwright.records import dataclass

FOLDER = Path(__file__).parent / "pages"

# All other rules with a file are errors: what they find keeps a contract from being understood.
_WARNINGS = frozenset({"line-separator", "text-cut-at-hash", "unknown-place", "unknown-rule", "unused-allow"})


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule as people look it up.

    Attributes:
        name: The name that findings show.
        severity: How much it weighs.
        text: The page, in Markdown without a heading.
    """

    name: str
    severity: Severity
    text: str


@cache
def catalogue() -> Mapping[str, RulePage]:
    """Return the pages of all rules by name, in alphabetical order."""
    pages = [RulePage(rule.name, rule.severity, rule.page) for rule in RULES]
    for file in FOLDER.glob("*.md"):
        severity = Severity.WARNING if file.stem in _WARNINGS else Severity.ERROR
        pages.append(RulePage(file.stem, severity, file.read_text(encoding="utf-8").rstrip("\n")))
    return MappingProxyType({page.name: page for page in sorted(pages, key=lambda page: page.name)})
