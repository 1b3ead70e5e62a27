"""How values, keys and places are named to the author."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable

from pactwright.load import Document, Path

LONGEST_QUOTE = 60


def dotted(path: Path) -> str:
    """Name a place: `tools.add_comment.steps[0]`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def owner(path: Path) -> str:
    """Name the mapping at `path` as the subject of a sentence."""
    return f"`{dotted(path)}`" if path else "the contract"


def quoted(value: object) -> str:
    """Show a scalar in backticks, cut when it is long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"`{text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + '…'}`"


def found(value: object) -> str:
    """Say what kind of value there is, and which, when that helps."""
    match value:
        case bool():
            return f"`{str(value).lower()}`"
        case int() | float():
            return f"the number {quoted(value)}"
        case "":
            return "an empty text"
        case str():
            return f"the text {quoted(value)}"
        case list():
            return "a list" if value else "an empty list"
        case dict():
            return "a mapping" if value else "an empty mapping"
        case _:
            return "null"


def listed(words: Iterable[str]) -> str:
    """Write words in backticks with commas between them."""
    return ", ".join(f"`{word}`" for word in words)


def close_to(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` was probably meant to be."""
    candidates = list(known)
    plain = {plain_word(candidate): candidate for candidate in candidates}
    if plain_word(word) in plain:
        return plain[plain_word(word)]
    matches = difflib.get_close_matches(word, candidates, n=1, cutoff=0.7)
    return matches[0] if matches else None


def plain_word(word: str) -> str:
    """Return a word without what differs between ways of writing names."""
    return word.lower().replace("-", "").replace("_", "").replace(" ", "")


def as_written(document: Document, path: Path) -> str:
    """Return the text of a one-line value as it stands in the file."""
    span = document.value(path)
    return span.file.text[span.start : span.end] if span.is_one_line else ""


def sentence_start(description: str) -> str:
    """Turn the first sentence of a description into a remark that can follow a colon."""
    first = description.split(". ")[0].split(": ")[0].rstrip(".")
    return first[:1].lower() + first[1:] if first[1:2].islower() or first[1:2] == " " else first
