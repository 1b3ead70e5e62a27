"""Syntax errors inside double quotes: escapes that do not exist, or that name no character."""

from __future__ import annotations

import re

from pactwright.load.finding import Fault, Finding

_HEX = re.compile(r"[0-9A-Fa-f]*")
_PAIR = re.compile(r"\\u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")
_NO_ESCAPES = "use single quotes, in which \\ is an ordinary character, or write it twice"


def unknown_escape(text: str, fault: Fault) -> Finding:
    r"""Explain an escape such as `\d`."""
    start = text.rfind("\\", 0, fault.at + 1)
    return Finding(f"`{text[start : start + 2]}` is not an escape", start, start + 2, _NO_ESCAPES)


def short_escape(text: str, fault: Fault) -> Finding:
    r"""Explain an escape such as `\u12`, which has too few digits."""
    start = text.rfind("\\", 0, fault.at)
    return Finding(f"`{text[start : start + 2]}` needs more digits", start, fault.at, _NO_ESCAPES)


def no_character(text: str, fault: Fault) -> Finding:
    """Explain an escape of half a character (a UTF-16 surrogate), or of a number Unicode does not have."""
    start = text.rfind("\\", 0, fault.at)
    digits = _HEX.match(text, start + 2, start + 2 + {"u": 4, "U": 8}.get(text[start + 1 : start + 2], 2))
    end = digits.end() if digits else start + 2
    if not 0xD800 <= int(text[start + 2 : end] or "0", 16) < 0xE000:
        return Finding(f"`{text[start:end]}` is no character", start, end, "Unicode ends at U+10FFFF")
    pair = _PAIR.match(text, start)
    message = f"`{text[start:end]}` is half a character"
    if pair is None:
        return Finding(message, start, end, "write the character itself", "lone-surrogate")
    code = 0x10000 + ((int(pair.group(1), 16) - 0xD800) << 10) + int(pair.group(2), 16) - 0xDC00
    return Finding(message, start, pair.end(), f"write the character itself, or \\U{code:08X}", "lone-surrogate")
