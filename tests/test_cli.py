"""The command line with a compiler of a few lines in the place of the real one: exit codes, streams, many services."""

from __future__ import annotations

import json
import os
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest
from pactwright import cli, stamp
from pactwright.diagnostics import Diagnostics
from pactwright.emit.output import OutputFile
from pactwright.source import SourceFile

Run = Callable[..., int]


def compile_contract(path: Path, *, root: Path, memory: object = None, shelf: object = None) -> types.SimpleNamespace:
    """Each line of a contract is `file=text`, `error:…`, `warning:…`, `crash:…` or `die:`."""
    diagnostics, files = Diagnostics(), []
    check_contract(path, root=root, diagnostics=diagnostics)
    for line in path.read_text().splitlines():
        name, _, text = line.partition("=")
        if text:
            files.append(OutputFile(name, f"{text}\n"))
    return types.SimpleNamespace(files=None if diagnostics.has_errors else tuple(files), diagnostics=diagnostics)


def check_contract(path: Path, *, root: Path, diagnostics: Diagnostics, shelf: object = None) -> None:
    source = SourceFile(path.relative_to(root).as_posix(), path.read_text())
    start = 0
    for line in source.text.splitlines():
        kind, _, text = line.partition(":")
        span = source.span(start, start + len(line))
        start += len(line) + 1
        match kind:
            case "error":
                diagnostics.error("made-up", text, span, hint="mend it")
            case "warning":
                diagnostics.warning("made-up-too", text, span)
            case "crash":
                raise RuntimeError(f"{text}\nand more")
            case "die":
                os._exit(9)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project to work in, compiled by the stand-in."""
    stand_in = types.ModuleType("pactwright.pipeline")
    vars(stand_in).update(compile_contract=compile_contract, check_contract=check_contract)
    monkeypatch.setitem(sys.modules, "pactwright.pipeline", stand_in)
    project = tmp_path / "project"
    (project / "specs" / "common").mkdir(parents=True)
    (project / "specs" / "common" / "contract.yaml").write_text("error:not a service\n")
    monkeypatch.chdir(project)
    return project


def write(project: Path, service: str, *lines: str) -> None:
    folder = project / "specs" / service
    folder.mkdir(exist_ok=True)
    (folder / "contract.yaml").write_text("".join(f"{line}\n" for line in lines))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command line as the console script does; return its exit code."""

    def call(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["pactwright", *arguments])
        with pytest.raises(SystemExit) as ending:
            cli.main()
        assert isinstance(ending.value.code, int)
        return ending.value.code

    return call


Captured = pytest.CaptureFixture[str]


def test_generate_then_nothing_to_do(project: Path, run: Run, capfd: Captured) -> None:
    write(project, "weather", "README.md=hello", "warning:careful")
    assert run("generate") == 0
    out, err = capfd.readouterr()
    assert err == "weather: 2 written, 0 unchanged, 0 removed\n"
    assert out.startswith("specs/weather/contract.yaml:2:1: warning: careful [made-up-too]\n")
    assert (project / "generated/weather/README.md").read_text() == "hello\n"
    assert run("generate") == 0
    assert capfd.readouterr() == ("", "weather: unchanged (1 warning: `pactwright check weather` shows them)\n")
    assert run("generate", "--check") == 0
    out, err = capfd.readouterr()
    assert "careful" in out
    assert err == "weather: up to date\n"


def test_a_contract_with_errors_touches_nothing(project: Path, run: Run, capfd: Captured) -> None:
    write(project, "weather", "README.md=hello")
    run("generate")
    write(project, "weather", "README.md=changed", *(f"error:fault {number}" for number in range(10)))
    capfd.readouterr()
    assert run("generate") == 1
    out, err = capfd.readouterr()
    assert [f"{number + 2}:1: error: fault {number} [made-up]" in out for number in range(10)] == [True] * 10
    assert err == "weather: 10 errors\n"
    assert (project / "generated/weather/README.md").read_text() == "hello\n"


def test_one_service_that_fails_stops_no_other(project: Path, run: Run, capfd: Captured) -> None:
    for number in range(3):
        write(project, f"good{number}", "README.md=hello")
    write(project, "bad", "error:fault")
    write(project, "broken", "crash:this went wrong")
    assert run("generate") == 2
    out, err = capfd.readouterr()
    assert "fault" in out
    assert err.splitlines() == [
        "bad: 1 error",
        "broken: internal error: RuntimeError: this went wrong (PACTWRIGHT_TRACEBACK=1 shows where)",
        *(f"good{number}: 2 written, 0 unchanged, 0 removed" for number in range(3)),
    ]
    assert "Traceback" not in out + err


def test_a_traceback_on_request(project: Path, run: Run, capfd: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, "weather", "crash:this went wrong")
    monkeypatch.setenv("PACTWRIGHT_TRACEBACK", "1")
    assert run("check") == 2
    assert "Traceback (most recent call last)" in capfd.readouterr().err


def test_a_worker_that_dies_is_told_and_stops_no_other(project: Path, run: Run, capfd: Captured) -> None:
    for name in ("a", "c", "d"):
        write(project, name, "README.md=hello")
    write(project, "b", "die:")
    assert run("generate") == 2
    lines = capfd.readouterr().err.splitlines()
    assert [line[:2] for line in lines] == ["a:", "b:", "c:", "d:"]
    assert "b: internal error: its worker process died" in lines[1]
    assert all((project / f"generated/{name}/README.md").is_file() for name in ("a", "c", "d"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda project: (project / "generated/weather/README.md").write_text("mine\n"), "edited by hand"),
        (lambda project: (project / "generated/weather/more.md").write_text("mine\n"), "unknown file"),
        (lambda project: (project / "generated/weather/README.md").unlink(), "deleted by hand"),
        (lambda project: write(project, "weather", "README.md=changed", "b/c.md=x"), "stale: the contract moved on"),
        (lambda project: write(project, "weather", "README.md=hello"), "orphaned"),
        (lambda project: write(project, "tides", "README.md=hello"), "not generated yet"),
        (lambda project: (project / "specs/weather/contract.yaml").unlink(), "orphaned"),
    ],
)
def test_check_names_every_kind_of_drift_and_what_mends_it(
    project: Path, run: Run, capfd: Captured, change: Callable[[Path], object], words: str
) -> None:
    write(project, "weather", "README.md=hello", "b/c.md=x")
    run("generate")
    change(project)
    capfd.readouterr()
    assert run("generate", "--check") == 1
    out, err = capfd.readouterr()
    assert f": {words}" in out
    assert "  hint: " in out
    assert "differ" in err
    assert run("generate", "--check", "--format", "json") == 1
    findings = json.loads(capfd.readouterr().out)
    assert words in json.dumps(findings)


def test_check_shows_the_diff_and_writes_nothing(project: Path, run: Run, capfd: Captured) -> None:
    write(project, "weather", "README.md=hello")
    run("generate")
    write(project, "weather", "README.md=bye")
    capfd.readouterr()
    assert run("generate", "--check") == 1
    assert "--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-hello\n+bye\n" in capfd.readouterr().out
    assert (project / "generated/weather/README.md").read_text() == "hello\n"


def test_check_trusts_no_stamp(project: Path, run: Run) -> None:
    write(project, "weather", "README.md=hello")
    run("generate")
    last = stamp.read("weather", root=project)
    assert last is not None
    write(project, "weather", "README.md=changed")
    inputs = stamp.inputs_of(project / "specs/weather/contract.yaml", root=project)
    stamp.record("weather", last._replace(inputs=str(inputs)), root=project)
    assert run("generate") == 0
    assert run("generate", "--check") == 1


def test_hand_edits_need_force(project: Path, run: Run, capfd: Captured) -> None:
    write(project, "weather", "README.md=hello")
    run("generate")
    (project / "generated/weather/README.md").write_text("mine\n")
    capfd.readouterr()
    assert run("generate") == 1
    out, err = capfd.readouterr()
    assert "generated/weather/README.md: error: was edited by hand" in out
    assert "pactwright generate --force weather" in out
    assert err == "weather: nothing written\n"
    assert run("generate", "--force", "weather") == 0
    assert (project / "generated/weather/README.md").read_text() == "hello\n"


def test_a_package_whose_contract_is_gone_goes_too(project: Path, run: Run, capfd: Captured) -> None:
    write(project, "weather", "README.md=hello")
    write(project, "tides", "README.md=hello")
    run("generate")
    (project / "specs/weather/contract.yaml").unlink()
    capfd.readouterr()
    assert run("generate", "tides") == 0
    assert (project / "generated/weather").is_dir()
    assert run("generate") == 0
    assert "weather: 0 written, 0 unchanged, 2 removed\n" in capfd.readouterr().err
    assert not (project / "generated/weather").exists()


def test_what_the_machine_refuses_is_no_finding_and_no_traceback(project: Path, run: Run, capfd: Captured) -> None:
    write(project, "weather", "README.md=hello")
    (project / ".pactwright").touch()
    assert run("generate") == 1
    out, err = capfd.readouterr()
    assert out.startswith(".pactwright: error: is not a folder")
    assert err == "weather: nothing written\n"
    assert run("check") == 0
    assert run("generate", "--check") == 1
    assert "README.md: not generated yet" in capfd.readouterr().out


@pytest.mark.parametrize("style", ["json", "sarif", "github"])
def test_machines_get_one_document_and_nothing_else(project: Path, run: Run, capfd: Captured, style: str) -> None:
    write(project, "one", "error:fault one")
    write(project, "two", "error:fault two", "README.md=hello")
    for command in ("check", "generate"):
        assert run(command, "--format", style) == 1
        out = capfd.readouterr().out
        assert out.index("fault one") < out.index("fault two")
        if style != "github":
            json.loads(out)


def test_services_are_named_by_name_folder_or_path(
    project: Path, run: Run, capfd: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, "weather", "README.md=hello")
    write(project, "tides", "error:fault")
    for spec in ("weather", "specs/weather", "specs/weather/", "specs/weather/contract.yaml"):
        assert run("check", spec, spec) == 0
    (project / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(project / "deep" / "er")
    assert run("check", "weather") == 0
    monkeypatch.chdir("/")
    assert run("check", str(project / "specs" / "weather")) == 0
    assert run("check", "--root", str(project), "weather") == 0
    assert run("check", "--root", str(project)) == 1
    capfd.readouterr()


def test_a_root_behind_a_link(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, "weather", "README.md=hello")
    link = project.with_name("link")
    link.symlink_to(project)
    monkeypatch.chdir(link)
    assert run("generate", str(link / "specs" / "weather")) == 0
    assert run("generate", "--check", "--root", str(link)) == 0
    assert run("generate", "--check", "--root", str(link), str(project / "specs" / "weather")) == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "wether"], "no contract `wether`: the project has bad name, weather"),
        (["check", "../elsewhere/contract.yaml"], "outside the project root"),
        (["check", "--root", "nowhere"], "--root nowhere: no such folder"),
        (["check", "--format", "xml"], "'xml' is not one of"),
        (["generate", "--check", "--force"], "--check writes nothing"),
        (["generate", "specs/bad name"], "the folder's name becomes generated/<name>"),
        (["generate", "weather", "more/weather"], "generated from specs/<name>/contract.yaml only"),
        (["run", "weather"], "weather has not been generated yet: run `pactwright generate weather`"),
        (["run"], "Missing argument 'SPEC'"),
        (["explain", "names-colide"], "no rule `names-colide`: did you mean `names-collide`"),
        (["frobnicate"], "No such command 'frobnicate'"),
    ],
)
def test_wrong_usage_is_code_2_and_says_what_to_do(
    project: Path, run: Run, capfd: Captured, arguments: list[str], words: str
) -> None:
    write(project, "weather", "README.md=hello")
    for folder in (project / "specs" / "bad name", project / "more" / "weather", project.parent / "elsewhere"):
        folder.mkdir(parents=True)
        (folder / "contract.yaml").write_text("")
    assert run(*arguments) == 2
    out, err = capfd.readouterr()
    assert words in " ".join(err.split())
    assert out == ""
