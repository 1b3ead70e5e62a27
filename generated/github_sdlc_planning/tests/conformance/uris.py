"""URI templates filled in: what RFC 6570 says for the operators MCP servers use."""

from __future__ import annotations

import re
from urllib.parse import quote

from .values import Json, JsonObject

_EXPRESSION = re.compile(r"\{([+#./;?&]?)([^}]*)\}")

# Operator: what comes first, what stands between, whether names are shown, what stays unescaped (RFC 6570, appendix A).
_FORMS = {
    "": ("", ",", False, ""),
    "+": ("", ",", False, ":/?#[]@!$&'()*+,;="),
    "#": ("#", ",", False, ":/?#[]@!$&'()*+,;="),
    ".": (".", ".", False, ""),
    "/": ("/", "/", False, ""),
    ";": (";", ";", True, ""),
    "?": ("?", "&", True, ""),
    "&": ("&", "&", True, ""),
}


def expanded(template: str, values: JsonObject) -> str:
    """Return `template` with `values` filled in; variables without a value are left out."""
    return _EXPRESSION.sub(lambda match: _part(match[1], match[2], values), template)


def _part(operator: str, names: str, values: JsonObject) -> str:
    first, between, named, kept = _FORMS[operator]
    parts = []
    for name in names.split(","):
        name = name.rstrip("*")
        if name in values:
            text = _text(values[name], kept)
            parts.append(f"{name}={text}" if named else text)
    return first + between.join(parts) if parts else ""


def _text(value: Json, kept: str) -> str:
    if isinstance(value, list):
        return ",".join(_text(item, kept) for item in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote(str(value), safe=f"{kept}-._~")
