"""Who may see and do what on the fake, and how much of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fakes.github import FakeGithub, faults, real_time
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


# --- apps


Signed = Callable[..., dict[str, str]]


@pytest.fixture
def signed(github: FakeGithub, widgets: RepositoryBuilder) -> Signed:
    """Return a function from claims to the headers with which an app called `robot` signs a request."""
    key = generate_private_key(65537, 2048)
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    app = github.app("robot", public, ["acme"], permissions={"pull_requests": "write"})

    def sign(**claims: float | str) -> dict[str, str]:
        now = github.clock().timestamp()
        token = jwt.encode({"iat": now - 60, "exp": now + 540, "iss": str(app.id)} | claims, key, algorithm="RS256")
        return {"authorization": f"Bearer {token}"}

    return sign


@pytest.fixture
def client(github: FakeGithub) -> Iterator[httpx2.Client]:
    """A client without a token."""
    with httpx2.Client(base_url=github.url, verify=False) as found:
        yield found


def test_an_app_gets_tokens_for_its_installation(github: FakeGithub, client: httpx2.Client, signed: Signed) -> None:
    installation = client.get(f"{REPOSITORY}/installation", headers=signed()).json()["id"]
    minting = f"/app/installations/{installation}/access_tokens"
    for wrong in ({"exp": github.clock().timestamp() + 700}, {"exp": 0}, {"iss": "7"}, {"iat": 1e12}):
        assert client.post(minting, headers=signed(**wrong)).status_code == 401
    minted = client.post(minting, headers=signed())
    assert (minted.status_code, minted.json()["expires_at"]) == (201, "2026-01-01T01:00:00Z")
    own = {"authorization": f"Bearer {minted.json()['token']}"}
    assert client.post(ISSUES, json={"title": "x"}, headers=own).json()["user"]["login"] == "robot[bot]"
    github.advance(3600)
    assert client.get(ISSUES, headers=own).status_code == 401
    assert client.get("/repos/other/place/installation", headers=signed()).status_code == 404
    # The log names tokens that were given out, and shows nothing of what apps sign.
    assert [entry.headers["authorization"] for entry in github.log][-2:] == ["Bearer robot-1000001", "Bearer ?"]


def test_a_token_may_be_minted_for_less(github: FakeGithub, client: httpx2.Client, signed: Signed) -> None:
    github.repository("acme/other", private=True).issue()
    installation = client.get(f"{REPOSITORY}/installation", headers=signed()).json()["id"]
    minting = f"/app/installations/{installation}/access_tokens"
    whole = client.post(minting, headers=signed()).json()
    assert whole["permissions"] == {"metadata": "read", "issues": "write", "pull_requests": "write"}
    wanted = {"repositories": ["widgets"], "permissions": {"issues": "write"}}
    small = client.post(minting, headers=signed(), json=wanted).json()
    assert (small["permissions"], small["repository_selection"]) == ({"issues": "write"}, "selected")
    reads = [
        client.get("/repos/acme/other/issues/1", headers={"authorization": f"Bearer {minted['token']}"}).status_code
        for minted in (whole, small)
    ]
    assert reads == [200, 404]
    for wrong in ({"repositories": ["nothing"]}, {"permissions": {"contents": "write"}}):
        assert client.post(minting, headers=signed(), json=wrong).status_code == 422


def test_an_app_tells_who_it_is(client: httpx2.Client, signed: Signed) -> None:
    assert client.get("/app", headers=signed()).json()["slug"] == "robot"
    assert client.get("/app").status_code == 401
    token = {"authorization": f"Bearer {mint(client, signed)}"}
    made = client.post(f"{REPOSITORY}/issues", json={"title": "x"}, headers=token).json()
    comment = client.post(f"{REPOSITORY}/issues/1/comments", json={"body": "x"}, headers=token).json()
    assert made["user"] == comment["user"]
    bot = client.get("/users/robot[bot]", headers=token).json()
    assert (bot["login"], bot["type"], bot["node_id"]) == ("robot[bot]", "Bot", made["user"]["node_id"])


def mint(client: httpx2.Client, signed: Signed) -> str:
    installation = client.get(f"{REPOSITORY}/installation", headers=signed()).json()["id"]
    token: str = client.post(f"/app/installations/{installation}/access_tokens", headers=signed()).json()["token"]
    return token


@pytest.mark.parametrize(
    ("method", "path"), [("GET", f"{REPOSITORY}/installation"), ("POST", "/app/installations/[0-9]+/access_tokens")]
)
def test_getting_a_token_may_fail(
    github: FakeGithub, client: httpx2.Client, signed: Signed, method: str, path: str
) -> None:
    for stored in (True, False):
        github.inject(faults.closed(stored=stored), method, path)
        with pytest.raises(httpx2.TransportError):
            mint(client, signed)
    for fault in (faults.server_error(502, "html"), faults.answered(404)):
        github.inject(fault, method, path)
        with pytest.raises((KeyError, ValueError)):
            mint(client, signed)
    assert mint(client, signed).startswith("ghs_")


@pytest.mark.parametrize("prefix", ["ghp_", "gho_"])
def test_only_classic_tokens_tell_their_scopes(github: FakeGithub, client: httpx2.Client, prefix: str) -> None:
    classic = github.token("alice", value=f"{prefix}x", scopes=["repo", "read:project"])
    fine = github.token("bob", kind="fine_grained")
    assert fine.value.startswith("github_pat_")
    answers = [client.get("/user", headers={"authorization": f"Bearer {token.value}"}) for token in (classic, fine)]
    assert [answer.headers.get("x-oauth-scopes") for answer in answers] == ["repo, read:project", None]
