"""The fake as a process, its control endpoint, and its log."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from fakes.github import FakeGithub
from fakes.github.builders import RepositoryBuilder

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tests.fakes.github"]


@pytest.fixture
def control(github: FakeGithub) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"{github.control_url}/_fake", verify=False) as client:
        yield client


def test_the_log_tells_everything_but_the_token(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, control: httpx2.Client
) -> None:
    github.advance(5)
    before = time.monotonic()
    version = {"x-github-api-version": "2022-11-28"}
    alice.post("/repositories/1000001/issues?a=%C3%A9&b=", json={"title": "New"}, headers=version)
    alice.get("/repos/acme/widgets/labels/a%2Fb", headers={"authorization": "Bearer ghp_wrong"})
    first, second = control.get("/log").json()
    assert first == {
        "number": 1,
        "moment": "2026-01-01T00:00:05Z",
        "method": "POST",
        "path": "/repositories/1000001/issues",
        "route": "/repos/acme/widgets/issues",
        "query": [["a", "é"], ["b", ""]],
        "headers": {
            "accept": "application/vnd.github+json",
            "content-type": "application/json",
            "content-length": "15",
            "user-agent": first["headers"]["user-agent"],
            "x-github-api-version": "2022-11-28",
            "authorization": "Bearer alice",
        },
        "body": {"title": "New"},
        "operation": None,
        "fields": [],
        "status": 201,
        "answered": True,
        "fault": None,
        "changed": True,
        "arrived": first["arrived"],
    }
    assert before < first["arrived"] < second["arrived"] < time.monotonic()
    assert (second["path"], second["status"], second["changed"]) == ("/repos/acme/widgets/labels/a%2Fb", 401, False)
    assert second["headers"]["authorization"] == "Bearer ?"
    assert "ghp_" not in control.get("/log").text
    assert github.log.lines == ["POST /repos/acme/widgets/issues", "GET /repos/acme/widgets/labels/a%2Fb"]
    assert ([entry.number for entry in github.log.writes], github.log[0].argument("a")) == ([1], "é")
    control.delete("/log")
    alice.get("/user")
    assert [entry["number"] for entry in control.get("/log").json()] == [3]


def test_rules_are_made_and_looked_at_from_outside(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, control: httpx2.Client
) -> None:
    rule = {"fault": "server_error", "with": {"status": 503, "body": "html"}, "method": "GET", "path": "/user"}
    assert control.post("/faults", json=[rule, {"fault": "unauthorized", "times": None}]).status_code == 200
    assert [alice.get("/user").status_code for _ in range(3)] == [503, 401, 401]
    assert [(item["fault"], item["applied"]) for item in control.get("/faults").json()] == [
        ("server_error", 1),
        ("unauthorized", 2),
    ]
    control.delete("/faults")
    assert alice.get("/user").status_code == 200
    assert len(github.log) == 4


def test_rules_tell_mutations_from_queries(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, control: httpx2.Client
) -> None:
    control.post("/faults", json={"fault": "neither", "operation": "mutation", "nth": 2})
    document = """ # query
      mutation { addComment(input: {subjectId: "x", body: "y"}) { clientMutationId } }"""
    bodies = [alice.post("/graphql", json={"query": text}).json() for text in (document, "{ viewer { id } }", document)]
    assert ["data" in body for body in bodies] == [True, True, False]
    entries = control.get("/log").json()
    assert [(entry["operation"], entry["fields"]) for entry in entries] == [
        ("mutation", ["addComment"]),
        ("query", ["viewer"]),
        ("mutation", ["addComment"]),
    ]
    assert alice.post("/graphql", json={"query": "{"}).json()["errors"]
    assert control.get("/log").json()[-1]["operation"] is None


def test_organizations_and_boards_are_seeded(github: FakeGithub, control: httpx2.Client) -> None:
    fields = [{"name": "Size", "kind": "number"}]
    seed = {
        "organizations": [{"login": "acme", "issue_types": ["Epic"]}],
        "repositories": [{"full_name": "acme/widgets", "categories": ["Ideas"], "issues": [{"type": "Epic"}]}],
        "projects": [{"owner": "acme", "title": "Plan", "fields": fields, "collaborators": {"alice": "push"}}],
    }
    made = control.post("/seed", json=seed).json()
    assert made["projects"] == {"acme/1": "PVT_UHJvamVjdFYyOjEwMDAwMDE"}
    picture = github.picture()
    assert picture["acme/projects/1"]["fields"] == ["Title", "Labels", "Repository", "Status", "Size"]
    assert picture["acme/widgets"]["issues"]["1"]["type"]["name"] == "Epic"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/faults", '{"fault": "rain"}', 400),
        ("POST", "/faults", '{"fault": "hang", "with": {"nonsense": 1}}', 400),
        ("POST", "/faults", "{", 400),
        ("POST", "/seed", '{"repositories": [{"full_name": "acme"}]}', 400),
        ("POST", "/nothing", "", 404),
        ("GET", "/seed", "", 404),
    ],
)
def test_what_is_asked_wrongly_is_told(control: httpx2.Client, method: str, path: str, body: str, status: int) -> None:
    answer = control.request(method, path, content=body)
    assert answer.status_code == status
    assert answer.json()["message"]


def test_time_and_settings_are_set_from_outside(
    github: FakeGithub, widgets: RepositoryBuilder, alice: httpx2.Client, control: httpx2.Client
) -> None:
    assert control.post("/clock", json={"set": "2026-05-05T00:00:00Z", "advance": 1.5}).status_code == 200
    assert control.get("/clock").json() == {"now": "2026-05-05T00:00:01Z"}
    assert alice.get("/user").headers["date"] == "Tue, 05 May 2026 00:00:01 GMT"
    limits = [{"token": "alice", "resource": "core", "limit": 0}]
    control.post("/settings", json={"links": "names", "search_lag": 9, "limits": limits})
    assert (github.store.link_style, alice.get("/user").status_code) == ("names", 403)
    assert control.get("/picture").json() == github.picture()


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """End a process with its test, also when the test fails."""
    try:
        yield
    finally:
        process.kill()


def test_the_process_is_filled_used_and_stopped(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    issues = [{"title": "One", "comments": ["Hello"]}, {"title": "Two", "is_pull": True, "state": "closed"}]
    repository = {"full_name": "acme/widgets", "labels": ["bug"], "collaborators": {"alice": "push"}, "issues": issues}
    state.write_text(json.dumps({"tokens": [{"name": "alice"}], "repositories": [repository]}))
    command = [*COMMAND, "--port", "0", "--seed", "4", "--clock", "2026-07-01T00:00:00Z", "--state", str(state)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process, ended(process):
        assert process.stdout is not None
        url, control = process.stdout.readline().strip(), process.stdout.readline().strip()
        made = httpx2.post(f"{control}/_fake/seed", json={"tokens": [{"name": "bob"}]}).json()
        assert made == {"tokens": {"bob": "ghp_bob" + "0" * 20}, "apps": {}, "repositories": {}, "projects": {}}
        client = httpx2.Client(base_url=url, headers={"authorization": f"token {made['tokens']['bob']}"}, verify=False)
        found = client.get("/repos/acme/widgets/issues?state=all").json()
        assert [(item["id"], item["title"], "pull_request" in item) for item in found] == [
            (5_000_002, "Two", True),
            (5_000_001, "One", False),
        ]
        assert found[0]["created_at"] == "2026-07-01T00:00:00Z"
        httpx2.post(f"{control}/_fake/refuse")
        with pytest.raises(httpx2.TransportError):
            client.get("/user")
        httpx2.post(f"{control}/_fake/accept")
        assert client.get("/user").json()["login"] == "bob"
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
