"""Author text as Markdown, read back by a parser that is not ours."""

from __future__ import annotations

import re

import pytest
from markdown_it.token import Token
from markdown_pages import HOSTILE, MARKDOWN, plain_text, tables
from pactwright.emit.filenames import file_stems
from pactwright.emit.markdown import anchor, block, cell, code, code_cell, heading, inline, json_block, prose, quotation

NAMES = ("owner", "a|b", "a`b", "`", "``", " padded ", "tick`", "\\|", "a\nb", "\x00", "a\u202eb", "<b>", "*")


def visible(text: str) -> str:
    """Spell out what a page cannot show."""
    spelled = {"\x00": "\\u0000", "\x1b": "\\u001b", "\x7f": "\\u007f", "\u202e": "\\u202e"}
    return "".join(spelled.get(character, character) for character in text)


def read(text: str) -> str:
    """Return the words of one paragraph, line breaks as spaces."""
    tokens = MARKDOWN.parse(text)
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"], text
    return plain_text(tokens[1])


def squeezed(text: str) -> str:
    return " ".join(re.sub(r"[ \t\r\n]+", " ", visible(text)).split(" ")).strip()


@pytest.mark.parametrize("text", HOSTILE)
def test_inline_text_reads_as_written(text: str) -> None:
    assert squeezed(read(f"So: {inline(text)}")) == squeezed(f"So: {text}")


@pytest.mark.parametrize("text", HOSTILE)
def test_prose_reads_as_written_and_is_nothing_but_paragraphs(text: str) -> None:
    tokens = MARKDOWN.parse(prose(text))
    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}
    assert squeezed(" ".join(plain_text(token) for token in tokens if token.type == "inline")) == squeezed(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_heading_reads_as_written(text: str) -> None:
    tokens = MARKDOWN.parse(f"## {heading(text)}")
    assert [token.type for token in tokens] == ["heading_open", "inline", "heading_close"]
    assert squeezed(plain_text(tokens[1])) == squeezed(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_quotation_is_one_quotation(text: str) -> None:
    tokens = MARKDOWN.parse(quotation(text))
    assert tokens[0].type == "blockquote_open"
    assert tokens[-1].type == "blockquote_close"
    assert sum(token.type == "blockquote_open" for token in tokens) == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_cell_keeps_its_words_and_its_neighbours(text: str) -> None:
    (table,) = tables(f"| a | b | c |\n| --- | --- | --- |\n| before | {cell(text)} | after |\n")
    assert [row[0] for row in table[1:]] == ["before"]
    assert table[1][2] == "after"
    lines = [squeezed(line) for line in visible(text).strip().split("\n")]
    assert [squeezed(line) for line in table[1][1].split("\n")] == lines


@pytest.mark.parametrize("name", NAMES)
def test_code_reads_as_written(name: str) -> None:
    tokens = MARKDOWN.parse(f"So: {code(name)}")
    inner = tokens[1].children or []
    assert [token.content for token in inner if token.type == "code_inline"] == [visible(name).replace("\n", "\\n")]


@pytest.mark.parametrize("name", NAMES)
def test_code_in_a_cell_keeps_its_neighbours(name: str) -> None:
    (table,) = tables(f"| a | b |\n| --- | --- |\n| {code_cell(name)} | after |\n")
    assert table[1] == [visible(name).replace("\n", "\\n"), "after"]


def test_code_of_nothing_shows_that_it_is_nothing() -> None:
    assert code("") == '""'


@pytest.mark.parametrize("text", [*HOSTILE, "````", "x\n```\n# out\n````\n", "~~~"])
def test_nothing_ends_a_block_early(text: str) -> None:
    (token,) = MARKDOWN.parse(block(text, "text"))
    assert (token.type, token.info) == ("fence", "text")
    assert token.content.rstrip() == text.rstrip().replace("\x00", "\ufffd")


def test_json_block_holds_the_value() -> None:
    (token,) = MARKDOWN.parse(json_block({"a": ["```", "ü", None, 1.5]}))
    assert token.content == '{\n  "a": [\n    "```",\n    "ü",\n    null,\n    1.5\n  ]\n}\n'


def test_names_stay_readable_in_the_source() -> None:
    assert inline("Use github_find_issues with state=open.") == "Use github_find_issues with state=open."
    assert inline("__init__ and _x") == "\\_\\_init\\_\\_ and \\_x"
    assert prose("1.5 seconds\n--flag\n#1423") == "1.5 seconds\n--flag\n#1423"


def test_anchor_is_that_of_the_heading() -> None:
    assert anchor("issue_locked") == "issue_locked"
    assert anchor("Where each code occurs") == "where-each-code-occurs"


def test_file_names_are_the_tools_names() -> None:
    assert file_stems(["get.order", "find-orders", "List_Orders"]) == {
        "get.order": "get.order",
        "find-orders": "find-orders",
        "List_Orders": "List_Orders",
    }


def test_file_names_differ_on_every_system() -> None:
    names = ["get", "Get", "GET", "con", "Aux.x", "com1", "console"]
    stems = file_stems(names)
    assert stems["get"] == "get"
    assert stems["console"] == "console"
    assert len({stem.casefold() for stem in stems.values()}) == len(names)
    assert all(stem.split(".")[0].casefold() not in {"con", "aux", "com1"} for stem in stems.values())


def test_file_names_do_not_depend_on_order_or_company() -> None:
    one, other = file_stems(["Get", "get"]), file_stems(["x", "get", "Get"])
    assert one["Get"] == other["Get"]
    mark = one["Get"]
    assert file_stems(["Get", "get", mark])["Get"] != mark


def test_parser_sees_markup_where_there_is_some() -> None:
    """The oracle itself can fail."""
    kinds = {token.type for token in _inner("**a** <b> [c](http://d) `e`")}
    assert kinds >= {"strong_open", "html_inline", "link_open", "code_inline"}
    assert tables("| a |\n| --- |\n| x | y |\n") == [[["a"], ["x"]]]


def _inner(text: str) -> list[Token]:
    return MARKDOWN.parse(text)[1].children or []
