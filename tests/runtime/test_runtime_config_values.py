"""What a configuration file may hold, and what becomes of a value whose type is not the declared one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from pactwright.runtime import yaml_text
from pactwright.runtime.coercion import coerced
from pactwright.runtime.configuration import Configuration, InvalidConfiguration
from pactwright.runtime.contract import parse
from pactwright.runtime.layers import Ancestors, File, Files, Layer
from pactwright.runtime.logs import Log
from pactwright.runtime.yaml_text import MOST_VALUES, Malformed, mapping_of

# YAML 1.2.2, section 10.3.2: what plain scalars are in the core schema.
SCALARS: dict[str, Any] = {
    "null": None, "~": None, "": None, "Null": None, "nULL": "nULL",
    "true": True, "False": False, "yes": "yes", "no": "no", "on": "on",
    "0": 0, "-19": -19, "+12": 12, "0o14": 12, "0x3A": 58, "017": 17, "0b1": "0b1", "1_000": "1_000", "1:30": "1:30",
    "0.": 0.0, "-0.0": 0.0, ".5": 0.5, "+12e03": 12000.0, "-2E+05": -200000.0, "1e3": 1000.0,
    "2026-07-29": "2026-07-29", "'7'": "7", '"true"': "true", "!!str 7": "7", "! 7": "7", "=": "=",
}  # fmt: skip


@pytest.fixture(params=[yaml.CSafeLoader, yaml.SafeLoader], ids=["c", "python"])
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the parser in C, then the one in Python."""
    monkeypatch.setattr(yaml_text, "_LOADER", request.param)


@pytest.mark.usefixtures("either_parser")
@pytest.mark.parametrize("text", SCALARS)
def test_scalars_are_those_of_the_core_schema(text: str) -> None:
    found = mapping_of(f"a: {text}".encode())["a"]
    assert (type(found), found) == (type(SCALARS[text]), SCALARS[text])


@pytest.mark.usefixtures("either_parser")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        ("# nothing\n", {}),
        ("---\n", {}),
        ("\ufeffa: 1\n...\n", {"a": 1}),
        ("404: x\ntrue: y\n<<: {a: 1}", {"404": "x", "true": "y", "<<": {"a": 1}}),
        ("a: &x {b: [1, ~]}\nc: *x", {"a": {"b": [1, None]}, "c": {"b": [1, None]}}),
        ("a: |\n  one\n  two\n", {"a": "one\ntwo\n"}),
    ],
)
def test_files_are_mappings(text: str, value: Any) -> None:
    assert mapping_of(text.encode()) == value


@pytest.mark.usefixtures("either_parser")
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("a: {b", "it is not YAML (line "),
        ("a: *x", "an alias stands for nothing (line 1, column 4)"),
        ("? [a]\n: 1", "a key is not text (line 1, column 3)"),
        ("a: 1\na: 2", "a key stands twice (line 2, column 1)"),
        ("a: !!int '7'", "a tag is used (line 1, column 4)"),
        ("a: !!set {x}", "a tag is used (line 1, column 4)"),
        ("a: -.INF", "a number is one that JSON does not have (line 1, column 4)"),
        ("a: 1e999", "a number is one that JSON does not have (line 1, column 4)"),
        ("just text", "it is not a mapping"),
        ("--- {}\n--- {}", "a second document begins (line 2, column 1)"),
        ("a: [" + "1," * MOST_VALUES + "]", f"it holds more than {MOST_VALUES} values (line 1, "),
        ("\x00", "it holds characters that YAML does not allow"),
    ],
)
def test_what_is_doubtful_is_refused_without_being_shown(text: str, fact: str) -> None:
    with pytest.raises(Malformed) as raised:
        mapping_of(text.encode())
    assert str(raised.value).startswith(fact)


INTEGER, TEXT, TEXTS = {"type": "integer"}, {"type": "string"}, {"type": "array", "items": {"type": "string"}}
PERHAPS = {"type": ["string", "null"]}
UNION = {
    "oneOf": [
        {"type": "object", "properties": {"kind": {"const": "a"}, "size": INTEGER}},
        {"type": "object", "properties": {"kind": {"const": "b"}, "size": TEXT}},
    ]
}


@pytest.mark.parametrize(
    ("value", "schema", "expected"),
    [
        ("7", INTEGER, 7),
        ("-7", INTEGER, -7),
        (7.0, INTEGER, 7),
        ("07", INTEGER, "07"),
        ("7.5", INTEGER, "7.5"),
        ("7 ", INTEGER, "7 "),
        ("seven", INTEGER, "seven"),
        ("9" * 5000, INTEGER, "9" * 5000),
        (True, INTEGER, True),
        ("7.50", {"type": "number"}, 7.5),
        ("7", {"type": "number"}, 7),
        ("1e999", {"type": "number"}, "1e999"),
        ("true", {"type": "boolean"}, True),
        ("yes", {"type": "boolean"}, "yes"),
        (1, {"type": "boolean"}, 1),
        (7, TEXT, "7"),
        (True, TEXT, "true"),
        (1.10, TEXT, 1.1),
        ({"a": 1}, TEXT, {"a": 1}),
        (None, PERHAPS, None),
        (7, PERHAPS, "7"),
        ([1, "a", True, None, 1.5, {"b": [2]}, []], TEXTS, ["1", "a", "true", "null", "1.5", '{"b": [2]}', "[]"]),
        ([None, 1], {"type": "array", "items": PERHAPS}, [None, "1"]),
        (["1", "x"], {"type": "array", "items": INTEGER}, [1, "x"]),
        ("a,b", TEXTS, "a,b"),
        ({"a": "1", "b": "1"}, {"type": "object", "properties": {"a": INTEGER}}, {"a": 1, "b": "1"}),
        ({"a": "1"}, {"type": "object", "additionalProperties": INTEGER}, {"a": 1}),
        (["1", 2, "3"], {"type": "array", "prefixItems": [INTEGER, TEXT], "items": False}, [1, "2", "3"]),
        ({"a": "1"}, {"type": "object", "additionalProperties": True}, {"a": "1"}),
        ("2", {"enum": [1, 2]}, 2),
        (2, {"enum": ["1", "2"]}, "2"),
        (2, {"enum": ["1", 2]}, 2),
        ({"kind": "a", "size": "1"}, UNION, {"kind": "a", "size": 1}),
        ({"kind": "b", "size": 1}, UNION, {"kind": "b", "size": "1"}),
        ("7", {"$ref": "#/$defs/n", "$defs": {"n": INTEGER}}, 7),
        ("7", {"$ref": "#/$defs/n", "$defs": {"n": {"$ref": "#/$defs/n"}}}, "7"),
        (7, {}, 7),
    ],
)
def test_values_are_turned_where_that_loses_nothing(value: Any, schema: dict[str, Any], expected: Any) -> None:
    found = coerced(value, schema)
    assert (type(found), found) == (type(expected), expected)


# --- over time


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory two folders deep."""
    folder = tmp_path / "a/b"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def test_files_are_opened_again_only_when_they_look_changed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = here / "c.yml"
    path.write_text("x: 1")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    files = Files([Ancestors("c.yml")])
    opened: list[str] = []
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, flags: opened.append(str(path)) or real(path, flags))
    first = files.read()
    assert first.values == {"x": 1}
    assert first.origins == {"x": path}
    assert files.read() is first
    assert opened == [str(path)]
    path.write_text("x: 2")
    assert files.read().values == {"x": 2}


def test_paths_are_found_from_home_and_the_working_directory(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(here / "home"))

    def paths(layer: Layer) -> list[str]:
        return [str(path) for path in layer.paths(here)]

    assert paths(File("~/x.yml")) == [str(here / "home/x.yml")]
    assert paths(File("x.yml")) == [str(here / "x.yml")]
    assert paths(File("/x.yml")) == ["/x.yml"]
    assert paths(File("")) == []
    assert paths(Ancestors("x.yml"))[0] == "/x.yml"
    assert paths(Ancestors("x.yml"))[-2:] == [str(here.parent / "x.yml"), str(here / "x.yml")]


def near(environ: Mapping[str, str]) -> list[Layer]:
    return [File("c.yml")]


def configuration(config: dict[str, Any], *, read: str = "call", unreadable: str = "ignore") -> Configuration:
    facts = {"layers": ["c.yml"], "merge": "section", "read": read, "unreadable": unreadable}
    contract = parse({"format": 1, "server": {"name": "x"}, "config": config, "config_files": facts})
    return Configuration(contract, flags={}, environ={}, layers=near, log=Log("error"))


def test_secrets_from_files_are_never_among_what_is_shown(here: Path) -> None:
    (here / "c.yml").write_text("secret: {token: first}")
    held = configuration({"token": {"file": "secret.token", "secret": True, "schema": TEXT}})
    settings, problems = held.start()
    assert (settings.public, settings.secret, problems) == ({}, {"token": "first"}, ())
    assert "first" not in repr(settings)
    now = held.for_each_call
    assert now is not None
    assert now() is settings
    (here / "c.yml").write_text("secret: {token: again}")
    assert now().secret == {"token": "again"}
    assert settings.secret == {"token": "first"}, "a call that began keeps what it found"
    (here / "c.yml").write_text("secret: {token: [hidden]}")
    with pytest.raises(InvalidConfiguration) as raised:
        now().all["token"]
    assert "hidden" not in str(raised.value)


def test_files_that_are_read_once_stay_as_they_were(here: Path) -> None:
    (here / "c.yml").write_text("size: 1")
    held = configuration({"size": {"file": "size", "schema": INTEGER}}, read="start")
    assert held.start()[0].public == {"size": 1}
    assert held.for_each_call is None


def test_nothing_can_be_taken_for_absent_in_settings_that_are_not_valid(here: Path) -> None:
    held = configuration({"size": {"file": "size", "schema": INTEGER, "default": 3}})
    held.start()
    (here / "c.yml").write_text("size: large")
    now = held.for_each_call
    assert now is not None
    config = now().public
    uses: list[Callable[[], Any]] = [
        lambda: config["size"], lambda: config.get("other"), lambda: "other" in config, lambda: dict(config),
        lambda: len(config), lambda: {**config}, lambda: bool(config),
    ]  # fmt: skip
    for use in uses:
        with pytest.raises(InvalidConfiguration):
            use()


def test_what_is_required_is_missed_by_the_name_of_its_section(here: Path) -> None:
    held = configuration({"size": {"file": "limits.size", "schema": INTEGER}})
    assert held.start()[1] == ("Setting size (limits.size of a configuration file) is not set.",)
    (here / "c.yml").write_text("limits: {size: ~}")
    assert held.start()[1] == ("Setting size (limits.size of a configuration file) is not set.",)
    (here / "c.yml").write_text("limits: none")
    assert held.start()[1] == (f"Setting size (limits.size in {here / 'c.yml'}): limits must be a mapping.",)
