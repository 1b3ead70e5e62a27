"""Whose comments may be changed, and which one is the sticky one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.fakes.github import faults
from tests.lost.place import BOT, REQUESTS, STRANGER, Home, Place
from tests.lost.server import COMMAND, Server, Start, envelope, told

MARKER = "<!-- sticky:deployments -->"
TOOLS = [("edit_own_comment", {"body": "Mine now."}), ("delete_own_comment", {})]


def upserted(
    server: Server, home: Home, body: str = "production: 1.2", marker: str = "deployments"
) -> dict[str, object]:
    result = server.call("upsert_sticky_comment", {**home.numbered, "marker": marker, "body": body})
    assert not result.is_error, told(result)
    return dict(result.structured_content)


@pytest.mark.parametrize(("tool", "more"), TOOLS)
@pytest.mark.parametrize("author", [STRANGER, "robot", "other[bot]", None])
def test_a_comment_of_another_account_is_refused_and_nothing_is_written(
    server: Server, github_place: Place, home: Home, tool: str, more: dict[str, str], author: str | None
) -> None:
    foreign = home.issue.comment("Not yours.", user=author)
    home.noted()
    result = server.call(tool, {**home.place, "comment_id": foreign.id, **more})
    assert told(result) == f"{tool} failed: comment {foreign.id} was not written by {BOT}."
    assert envelope(result)["code"] == "not_own_comment"
    assert (github_place.asked[2:], home.stored) == (["getComment"], [])


@pytest.mark.parametrize(("tool", "more"), TOOLS)
def test_who_the_app_is_stands_in_the_settings(
    start: Start, github_place: Place, home: Home, tool: str, more: dict[str, str]
) -> None:
    server = start(GITHUB_BOT_LOGIN=None)
    text = told(server.call(tool, {**home.place, "comment_id": home.own.id, **more}))
    assert text == f"{tool} failed: comment {home.own.id} was not written by pactwright[bot]."
    assert home.stored == []


def test_names_of_accounts_do_not_differ_by_case(start: Start, github_place: Place, home: Home) -> None:
    server = start(GITHUB_BOT_LOGIN=BOT.replace("r", "R", 1))
    assert not server.call("edit_own_comment", {**home.place, "comment_id": home.own.id, "body": "Mine."}).is_error
    sticky = home.issue.comment(f"{MARKER}\nproduction: 1.1", user=BOT)
    assert upserted(server, home)["comment_id"] == sticky.id


def test_a_name_that_no_app_writes_as_is_refused_at_the_start(github_place: Place) -> None:
    # The sticky comment would never be found, and a new one be made each time.
    environment = github_place.environment(GITHUB_BOT_LOGIN="robot")
    ran = subprocess.run([sys.executable, *COMMAND, "--check"], env=environment, capture_output=True, text=True)
    assert ran.returncode == 1
    assert "GITHUB_BOT_LOGIN" in ran.stdout + ran.stderr


def test_own_comments_are_edited_and_deleted(server: Server, github_place: Place, home: Home) -> None:
    own = {**home.place, "comment_id": home.own.id}
    edited = server.call("edit_own_comment", {**own, "body": "Deployed to production."})
    assert edited.structured_content["comment_id"] == home.own.id
    assert home.own.body == "Deployed to production."
    deleted = server.call("delete_own_comment", own)
    assert deleted.structured_content == {"comment_id": home.own.id, "deleted": True}
    assert [comment.id for comment in home.issue.issue.comments] == [home.foreign.id]
    # A second time there is none: a plain refusal of the lookup.
    text = told(server.call("delete_own_comment", own))
    assert text == "delete_own_comment failed: GitHub error 404: GitHub 404 on getComment: Not Found"


def test_replies_go_to_the_thread(server: Server, home: Home) -> None:
    first = home.thread.comments[0].id
    asked = {**home.place, "issue_number": home.pull.number, "comment_id": first, "body": "It was slow."}
    replied = server.call("reply_in_thread", asked)
    (_, reply) = home.thread.comments
    assert (reply.id, reply.user and reply.user.login) == (replied.structured_content["comment_id"], BOT)
    # GitHub knows no replies to replies.
    again = server.call("reply_in_thread", {**asked, "comment_id": reply.id})
    assert told(again).startswith("reply_in_thread failed: GitHub error 422: GitHub 422 on replyToReviewComment: ")


def test_the_sticky_comment_is_created_once_and_then_edited(server: Server, home: Home) -> None:
    created = upserted(server, home, "production: 1.1")
    edited = upserted(server, home, "production: 1.2")
    assert (created["created"], edited["created"]) == (True, False)
    assert created["comment_id"] == edited["comment_id"] == home.posted
    assert home.issue.issue.comments[-1].body == f"{MARKER}\nproduction: 1.2"
    assert home.stored == ["a comment"]


def test_the_sticky_comment_is_found_among_pages_and_those_of_others(
    server: Server, github_place: Place, home: Home
) -> None:
    home.issue.comment(f"{MARKER}\nan imitation", user=STRANGER)
    home.issue.comment(f"{MARKER}\nof somebody who is gone", user=None)
    home.issue.comment(f"It is about {MARKER}", user=BOT)
    home.issue.comment("<!-- sticky:deployments-eu -->\nanother marker", user=BOT)
    home.issue.comment(None, user=BOT)
    home.issue.many_comments(230)
    sticky = home.issue.comment(f"{MARKER}\nproduction: 1.1", user=BOT)
    home.issue.many_comments(70)
    home.noted()
    edited = upserted(server, home)
    assert (edited["comment_id"], edited["created"]) == (sticky.id, False)
    assert (sticky.body, home.stored) == (f"{MARKER}\nproduction: 1.2", ["the new text"])
    # It is on the third page, and no other is read.
    assert github_place.asked[2:] == ["listComments"] * 3 + ["updateComment"]


def test_a_marker_of_another_account_alone_is_no_sticky_comment(
    server: Server, github_place: Place, home: Home
) -> None:
    home.issue.comment(f"{MARKER}\nan imitation", user=STRANGER)
    home.issue.many_comments(120)
    home.noted()
    assert upserted(server, home)["created"] is True
    assert home.stored == ["a comment"]
    assert github_place.asked[2:] == ["listComments"] * 2 + ["createComment"]


def test_a_page_that_is_lost_on_the_way_to_the_sticky_comment_creates_none(
    server: Server, github_place: Place, home: Home
) -> None:
    home.issue.many_comments(120)
    home.noted()
    github_place.github.inject(faults.closed(), *REQUESTS["listComments"], nth=2)
    result = server.call("upsert_sticky_comment", {**home.numbered, "marker": "deployments", "body": "x"})
    assert envelope(result)["code"] == "no_answer"
    assert (github_place.asked[2:], home.stored) == (["listComments"] * 2, [])
