"""The command line as people start it: scaffolding, running a server, signals, pipes, foreign surroundings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

COMMAND = (sys.executable, "-m", "pactwright")


def pactwright(
    cwd: Path, *arguments: str, env: dict[str, str] | None = None, umask: int = 0o022
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        umask=umask,
        env={**os.environ, **(env or {})},
        check=False,
        timeout=120,
    )


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mode)
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one service as `new` and `generate` leave it."""
    folder = tmp_path_factory.mktemp("project")
    made = pactwright(folder, "new", "weather_report")
    assert (made.returncode, made.stdout) == (0, "specs/weather_report/contract.yaml\n")
    done = pactwright(folder, "generate")
    assert (done.returncode, done.stdout) == (0, "")
    return folder


def test_a_new_contract_has_no_findings_and_no_drift(project: Path) -> None:
    checked = pactwright(project, "check", "--format", "json")
    assert checked.returncode == 0
    assert "weather_report: no findings" in checked.stderr
    drift = pactwright(project, "generate", "--check")
    assert (drift.returncode, drift.stdout, drift.stderr) == (0, "", "weather_report: up to date\n")


def test_the_editor_finds_the_schema_of_a_new_contract(project: Path) -> None:
    first = (project / "specs/weather_report/contract.yaml").read_text().splitlines()[0]
    prefix = "# yaml-language-server: $schema=file://"
    assert first.startswith(prefix)
    schema = json.loads(Path(first.removeprefix(prefix)).read_text())
    assert schema["type"] == "object"


def session(project: Path, *arguments: str, cwd: Path | None = None) -> dict[int, object]:
    """Start the server, greet with it, and return its answers by id."""
    messages: list[dict[str, Any]] = [
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"method": "notifications/initialized"},
        {
            "id": 2,
            "method": "tools/call",
            "params": {"name": "weather_report_greet", "arguments": {"name": "Grace", "language": "de"}},
        },
    ]
    with subprocess.Popen(
        [*COMMAND, "run", "--root", str(project), "weather_report", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=cwd or project,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers: dict[int, object] = {}
        for message in messages:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            process.stdin.flush()
            if "id" in message:
                answer = json.loads(process.stdout.readline())
                answers[answer["id"]] = answer["result"]
        process.stdin.close()
        assert process.wait(30) == 0
    return answers


@pytest.mark.parametrize("arguments", [(), ("--mock",), ("--mock", "--log-level", "error")])
def test_a_new_server_answers(project: Path, arguments: tuple[str, ...]) -> None:
    answers = session(project, *arguments)
    assert answers[2] == {
        "content": [{"type": "text", "text": '{"greeting":"Guten Tag, Grace!"}'}],
        "structuredContent": {"greeting": "Guten Tag, Grace!"},
        "isError": False,
    }


def test_files_in_the_current_folder_are_not_taken_for_modules(project: Path, tmp_path: Path) -> None:
    for name in ("mcp.py", "json.py", "weather_report_mcp.py"):
        (tmp_path / name).write_text("raise SystemExit('wrong module')\n")
    script = "import sys; from pactwright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, "run", "--root", str(project), "weather_report", "--version"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "weather-report-mcp 0.1.0")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Weather Report", "try `weather_report`"),
        ("weather-report", "try `weather_report`"),
        ("../weather", "try `weather`"),
        ("/tmp/weather", "try `tmp_weather`"),
        ("9lives", "try `lives`"),
        ("_x", "try `x`"),
        ("x" * 41, "at most 40 characters"),
        ("wetter\n", "try `wetter`"),
        ("", "cannot be a service's name"),
        ("ä", "cannot be a service's name"),
        ("common", "holds what contracts share"),
        ("weather_report", "exists already"),
    ],
)
def test_names_that_cannot_be_are_refused(project: Path, name: str, words: str) -> None:
    before = snapshot(project)
    done = pactwright(project, "new", "--", name)
    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())
    assert snapshot(project) == before


def test_bytes_and_modes_do_not_depend_on_the_surroundings(project: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.black]\nline-length = 20\nskip-string-normalization = true\n")
    root = tmp_path / "elsewhere"
    (root / "specs").mkdir(parents=True)
    folder = root / "specs" / "weather_report"
    folder.mkdir()
    (folder / "contract.yaml").write_bytes((project / "specs/weather_report/contract.yaml").read_bytes())
    env = {"PYTHONHASHSEED": "4711", "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "Asia/Kathmandu", "COLUMNS": "20"}
    done = pactwright(Path("/"), "generate", "--root", str(root), env=env, umask=0o777)
    assert done.returncode == 0, done.stderr
    assert snapshot(root / "generated") == snapshot(project / "generated") != {}


def test_a_run_without_changes_imports_nothing_slow(project: Path) -> None:
    pactwright(project, "generate")
    script = (
        "import sys; from pactwright.cli import main; sys.argv[1:] = ['generate']\n"
        "try: main()\n"
        "finally: print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=project, capture_output=True, text=True, check=True)
    assert done.stderr == "weather_report: unchanged\n"
    slow = {"yaml", "jinja2", "black", "pydantic", "lark", "mcp", "difflib", "rich", "jsonschema_rs", "asyncio"}
    assert slow.isdisjoint(done.stdout.split())


def test_no_project_and_no_contract(tmp_path: Path) -> None:
    for _ in range(2):
        done = pactwright(tmp_path, "generate")
        assert (done.returncode, done.stdout) == (2, "")
        assert "pactwright new NAME" in done.stderr
        (tmp_path / "specs").mkdir(exist_ok=True)


def test_rules_explain_themselves(tmp_path: Path) -> None:
    listed = pactwright(tmp_path, "explain")
    names = listed.stdout.split()
    assert names == sorted(names)
    assert "Why: " in pactwright(tmp_path, "explain", names[0]).stdout


def test_a_reader_that_goes_away_is_no_crash(project: Path, tmp_path: Path) -> None:
    (tmp_path / "specs" / "bad").mkdir(parents=True)
    (tmp_path / "specs" / "bad" / "contract.yaml").write_text("nonsense: 1\n")
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*COMMAND, "check"], cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writing)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_narrow_encodings_are_no_crash(tmp_path: Path) -> None:
    (tmp_path / "specs" / "bad").mkdir(parents=True)
    (tmp_path / "specs" / "bad" / "contract.yaml").write_text("schlüssel…: 1\n", encoding="utf-8")
    done = pactwright(tmp_path, "check", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 1
    assert "schl\\xfcssel\\u2026" in done.stdout


def group_is_empty(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
def busy(tmp_path: Path) -> subprocess.Popen[str]:
    """A run over three services that takes its time, in a process group of its own."""
    for name in ("one", "two", "three"):
        assert pactwright(tmp_path, "new", name, "--root", str(tmp_path)).returncode == 0
        contract = tmp_path / "specs" / name / "contract.yaml"
        text = contract.read_text()
        tool = text[text.index(f"  {name}_greet:") :]
        contract.write_text(text + "".join(tool.replace("_greet", f"_greet{number}") for number in range(200)))
    process = subprocess.Popen(
        [*COMMAND, "generate"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(1)
    assert process.poll() is None
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_no_process_behind(busy: subprocess.Popen[str], number: signal.Signals) -> None:
    if number is signal.SIGINT:
        os.killpg(busy.pid, number)  # As a terminal sends it: to all of them.
    else:
        busy.send_signal(number)
    out, err = busy.communicate(timeout=60)
    assert busy.returncode == (130 if number is signal.SIGINT else -number)
    assert out == ""
    assert "Traceback" not in err
    until = time.monotonic() + 30
    while not group_is_empty(busy.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert group_is_empty(busy.pid)
