"""Diagnostics as people, editors, GitHub and code scanners get them. The text of real findings is in `tests/load`."""

from __future__ import annotations

import itertools
import json
import re
import unicodedata
import urllib.parse

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pactwright.diagnostics import Diagnostic, Diagnostics, Related, Severity
from pactwright.frame import WIDEST
from pactwright.report import FORMATS, render
from pactwright.source import SourceFile, Span
from rich.cells import cell_len

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
FILE = SourceFile("specs/x/contract.yaml", "tools:\n  find:\n    title: Find\n    title: Look\n")


def place(file: SourceFile, text: str) -> Span:
    """Return the span of the first `text` in a file."""
    start = file.text.index(text)
    return file.span(start, start + len(text))


def found(
    span: Span, *, message: str = "the fact", hint: str | None = "do this", related: Span | None = None
) -> Diagnostics:
    diagnostics = Diagnostics()
    others = (Related("first here", related),) if related else ()
    diagnostics.error("some-rule", message, span, hint=hint, related=others)
    return diagnostics


def test_text() -> None:
    diagnostics = found(place(FILE, "title: Look"), related=place(FILE, "title: Find"))
    diagnostics.warning("other-rule", "over several lines", place(FILE, "find:\n    title: Find\n"))
    diagnostics.warning("third-rule", "nothing to show", SourceFile("generated/x/README.md", "").span(0, 0))
    assert render(diagnostics, "text") == (
        "specs/x/contract.yaml:4:5: error: the fact [some-rule]\n"
        "  4 |     title: Look\n"
        "    |     ^^^^^^^^^^^\n"
        "specs/x/contract.yaml:3:5: note: first here\n"
        "  3 |     title: Find\n"
        "    |     ^^^^^^^^^^^\n"
        "  hint: do this\n"
        "specs/x/contract.yaml:2:3: warning: over several lines [other-rule]\n"
        "  2 |   find:\n"
        "    |   ^^^^^\n"
        "generated/x/README.md:1:1: warning: nothing to show [third-rule]\n"
    )


def test_an_empty_place_gets_one_caret() -> None:
    file = SourceFile("a.yaml", "a: 1\n")
    at_the_end_of_the_line, at_the_end_of_the_file = file.span(4, 4), file.span(99, 99)
    assert render(found(at_the_end_of_the_line, hint=None), "text").splitlines()[1:] == ["  1 | a: 1", "    |     ^"]
    assert render(found(at_the_end_of_the_file, hint=None), "text").splitlines()[1:] == ["  2 |", "    | ^"]


def test_colour_adds_nothing_but_colour() -> None:
    diagnostics = found(place(FILE, "title: Look"), related=place(FILE, "title: Find"))
    coloured = render(diagnostics, "text", colour=True)
    assert "\x1b[" in coloured
    assert click.unstyle(coloured) == render(diagnostics, "text")
    assert render(diagnostics, "json", colour=True) == render(diagnostics, "json")


@pytest.mark.parametrize("style", FORMATS)
def test_nothing_found(style: str) -> None:
    output = render(Diagnostics(), style)
    assert {"text": "", "github": ""}.get(style, output) == output
    if style == "json":
        assert json.loads(output) == []
    if style == "sarif":
        assert json.loads(output)["runs"][0]["results"] == []


def test_an_unknown_format_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="xml"):
        render(Diagnostics(), "xml")


LETTERS = "ab é日本語ｱ😀"
# Also marks that take no room, tabs, and signs that are escaped.
LINES = st.text(st.sampled_from(LETTERS + "\u0301\u0308\t\x1b\u202e\u200b\x7f\u2028"), max_size=150)


@given(before=LINES, marked=st.text(st.sampled_from(LETTERS), min_size=1, max_size=30).map(str.strip), after=LINES)
def test_carets_stand_under_the_span(before: str, marked: str, after: str) -> None:
    """The width of signs on a terminal is counted by rich here."""
    marked = marked or "x"
    file = SourceFile("a.yaml", f"first\n{before}{marked}{after}\nlast")
    output = render(found(file.span(6 + len(before), 6 + len(before) + len(marked)), hint=None), "text").splitlines()
    assert len(output) == 3
    source, carets = (text.partition("| ")[2] for text in output[1:])
    indent, width = len(carets) - len(carets.lstrip()), len(carets.strip())
    assert set(carets.strip()) == {"^"}
    assert cell_len(source) <= WIDEST + 2
    columns = list(itertools.accumulate(map(cell_len, source), initial=0))
    above = [sign for sign, column in zip(source, columns, strict=False) if indent <= column < indent + width]
    assert "".join(sign for sign in above if cell_len(sign)) == marked


@given(text=st.text(max_size=200), path=st.text(min_size=1, max_size=20))
def test_no_contract_can_paint_the_terminal(text: str, path: str) -> None:
    file = SourceFile(path, text)
    half = len(text) // 2
    diagnostics = found(file.span(half, half + 3), message=text, hint=text, related=file.span(0, 1))
    for style in FORMATS:
        output = render(diagnostics, style)
        assert {unicodedata.category(sign) for sign in output if sign != "\n"}.isdisjoint(
            {"Cc", "Cf", "Cs", "Zl", "Zp"}
        )
    assert len(render(diagnostics, "github").splitlines()) == 1
    assert sum(not line.startswith("  ") for line in render(diagnostics, "text").splitlines()) == 2


def test_a_line_of_a_megabyte_is_shown_in_part() -> None:
    file = SourceFile("a.yaml", "x" * 500_000 + "HERE" + "y" * 500_000)
    output = render(found(place(file, "HERE")), "text").splitlines()
    assert len(output[1]) < WIDEST + 10
    assert output[1].index("HERE") == output[2].index("^^^^")


def test_json() -> None:
    diagnostics = found(place(FILE, "title: Look"), related=place(FILE, "title: Find"))
    diagnostics.warning("other-rule", "Ärger \x1b[31m", place(FILE, "tools"))
    first, second = json.loads(render(diagnostics, "json"))
    assert first == {
        "rule": "some-rule",
        "severity": "error",
        "message": "the fact",
        "path": "specs/x/contract.yaml",
        "line": 4,
        "column": 5,
        "end_line": 4,
        "end_column": 16,
        "hint": "do this",
        "related": [
            {
                "message": "first here",
                "path": "specs/x/contract.yaml",
                "line": 3,
                "column": 5,
                "end_line": 3,
                "end_column": 16,
            }
        ],
    }
    assert (second["severity"], second["message"]) == ("warning", "Ärger \x1b[31m")
    assert (second["hint"], second["related"]) == (None, [])


def test_github() -> None:
    """Escapes as the runner undoes them: `%`, CR and LF everywhere, `:` and `,` in properties too."""
    file = SourceFile("specs/a,b:c/100%.yaml", FILE.text)
    diagnostics = found(place(file, "title: Look"), message="50% of: a, b", related=place(file, "title: Find"))
    diagnostics.warning("other-rule", "two\nlines::error::x", place(file, "find:\n    title"))
    first, second = render(diagnostics, "github").splitlines()
    path = "specs/a%2Cb%3Ac/100%25.yaml"
    assert first == (
        f"::error file={path},line=4,col=5,endLine=4,endColumn=16,title=some-rule::50%25 of: a, b"
        "%0Aspecs/a,b:c/100%25.yaml:3:5: note: first here%0Ahint: do this"
    )
    assert second == f"::warning file={path},line=2,endLine=3,title=other-rule::two\\x0alines::error::x"


def shape(required: list[str], **properties: object) -> dict[str, object]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


TEXT: dict[str, object] = {"type": "string", "minLength": 1}
NUMBER: dict[str, object] = {"type": "integer", "minimum": 1}
MESSAGE = shape(["text"], text=TEXT)
REGION = shape(["startLine"], startLine=NUMBER, startColumn=NUMBER, endLine=NUMBER, endColumn=NUMBER)
ARTIFACT = shape(["uri"], uri={"type": "string", "format": "uri-reference"})
PHYSICAL = shape(["artifactLocation"], artifactLocation=ARTIFACT, region=REGION)
LOCATION = shape([], id={"type": "integer", "minimum": -1}, physicalLocation=PHYSICAL, message=MESSAGE)
RESULT = shape(
    ["message"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level={"enum": ["none", "note", "warning", "error"]},
    message=MESSAGE,
    locations={"type": "array", "items": LOCATION},
    relatedLocations={"type": "array", "items": LOCATION, "uniqueItems": True},
)
DRIVER = shape(
    ["name"],
    name=TEXT,
    version=TEXT,
    rules={"type": "array", "items": shape(["id"], id=TEXT), "uniqueItems": True},
)
RUN = shape(
    ["tool"],
    tool=shape(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results={"type": "array", "items": RESULT},
)
# The parts of the official schema that are used here, closed as they are there.
SARIF = shape(
    ["version", "runs"],
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs={"type": "array", "items": RUN},
)


def test_sarif() -> None:
    file = SourceFile("specs/größe & 1:2/contract.yaml", FILE.text)
    diagnostics = found(place(file, "title: Look"), related=place(file, "title: Find"))
    diagnostics.warning("other-rule", "another", place(FILE, "find:\n    title"))
    diagnostics.error("some-rule", "again", place(FILE, "tools"))
    log = json.loads(render(diagnostics, "sarif"))
    Draft202012Validator(SARIF).validate(log)
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert sorted(rules) == ["other-rule", "some-rule"]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [item.rule for item in diagnostics]
    assert [result["ruleId"] for result in run["results"]] == [item.rule for item in diagnostics]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "error"]
    first = run["results"][0]["locations"][0]["physicalLocation"]
    assert urllib.parse.unquote(first["artifactLocation"]["uri"]) == file.path
    assert not re.search(r"[^A-Za-z0-9/._~%-]", first["artifactLocation"]["uri"])
    assert first["region"] == {"startLine": 4, "startColumn": 5, "endLine": 4, "endColumn": 16}
    assert run["results"][0]["relatedLocations"][0]["message"] == {"text": "first here"}
    assert run["columnKind"] == "unicodeCodePoints"


def test_a_path_that_is_no_text_is_still_shown() -> None:
    """File names on Linux are bytes; Python reads those that are not UTF-8 as lone surrogates."""
    diagnostics = found(SourceFile("specs/\udcff/contract.yaml", "a: 1").span(0, 1))
    assert "specs/\\udcff/contract.yaml:1:1" in render(diagnostics, "text")
    assert "specs/%FF/contract.yaml" in render(diagnostics, "sarif")
    for style in FORMATS:
        render(diagnostics, style).encode()


def test_every_severity_has_a_form() -> None:
    for severity in Severity:
        item = Diagnostic("some-rule", severity, "the fact", place(FILE, "tools"))
        assert f" {severity.value}: " in render([item], "text", colour=False)
        assert click.unstyle(render([item], "text", colour=True)) == render([item], "text")
        assert render([item], "github").startswith(f"::{severity.value} ")
