"""Who may see and do what on the fake, and how much of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from fakes.github import FakeGithub, real_time
from fakes.github.builders import RepositoryBuilder

Connect = Callable[..., httpx2.Client]
REPOSITORY = "/repos/acme/widgets"
ISSUES = f"{REPOSITORY}/issues"


def said(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]


def test_a_token_is_needed_and_must_count(github: FakeGithub, alice: httpx2.Client) -> None:
    assert said(httpx2.get(github.url + REPOSITORY)) == (401, "Requires authentication")
    for wrong in ("Bearer nonsense", "Basic YTpi", "Bearer", "bearer ghp_"):
        assert said(alice.get(REPOSITORY, headers={"authorization": wrong})) == (401, "Bad credentials")
    token = github.token("carol")
    for scheme in ("token", "Bearer", "BEARER"):
        assert alice.get(REPOSITORY, headers={"authorization": f"{scheme} {token.value}"}).status_code == 200
    github.expire(token)
    assert said(alice.get(REPOSITORY, headers={"authorization": f"token {token.value}"})) == (401, "Bad credentials")


def test_clients_must_say_who_they_are(alice: httpx2.Client) -> None:
    answer = alice.get(REPOSITORY, headers={"user-agent": ""})
    assert (answer.status_code, answer.headers["content-type"]) == (403, "text/html")


def test_what_is_hidden_is_not_found(github: FakeGithub, connect: Connect) -> None:
    github.repository("acme/secret", private=True, collaborators={"alice": "read"}, issues=[{"title": "x"}])
    alice, bob, small = connect("alice"), connect("bob"), connect("a", login="alice", scopes=["public_repo"])
    assert alice.get("/repos/acme/secret").status_code == 200
    for path in ("/repos/acme/secret", "/repos/acme/secret/issues/1", "/repos/acme/nothing", "/nothing"):
        assert said(bob.get(path)) == said(small.get(path)) == (404, "Not Found")
    names = [[item["full_name"] for item in client.get("/user/repos").json()] for client in (alice, bob, small)]
    assert names == [["acme/secret"], [], []]
    assert connect("c", access={"acme/secret": "read"}).get("/repos/acme/secret").status_code == 200
    github.repository("acme/open")
    assert connect("d", access={"acme/open": "none"}).get("/repos/acme/open").status_code == 404


def test_repositories_tell_what_the_token_may_do(alice: httpx2.Client, bob: httpx2.Client) -> None:
    permissions = [client.get("/Repos/ACME/Widgets".lower()).json()["permissions"] for client in (alice, bob)]
    assert [found["push"] for found in permissions] == [True, False]
    assert alice.get("/repositories/1000001").json() == alice.get(REPOSITORY).json()


def test_classic_tokens_have_scopes(connect: Connect, widgets: RepositoryBuilder) -> None:
    client = connect("alice", scopes=["read:org"])
    answer = client.get("/user")
    assert (answer.json()["login"], answer.headers["x-oauth-scopes"]) == ("alice", "read:org")
    refused = client.post(ISSUES, json={"title": "x"})
    assert said(refused) == (404, "Not Found")
    assert refused.headers["x-accepted-oauth-scopes"] == "public_repo, repo"


@pytest.mark.parametrize("prefix", ["ghp_", "gho_"])
def test_only_classic_tokens_tell_their_scopes(github: FakeGithub, prefix: str) -> None:
    classic = github.token("alice", value=f"{prefix}x", scopes=["repo", "read:project"])
    fine = github.token("bob", kind="fine_grained")
    assert fine.value.startswith("github_pat_")
    answers = [
        httpx2.get(f"{github.url}/user", headers={"authorization": f"Bearer {token.value}"})
        for token in (classic, fine)
    ]
    assert [answer.headers.get("x-oauth-scopes") for answer in answers] == ["repo, read:project", None]


@pytest.mark.parametrize(("kind", "name"), [("fine_grained", "personal access token"), ("installation", "integration")])
def test_other_tokens_have_permissions(connect: Connect, widgets: RepositoryBuilder, kind: str, name: str) -> None:
    client = connect("robot", kind=kind, permissions={"issues": "read"}, access={"acme/widgets": "push"})
    read = client.get(ISSUES)
    assert (read.status_code, "x-oauth-scopes" in read.headers) == (200, False)
    refused = client.post(ISSUES, json={"title": "x"})
    assert said(refused) == (403, f"Resource not accessible by {name}")
    assert refused.headers["x-accepted-github-permissions"] == "issues=write"


def test_public_places_are_read_without_permissions_and_private_ones_are_not(
    github: FakeGithub, connect: Connect, widgets: RepositoryBuilder
) -> None:
    github.repository("acme/secret", private=True, issues=[{"title": "x"}])
    client = connect("robot", kind="fine_grained", permissions={}, access={"acme/secret": "push"})
    assert client.get(ISSUES).status_code == client.get("/repos/acme/secret").status_code == 200
    refused = client.get("/repos/acme/secret/issues/1")
    assert refused.status_code == 403
    assert refused.headers["x-accepted-github-permissions"] == "issues=read"


def test_no_person_is_behind_an_installation(connect: Connect, widgets: RepositoryBuilder) -> None:
    client = connect("robot", kind="installation", access={"acme/widgets": "push"})
    for path in ("/user", "/user/repos"):
        assert said(client.get(path)) == (403, "Resource not accessible by integration")
    body = client.get("/installation/repositories").json()
    assert (body["total_count"], body["repositories"][0]["full_name"]) == (1, "acme/widgets")
    assert client.post(ISSUES, json={"title": "x"}).json()["user"] == client.get(f"{ISSUES}/1").json()["user"]
    assert client.get(f"{ISSUES}/1").json()["user"]["login"] == "robot[bot]"


# --- what is closed, gone, or elsewhere


def test_archived_repositories_do_not_change(github: FakeGithub, connect: Connect) -> None:
    github.repository("alice/old", archived=True, issues=[{"title": "x"}])
    client = connect("alice")
    assert client.get("/repos/alice/old/issues/1").status_code == 200
    message = "Repository was archived so is read-only."
    assert said(client.patch("/repos/alice/old/issues/1", json={"title": "y"})) == (403, message)
    assert said(client.post("/repos/alice/old/issues/1/comments", json={"body": "y"})) == (403, message)


def test_where_issues_are_off_pull_requests_stay(github: FakeGithub, connect: Connect) -> None:
    place = github.repository("alice/quiet", has_issues=False)
    place.issue()
    place.pull()
    client = connect("alice")
    assert [item["number"] for item in client.get("/repos/alice/quiet/issues").json()] == [2]
    assert said(client.get("/repos/alice/quiet/issues/1")) == (410, "Issues are disabled for this repo")
    assert client.get("/repos/alice/quiet/issues/2").status_code == 200
    made = client.post("/repos/alice/quiet/issues", json={"title": "x"})
    assert said(made) == (410, "Issues has been disabled in this repository.")


def test_deleted_issues_are_gone(widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue().delete()
    assert said(alice.get(f"{ISSUES}/1")) == (410, "This issue was deleted")
    assert alice.get(ISSUES).json() == []
    assert said(alice.get(f"{ISSUES}/2")) == said(alice.get(f"{ISSUES}/x")) == (404, "Not Found")


def test_a_renamed_repository_redirects(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    widgets.issue()
    widgets.rename("gadgets")
    target = f"{github.url}/repositories/1000001/issues/1/comments"
    read = alice.get(f"{ISSUES}/1/comments?per_page=5")
    assert (*said(read), read.headers["location"]) == (301, "Moved Permanently", f"{target}?per_page=5")
    assert read.json()["url"] == read.headers["location"]
    # A redirect that turned a write into a read would lose it.
    write = alice.post(f"{ISSUES}/1/comments", json={"body": "x"})
    assert (*said(write), write.headers["location"]) == (307, "Moved Permanently", target)
    assert alice.post(f"{ISSUES}/1/comments", json={"body": "x"}, follow_redirects=True).status_code == 201
    assert alice.get(REPOSITORY, follow_redirects=True).json()["full_name"] == "acme/gadgets"
    github.repository("acme/new", formerly=["acme/old"])
    assert alice.get("/repos/acme/old").headers["location"] == f"{github.url}/repositories/1000002"


def test_a_transferred_issue_redirects(github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client) -> None:
    other = github.repository("acme/other")
    other.issue()
    issue = widgets.issue("Moved", comments=["Kept"])
    issue.transfer(other)
    answer = alice.get(f"{ISSUES}/1/comments")
    assert (answer.status_code, answer.headers["location"]) == (
        301,
        f"{github.url}/repositories/1000002/issues/2/comments",
    )
    assert alice.get(f"{ISSUES}/1", follow_redirects=True).json()["title"] == "Moved"
    assert [item["body"] for item in alice.get(answer.headers["location"]).json()] == ["Kept"]


# --- limits


def test_every_answer_tells_what_is_left(github: FakeGithub, alice: httpx2.Client, bob: httpx2.Client) -> None:
    def left(answer: httpx2.Response) -> tuple[str, ...]:
        return tuple(answer.headers[f"x-ratelimit-{name}"] for name in ("resource", "limit", "used", "remaining"))

    assert left(alice.get(REPOSITORY)) == ("core", "5000", "1", "4999")
    assert left(alice.get("/nothing")) == ("core", "5000", "2", "4998")
    assert left(alice.get("/search/issues", params={"q": "x"})) == ("search", "30", "1", "29")
    assert left(bob.get(REPOSITORY)) == ("core", "5000", "1", "4999")
    assert left(httpx2.get(github.url)) == ("core", "60", "0", "60")
    assert alice.get("/rate_limit").json()["resources"]["core"]["used"] == 2


def test_a_spent_budget_fills_up_again(github: FakeGithub, alice: httpx2.Client) -> None:
    github.limit("alice", "search", 1)
    search: dict[str, Any] = {"url": "/search/issues", "params": {"q": "x"}}
    assert alice.get(**search).status_code == 200
    refused = alice.get(**search)
    assert refused.status_code == 403
    assert refused.json()["message"].startswith("API rate limit exceeded for user ID ")
    assert (refused.headers["x-ratelimit-remaining"], "retry-after" in refused.headers) == ("0", False)
    wait = int(refused.headers["x-ratelimit-reset"]) - github.clock().timestamp()
    assert (wait, alice.get(REPOSITORY).status_code) == (60, 200)
    github.advance(59)
    assert alice.get(**search).status_code == 403
    github.advance(1)
    assert alice.get(**search).status_code == 200


def test_the_clock_may_be_the_real_one() -> None:
    with FakeGithub(clock=real_time) as github:
        github.repository("acme/widgets").issue()
        client = httpx2.Client(headers={"authorization": f"Bearer {github.token().value}"}, verify=False)
        reset = int(client.get(github.url + REPOSITORY).headers["x-ratelimit-reset"])
        assert 3590 < reset - time.time() <= 3601
