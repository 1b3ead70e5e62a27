"""Whole systems: what a generated server tells is what its authors described, but for deviations with a reason."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import pytest
from told import listed, told
from transcript import Deviation, Transcript, altered, comparable, differences

from tests.lost import sentences

GITHUB = Transcript("github_issues")
COMMENTS = Transcript("github_comments")


@cache
def server(*, modern: bool) -> Any:
    """What the server of GitHub issues tells."""
    return asyncio.run(told("github_issues", modern=modern))


def found(facts: Any, *, modern: bool = True) -> list[str]:
    """Where these facts and the server differ."""
    return list(differences(comparable(facts, modern=modern), server(modern=modern)))


@pytest.mark.parametrize("modern", [True, False], ids=["modern", "legacy"])
def test_the_server_tells_what_the_text_says(modern: bool) -> None:
    assert found(GITHUB.facts(), modern=modern) == []


@pytest.mark.parametrize("deviation", GITHUB.deviations, ids=lambda deviation: f"{deviation.op} {deviation.path}")
def test_every_deviation_has_a_reason_and_is_needed(deviation: Deviation) -> None:
    assert deviation.reason.endswith(".")
    assert deviation.decision
    assert found(GITHUB.facts(without=deviation))


def test_no_place_deviates_twice() -> None:
    places = [(item.path, item.value if item.op == "insert" else None) for item in GITHUB.deviations]
    assert len(set(places)) == len(places)


def test_any_other_fact_would_be_noticed() -> None:
    unnoticed = []
    for place, changed in altered(GITHUB.facts()):
        try:
            differ = found(changed)
        except AssertionError:
            continue  # Its table now names a tool that there is not.
        if not differ:
            unnoticed.append(place)
    assert {place.rpartition("/")[2] for place in unnoticed} == {"request_id"}


@pytest.mark.parametrize("modern", [True, False], ids=["modern", "legacy"])
def test_the_server_of_comments_has_the_tools_that_the_text_names(modern: bool) -> None:
    found = asyncio.run(listed("github_comments", modern=modern))
    assert list(differences(COMMENTS.facts()["tools"], found)) == []
    assert [list(tool["parameters"]) for tool in found.values()] == [
        list(COMMENTS.facts()["tools"][name]["parameters"]) for name in found
    ]


def test_what_is_lost_is_told_in_the_words_of_the_text() -> None:
    facts = COMMENTS.facts()
    names = {"<tool>": "{tool}", "<operation>": "{operation}", "<cause>": "{cause}"}
    names |= {"<status>": "{status}", "<GitHub's message>": "{message}"}
    words = facts["texts"]
    for kind, own in (("unanswered", sentences.UNANSWERED), ("answered", sentences.ANSWERED)):
        for name, spelled in names.items():
            words[kind] = words[kind].replace(name, spelled)
        assert own == words[kind]
    assert f" {words['adds']}" == sentences.ROLLBACK
    assert set(facts["comment_tools"]) == sentences.COMMENT_TOOLS
