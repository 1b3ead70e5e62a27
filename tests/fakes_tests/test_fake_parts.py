"""Issues on the fake that are parts of others."""

from __future__ import annotations

from itertools import pairwise

import httpx2
from fakes.github import FakeGithub
from fakes.github.builders import RepositoryBuilder
from test_fake_graphql import ask, node
from test_fake_planning import errors

REPOSITORY = "/repos/acme/widgets"
ADD = """mutation ($input: AddSubIssueInput!) {
  addSubIssue(input: $input) { issue { id } subIssue { id parent { number } } }
}"""
PARTS = """query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { issue(number: $number) {
    subIssuesSummary { total completed percentCompleted }
    subIssues(first: 100) { nodes { id number title state } }
  } }
}"""


def test_issues_have_parts_and_tell_how_many_are_done(
    github: FakeGithub, planned: RepositoryBuilder, alice: httpx2.Client, bob: httpx2.Client
) -> None:
    other = github.repository("acme/secret", private=True, collaborators={"alice": "push"})
    above = planned.issue("Above")
    for state in ("closed", "open"):
        above.sub_issue(planned.issue(state.title(), state=state))
    above.sub_issue(other.issue("Elsewhere"))
    found = ask(alice, PARTS, owner="acme", name="widgets", number=1)["data"]["repository"]["issue"]
    assert found["subIssuesSummary"] == {"total": 3, "completed": 1, "percentCompleted": 33}
    parts = [(item["number"], item["title"], item["state"]) for item in found["subIssues"]["nodes"]]
    assert parts == [(2, "Closed", "CLOSED"), (3, "Open", "OPEN"), (1, "Elsewhere", "OPEN")]
    rest = alice.get(f"{REPOSITORY}/issues/1").json()["sub_issues_summary"]
    assert rest == {"total": 3, "completed": 1, "percent_completed": 33}
    hidden = ask(bob, PARTS, owner="acme", name="widgets", number=1)["data"]["repository"]["issue"]
    assert [item["title"] for item in hidden["subIssues"]["nodes"]] == ["Closed", "Open"]


def test_an_issue_has_one_parent(planned: RepositoryBuilder, alice: httpx2.Client, bob: httpx2.Client) -> None:
    planned.many_issues(3)
    first, second, child = (node(alice, number) for number in (1, 2, 3))
    made = ask(alice, ADD, input={"issueId": first, "subIssueId": child})
    assert made == {
        "data": {"addSubIssue": {"issue": {"id": first}, "subIssue": {"id": child, "parent": {"number": 1}}}}
    }
    one_parent = "Sub issue may only have one parent"
    for above in (first, second):
        refused = ask(alice, ADD, input={"issueId": above, "subIssueId": child})
        assert refused["data"] == {"addSubIssue": None}
        assert errors(refused)[0][0] == "UNPROCESSABLE"
        assert errors(refused)[0][1].endswith(one_parent)
    moved = ask(alice, ADD, input={"issueId": second, "subIssueId": child, "replaceParent": True})
    assert moved["data"]["addSubIssue"]["subIssue"]["parent"] == {"number": 2}
    summary = "query ($id: ID!) { node(id: $id) { ... on Issue { subIssuesSummary { total } } } }"
    totals = [ask(alice, summary, id=found)["data"]["node"]["subIssuesSummary"]["total"] for found in (first, second)]
    assert totals == [0, 1]
    parent = "query ($id: ID!) { node(id: $id) { ... on Issue { parent { id } } } }"
    assert ask(alice, parent, id=child)["data"] == {"node": {"parent": {"id": second}}}
    assert ask(alice, parent, id=first)["data"] == {"node": {"parent": None}}
    assert errors(ask(alice, ADD, input={"issueId": child, "subIssueId": second}))[0][0] == "UNPROCESSABLE"
    assert errors(ask(bob, ADD, input={"issueId": first, "subIssueId": second}))[0][0] == "FORBIDDEN"
    assert errors(ask(alice, ADD, input={"issueId": "I_x", "subIssueId": child}))[0][0] == "NOT_FOUND"


def test_an_issue_has_a_hundred_parts_at_most(planned: RepositoryBuilder, alice: httpx2.Client) -> None:
    above, *parts, last = planned.many_issues(102)
    for part in parts:
        above.sub_issue(part)
    refused = ask(alice, ADD, input={"issueId": node(alice), "subIssueId": node(alice, last.number)})
    assert errors(refused)[0][0] == "UNPROCESSABLE"
    assert errors(refused)[0][1].endswith("Parent cannot have more than 100 sub-issues")


def test_parts_are_nested_eight_levels_deep_at_most(planned: RepositoryBuilder, alice: httpx2.Client) -> None:
    chain = planned.many_issues(10)
    for above, below in pairwise(chain[:8]):
        above.sub_issue(below)
    ninth = ask(alice, ADD, input={"issueId": node(alice, 8), "subIssueId": node(alice, 9)})
    assert "errors" not in ninth
    tenth = ask(alice, ADD, input={"issueId": node(alice, 9), "subIssueId": node(alice, 10)})
    assert errors(tenth)[0][0] == "UNPROCESSABLE"
    # What hangs below the child counts as well.
    taller = ask(alice, ADD, input={"issueId": node(alice, 10), "subIssueId": node(alice, 1)})
    assert errors(taller)[0][0] == "UNPROCESSABLE"
