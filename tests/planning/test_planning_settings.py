"""Settings over the wire: pairs that are given, configured or half there, and the list of what is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.github.boards import ProjectBuilder
from fakes.github.builders import RepositoryBuilder
from planning_world import LOGIN, Planner, World
from test_planning_boards import FIND, FIND_OF_USER, ITEMS, which
from test_planning_errors import NEW, data
from test_planning_issues import CREATE, GET, asked, named
from test_planning_milestones import MILESTONES

FILES: dict[str, dict[str, str]] = {
    "nothing": {},
    "global": {"xdg": "{section}"},
    "project": {"project": "{section}"},
    "both": {"xdg": "{other}", "project": "{section}"},
    "malformed": {"project": "{section}\n  - ]"},
    "malformed-near": {"xdg": "{section}", "project": "destination: ]"},
    "no-mapping": {"project": "- {section}"},
}
CONFIGURED = ("global", "project", "both", "malformed-near")


def write(world: World, files: str, section: str, other: str) -> None:
    for place, text in FILES[files].items():
        world.write(text.replace("{section}", section).replace("{other}", other), place)


@pytest.mark.parametrize("files", FILES)
def test_a_destination_is_given_or_configured(
    planner: Planner, world: World, home: RepositoryBuilder, files: str
) -> None:
    configured, place = world.repository(), named(home)
    write(world, files, f"destination: {{repo: {configured.repository.full_name}}}", "destination: {repo: far/away}")
    made = planner.gives("create_issue", **place, **NEW, asks=asked(home, GET, CREATE))
    assert made["number"] == 1
    if files in CONFIGURED:
        planner.gives("create_issue", **NEW, asks=asked(configured, GET, CREATE))
    else:
        assert data(planner.refused("create_issue", "missing_destination", **NEW, asks=[])) == {}
    for half in ("owner", "repo"):
        planner.refused("create_issue", "missing_destination", **{half: place[half]}, **NEW, asks=[])


@pytest.mark.parametrize("files", FILES)
def test_a_board_is_given_or_configured(
    planner: Planner, world: World, home: RepositoryBuilder, board: ProjectBuilder, files: str
) -> None:
    configured = world.board()
    configured.draft("Configured")
    pair = which(configured)
    text = f"board: {{projectOwnerLogin: {pair['projectOwnerLogin']}, projectNumber: '{pair['projectNumber']}'}}"
    write(world, files, text, "board: {projectOwnerLogin: far, projectNumber: 1}")
    given, session = [FIND, ITEMS], asked(home, MILESTONES)
    assert planner.gives("get_project_items", **which(board), asks=given) == {"items": []}
    if files in CONFIGURED:
        found = planner.gives("get_project_items", asks=given)
        assert [item["title"] for item in found["items"]] == ["Configured"]
        assert planner.gives("get_session_context", **named(home), asks=[*session, *given])["projectBoard"] == found
    else:
        assert data(planner.refused("get_project_items", "missing_board_config", asks=[])) == {}
        assert planner.gives("get_session_context", **named(home), asks=session)["projectBoard"] is None
    writes: list[tuple[str, dict[str, Any]]] = [
        ("add_item_to_project", {**named(home), "issueNumber": 1}),
        ("set_field_value", {"itemId": "I", "fieldId": "F", "value": {"kind": "text", "text": "x"}}),
        ("get_project_items", {}),
    ]
    for half in ("projectOwnerLogin", "projectNumber"):
        for tool, args in writes:
            planner.refused(tool, "missing_board_config", **args, **{half: which(board)[half]}, asks=[])
        # A session never fails for a board that is not told whole.
        half_told = planner.gives("get_session_context", **named(home), **{half: which(board)[half]}, asks=session)
        assert half_told["projectBoard"] is None


def test_the_kind_of_owner_is_configured_by_itself(planner: Planner, world: World) -> None:
    board = world.board(LOGIN)
    planner.refused("get_project_items", "resolve_project_id", **which(board), asks=[FIND])
    world.write("board: {projectOwnerType: user}")
    assert planner.gives("get_project_items", **which(board), asks=[FIND_OF_USER, ITEMS]) == {"items": []}
    args = {**which(board), "projectOwnerType": "organization"}
    planner.refused("get_project_items", "resolve_project_id", **args, asks=[FIND])
    planner.refused("get_project_items", "missing_board_config", asks=[])


def test_the_nearest_file_wins_section_by_section(planner: Planner, world: World, home: RepositoryBuilder) -> None:
    repository, board = home.repository.full_name, world.board()
    number = board.project.number
    world.write(f"board: {{projectOwnerLogin: acme, projectNumber: {number}}}\ndestination: {{repo: far/away}}", "xdg")
    world.write("destination: {repo: parent/dir}", "")
    world.write(f"destination: {{repo: {repository}}}", "project/deep")
    planner.gives("create_issue", **NEW, asks=asked(home, GET, CREATE))
    planner.gives("get_project_items", asks=[FIND, ITEMS])
    # A section is taken whole: its members are not merged.
    near = world.write("board: {projectOwnerType: organization}", "project/deep")
    planner.refused("get_project_items", "missing_board_config", asks=[])
    planner.refused("create_issue", "resolve_issue_id", **NEW, asks=["GET /repos/parent/dir"])
    near.unlink()
    planner.gives("get_project_items", asks=[FIND, ITEMS])


def test_the_next_call_sees_what_a_file_holds_now(planner: Planner, world: World, home: RepositoryBuilder) -> None:
    planner.refused("create_issue", "missing_destination", **NEW, asks=[])
    for _ in range(2):
        other = world.repository()
        world.write(f"destination: {{repo: {other.repository.full_name}}}")
        planner.gives("create_issue", **NEW, asks=asked(other, GET, CREATE))
    world.no_settings()
    planner.refused("create_issue", "missing_destination", **NEW, asks=[])


@pytest.mark.parametrize("repo", ["acme", "acme/", "/widgets", "a/b/c", "7", "[acme, widgets]", "~"])
def test_a_destination_has_two_parts(planner: Planner, world: World, repo: str) -> None:
    world.write(f"destination: {{repo: {repo}}}")
    planner.refused("create_issue", "missing_destination", **NEW, asks=[])


ALLOWED: dict[str, tuple[str, bool]] = {
    # What is allowed, and whether the repository is.
    "absent": ("", True),
    "empty": ("targeting: {}", True),
    "empty-lists": ("targeting: {allowRepos: [], allowOrgs: []}", True),
    "repo": ("targeting: {allowRepos: [{place}]}", True),
    "org": ("targeting: {allowOrgs: [{org}]}", True),
    "either": ("targeting: {allowRepos: [other/thing], allowOrgs: [{org}]}", True),
    "both": ("targeting: {allowRepos: [{place}], allowOrgs: [other]}", True),
    "another-repo": ("targeting: {allowRepos: [{org}/other]}", False),
    "another-org": ("targeting: {allowOrgs: [other]}", False),
    "neither": ("targeting: {allowRepos: [{org}/other], allowOrgs: [other]}", False),
    "coerced": ("targeting: {allowRepos: [7, true]}", False),
    "coerced-beside": ("targeting: {allowRepos: [7, {place}]}", True),
    "null": ("targeting: {allowOrgs: [~]}", False),
    "mapping": ("targeting: {allowRepos: [{a: b}]}", False),
}


@pytest.mark.parametrize("allowed", ALLOWED)
@pytest.mark.parametrize("given", [True, False], ids=["given", "configured"])
def test_only_what_is_allowed_is_written_to(
    planner: Planner, world: World, home: RepositoryBuilder, allowed: str, given: bool
) -> None:
    text, passes = ALLOWED[allowed]
    place = home.repository.full_name
    text = text.replace("{place}", place).replace("{org}", named(home)["owner"])
    world.write(text if given else f"{text}\ndestination: {{repo: {place}}}")
    args = named(home) if given else {}
    if passes:
        planner.gives("create_issue", **args, **NEW, asks=asked(home, GET, CREATE))
    else:
        error = planner.refused("create_issue", "repo_not_allowed", **args, **NEW, asks=[])
        assert data(error) == named(home)
    # Only creating an issue is restricted.
    planner.gives("list_milestones", **named(home), asks=asked(home, MILESTONES))


@pytest.mark.parametrize(
    "text", ["targeting: {allowRepos: acme/x}", "targeting: [acme]", "targeting: {allowOrgs: {acme: true}}"]
)
def test_a_malformed_list_lets_nothing_pass(planner: Planner, world: World, home: RepositoryBuilder, text: str) -> None:
    world.write(text)
    planner.refused("create_issue", "github_api_error", **named(home), **NEW, asks=[])
    world.write("targeting: {allowOrgs: [acme]}")
    planner.gives("create_issue", **named(home), **NEW, asks=asked(home, GET, CREATE))
