"""What operators say: which repositories, which app, and what happens without one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lost.place import Home, Place
from tests.lost.server import Server, Start, envelope, told

TOOLS = (
    "comment",
    "reply_in_thread",
    "edit_own_comment",
    "delete_own_comment",
    "upsert_sticky_comment",
    "create_issue",
    "close_issue",
    "get_issue",
)
WANTED: dict[str, Any] = {
    "issue_number": 1,
    "comment_id": 1,
    "body": "Deployed.",
    "marker": "deployments",
    "title": "It crashes",
}


def asked(server: Server, tool: str, place: dict[str, Any]) -> Any:
    """The result of a tool that gets all that it requires."""
    schema = next(item for item in server.tools() if item["name"] == tool)["inputSchema"]
    return server.call(tool, {name: {**WANTED, **place}[name] for name in schema["required"]})


def test_without_an_app_every_tool_says_so(start: Start, github_place: Place, home: Home) -> None:
    server = start(GITHUB_APP_ID=None, GITHUB_APP_PRIVATE_KEY=None)
    for tool in TOOLS:
        result = asked(server, tool, home.place)
        assert told(result) == f"{tool} failed: The GitHub App's id and private key are not configured."
        assert envelope(result)["code"] == "not_configured"
    assert github_place.asked == []


@pytest.mark.parametrize("name", ["GITHUB_APP_ID", "GITHUB_APP_PRIVATE_KEY"])
def test_half_an_app_is_none(start: Start, github_place: Place, home: Home, name: str) -> None:
    result = start(**{name: None}).call("get_issue", home.numbered)
    assert told(result) == "get_issue failed: The GitHub App's id and private key are not configured."
    assert github_place.asked == []


@pytest.mark.parametrize("settings", [{"GITHUB_APP_PRIVATE_KEY": "no key"}, {"GITHUB_APP_ID": "999"}])
def test_an_app_that_is_not_accepted_is_told_apart(start: Start, home: Home, settings: dict[str, str]) -> None:
    result = start(**settings).call("comment", {**home.numbered, "body": "Deployed."})
    why = "GitHub does not accept the app's credentials for this repository, or the app is not installed there."
    assert (told(result), envelope(result)["code"]) == (f"comment failed: {why}", "app_refused")
    assert home.stored == []


def test_where_the_app_is_not_installed_nothing_is_asked_of_the_repository(
    server: Server, github_place: Place, home: Home
) -> None:
    github_place.github.repository("elsewhere/widgets").issue("One")
    result = server.call("comment", {"owner": "elsewhere", "repo": "widgets", "issue_number": 1, "body": "Hi"})
    assert envelope(result)["code"] == "app_refused"
    assert github_place.asked == ["installation"]


def test_an_app_that_was_installed_anew_is_found_again(server: Server, github_place: Place, home: Home) -> None:
    """Its old installation, and the tokens of it, are gone."""
    assert not server.call("get_issue", home.numbered).is_error
    store, installations = github_place.github.store, github_place.app.installations
    with store.lock:
        del installations[int(github_place.installation(home))]
        for token in store.tokens.values():
            if home.repository.repository.full_name in token.access:
                token.expires_at = github_place.github.clock()
        installations[store.next_id("Installation")] = home.place["owner"]
    assert not server.call("comment", {**home.numbered, "body": "Deployed again."}).is_error
    assert home.stored == ["a comment"]


def test_without_a_list_every_repository_may_be_used(server: Server, home: Home) -> None:
    assert not server.call("comment", {**home.numbered, "body": "Deployed again."}).is_error


def test_a_list_keeps_all_tools_from_other_repositories(start: Start, github_place: Place, home: Home) -> None:
    server = start(GITHUB_ALLOWED_REPOSITORIES="acme/other,acme/gadgets")
    for tool in TOOLS:
        result = asked(server, tool, home.place)
        name = home.repository.repository.full_name
        assert told(result) == f"{tool} failed: {name} is not on the operator's list of repositories."
        assert envelope(result)["code"] == "repo_not_allowed"
    assert (github_place.asked, home.stored) == ([], [])


def test_names_on_the_list_do_not_differ_by_case(start: Start, home: Home) -> None:
    owner, repo = home.place["owner"], home.place["repo"]
    server = start(GITHUB_ALLOWED_REPOSITORIES=f"acme/other,{owner.upper()}/{repo.title()}")
    shouted = {**home.numbered, "repo": repo.upper(), "body": "Deployed again."}
    for arguments in ({**shouted, "repo": repo}, shouted):
        assert not server.call("comment", arguments).is_error
    refused = server.call("get_issue", {**home.numbered, "repo": f"{repo}-2"})
    assert envelope(refused)["code"] == "repo_not_allowed"
