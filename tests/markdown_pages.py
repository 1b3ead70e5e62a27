"""Markdown read back: an independent parser, and text that tries to be markup."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])

HOSTILE = (
    "plain",
    '"double" and \'single\' and """three"""',
    "one | two || three",
    "``` fence ``` and `tick",
    "```sh\nrm -rf\n```",
    "{{ view }} {% raw %} {# note #}",
    "${args.owner} and $${literal}",
    "</script><script>alert(1)</script>",
    "<!-- comment --> and -->",
    "<b>bold</b> &amp; &#39; &lt;",
    "first line\nsecond line",
    "first paragraph\n\nsecond paragraph",
    "back\\slash, trailing \\",
    "*star* **bold** _under_ __init__ ~~gone~~",
    "[link](http://example.com) ![image](x) [ref]: http://example.com",
    "[ref]: http://example.com",
    "# heading #",
    "heading\n=======",
    "heading\n---",
    "1. first\n2. second",
    "1) first",
    "- item\n+ item\n* item",
    "> quoted",
    "    indented\n\tindented",
    "| a | b |\n| --- | --- |\n| c | d |",
    "a\x00b\x1b[31m\x7f",
    "left \u202e right",
    "😀 é ‰ \u2028 end",
    "<http://example.com>",
    "***",
)


def plain_text(token: Token, *, links: bool = False) -> str:
    """Return the words of an inline token; breaks are line breaks, and only with `links` there may be any."""
    pieces = []
    for child in token.children or []:
        if child.type in ("softbreak", "hardbreak") or (child.type, child.content) == ("html_inline", "<br>"):
            pieces.append("\n")
        elif not (links and child.type in ("link_open", "link_close")):
            assert child.type in ("text", "code_inline", "text_special"), child
            pieces.append(child.content)
    return "".join(pieces)


def tables(text: str) -> list[list[list[str]]]:
    """Return every table as rows of cells in words."""
    found: list[list[list[str]]] = []
    tokens = MARKDOWN.parse(text)
    for index, token in enumerate(tokens):
        match token.type:
            case "table_open":
                found.append([])
            case "tr_open":
                found[-1].append([])
            case "th_open" | "td_open":
                found[-1][-1].append(plain_text(tokens[index + 1], links=True))
            case _:
                pass
    return found


def outline(text: str) -> list[tuple[str, str]]:
    """Return the blocks of a page, without their words."""
    return [(token.type, token.tag) for token in MARKDOWN.parse(text)]
