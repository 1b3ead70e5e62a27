"""What operators find of writes that are in doubt, and that nobody finds a key or a token."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.github import faults
from tests.lost.columns import COLUMNS, Column
from tests.lost.place import REQUESTS, SOURCE, Home, Place
from tests.lost.server import PATIENCE, Server, Start, envelope, told

CANARY = "kanari-7f3a"
FIELDS = {"time", "level", "event", "tool", "request_id", "operation", "cause"}
FAULTS = [
    faults.closed(stored=True),
    faults.server_error(502, "html"),
    faults.broken_json(),
    faults.unauthorized(),
    faults.forbidden(),
    faults.invalid(message=f"{CANARY} is not allowed"),
    faults.secondary_limit(),
]


def clean(place: Place, text: str, *others: str) -> None:
    """Hold a text to nothing of the key, of the tokens, and of what is given."""
    for secret in (*place.secrets, *others):
        assert secret not in text


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.title)
@pytest.mark.parametrize(
    ("fault", "cause", "more"),
    [
        (faults.closed(), "the connection was closed without an answer", {}),
        (faults.server_error(502), "the service answered with status 502", {"status": 502}),
    ],
    ids=["lost", "502"],
)
def test_every_unknown_outcome_leaves_one_warning(
    server: Server,
    github_place: Place,
    home: Home,
    column: Column,
    fault: faults.Fault,
    cause: str,
    more: dict[str, int],
) -> None:
    column.prepare(home)
    github_place.github.inject(fault, *REQUESTS[column.write])
    before = len(server.events("outcome_unknown"))
    result = server.call(column.tool, column.arguments(home))
    (event,) = server.events("outcome_unknown")[before:]
    assert {**event, "time": ""} == {
        "time": "",
        "level": "warning",
        "event": "outcome_unknown",
        "tool": column.tool,
        "request_id": envelope(result)["request_id"],
        "operation": column.write,
        "cause": cause,
        **more,
    }
    clean(github_place, server.log, "Deployed", "production")


def test_what_is_known_to_have_failed_leaves_no_such_warning(server: Server, github_place: Place, home: Home) -> None:
    before = server.events("outcome_unknown")
    for operation, fault in (("createComment", faults.invalid()), ("token", faults.closed())):
        github_place.github.inject(fault, *REQUESTS[operation])
        other = github_place.home()
        assert server.call("comment", {**other.numbered, "body": "Deployed."}).is_error
    assert server.events("outcome_unknown") == before


def impatient(folder: Path) -> Path:
    """The server with less time for a call: nothing else is changed."""
    shutil.copytree(SOURCE, folder)
    file = folder / "github_comments_mcp" / "contract.json"
    contract = json.loads(file.read_text(encoding="utf-8"))
    contract["server"].setdefault("limits", {})["call_timeout_ms"] = 1_500
    file.write_text(json.dumps(contract), encoding="utf-8")
    return folder


def test_a_write_that_outlasts_its_call_is_unknown_and_logged(
    start: Start, github_place: Place, home: Home, tmp_path: Path
) -> None:
    server = start(PYTHONPATH=str(impatient(tmp_path / "src")))
    github_place.github.inject(faults.hang(stored=True), *REQUESTS["closeIssue"])
    result = server.call("close_issue", {**home.numbered, "comment": "Done in 1.2."})
    assert told(result) == (
        "close_issue: no answer came back from GitHub for closeIssue (it was not waited for any longer), so whether it"
        " took effect is unknown. Look on GitHub before trying again: a retry may do it twice."
        f" Already done: comment {home.posted} was posted."
    )
    (event,) = server.events("outcome_unknown")
    assert set(event) == FIELDS
    assert (event["tool"], event["operation"], event["level"]) == ("close_issue", "closeIssue", "warning")


def test_a_read_that_outlasts_its_call_leaves_no_write_in_doubt(
    start: Start, github_place: Place, home: Home, tmp_path: Path
) -> None:
    server = start(PYTHONPATH=str(impatient(tmp_path / "src")))
    github_place.github.inject(faults.hang(), *REQUESTS["listComments"])
    result = server.call("upsert_sticky_comment", {**home.numbered, "marker": "deployments", "body": "x"})
    why = "the server is busy, or the call took too long; no write is in doubt."
    assert told(result) == f"upsert_sticky_comment failed: {why}"
    assert (server.events("outcome_unknown"), home.stored) == ([], [])


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_a_write_whose_caller_went_away_is_logged(start: Start, github_place: Place, home: Home, era: str) -> None:
    server = start(era=era)
    github_place.github.inject(faults.hang(stored=True), *REQUESTS["createComment"])
    call = server.begin("comment", {**home.numbered, "body": "Deployed again."})
    github_place.github.log.wait(3)
    call.cancel()
    end = time.monotonic() + PATIENCE
    while not (events := server.events("outcome_unknown")):
        assert time.monotonic() < end, server.log
        time.sleep(0.01)
    assert [(event["tool"], event["operation"]) for event in events] == [("comment", "createComment")]
    assert events[0]["cause"] == "the call was stopped"


def test_no_key_and_no_token_is_in_an_answer_a_log_or_a_file(start: Start, github_place: Place, tmp_path: Path) -> None:
    # All that a process could write to is one folder.
    server = start(TMPDIR=str(tmp_path), HOME=str(tmp_path))
    home = github_place.home()
    assert not server.call("comment", {**home.numbered, "body": CANARY}).is_error
    answers: list[Any] = [server.tools()]
    for column in (COLUMNS[0], COLUMNS[2], COLUMNS[5], COLUMNS[9]):
        for name in (column.write, "token"):
            for fault in FAULTS:
                home = github_place.home()
                column.prepare(home)
                arguments = column.arguments(home)
                arguments |= {key: CANARY for key in ("body", "title", "comment") if key in arguments}
                github_place.github.inject(fault, *REQUESTS[name])
                answers.append(server.call(column.tool, arguments).model_dump_json())
    assert len(github_place.github.store.tokens) > 20, "it is not for want of tokens that nothing is found"
    clean(github_place, json.dumps(answers))
    clean(github_place, server.log, CANARY)
    assert {"outcome_unknown", "upstream_refused", "not_sent"} <= {
        json.loads(line)["event"] for line in server.log.splitlines()
    }
    assert list(tmp_path.rglob("*.sqlite3")), "it is not for want of a store that nothing is found"
    for file in tmp_path.rglob("*"):
        if file.is_file():
            clean(github_place, file.read_bytes().decode("latin-1"), CANARY)
            assert b"PRIVATE KEY" not in file.read_bytes(), file


def test_the_key_of_these_tests_is_in_no_file_either(
    server: Server, github_place: Place, home: Home, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert not server.call("get_issue", home.numbered).is_error
    for file in tmp_path_factory.getbasetemp().rglob("*"):
        if file.is_file():
            clean(github_place, file.read_bytes().decode("latin-1"))
