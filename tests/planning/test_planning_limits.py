"""Rate limits and the pace of writes, by a clock that the test moves: nothing here waits for real seconds."""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

import pytest
from fakes.github import faults
from fakes.github.builders import RepositoryBuilder
from planning_world import PATIENCE, Planner, given, refusal, until
from test_planning_boards import FIND
from test_planning_errors import NEW, data
from test_planning_issues import CREATE, GET, asked, named
from test_planning_milestones import MILESTONES

LIMITS: dict[str, tuple[Any, float]] = {
    # How GitHub says it, and how long the server waits.
    "seconds": (faults.secondary_limit(retry_after="7"), 7),
    "date": (faults.secondary_limit(date_in=90), 90),
    "garbage": (faults.secondary_limit(retry_after="soon"), 60),
    "blank": (faults.secondary_limit(retry_after=""), 60),
    "no-word": (faults.too_many(), 60),
    "too-many": (faults.too_many(retry_after="11"), 11),
    "spent": (faults.primary_limit(reset_in=33), 33),
    "no-number": (faults.primary_limit(reset="later"), 60),
}


@pytest.mark.parametrize("how", LIMITS)
def test_a_limited_read_is_asked_again_when_it_may_be(planner: Planner, home: RepositoryBuilder, how: str) -> None:
    fault, wait = LIMITS[how]
    planner.forget()
    planner.world.github.inject(fault, path=".*/milestones", times=2)
    assert given(planner.patient(planner.begin("list_milestones", **named(home)))) == []
    assert planner.waits == [wait, wait]
    assert planner.asked == asked(home, *[MILESTONES] * 3)


def test_a_limit_that_does_not_end_is_told_after_three_waits(planner: Planner, home: RepositoryBuilder) -> None:
    planner.forget()
    planner.world.github.inject(faults.secondary_limit(retry_after="20"), path=".*/milestones", times=4)
    error = refusal(planner.patient(planner.begin("list_milestones", **named(home))), "rate_limited")
    assert error["retry_after_ms"] == 20_000
    assert planner.waits == [20, 20, 20]
    assert planner.asked == asked(home, *[MILESTONES] * 4)


def test_a_limited_write_was_refused_and_is_sent_again(planner: Planner, home: RepositoryBuilder) -> None:
    planner.forget()
    for fault in (faults.secondary_limit(retry_after="5"), faults.too_many(retry_after="3")):
        planner.world.github.inject(fault, root="createIssue")
    made = given(planner.patient(planner.begin("create_issue", **named(home), **NEW)))
    assert (made["number"], len(home.repository.issues)) == (1, 1)
    assert planner.asked == asked(home, GET, CREATE, CREATE, CREATE)
    assert planner.waits == [5, 3]


def test_lookups_pass_a_limit_on(planner: Planner, home: RepositoryBuilder) -> None:
    limit = faults.secondary_limit(retry_after="2")
    planner.forget()
    planner.world.github.inject(limit, path=f"/repos/{home.repository.full_name}", times=4)
    error = refusal(planner.patient(planner.begin("create_issue", **named(home), **NEW)), "rate_limited")
    assert "lookupStep" not in error
    planner.forget()
    planner.world.github.inject(faults.points_spent(), root="organization")
    call = planner.begin("get_project_items", projectOwnerLogin="acme", projectNumber=1)
    error = refusal(planner.patient(call), "rate_limited")
    assert "lookupStep" not in data(error)
    # The budget is full again in an hour, and no call takes as long as that.
    assert (planner.asked, planner.waits) == ([FIND], [])
    assert error["retry_after_ms"] > 5 * 60 * 1000


def test_an_ordinary_refusal_is_no_limit(planner: Planner, home: RepositoryBuilder) -> None:
    planner.world.github.inject(faults.forbidden("token"), path=".*/milestones")
    error = planner.refused("list_milestones", "github_api_error", **named(home), asks=asked(home, MILESTONES))
    assert (error["status"], planner.waits) == (403, [])


def test_writes_are_a_second_apart_and_reads_do_not_wait_for_them(planner: Planner, home: RepositoryBuilder) -> None:
    github = planner.world.github
    planner.forget()
    calls = [planner.begin("create_milestone", **named(home), title=str(number)) for number in range(10)]

    def written() -> int:
        return len(github.log.writes)

    for number in range(1, 11):
        until(lambda least=number: written() == least)
        # While the others wait for their turn, a read is answered at once.
        assert given(planner.begin("list_milestones", **named(home), state="closed").result(PATIENCE)) == []
        assert written() == number
        if number < 10:
            until(lambda least=number: len(planner.waits) == least)
            planner.world.pass_time(0.5)
            assert given(planner.begin("list_milestones", **named(home), state="closed").result(PATIENCE)) == []
            assert written() == number
            planner.world.pass_time(0.5)
    assert sorted(given(call.result(PATIENCE))["number"] for call in calls) == list(range(1, 11))
    moments = [entry.moment for entry in github.log.writes]
    assert all(late - early >= timedelta(seconds=1) for early, late in itertools.pairwise(moments))
    assert planner.waits == [1] * 9
