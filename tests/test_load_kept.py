"""Files whose text has not changed are taken from the shelf, and whoever looks cannot tell."""

from __future__ import annotations

import json
import pathlib

import pytest
from loading import excerpt
from pactwright import stamp
from pactwright.commands.pieces import Shelf
from pactwright.diagnostics import Diagnostics
from pactwright.load import Document, kept, load

CONTRACT = 'pactwright: "1"\ninclude: [more.yaml]\ntypes:\n  A: {type: string}  # one\n'
MORE = "types:\n  B: {enum: [1, 2.5, true, ü]}\n  C:\n    - - x\n      - {y: ~}\n"


class Memory(dict[str, str]):
    """A shelf that holds text, as a disk does."""

    def get(self, name: str, default: object = None) -> object:
        return json.loads(self[name]) if name in self else default

    def put(self, name: str, item: object) -> None:
        self[name] = json.dumps(item)


def read(folder: pathlib.Path, shelf: Memory | Shelf | None) -> tuple[Document | None, list[str]]:
    diagnostics = Diagnostics()
    document = load(folder / "contract.yaml", root=folder, diagnostics=diagnostics, shelf=shelf)
    return document, [found.rule for found in diagnostics]


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "contract.yaml").write_text(CONTRACT, encoding="utf-8")
    (tmp_path / "more.yaml").write_text(MORE.replace("~", "z"), encoding="utf-8")
    return tmp_path


def no_parse(*_: object) -> None:
    pytest.fail("parsed again")


def test_what_is_kept_reads_like_what_was_parsed(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Memory()
    parsed, _ = read(folder, shelf)
    monkeypatch.setattr(kept, "parse", no_parse)
    again, found = read(folder, shelf)
    assert parsed
    assert again
    assert not found
    assert again.data == parsed.data
    for path in (("types", "A", "type"), ("types", "B", "enum", 3), ("types", "C", 0, 1, "y"), ("types", "D")):
        assert again.key(path) == parsed.key(path)
        assert again.value(path) == parsed.value(path)
    assert excerpt(again.value(("types", "B", "enum", 3))) == "ü"


def test_only_what_changed_is_parsed_again(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Memory()
    read(folder, shelf)
    (folder / "more.yaml").write_text("types:\n  B: {type: integer}\n")
    parsed = []
    monkeypatch.setattr(
        kept, "parse", lambda file, found, parse=kept.parse: parsed.append(file.path) or parse(file, found)
    )
    document, _ = read(folder, shelf)
    assert document
    assert document.data["types"] == {"A": {"type": "string"}, "B": {"type": "integer"}}
    assert parsed == ["more.yaml"]


def test_findings_are_told_each_time(folder: pathlib.Path) -> None:
    (folder / "more.yaml").write_text("types:\n  B: {title: cut #here}\n")
    shelf = Memory()
    first = read(folder, shelf)[1]
    assert first
    assert read(folder, shelf)[1] == first


@pytest.mark.parametrize("damage", ["[]", "{}", '{"text": 1, "data": {}, "mark": []}', '{"text": null}'])
def test_what_is_no_such_thing_is_not_used(folder: pathlib.Path, damage: str) -> None:
    shelf = Memory()
    parsed, _ = read(folder, shelf)
    for name in shelf:
        shelf[name] = damage
    again, found = read(folder, shelf)
    assert parsed
    assert again
    assert not found
    assert again.data == parsed.data


def test_another_compiler_reads_for_itself(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".pactwright").mkdir()
    Shelf("weather", tmp_path, is_open=False).put("file", "nothing is put on a closed shelf")
    shelf = Shelf("weather", tmp_path, is_open=True)
    assert shelf.get("file") is None
    shelf.put("file", {"kept": 1})
    assert shelf.get("file") == {"kept": 1}
    monkeypatch.setattr(stamp, "compiler", lambda: "another")
    assert shelf.get("file") is None
