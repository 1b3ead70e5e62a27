"""The capability fingerprint: a name, a version and a hash over everything a client may have learned.

A client can recompute it from what it received: SHA-256 over the canonical JSON of one object with the members
`tools`, `resources`, `resource_templates`, `prompts` (as the list methods gave them; an absent list is empty) and
`summary` (the capability summary without `server.fingerprint`), the first seven hex digits.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

# What the hash stands for, as the summary discloses it; completions and error codes are part of the summary.
COVERS = ("tools", "resources", "resource_templates", "prompts", "completions", "error_codes", "summary")

MEMBERS = ("tools", "resources", "resource_templates", "prompts", "summary")

DIGITS = 7


def canonical(value: Any) -> str:
    """Canonical JSON: keys sorted, no spaces, text as it is, a whole number without a fraction (as in RFC 8785)."""
    text = _dumped(value)
    # Rebuilding a large value costs far more than looking whether it holds a number that would be written differently.
    whole = text.endswith(".0") or any(sign in text for sign in _WHOLE)
    return _dumped(_plain(value)) if whole else text


# How a whole number ends that is written as a fraction or with an exponent; texts may hold the same by chance.
_WHOLE = (".0,", ".0]", ".0}", "e+")


def fingerprint(*, name: str, version: str, parts: Mapping[str, Any]) -> str:
    """`name@version+hash` over `parts`, whose keys are those of `MEMBERS`."""
    digest = hashlib.sha256(canonical({key: parts[key] for key in MEMBERS}).encode("utf-8", "surrogatepass"))
    return f"{name}@{version}+{digest.hexdigest()[:DIGITS]}"


def _dumped(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case _:
            return value
