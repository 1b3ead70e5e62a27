"""Settings from files, over the wire: a generated server in a folder of its own, with real files near and far.

The contract is `tests/cases/config_files`; what is expected of it is what its author was promised: pairs are never
mixed, a nearer section replaces a farther one as a whole, and a malformed restriction lifts nothing.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from desks import CONFIG, Desk, asking, written

CONTRACT = Path(__file__).parent.parent / "cases/config_files/contract.yaml"
SECRET = "Vexo7q3-never-told"


@pytest.fixture(scope="session")
def planner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server that ignores files it cannot read, and reads them for each call."""
    return written(tmp_path_factory.mktemp("planner"), CONTRACT)


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same server, but it wants files it can read."""
    folder = tmp_path_factory.mktemp("strict")
    text = CONTRACT.read_text(encoding="utf-8").replace("unreadable: ignore", "unreadable: fail")
    (folder / "contract.yaml").write_text(re.sub(r"allow:\n.*", "", text, flags=re.DOTALL), encoding="utf-8")
    return written(folder, folder / "contract.yaml")


WORLDS: dict[str, tuple[dict[str, str], str | None]] = {
    # What stands in which file, and the destination that follows.
    "nothing": ({}, None),
    "global": ({"xdg": "destination: {repo: far/away}"}, "far/away"),
    "project": ({"xdg": "destination: {repo: far/away}", "project": "destination: {repo: near/by}"}, "near/by"),
    "malformed": ({"project": "destination: {repo: near/by"}, None),
    "malformed-near": ({"xdg": "destination: {repo: far/away}", "project": "destination: ]"}, "far/away"),
    "half": ({"project": "destination: {repo: near/}"}, None),
    "three": ({"project": "destination: {repo: a/b/c}"}, None),
    "number": ({"project": "destination: {repo: 7}"}, None),
    "another-section": ({"xdg": "destination: {repo: far/away}", "project": "board: {owner: x}"}, "far/away"),
    "whole-section": ({"xdg": "destination: {repo: far/away}", "project": "destination: {note: x}"}, None),
    "empty": ({"project": ""}, None),
}


@pytest.mark.parametrize("world", WORLDS)
def test_a_pair_is_given_or_configured_and_never_mixed(planner: Path, desk: Desk, world: str) -> None:
    files, configured = WORLDS[world]
    for place, text in files.items():
        desk.write(text, place)
    with desk.server(planner) as server:
        ask = asking(server)
        assert ask("where_issue") == ({"place": configured} if configured else "missing_destination")
        assert ask("where_issue", owner="acme") == "missing_destination"
        assert ask("where_issue", repo="widgets") == "missing_destination"
        assert ask("where_issue", owner="acme", repo="widgets") == {"place": "acme/widgets"}


BOARDS: dict[str, tuple[str, Any, Any]] = {
    "both": ("board: {owner: acme, number: 3}", {"owner": "acme", "number": 3, "kind": "organization"}, "acme/3"),
    "quoted": ("board: {owner: acme, number: '3'}", {"owner": "acme", "number": 3, "kind": "organization"}, "acme/3"),
    "kind": ("board: {kind: user}", "missing_board_config", None),
    "owner-alone": ("board: {owner: acme}", "missing_board_config", None),
    "null": ("board: {owner: acme, number: ~}", "missing_board_config", None),
    "nothing": ("", "missing_board_config", None),
}


@pytest.mark.parametrize("board", BOARDS)
def test_an_optional_pair_is_taken_whole_or_not_at_all(planner: Path, desk: Desk, board: str) -> None:
    text, which, session = BOARDS[board]
    desk.write(text)
    with desk.server(planner) as server:
        ask = asking(server)
        assert ask("which_board") == which
        assert ask("session") == ({} if session is None else {"board": session})
        for half in ({"board_owner": "other"}, {"board_number": 9}):
            assert ask("which_board", **half) == "missing_board_config"
            assert ask("session", **half) == {}
        kind = "user" if board == "kind" else "organization"
        assert ask("which_board", board_owner="o", board_number=9) == {"owner": "o", "number": 9, "kind": kind}


ALLOWED: dict[str, tuple[str, dict[str, bool]]] = {
    "none": ("targeting: {}", {"acme/widgets": True, "other/thing": True}),
    "empty": ("targeting: {allowRepos: [], allowOrgs: []}", {"acme/widgets": True, "other/thing": True}),
    "repo": ("targeting: {allowRepos: [acme/widgets]}", {"acme/widgets": True, "acme/gears": False}),
    "org": ("targeting: {allowOrgs: [acme]}", {"acme/gears": True, "other/thing": False}),
    "either": (
        "targeting: {allowRepos: [other/thing], allowOrgs: [acme]}",
        {"acme/gears": True, "other/thing": True, "other/one": False},
    ),
    "number": ("targeting: {allowRepos: [7]}", {"acme/widgets": False, "7/7": False}),
    "null": ("targeting: {allowRepos: [~]}", {"acme/widgets": False}),
    "mapping": ("targeting: {allowRepos: [{acme: widgets}]}", {"acme/widgets": False}),
    "list": ("targeting: {allowOrgs: [[acme]]}", {"acme/widgets": False}),
    "true": ("targeting: {allowOrgs: [true]}", {"true/x": True, "acme/widgets": False}),
    "mixed": ("targeting: {allowRepos: [acme/widgets, 12]}", {"acme/widgets": True, "other/thing": False}),
}


@pytest.mark.parametrize("allowed", ALLOWED)
def test_a_list_of_what_is_allowed_fails_closed(planner: Path, desk: Desk, allowed: str) -> None:
    text, judged = ALLOWED[allowed]
    desk.write(f"{text}\ndestination: {{repo: hidden/place}}")
    with desk.server(planner) as server:
        ask = asking(server)
        for place, passes in judged.items():
            owner, repo = place.split("/")
            expected = {"place": place} if passes else "repo_not_allowed"
            assert ask("where_issue", owner=owner, repo=repo) == expected
        # What is filled in is judged like what is given.
        lifted = allowed in ("none", "empty")
        assert ask("where_issue") == ({"place": "hidden/place"} if lifted else "repo_not_allowed")


MALFORMED = {
    "text": ("targeting: {allowRepos: acme/widgets}", "Setting allow_repos (targeting.allowRepos in "),
    "mapping": ("targeting: {allowRepos: {acme/widgets: true}}", "Setting allow_repos (targeting.allowRepos in "),
    "section": ("targeting: [acme/widgets]", "targeting must be a mapping."),
    "section-text": ("targeting: acme", "targeting must be a mapping."),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_list_keeps_the_server_from_starting(planner: Path, desk: Desk, case: str) -> None:
    text, told = MALFORMED[case]
    path = desk.write(text)
    code, said = desk.checked(planner)
    assert code == 1
    assert told in said
    assert str(path) in said
    assert "acme" not in said


@pytest.mark.parametrize("case", MALFORMED)
def test_a_list_that_becomes_malformed_refuses_every_call_that_needs_settings(
    planner: Path, desk: Desk, case: str
) -> None:
    desk.write("targeting: {allowOrgs: [acme]}")
    with desk.server(planner) as server:
        ask = asking(server)
        assert ask("where_issue", owner="acme", repo="widgets") == {"place": "acme/widgets"}
        desk.write(MALFORMED[case][0])
        assert ask("where_issue", owner="acme", repo="widgets") == "internal"
        assert ask("where_issue", owner="other", repo="thing") == "internal"
        problem = server.event("configuration")
        assert problem["level"] == "error"
        assert MALFORMED[case][1] in problem["problem"]
        desk.write("targeting: {allowOrgs: [other]}")
        assert ask("where_issue", owner="acme", repo="widgets") == "repo_not_allowed"
        assert ask("where_issue", owner="other", repo="thing") == {"place": "other/thing"}


def test_each_call_sees_what_the_files_hold(planner: Path, desk: Desk) -> None:
    with desk.server(planner) as server:
        ask = asking(server)
        assert ask("where_issue") == "missing_destination"
        far = desk.write("destination: {repo: far/away}", "xdg")
        assert ask("where_issue") == {"place": "far/away"}
        desk.write("destination: {repo: root/dir}", "")
        assert ask("where_issue") == {"place": "root/dir"}
        near = desk.write("destination: {repo: in/here}", "project/deep")
        assert ask("where_issue") == {"place": "in/here"}
        # In place, with the same size and perhaps within one tick of the disk's clock.
        near.write_text("destination: {repo: on/here}")
        assert ask("where_issue") == {"place": "on/here"}
        near.unlink()
        assert ask("where_issue") == {"place": "root/dir"}
        desk.write("destination: {repo: [", "")
        assert ask("where_issue") == {"place": "far/away"}
        assert server.event("configuration_ignored")["file"] == str(desk.root / CONFIG)
        far.unlink()
        assert ask("where_issue") == "missing_destination"
        assert sum("configuration_ignored" in line for line in server.log) == 1


def test_flags_and_environment_come_before_files(planner: Path, desk: Desk) -> None:
    desk.write("board: {owner: filed, number: 1}\ndestination: {repo: filed/one}")
    with desk.server(planner, "--destination", "flag/one", PLANNER_BOARD_OWNER="env") as server:
        ask = asking(server)
        assert ask("where_issue") == {"place": "flag/one"}
        assert ask("which_board") == {"owner": "env", "number": 1, "kind": "organization"}


def test_without_xdg_the_home_folder_is_asked(planner: Path, desk: Desk) -> None:
    desk.write("destination: {repo: at/home}", "home")
    with desk.server(planner, XDG_CONFIG_HOME="") as server:
        assert asking(server)("where_issue") == {"place": "at/home"}


def test_examples_need_no_files(strict: Path, desk: Desk) -> None:
    desk.write("targeting: [")
    with desk.server(strict, "--mock") as server:
        assert asking(server)("where_issue", owner="acme", repo="widgets") == {"place": "acme/widgets"}


UNREADABLE: dict[str, bytes] = {
    "syntax": b"board: [",
    "twice": f"{SECRET}: 1\n{SECRET}: 2".encode(),
    "list": f"- {SECRET}".encode(),
    "tag": f"a: !!python/object/apply:os.system [{SECRET}]".encode(),
    "documents": f"a: 1\n---\n{SECRET}: 2".encode(),
    "bytes": b"a: \xff\xfe",
    "control": b"a: \x01",
    "bomb": b"a: &a [1,1,1,1,1,1,1,1,1,1]\n"
    + b"".join(b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 10)) for c in range(98, 106)),
    "itself": b"a: &a [*a]",
    "deep": b"a: " + b"[" * 5000 + b"]" * 5000,
    "large": b"a: " + b"x" * 300_000,
    "number": b"a: .nan",
    "long-number": b"a: " + b"9" * 5000,
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_file_that_cannot_be_read_is_ignored_or_fatal_and_never_shown(
    planner: Path, strict: Path, desk: Desk, case: str
) -> None:
    path = desk.write(UNREADABLE[case])
    code, said = desk.checked(strict)
    assert (code, said.count("\n")) == (1, 0)
    assert f"The configuration file {path} cannot be used: " in said
    assert SECRET not in said
    code, said = desk.checked(planner)
    assert (code, said.count("configuration_ignored")) == (0, 1)
    assert str(path) in said
    assert SECRET not in said


def test_what_is_no_file_cannot_hold_up_the_server(strict: Path, desk: Desk) -> None:
    path = desk.write("")
    path.unlink()
    os.mkfifo(path)
    assert "it is not a regular file" in desk.checked(strict)[1]
    path.unlink()
    path.mkdir()
    assert "it is not a regular file" in desk.checked(strict)[1]
    path.rmdir()
    path.symlink_to(path)
    assert "it cannot be opened" in desk.checked(strict)[1]
    path.unlink()
    path.symlink_to(desk.root / "nowhere")
    assert desk.checked(strict)[0] == 0


def test_a_file_that_becomes_unreadable_refuses_calls_where_files_must_be_read(strict: Path, desk: Desk) -> None:
    with desk.server(strict) as server:
        ask = asking(server)
        assert ask("where_issue", owner="acme", repo="widgets") == {"place": "acme/widgets"}
        desk.write("targeting: {allowOrgs: [")
        assert ask("where_issue", owner="acme", repo="widgets") == "internal"
        desk.write("targeting: {allowOrgs: [acme]}")
        assert ask("where_issue", owner="acme", repo="widgets") == {"place": "acme/widgets"}
