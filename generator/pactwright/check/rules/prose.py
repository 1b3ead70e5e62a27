"""Prose: what agents read when they choose a tool must set it apart, and be meant as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, rule, warning
from pactwright.load import Path
from pactwright.model.contract import Contract
from pactwright.source import Span

_HEDGES = re.compile(
    r"\b(be careful|generally|hopefully|if possible|in most cases|more or less|normally|probably|try to|typically"
    r"|usually)\b",
    re.IGNORECASE,
)


@rule("tools-alike", warning)
def tools_alike(contract: Contract) -> Iterator[Finding]:
    """Two tools have the same title, or are described in the same words.

    Why: an agent chooses by the description, and a person confirms by the title. Where two are the same, the choice
    is a guess.

    Bad:

        get_issue: {title: Issue, description: Return an issue., …}
        get_issue_history: {title: Issue, description: Return an issue., …}

    Good:

        get_issue: {title: Get issue, description: Return the current state of an issue., …}
        get_issue_history: {title: Get issue history, description: Return every change of an issue., …}

    Source: L016, L024.
    """
    seen: dict[tuple[str, str], str] = {}
    for tool in contract.tools:
        for key, text in (("title", tool.title), ("description", tool.description)):
            other = seen.setdefault((key, _plain(text)), tool.name)
            if other != tool.name:
                yield Finding(
                    tool.span,
                    f"`{tool.name}` and `{other}` have the same {key}",
                    "say what sets them apart",
                    ("tools", tool.name, key),
                )


def _plain(text: str) -> str:
    """Return the words of a text, without case and punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold()))


@rule("hedge-words", warning)
def hedge_words(contract: Contract) -> Iterator[Finding]:
    """A text for agents hedges: "usually", "try to", "be careful".

    Why: an agent cannot act on "usually". Either it holds, and the word is in the way; or it does not, and the agent
    needs the condition under which it does.

    Bad:

        description: Usually returns the newest issues first.

    Good:

        description: Return issues, the newest first.

    Source: L013.
    """
    for path, span, text in _texts_for_agents(contract):
        found = _HEDGES.search(text)
        if found is not None:
            yield Finding(span, f'"{found.group()}" leaves open what holds', "say what holds, and when", path)


def _texts_for_agents(contract: Contract) -> Iterator[tuple[Path, Span, str]]:
    server = contract.server
    yield ("server", "summary"), server.span, server.summary
    for key, lines in (("does", server.does), ("does_not", server.does_not)):
        for index, line in enumerate(lines):
            yield ("server", key, index), server.span, line
    for tool in contract.tools:
        yield ("tools", tool.name, "description"), tool.span, tool.description
        if tool.when_to_use is not None:
            yield ("tools", tool.name, "when_to_use"), tool.span, tool.when_to_use


RULES = (tools_alike, hedge_words)
