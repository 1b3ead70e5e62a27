"""Text of the author as Markdown: it reads exactly as it was written, whatever signs are in it.

Everything here returns finished Markdown (CommonMark with GitHub's tables). Nothing of the author's becomes markup: no
link, no heading, no HTML, no second column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache

from pactwright.json_text import json_text
from pactwright.values import JsonValue

# Tools share types, so most cells of their tables come again and again.
_REPEATED = 4096

_SIGN = re.compile("[\\\\`*\\[~|&<_\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ALWAYS = re.compile(r"[\\`*\[~|]")
_SPACE = re.compile(r"[ \t]+")
_BREAK = re.compile(r"\r\n|\r|\n")
_ENTITY = re.compile(r"&(?=#|[A-Za-z][A-Za-z0-9]*;)")
_UNDERSCORES = re.compile(r"_+")
_LINE_START = re.compile(
    r"""^(\d*)(   # in order: item of a numbered list, quotation, heading, item of a list, underline of a heading
        (?<=\d)[.)](?=\ |$) | (?<!\d)(?: > | \#(?=\#*(?:\ |$)) | [+-](?=\ |$) | [=-](?=[=-]*$) )
    )""",
    re.VERBOSE,
)
_FENCE = re.compile(r"`+")
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# Control characters, and those that turn the reading direction around.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def inline(text: str) -> str:
    """Return `text` for a line or an item of a list; line breaks become spaces."""
    return _start(" ".join(_spelled(line) for line in _lines(text) if line))


@lru_cache(maxsize=_REPEATED)
def cell(text: str) -> str:
    """Return `text` for one cell of a table; line breaks stay line breaks."""
    return "<br>".join(_spelled(line) for line in _lines(text.strip()))


def prose(text: str) -> str:
    """Return `text` as paragraphs: blank lines part them, and no line starts a list, a heading or a quotation."""
    paragraphs = re.split(r"\n(?:[ \t]*\n)+", text.strip().replace("\r\n", "\n").replace("\r", "\n"))
    return "\n\n".join("\n".join(_start(_spelled(line)) for line in _lines(item) if line) for item in paragraphs)


def quotation(text: str) -> str:
    """Return `text` as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in prose(text).split("\n"))


def heading(text: str) -> str:
    """Return `text` for a heading; signs at its end do not close it."""
    return re.sub(r"#(?=#*$)", r"\\#", inline(text))


def code(text: str) -> str:
    """Return `text` as code within a line; characters that cannot be seen are spelled out."""
    shown = _visible(text)
    if not shown.strip():
        return json.dumps(shown)
    fence = _longer_than_any(_FENCE.findall(shown), shortest=1)
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


@lru_cache(maxsize=_REPEATED)
def code_cell(text: str) -> str:
    """Return `text` as code in a cell of a table."""
    return code(text).replace("|", "\\|")


def block(text: str, language: str = "") -> str:
    """Return `text` as a code block that nothing in it can end."""
    fence = _longer_than_any(_FENCE.findall(text), shortest=3)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def json_block(value: JsonValue) -> str:
    """Return `value` as a block of indented JSON."""
    return block(json_text(value), "json")


def anchor(text: str) -> str:
    """Return the fragment by which a heading that is exactly `text` is linked to, as GitHub and most others have it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def _longer_than_any(runs: Iterable[str], *, shortest: int) -> str:
    return "`" * max([shortest, *(len(run) + 1 for run in runs)])


def _lines(text: str) -> list[str]:
    return [_SPACE.sub(" ", line).strip() for line in _BREAK.split(text)]


def _spelled(line: str) -> str:
    """Escape what would be markup anywhere in a line; most lines have nothing of the kind."""
    if _SIGN.search(line) is None:
        return line
    escaped = _ALWAYS.sub(r"\\\g<0>", _visible(line))
    escaped = _ENTITY.sub("&amp;", escaped).replace("<", "&lt;")
    return _UNDERSCORES.sub(_underscores, escaped)


def _underscores(run: re.Match[str]) -> str:
    """Leave the underscores within a word alone: there they mean nothing, and names stay readable in the source."""
    before, after = run.string[: run.start()][-1:], run.string[run.end() :][:1]
    return run.group() if before.isalnum() and after.isalnum() else "\\_" * len(run.group())


def _start(line: str) -> str:
    return _LINE_START.sub(r"\1\\\2", line)


def _visible(text: str) -> str:
    """Spell out what cannot be seen."""
    return _HIDDEN.sub(lambda found: _ESCAPES.get(found.group(), f"\\u{ord(found.group()):04x}"), text)
