"""Bytes of a file → text, with a diagnostic for everything that is no text.

What the text means is not looked at here.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from pactwright.diagnostics import Diagnostics
from pactwright.source import SourceFile

# What YAML allows (1.2.2, production c-printable), less U+FEFF, which is a mark only at the very start.
_NOT_YAML = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_SEPARATOR = re.compile("[\x85\u2028\u2029]")


def decode(data: bytes, path: str, diagnostics: Diagnostics) -> SourceFile | None:
    """Return the text of a UTF-8 file without its byte order mark; None after a diagnostic when it is not UTF-8."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        file = SourceFile(path, "")
        diagnostics.error("not-utf-8", "the file is UTF-16", file.span(0, 0), hint="save it as UTF-8")
        return None
    data = data.removeprefix(BOM_UTF8)
    try:
        return SourceFile(path, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        file = SourceFile(path, data.decode("utf-8", errors="replace"))
        at = len(data[: error.start].decode("utf-8"))
        byte = f"0x{data[error.start]:02X}"
        diagnostics.error(
            "not-utf-8", f"the byte {byte} is not UTF-8", file.span(at, at + 1), hint="save the file as UTF-8"
        )
        return None


def is_free_of_nul(file: SourceFile, diagnostics: Diagnostics) -> bool:
    """Whether a file that is not YAML holds no NUL; the first one is reported."""
    at = file.text.find("\0")
    if at >= 0:
        span = file.span(at, at + 1)
        diagnostics.error("control-character", "the text holds U+0000", span, hint="remove it; is this a text file?")
    return at < 0


def check_characters(file: SourceFile, diagnostics: Diagnostics) -> str:
    """Report characters that may not stand in YAML, each kind once; return the text with a stand-in for each.

    The stand-in is as long as the character, so that offsets into the result are offsets into the file.
    """
    seen: dict[str, list[int]] = {}
    for found in _NOT_YAML.finditer(file.text):
        seen.setdefault(found.group(), []).append(found.start())
    for character, places in seen.items():
        more = f" ({len(places)} times)" if len(places) > 1 else ""
        diagnostics.error(
            "control-character",
            f"U+{ord(character):04X} may not stand in YAML{more}",
            file.span(places[0], places[0] + 1),
            hint=f'remove it, or write it as an escape in double quotes: "{_escape(character)}"',
        )
    for found in _SEPARATOR.finditer(file.text):
        diagnostics.warning(
            "line-separator",
            f"U+{ord(found.group()):04X} ends the line for YAML, but editors show none",
            file.span(found.start(), found.end()),
            hint=f'write it as an escape in double quotes: "{_escape(found.group())}"',
        )
    return _NOT_YAML.sub("\ufffd", file.text) if seen else file.text


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}"
