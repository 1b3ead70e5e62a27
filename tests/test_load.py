"""Contracts as people write them, and as nobody should, through the loader.

A case is a directory in `tests/load`: `contract.yaml` (and what it includes), `expected.txt` with the findings as an
author sees them, and `data.json` when the contract is sound. `--update-golden` rewrites `expected.txt`.
"""

from __future__ import annotations

import json
import pathlib

import pytest
import yaml
from goldens import Golden
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from loading import excerpt, lies_inside, paths, read, spans
from pactwright.diagnostics import Diagnostics
from pactwright.load import Path, load
from pactwright.report import FORMATS, render
from pactwright.values import JsonValue

CASES = sorted(path for path in (pathlib.Path(__file__).parent / "load").iterdir() if path.is_dir())
FAST = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: pathlib.Path, golden: Golden) -> None:
    diagnostics = Diagnostics()
    document = load(case / "contract.yaml", root=case, diagnostics=diagnostics)
    rendered = render(diagnostics, "text")
    golden(case / "expected.txt", rendered)
    assert (document is None) == diagnostics.has_errors
    assert all(lies_inside(span) for found in diagnostics for span in spans(found))
    if (case / "data.json").exists():
        assert document is not None
        assert document.data == json.loads((case / "data.json").read_text(encoding="utf-8"))
        # `==` takes 1, 1.0 and true for the same.
        assert json.dumps(document.data) == json.dumps(json.loads((case / "data.json").read_text(encoding="utf-8")))


# --- places


PLACES = """\
pactwright: "1"
types:
  owner: {type: string, pattern: '^[a-z]+$'}
  "404":
    - first
    - second: |
        one
        two

    # a comment below a list
  text: >-
    folded ${it.x} and
    ${it.x} again
  plain: say ${it.x} and ${it.y}
  shared: &shared {a: 1}
  again: *shared
allow: []
"""


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("types", "owner"), "owner", "{type: string, pattern: '^[a-z]+$'}"),
        (("types", "owner", "pattern"), "pattern", "'^[a-z]+$'"),
        (("types", "404"), '"404"', "- first\n    - second: |\n        one\n        two"),
        (("types", "404", 0), "first", "first"),
        (("types", 404, 1, "second"), "second", "|\n        one\n        two"),
        (("types", "again"), "again", "&shared {a: 1}"),
        (("types", "again", "a"), "a", "1"),
        (("allow",), "allow", "[]"),
        (("types", "owner", "nothing", "here"), "owner", "{type: string, pattern: '^[a-z]+$'}"),
        (("types", "404", 7), '"404"', "- first\n    - second: |\n        one\n        two"),
        (("types", "owner", "pattern", 0), "pattern", "'^[a-z]+$'"),
        (("nowhere",), "pactwright", PLACES.rstrip()),
        ((), "pactwright", PLACES.rstrip()),
    ],
)
def test_places_of_keys_and_values(tmp_path: pathlib.Path, path: Path, key: str, value: str) -> None:
    document, _ = read(tmp_path, {"contract.yaml": PLACES})
    assert document is not None
    assert excerpt(document.key(path)) == key
    assert excerpt(document.value(path)) == value


def test_part_of_a_text(tmp_path: pathlib.Path) -> None:
    document, _ = read(tmp_path, {"contract.yaml": PLACES})
    assert document is not None
    for name in ("plain", "text"):
        path: Path = ("types", name)
        value = dict(paths(document.data))[path]
        assert isinstance(value, str)
        starts = [at for at in range(len(value)) if value.startswith("${", at)]
        found = [document.part(path, at, value.index("}", at) + 1) for at in starts]
        assert [excerpt(span) for span in found] == [value[at : value.index("}", at) + 1] for at in starts]
        assert len({span.where for span in found}) == len(starts) == 2
    # What the file does not hold as it is read falls back to the whole text: a fold, an empty range, one too far.
    whole = document.value(("types", "text"))
    assert document.part(("types", "text"), 0, len("folded ${it.x} and ${")) == whole
    assert document.part(("types", "text"), 3, 3) == whole
    assert document.part(("types", "text"), 0, 999) == whole
    assert document.part(("types",), 0, 1) == document.value(("types",))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("strange", ["", "\x85", "\u2028", "\u2029"])
def test_lines_are_those_of_editors(tmp_path: pathlib.Path, end: str, strange: str) -> None:
    text = end.join([f"a: 1 # {strange}", f'b: "x{strange}y"', "c: {d: 😀}", "# 日本", "e: last"])
    document, diagnostics = read(tmp_path, {"contract.yaml": text})
    assert document is not None
    assert len(diagnostics.found) == (2 if strange else 0)
    for name, number in (("c", 3), ("e", 5)):
        assert document.key((name,)).line == number
        assert excerpt(document.key((name,))) == name
        assert document.file.line(number) == text.split(end)[number - 1]
    assert excerpt(document.value(("c", "d"))) == "😀"
    assert document.file.line(6) == document.file.line(0) == ""


def test_a_byte_order_mark_does_not_shift_columns(tmp_path: pathlib.Path) -> None:
    document, diagnostics = read(tmp_path, {"contract.yaml": b"\xef\xbb\xbfa: 1\n"})
    assert document is not None
    assert not diagnostics.found
    assert document.key(("a",)).column == 1
    assert excerpt(document.key(("a",))) == "a"


# --- anything at all

WORDS = st.sampled_from(
    [
        *("a", "b: ", "c:", "- ", "\n", "\n  ", "\n    ", "\n\t", "\t", " ", "{", "}", "[", "]", ",", "'", '"'),
        *("&a ", "*a", "*b", "!x ", "!!str ", "|\n", "> \n", "#", "# x", " #y", "? ", ": ", "<<: ", "404", "'404'"),
        *("null", "~", "${", "%YAML 1.1\n", "---\n", "...\n", "\\", "\\u", "d800", "\ufeff", "\0", "\a", "é", "日"),
        *("😀", "\u2028", "\x85", "\r", "\r\n", "1e999", ".inf", "0o17", "@", "`", "%", "default: ", "x y", "|", "-"),
        *("include: [more.yaml]\n", "1.5: ", "true: ", "\u202e", "- a: 1\n  b: {c: [d, e]}\n", "x: &a [1]\ny: *a\n"),
    ]
)
ANYTHING = st.binary(max_size=60) | st.lists(WORDS, max_size=20).map(lambda words: "".join(words).encode())


@FAST
@given(content=ANYTHING, more=ANYTHING)
@example(content=b"a: &a [*a]\n", more=b"")
@example(content=b"[" * 5000, more=b"")
@example(content=b"a:\n" + b" " + b"- " * 5000, more=b"")
@example(content=b'"' + b"\\" * 5000, more=b"")
@example(content=b"a: " + b"9" * 5000, more=b"")
@example(content=b"a: 0x" + b"f" * 5000, more=b"")
@example(content=b"include: [more.yaml]", more=b"a: \xff")
def test_nothing_raises_and_every_span_lies_in_its_file(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, more: bytes
) -> None:
    folder = tmp_path_factory.mktemp("any")
    document, diagnostics = read(folder, {"contract.yaml": content, "more.yaml": more})
    assert (document is None) == diagnostics.has_errors
    for found in diagnostics:
        assert all(lies_inside(span) for span in spans(found))
        assert found.hint
    for style in FORMATS:
        render(diagnostics, style).encode()
    if document:
        for path, _ in paths(document.data):
            assert lies_inside(document.key(path))
            assert lies_inside(document.value(path))


# Without control characters, which YAML only takes escaped: those are for the JSON form below.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
KEYS = TEXT.filter(lambda text: len(text) < 20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


class CoreDumper(yaml.SafeDumper):
    """Writes text so that it stays text for YAML 1.2, which takes other words for numbers than PyYAML does."""


CoreDumper.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"'))


@FAST
@given(value=VALUES, flow=st.sampled_from([True, False, None]), wide=st.booleans())
def test_what_is_written_as_yaml_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, value: JsonValue, flow: bool | None, wide: bool
) -> None:
    contract = {"default": value}
    text = yaml.dump(
        contract, Dumper=CoreDumper, default_flow_style=flow, allow_unicode=wide, width=30, sort_keys=False
    )
    document, diagnostics = read(tmp_path_factory.mktemp("yaml"), {"contract.yaml": text})
    assert render(diagnostics, "text") == ""
    assert document is not None
    assert json.dumps(document.data) == json.dumps(contract)


@FAST
@given(value=VALUES, indent=st.sampled_from([None, 1, 2]))
def test_json_is_yaml(tmp_path_factory: pytest.TempPathFactory, value: JsonValue, indent: int | None) -> None:
    contract = {"default": value}
    text = json.dumps(contract, ensure_ascii=False, indent=indent)
    # The two characters JSON does not escape although YAML counts them as no text, and its line breaks.
    for character in ("\x7f", *map(chr, range(0x80, 0xA0)), "\u2028", "\u2029", "\ufeff", "\ufffe", "\uffff"):
        text = text.replace(character, f"\\u{ord(character):04x}")
    document, diagnostics = read(tmp_path_factory.mktemp("json"), {"contract.yaml": text})
    assert render(diagnostics, "text") == ""
    assert document is not None
    assert json.dumps(document.data) == json.dumps(contract)
    for path, part in paths(document.data):
        if isinstance(part, (dict, list, str)):
            assert json.loads(excerpt(document.value(path)).replace("\\u", "\\u")) == part
