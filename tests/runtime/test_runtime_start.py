"""Starting: the command line, settings and modes."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pactwright.runtime.keys import keys_from
from pactwright.runtime.settings import Settings, settled, texts
from serving import SECRET, assemble, environment, program


def run(folder: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The server as a program that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "demo", *args],
        cwd=folder,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_version_and_help(package: Path) -> None:
    assert run(package, "--version").stdout == "notes-mcp 1.2.0\n"
    text = run(package, "--help").stdout
    for flag in ("--http", "--mock", "--check", "--read-only", "--offline", "--notes-url", "--allow-host"):
        assert flag in text
    assert "--notes-token" not in text, "a secret on a command line is visible to everyone on the machine"


def test_check_says_what_is_valid(package: Path) -> None:
    done = run(package, "--check")
    assert (done.returncode, done.stdout) == (0, "notes-mcp: the configuration is valid\n")


def test_check_names_every_fault_and_no_value(package: Path) -> None:
    done = run(package, "--check", NOTES_URL="not-a-url", NOTES_LIMIT="many", NOTES_TOKEN="short")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "NOTES_URL (setting notes_url): notes_url must be an absolute URI." in done.stderr
    assert "NOTES_LIMIT (setting notes_limit) must be integer." in done.stderr
    assert "NOTES_TOKEN (setting notes_token): notes_token must have at least 8 characters." in done.stderr
    for value in ("not-a-url", "many", "short"):
        assert value not in done.stderr


def test_a_server_with_wrong_settings_does_not_start(package: Path) -> None:
    done = run(package, "--notes-limit", "0")
    assert done.returncode == 1
    event = json.loads(done.stderr.splitlines()[0])
    assert event["event"] == "configuration"
    assert "notes_limit must be at least 1." in event["problem"]


GRACES = [["--grace", text] for text in ("nan", "inf", "-1", "soon")]


@pytest.mark.parametrize("args", [["--nope"], ["--http", "nowhere"], ["--http", "127.0.0.1:99999"], ["--moc"], *GRACES])
def test_usage_errors(package: Path, args: list[str]) -> None:
    done = run(package, *args)
    assert done.returncode == 2
    assert "usage: notes-mcp" in done.stderr


def test_a_taken_port_is_one_clear_line(package: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run(package, "--http", f"127.0.0.1:{taken.getsockname()[1]}")
    assert done.returncode == 1
    assert [json.loads(line)["event"] for line in done.stderr.splitlines()] == ["cannot_serve"]


def test_authorization_without_usable_keys_does_not_start(tmp_path: Path) -> None:
    def guarded(contract: dict[str, Any]) -> None:
        authorization = {"issuer": "https://auth.example.com", "audience": "https://notes.example.com/mcp"}
        contract["server"]["http"] = {"authorization": authorization}

    done = run(assemble(tmp_path, guarded), "--http", "127.0.0.1:0", MCP_AUTH_KEY="too short")
    assert done.returncode == 1
    assert "MCP_AUTH_KEY must have at least 32 bytes" in done.stderr
    assert "too short" not in done.stderr
    checked = run(tmp_path, "--http", "127.0.0.1:0", "--check", MCP_AUTH_KEY="too short")
    assert (checked.returncode, checked.stderr) == (1, "notes-mcp: MCP_AUTH_KEY must have at least 32 bytes.\n")


@pytest.mark.parametrize("source", ["/no/such/file", "http://example.com/keys", "ftp://example.com/keys"])
def test_key_sets_come_from_https_or_a_file(source: str) -> None:
    with pytest.raises(ValueError, match="MCP_AUTH_JWKS") as caught:
        keys_from({"MCP_AUTH_JWKS": source}, issuer="https://auth.example.com")
    assert source not in str(caught.value)


@pytest.mark.parametrize(
    ("flag", "names"),
    [
        ("--read-only", ["notes_capabilities", "notes_find", "notes_get", "notes_show"]),
        ("--offline", ["notes_capabilities", "notes_get", "notes_show"]),
    ],
)
def test_modes_leave_tools_out_of_everything(package: Path, flag: str, names: list[str]) -> None:
    with program(package, flag, "--mock") as server:
        listed = server.ask(1, "tools/list")["result"]["tools"]
        assert [tool["name"] for tool in listed] == names
        assert server.ask(2, "tools/call", name="notes_update", arguments={"note_id": 7})["error"]["code"] == -32602
        templates = server.ask(3, "resources/templates/list")["result"]["resourceTemplates"]
        assert "note_history" not in [template["name"] for template in templates]
        summary = server.ask(4, "tools/call", name="notes_capabilities")["result"]["structuredContent"]
        active = {mode["flag"] for mode in summary["modes"].values() if mode["active"]}
        assert active == {flag}
        assert summary["error_catalog"]["version_conflict"]["occurs_on"] == []
        # A repair must not lead to a tool that is not there.
        missing = server.ask(5, "tools/call", name="notes_get", arguments={"note_id": 70})["result"][
            "structuredContent"
        ]
        assert missing.get("repair", {}).get("tool") in {None, *names}
        assert ("repair" in missing) == ("notes_find" in names)


CONFIG: dict[str, dict[str, Any]] = {
    "token": {"env": "TOKEN", "secret": True, "schema": {"type": "string"}},
    "tags": {"env": "TAGS", "schema": {"type": "array", "items": {"type": "integer"}}, "optional": "none"},
    "size": {"env": "SIZE", "schema": {"type": "integer"}, "default": 3, "on_invalid": "absent"},
    "loud": {"env": "LOUD", "schema": {"type": "boolean"}, "default": False},
    "from_command": {"command": [sys.executable, "-c", "print('said')"], "schema": {"type": "string"}, "optional": "x"},
}


def resolve(
    *, flags: dict[str, str], environ: dict[str, str], complete: bool = True
) -> tuple[Settings, tuple[str, ...]]:
    given = texts(CONFIG, flags=flags, environ=environ, commands=complete)
    return settled(CONFIG, given, complete=complete)


def test_settings_come_from_flag_environment_command_and_default() -> None:
    environ = {"TOKEN": SECRET, "TAGS": "1, 2,3", "LOUD": "True"}
    settings, problems = resolve(flags={"tags": "7"}, environ=environ)
    assert problems == ()
    assert settings.public == {"tags": [7], "size": 3, "loud": True, "from_command": "said"}
    assert settings.secret == {"token": SECRET}
    assert SECRET not in repr(settings)
    assert resolve(flags={}, environ=environ)[0].public["tags"] == [1, 2, 3]


def test_a_required_setting_is_missed_unless_answers_come_from_examples() -> None:
    assert resolve(flags={}, environ={})[1] == ("TOKEN (setting token) is not set.",)
    settings, problems = resolve(flags={}, environ={}, complete=False)
    assert problems == ()
    assert "from_command" not in settings.public, "without credentials no command is run"


def test_an_invalid_setting_that_may_be_absent_is_absent() -> None:
    settings, problems = resolve(flags={}, environ={"TOKEN": "t", "SIZE": "large", "TAGS": "a"})
    assert settings.public["size"] == 3
    assert problems == ("TAGS (setting tags) must be array.",)
