"""What callers write and what operators configure shows in no error, no log, no token and no file."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from agents import Agent, Facts
from anyio.from_thread import BlockingPortal
from fakes.github import faults
from worlds import ENTRY, KEYS, TOKEN, Server, World, repository, world_in

CANARY = "kanari-7f3a"
SECRETS = (CANARY, TOKEN, TOKEN[4:], KEYS)

FIND, READ, THREAD = "github_find_issues", "github_get_issue", "github_list_comments"
CREATE, UPDATE, COMMENT = "github_create_issue", "github_update_issue", "github_add_comment"
LOCK = "github_set_issue_lock"

WRITTEN: list[tuple[str, Facts]] = [
    (FIND, {"query": f"it says {CANARY}: {CANARY}"}),
    (FIND, {"labels": [CANARY]}),
    (FIND, {"labels": [f"{CANARY}, or not"], "assignee": CANARY}),
    (FIND, {"creator": CANARY}),
    (CREATE, {"title": CANARY, "body": CANARY, "idempotency_key": CANARY}),
    (CREATE, {"title": "Crash", "labels": ["bug", CANARY]}),
    (CREATE, {"title": "Crash", "assignees": [CANARY]}),
    (UPDATE, {"issue_number": 1, "title": CANARY, "body": CANARY}),
    (UPDATE, {"issue_number": 1, "labels": [CANARY], "assignees": [CANARY]}),
    (UPDATE, {"issue_number": 1, "add_labels": [CANARY], "remove_labels": [f"{CANARY} too"]}),
    (UPDATE, {"issue_number": 1, "assignees": [CANARY]}),
    (UPDATE, {"issue_number": 1, "title": "Crash", "expected_version": f"v:{CANARY}"}),
    (COMMENT, {"issue_number": 1, "body": CANARY, "idempotency_key": CANARY}),
    (COMMENT, {"issue_number": 2, "body": CANARY}),
]
"""Calls with the canary wherever a caller may write what it likes."""

WRONG: list[tuple[str, Facts]] = [
    (FIND, {"owner": f"{CANARY}/x"}),
    (FIND, {"repo": f"{CANARY} x"}),
    (FIND, {"query": CANARY * 100}),
    (FIND, {"state": CANARY}),
    (FIND, {"labels": CANARY}),
    (FIND, {"labels": [{"name": CANARY}]}),
    (FIND, {"updated_after": CANARY}),
    (FIND, {"detail": [CANARY]}),
    (FIND, {"cursor": CANARY}),
    (READ, {"issue_number": CANARY}),
    (THREAD, {"issue_number": 1, "cursor": CANARY * 20}),
    (CREATE, {"title": CANARY * 100}),
    (CREATE, {"title": CANARY, "idempotency_key": CANARY * 100}),
    (UPDATE, {"issue_number": 1, "add_labels": [CANARY], "remove_labels": [CANARY]}),
    (UPDATE, {"issue_number": 1, "state_reason": CANARY}),
    (UPDATE, {"issue_number": 1, "expected_version": {"v": CANARY}}),
    (LOCK, {"issue_number": 1, "locked": True, "lock_reason": CANARY}),
    (LOCK, {"issue_number": 1, "locked": CANARY}),
]
"""Calls with the canary where it is not allowed."""

FAULTS = [
    faults.closed(stored=False),
    faults.closed(stored=True),
    faults.server_error(502, "html", stored=True),
    faults.broken_json(),
    faults.unauthorized(),
    faults.forbidden(),
    faults.secondary_limit(retry_after="5"),
    faults.answered(404),
    faults.answered(410),
    faults.answered(451),
    faults.answered(409),
    faults.invalid([{"resource": "Issue", "field": "title", "code": "invalid", "value": CANARY}]),
    faults.redirect(301, origin="http://127.0.0.1:9"),
]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A world with labels, people and a lock that calls run into."""
    with world_in(tmp_path_factory.mktemp("secrets")) as world:
        yield world


@pytest.fixture(scope="module")
def chatty(watched: World, e2e_portal: BlockingPortal) -> Iterator[Server]:
    """A server that logs all it ever logs."""
    with Server(watched, e2e_portal, "http", "--log-level", "debug") as server:
        yield server


@pytest.fixture(scope="module")
def writer(watched: World, chatty: Server, e2e_portal: BlockingPortal) -> Agent:
    return Agent(watched, chatty.client("modern"), e2e_portal, repository(watched))


@pytest.fixture
def nosy(writer: Agent) -> Agent:
    """An agent in a repository with an issue, and one that is locked."""
    writer.home = repository(writer.world)
    writer.home.issue("Crash")
    writer.home.issue("Locked", locked=True, lock_reason="spam")
    return writer


def clean(text: str) -> None:
    """Hold a text to nothing of what must not be told, not even encoded."""
    for secret in SECRETS:
        for shown in (secret, base64.b64encode(secret.encode()).decode().rstrip("=")[:-1], secret.encode().hex()):
            assert shown.lower() not in text.lower()


def failed(agent: Agent, tool: str, args: Facts) -> str | None:
    """Call a tool, and return the code it fails with after a look at all that it tells then."""
    result = agent.begin(tool, **args).result()
    if not result.is_error:
        return None
    clean(result.model_dump_json())
    return str(result.structured_content["code"])


@pytest.mark.parametrize(("tool", "args"), WRITTEN)
def test_no_failure_tells_what_was_written(nosy: Agent, chatty: Server, tool: str, args: Facts) -> None:
    codes = {failed(nosy, tool, args)}
    for number, fault in enumerate(FAULTS):
        for method in ("GET", "POST" if tool in (CREATE, COMMENT) else "PATCH"):
            # A key that was used stands for another call, and a write in doubt is looked for.
            fresh = (
                {"idempotency_key": f"{args['idempotency_key']}-{method}-{number}"} if "idempotency_key" in args else {}
            )
            nosy.world.github.inject(fault, method=method)
            codes.add(failed(nosy, tool, args | fresh))
            codes.add(failed(nosy, tool, args | fresh))
            nosy.world.github.rules.queue.clear()
    assert len(codes - {None}) >= 4, codes
    clean(chatty.log)


@pytest.mark.parametrize(("tool", "args"), WRONG)
def test_no_refusal_tells_what_was_wrong(nosy: Agent, chatty: Server, tool: str, args: Facts) -> None:
    nosy.forget()
    assert failed(nosy, tool, args) == "invalid_field"
    assert nosy.asked == []
    clean(chatty.log)


def test_the_name_of_an_argument_that_is_unknown_is_told_but_not_logged(nosy: Agent, chatty: Server) -> None:
    error = nosy.refused(FIND, "invalid_field", asks=[], **{CANARY: f"{CANARY}-value"})
    assert error["details"]["field"] == CANARY
    assert "-value" not in str(error)
    clean(chatty.log)


@pytest.mark.parametrize("address", [f"github://{CANARY}", f"github://repos/acme/x/issues?state={CANARY}"])
def test_no_address_that_is_wrong_is_logged(nosy: Agent, chatty: Server, address: str) -> None:
    error = nosy.raised("read_resource", address, asks=[])
    assert error.code == -32602
    clean(chatty.log)


def test_tokens_tell_nothing(nosy: Agent) -> None:
    nosy.home.many_issues(60, title=CANARY, body=CANARY)
    found = nosy.begin(FIND, query=CANARY, detail="full").result().structured_content
    nosy.home_issue(1).many_comments(30, body=CANARY)
    read = nosy.begin(READ, issue_number=1).result().structured_content
    tokens = [found["next_cursor"], read["comments_cursor"], *(row["version"][2:] for row in found["issues"])]
    for token in tokens:
        clean(token)
        clean(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode("latin-1"))


def test_the_store_and_the_log_tell_nothing_of_all_this(nosy: Agent, chatty: Server) -> None:
    args = {"title": CANARY, "body": CANARY, "labels": ["bug"], "idempotency_key": CANARY}
    nosy.given(CREATE, nosy.begin(CREATE, **args).result())
    nosy.world.github.inject(faults.closed(stored=True), method="POST")
    assert failed(nosy, CREATE, {**args, "idempotency_key": f"{CANARY}-2"}) == "outcome_unknown"
    files = list(nosy.world.folder.glob("state.sqlite3*"))
    # The records are there: it is not for want of content that nothing is found.
    assert sum(file.stat().st_size for file in files) > 4096
    for file in files:
        clean(file.read_bytes().decode("latin-1"))
    clean(chatty.log)
    assert {"outcome_unknown", "refused", "serving"} <= {event["event"] for event in chatty.events}
    (warning, *_) = (event for event in reversed(chatty.events) if event["event"] == "outcome_unknown")
    assert (warning["level"], warning["operation"]) == ("warning", "create_issue")
    assert set(warning) == {"time", "level", "event", "tool", "request_id", "operation", "cause"}


@pytest.mark.parametrize(
    "settings",
    [
        {"STATE_KEYS": CANARY},
        {"STATE_STORE": f"ftp://{CANARY}/x"},
        {"GITHUB_API_URL": f"no url but {CANARY}"},
        {"STATE_STORE": f"redis://user:{CANARY}@127.0.0.1:9", "STATE_KEYS": None},
    ],
)
def test_no_setting_that_is_wrong_is_told(watched: World, settings: dict[str, Any]) -> None:
    environment = {**watched.environment(**settings), "E2E_PROCESS": str(watched.folder / "process")}
    for option in ([], ["--check"]):
        done = subprocess.run(
            [sys.executable, str(ENTRY), *option],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        clean(done.stdout + done.stderr)
        assert option or json.loads(done.stderr)["event"] == "configuration"


def test_what_a_server_says_of_itself_holds_no_setting(nosy: Agent) -> None:
    clean(json.dumps(nosy.bare("github_get_capabilities", asks=[])))
