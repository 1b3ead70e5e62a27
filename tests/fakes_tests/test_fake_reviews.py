"""Reviews of pull requests on the fake: comments on places in the changes, replies, and threads that are settled."""

from __future__ import annotations

from collections.abc import Callable

import httpx2
import pytest
from fakes.github import FakeGithub, faults
from fakes.github.builders import IssueBuilder, RepositoryBuilder
from test_fake_graphql import ask

Connect = Callable[..., httpx2.Client]
PULLS = "/repos/acme/widgets/pulls"
LIST = f"{PULLS}/1/comments"
THREADS = """query ($number: Int!, $after: String) { repository(owner: "acme", name: "widgets") {
  pullRequest(number: $number) { reviewThreads(first: 1, after: $after) {
    nodes { id isResolved path line resolvedBy { login }
            comments(first: 10) { nodes { databaseId body author { login } replyTo { databaseId } } } }
    pageInfo { hasNextPage endCursor }
  } }
} }"""
RESOLVE = """mutation ($input: ResolveReviewThreadInput!) {
  resolveReviewThread(input: $input) { thread { id isResolved } }
}"""


@pytest.fixture
def pull(widgets: RepositoryBuilder) -> IssueBuilder:
    made = widgets.pull()
    made.thread("Why?", "Because.", path="a.py", line=3)
    made.thread("And this?")
    return made


def test_comments_on_places_are_listed_and_answered(pull: IssueBuilder, alice: httpx2.Client) -> None:
    page = alice.get(LIST, params={"per_page": 2})
    first, second = page.json()
    assert (first["path"], first["line"], first["body"], "in_reply_to_id" in first) == ("a.py", 3, "Why?", False)
    assert (second["body"], second["in_reply_to_id"]) == ("Because.", first["id"])
    assert [item["body"] for item in alice.get(page.links["next"]["url"]).json()] == ["And this?"]
    made = alice.post(f"{LIST}/{first['id']}/replies", json={"body": "I see"})
    assert (made.status_code, made.json()["in_reply_to_id"], made.json()["user"]["login"]) == (
        201,
        first["id"],
        "alice",
    )
    assert made.json()["html_url"].endswith(f"/acme/widgets/pull/1#discussion_r{made.json()['id']}")
    assert alice.get(f"{PULLS}/1").json()["review_comments"] == 4
    assert alice.post(f"{LIST}/{second['id']}/replies", json={"body": "x"}).status_code == 422
    assert alice.post(f"{LIST}/9/replies", json={"body": "x"}).status_code == 404
    assert alice.post(f"{LIST}/{first['id']}/replies", json={"body": ""}).status_code == 422


def test_a_comment_on_a_place_is_made_changed_and_deleted(
    pull: IssueBuilder, alice: httpx2.Client, bob: httpx2.Client
) -> None:
    given = {"body": "Hm", "commit_id": "0" * 40, "path": "b.py", "line": 7}
    made = bob.post(LIST, json=given)
    assert (made.status_code, made.json()["line"]) == (201, 7)
    one = f"{PULLS}/comments/{made.json()['id']}"
    assert alice.get(one).json() == made.json()
    assert bob.patch(one, json={"body": "Ah"}).json()["body"] == "Ah"
    assert bob.delete(f"{PULLS}/comments/{pull.issue.threads[0].comments[0].id}").status_code == 403
    assert (bob.delete(one).status_code, bob.get(one).status_code) == (204, 404)
    assert len(pull.issue.threads) == 2
    assert bob.post(LIST, json=given | {"line": None}).status_code == 422


def test_an_issue_has_no_reviews(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()
    assert alice.get(f"{PULLS}/1").status_code == alice.get(LIST).status_code == 404
    body = ask(alice, THREADS, number=1)
    assert body["errors"][0]["message"] == "Could not resolve to a PullRequest with the number of 1."


def test_threads_are_read_and_settled(pull: IssueBuilder, alice: httpx2.Client, bob: httpx2.Client) -> None:
    found = ask(alice, THREADS, number=1)["data"]["repository"]["pullRequest"]["reviewThreads"]
    (thread,) = found["nodes"]
    numbers = [comment.id for comment in pull.issue.threads[0].comments]
    author = {"login": "author"}
    assert (thread["path"], thread["line"], thread["isResolved"], thread["resolvedBy"]) == ("a.py", 3, False, None)
    assert thread["comments"]["nodes"] == [
        {"databaseId": numbers[0], "body": "Why?", "author": author, "replyTo": None},
        {"databaseId": numbers[1], "body": "Because.", "author": author, "replyTo": {"databaseId": numbers[0]}},
    ]
    assert ask(bob, RESOLVE, input={"threadId": thread["id"]})["errors"][0]["type"] == "FORBIDDEN"
    settled = ask(alice, RESOLVE, input={"threadId": thread["id"]})
    assert settled == {"data": {"resolveReviewThread": {"thread": {"id": thread["id"], "isResolved": True}}}}
    assert pull.issue.threads[0].resolved_by == pull.store.user("alice")
    opened = "mutation ($id: ID!) { unresolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }"
    found_open = ask(alice, opened, id=thread["id"])["data"]["unresolveReviewThread"]
    assert found_open == {"thread": {"isResolved": False}}
    assert ask(alice, RESOLVE, input={"threadId": "PRRT_x"})["errors"][0]["type"] == "NOT_FOUND"
    after = found["pageInfo"]["endCursor"]
    last = ask(alice, THREADS, number=1, after=after)["data"]["repository"]["pullRequest"]["reviewThreads"]
    assert (last["nodes"][0]["comments"]["nodes"][0]["body"], last["pageInfo"]["hasNextPage"]) == ("And this?", False)


def test_reviews_need_a_permission_of_their_own(pull: IssueBuilder, connect: Connect) -> None:
    client = connect("r", kind="installation", access={"acme/widgets": "push"})
    first = pull.issue.threads[0].comments[0].id
    refused = client.post(f"{LIST}/{first}/replies", json={"body": "x"})
    assert (refused.status_code, refused.headers["x-accepted-github-permissions"]) == (403, "pull_requests=write")
    allowed = connect("s", kind="installation", access={"acme/widgets": "push"}, permissions={"pull_requests": "write"})
    made = allowed.post(f"{LIST}/{first}/replies", json={"body": "x"})
    assert (made.status_code, made.json()["user"]["login"], made.json()["user"]["type"]) == (201, "s[bot]", "Bot")


@pytest.mark.parametrize("stored", [True, False])
def test_a_reply_may_be_lost(github: FakeGithub, pull: IssueBuilder, alice: httpx2.Client, stored: bool) -> None:
    thread = pull.issue.threads[0]
    github.inject(faults.closed(stored=stored), "POST", "/repos/acme/widgets/pulls/1/comments/[0-9]+/replies")
    with pytest.raises(httpx2.TransportError):
        alice.post(f"{LIST}/{thread.comments[0].id}/replies", json={"body": "x"})
    assert (len(thread.comments), github.log[-1].answered) == (2 + stored, False)
