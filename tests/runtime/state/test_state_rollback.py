"""Rollback over real processes: a generated server books what GitHub answered for, and undoes that and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from commenting import KEYS, OTHER_KEYS, PATIENCE, SLUG, SOURCE, Commenting
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from fakes.github import FakeGithub, faults
from fakes.github.clock import real_time
from places import Place

UNKNOWN = "so whether it was undone is unknown"


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture(scope="module")
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as started:
        yield started


@pytest.fixture
def commenting(place: Place, tmp_path: Path, key: rsa.RSAPrivateKey, portal: BlockingPortal) -> Iterator[Commenting]:
    """Servers of an app that may write to one repository, over a store of either kind."""
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    public = key.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
    with FakeGithub(real_time) as github:
        github.repository("acme/widgets", collaborators={f"{SLUG}[bot]": "push"}).issue("One")
        app = github.app(SLUG, public, ["acme"])
        environment = {
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(SOURCE),
            "GITHUB_APP_ID": str(app.id),
            "GITHUB_APP_PRIVATE_KEY": private,
            "GITHUB_API_URL": github.url,
            "STATE_STORE": place.address,
            "STATE_KEYS": KEYS,
        }
        yield Commenting(github, tmp_path, environment, portal)


def last(lines: list[str]) -> str:
    return lines[-1].removeprefix("comments: ")


def test_what_was_booked_is_undone_newest_first_and_nothing_else(commenting: Commenting) -> None:
    (repository,) = commenting.github.store.repositories.values()
    with commenting.serving() as server:
        first, second = server.comment("One"), server.comment("Two")
        arguments = {"issue_number": 1, "marker": "status", "body": "Up"}
        made = server.call("upsert_sticky_comment", **arguments).structured_content
        assert made["created"]
        # What is edited, deleted and said while closing is not booked.
        assert not server.call("upsert_sticky_comment", **{**arguments, "body": "Down"}).structured_content["created"]
        said = server.call("close_issue", issue_number=1, comment="Done").structured_content["comment_id"]
    booked = [first, second, made["comment_id"]]
    assert commenting.booked() == booked
    assert commenting.comments == [*booked, said]
    commenting.github.log.clear()
    *lines, total = commenting.rolled_back()
    assert total == "comments: 3 undone, 0 gone already, 0 left"
    assert [line.rpartition("  ")[2] for line in lines] == ["undone"] * 3
    deletes = [line for line in commenting.github.log.lines if line.startswith("DELETE")]
    assert deletes == [f"DELETE /repos/acme/widgets/issues/comments/{id}" for id in reversed(booked)]
    assert commenting.comments == [said]
    assert repository.issues[1].state == "closed"
    # The second time there is nothing to do.
    commenting.github.log.clear()
    assert commenting.rolled_back() == ["comments: 0 undone, 0 gone already, 0 left"]
    assert commenting.github.log.lines == []


@pytest.mark.parametrize(
    "fault",
    [faults.closed(stored=True), faults.server_error(502, stored=True), faults.answered(422, "Validation Failed")],
    ids=["lost", "5xx", "refused"],
)
def test_only_an_answer_of_success_books(commenting: Commenting, fault: faults.Fault) -> None:
    commenting.github.inject(fault, method="POST", path=".*/comments")
    with commenting.serving() as server:
        answer = server.call("comment", issue_number=1, body="Lost?")
        assert answer.is_error
        assert ("rollback has no record of it" in answer.content[0].text) == (not fault.answered or fault.stored)
    assert commenting.booked() == []
    kept = commenting.comments
    assert last(commenting.rolled_back()) == "0 undone, 0 gone already, 0 left"
    assert commenting.comments == kept


def test_what_was_booked_survives_a_kill_and_what_was_not_answered_is_not_booked(commenting: Commenting) -> None:
    with commenting.serving() as server:
        first = server.comment()
        commenting.github.inject(faults.hang(stored=True), method="POST", path=".*/comments")
        call = server.begin("comment", issue_number=1, body="Killed")
        end = time.monotonic() + PATIENCE
        while len(commenting.comments) < 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        server.kill()
        assert call.exception(PATIENCE) is not None
    assert commenting.booked() == [first]
    assert last(commenting.rolled_back()) == "1 undone, 0 gone already, 0 left"
    assert len(commenting.comments) == 1


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (faults.closed(stored=True), f"no answer came back from GitHub for deleteComment (.*), {UNKNOWN}"),
        (faults.server_error(502), f"GitHub answered deleteComment with 502 (.*), {UNKNOWN}"),
        (faults.forbidden(), "not undone: GitHub refused deleteComment with 403: .*"),
    ],
    ids=["lost", "5xx", "refused"],
)
def test_an_entry_stays_until_its_undo_is_answered(commenting: Commenting, fault: faults.Fault, told: str) -> None:
    with commenting.serving() as server:
        first, second = server.comment("One"), server.comment("Two")
    commenting.github.inject(fault, method="DELETE")
    newest, oldest, total = commenting.rolled_back(code=1)
    assert re.fullmatch(told.replace("(", r"\(").replace(")", r"\)"), newest.split("}  ")[1])
    assert oldest.endswith("undone")
    assert total == "comments: 1 undone, 0 gone already, 1 left"
    assert commenting.booked() == [second]
    there = second in commenting.comments
    assert first not in commenting.comments
    total = last(commenting.rolled_back())
    assert total == ("1 undone, 0 gone already, 0 left" if there else "0 undone, 1 gone already, 0 left")
    assert commenting.comments == commenting.booked() == []


def test_nothing_is_undone_while_github_cannot_be_reached(commenting: Commenting) -> None:
    with commenting.serving() as server:
        posted = server.comment()
    with commenting.github.refusing():
        line, total = commenting.rolled_back(code=1)
    assert "}  not undone: deleteComment did not reach GitHub (" in line
    assert total == "comments: 0 undone, 0 gone already, 1 left"
    assert commenting.booked() == commenting.comments == [posted]


def test_a_rate_limit_ends_a_rollback(commenting: Commenting) -> None:
    with commenting.serving() as server:
        posted = [server.comment(), server.comment(), server.comment()]
    commenting.github.inject(faults.secondary_limit(), method="DELETE", nth=2)
    commenting.github.log.clear()
    newest, limited, total = commenting.rolled_back(code=1)
    assert newest.endswith("undone")
    assert limited.endswith("not undone: GitHub is asked too often; the older ones were not tried")
    assert total == "comments: 1 undone, 0 gone already, 2 left"
    assert sum(line.startswith("DELETE") for line in commenting.github.log.lines) == 2
    assert commenting.booked() == posted[:2]


def test_a_store_that_cannot_be_used_is_said(commenting: Commenting, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for command in ("--booked", "--rollback"):
        done = commenting.command(command, "comments", STATE_STORE=str(tmp_path / "file" / "state.sqlite3"))
        assert (done.returncode, done.stdout) == (1, "")
        assert "comments: stopped. The state file cannot be opened." in done.stderr


def test_what_somebody_else_deleted_is_done(commenting: Commenting) -> None:
    with commenting.serving() as server:
        first, second = server.comment("One"), server.comment("Two")
        assert not server.call("delete_own_comment", comment_id=second).is_error
    newest, oldest, total = commenting.rolled_back()
    assert newest.endswith("gone already")
    assert oldest.endswith("undone")
    assert total == "comments: 1 undone, 1 gone already, 0 left"
    assert commenting.booked() == []
    assert first not in commenting.comments


def test_a_checkpoint_keeps_what_came_before_it(commenting: Commenting) -> None:
    with commenting.serving() as server:
        first, second = server.comment("One"), server.comment("Two")
    position = commenting.positions()[0]
    assert commenting.booked("--since", position) == [second]
    assert commenting.booked("--since", "2020-01-01T00:00:00Z") == [first, second]
    assert last(commenting.rolled_back("--since", "2999-01-01T00:00:00Z")) == "0 undone, 0 gone already, 0 left"
    assert last(commenting.rolled_back("--since", position)) == "1 undone, 0 gone already, 0 left"
    assert commenting.booked() == commenting.comments == [first]


def test_two_processes_book_in_one_ledger(commenting: Commenting) -> None:
    with commenting.serving() as one, commenting.serving() as other:
        calls = [server.begin("comment", issue_number=1, body="Hi") for _ in range(4) for server in (one, other)]
        posted = [call.result(PATIENCE).structured_content["comment_id"] for call in calls]
        # A rollback while they run.
        assert sorted(commenting.booked()) == sorted(posted)
        positions = list(map(int, commenting.positions()))
        assert positions == sorted(set(positions))
        assert last(commenting.rolled_back()) == "8 undone, 0 gone already, 0 left"
        later = one.comment("Later")
    assert commenting.booked() == [later]


def test_of_two_rollbacks_one_acts(commenting: Commenting) -> None:
    with commenting.serving() as server:
        posted = server.comment()
    commenting.github.inject(faults.hang(stored=False), method="DELETE")
    command = [sys.executable, "-m", "github_comments_mcp", "--rollback", "comments"]
    first = subprocess.Popen(command, env=commenting.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + PATIENCE
    while not any(line.startswith("DELETE") for line in commenting.github.log.lines):
        assert time.monotonic() < end
        time.sleep(0.01)
    refused = commenting.command("--rollback", "comments")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Another rollback is going on" in refused.stderr
    first.kill()
    first.wait()
    assert commenting.booked() == commenting.comments == [posted]


def test_a_reader_that_goes_away_stops_it_and_the_rest_stays_booked(commenting: Commenting) -> None:
    with commenting.serving() as server:
        first, second = server.comment("One"), server.comment("Two")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "github_comments_mcp", "--rollback", "comments"]
    try:
        done = subprocess.run(
            command, env=commenting.environment, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writing)
    assert done.returncode == 1
    (told,) = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert told.startswith("comments: stopped. Nobody reads its lines any more; this one was left: ")
    assert f'"comment_id": {second}' in told
    assert told.endswith("  undone. What was not said to be undone is still booked.")
    assert commenting.comments == [first]


def test_entries_are_sealed_and_left_when_no_key_opens_them(commenting: Commenting, place: Place) -> None:
    with commenting.serving() as server:
        posted = server.comment("The text of a comment")
        server.call("reply_in_thread", issue_number=1, comment_id=1, body="No such route in this fake")
    kept = place.run(place.open().booked('["github-comments-mcp","comments"]'))
    assert len(kept) == 1
    assert b"widgets" not in kept[0].sealed
    done = commenting.command("--rollback", "comments", STATE_KEYS=OTHER_KEYS)
    assert done.returncode == 1
    assert "unreadable  not undone: none of the keys of this server opens it" in done.stdout
    assert commenting.comments == [posted]
    # A key that is replaced without a gap still opens what it sealed.
    done = commenting.command("--rollback", "comments", STATE_KEYS=f"{OTHER_KEYS},{KEYS}")
    assert done.returncode == 0
    assert commenting.comments == []


def test_a_write_that_cannot_be_booked_succeeds_and_is_logged(commenting: Commenting, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with commenting.serving(STATE_STORE=str(tmp_path / "file" / "state.sqlite3")) as server:
        posted = server.comment()
    assert commenting.comments == [posted]
    assert '"level": "error", "event": "not_booked", "ledger": "comments", "tool": "comment"' in commenting.log
    assert commenting.booked() == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--mock"], "argument --rollback: not allowed with argument --mock"),
        (["--http", ":0"], "argument --rollback: not allowed with argument --http"),
        (["--booked", "replies"], "argument --booked: not allowed with argument --rollback"),
        (["--since", "yesterday"], "argument --since: invalid CHECKPOINT value: 'yesterday'"),
        (["--since", "2026-01-01T00:00:00"], "argument --since: invalid CHECKPOINT value"),
    ],
)
def test_what_does_not_go_together_is_a_usage_error(commenting: Commenting, given: list[str], told: str) -> None:
    refused = commenting.command("--rollback", "comments", *given)
    assert refused.returncode == 2
    assert told in refused.stderr
