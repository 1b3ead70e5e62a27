"""The checks of configuration files: nothing is wrong with what the compiler writes, and each fault is noticed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from pactwright.conformance import CHECKS, Pool, place, read
from pactwright.conformance.layers import Room, broken_value, section, variables
from pactwright.conformance.package import Package, target_of
from pactwright.pipeline import compile_contract

CONTRACT = Path(__file__).resolve().parent.parent / "cases" / "config_files" / "contract.yaml"
NAME = "planner_mcp"


@dataclass(frozen=True)
class Fault:
    """One fact of a right server replaced, and the check that has to notice."""

    file: str
    right: str
    wrong: str
    noticed: str


LAYERS, CONFIGURATION, SETTINGS = "runtime/layers.py", "runtime/configuration.py", "runtime/settings.py"
FOLDERS, SECTIONS = "(folder, *folder.parents)", "values.update(file.sections)"
FAULTS = {
    "farthest-wins": Fault(LAYERS, f"reversed({FOLDERS})", FOLDERS, "nearest"),
    "first-wins": Fault(LAYERS, SECTIONS, "values.update({**file.sections, **whole.values})", "nearest"),
    "other-file": Fault("server.py", "config.yml", "config.yaml", "unreadable"),
    "unreadable-is-fatal": Fault(CONFIGURATION, '== "ignore"', '== "nothing"', "unreadable"),
    "silence": Fault(CONFIGURATION, "path not in self._told", "path in self._told", "unreadable"),
    "told-text": Fault("runtime/yaml_text.py", "it is not YAML", "it is not YAML: {data!r}", "unreadable"),
    "files-before-flags": Fault(SETTINGS, 'if text is None and "file"', 'if "file"', "flags"),
    "absent-is-fatal": Fault(SETTINGS, '!= "absent"', '!= "nothing"', "invalid"),
    "invalid-is-absent": Fault(SETTINGS, '!= "absent"', '== "nothing"', "invalid"),
}


@cache
def sources() -> dict[str, str]:
    """Return the files of the package."""
    files = compile_contract(CONTRACT, root=CONTRACT.parent).files
    assert files is not None
    return {file.path: file.text for file in files if file.path.startswith(("src/", "tests/contract.json"))}


def reports(folder: Path, prefix: str, fault: Fault | None = None) -> list[str]:
    """Return what checks say to a server that is written into a folder, perhaps with a fault; empty for nothing."""
    for path, text in sources().items():
        if fault is not None and path == f"src/{NAME}/{fault.file}":
            assert fault.right in text, f"{fault.right} is not in {path}"
            text = text.replace(fault.right, fault.wrong)
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    facts = read(folder / "tests" / "contract.json")
    (folder / "run").mkdir()
    pool = Pool(facts, target_of(Package(NAME, folder / "src"), facts, folder / "run"))
    checks = [check for check in CHECKS if check.name.startswith(prefix)]
    try:
        return [item.report(pool) for item in place(checks, facts)]
    finally:
        pool.close()


def test_a_right_server_conforms(tmp_path: Path) -> None:
    found = reports(tmp_path, "config_files.")
    assert "\n".join(filter(None, found)) == ""
    assert len(found) > 10


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_noticed(tmp_path: Path, fault: str) -> None:
    assert any(reports(tmp_path, f"config_files.{FAULTS[fault].noticed}", FAULTS[fault]))


def test_places_are_told_from_the_contract(tmp_path: Path) -> None:
    reports(tmp_path, "no such check")
    facts = read(tmp_path / "tests" / "contract.json")
    room = Room(tmp_path)
    assert variables(facts.config_files) == ("XDG_CONFIG_HOME",)
    assert room.environment(facts) == {
        "HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "variables/XDG_CONFIG_HOME")
    }  # fmt: skip
    assert room.places(facts) == [
        tmp_path / "variables/XDG_CONFIG_HOME/planner/config.yml",
        tmp_path / "project/.config/planner/config.yml",
        tmp_path / "project/deep/.config/planner/config.yml",
    ]
    assert section(facts.config, "board_number", 7) == '{"board": {"number": 7}}'
    assert broken_value(facts, "board_kind") is not None
