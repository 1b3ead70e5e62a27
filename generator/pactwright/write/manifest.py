"""The planned files → MANIFEST.json, and back to the hashes the last run recorded.

A manifest found on disk is a hint from a file anybody can edit: entries that no run of ours could have written are left
out, and one that cannot be read counts as empty.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from importlib.metadata import version

from pactwright.emit.output import is_safe_path

NAME = "MANIFEST.json"
# Only what is pinned exactly: the version of anything else may differ between two machines that write equal bytes.
_PINNED = ("black", "datamodel-code-generator")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def digest(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def render(hashes: Mapping[str, str]) -> bytes:
    """Return the manifest that lists `hashes` (path → digest), sorted by path."""
    document = {
        "format": 1,
        "tools": {name: version(name) for name in _PINNED},
        "files": {path: hashes[path] for path in sorted(hashes)},
    }
    return (json.dumps(document, indent=2) + "\n").encode()


def recorded(content: bytes | None) -> dict[str, str]:
    """Return the path → digest entries of a manifest as it was found on disk; empty when it makes no sense."""
    try:
        document = json.loads(content or b"")
    except (ValueError, RecursionError):
        return {}
    files = document.get("files") if isinstance(document, dict) and document.get("format") == 1 else None
    if not isinstance(files, dict):
        return {}
    return {
        path: value
        for path, value in files.items()
        if is_safe_path(path) and path != NAME and isinstance(value, str) and _DIGEST.fullmatch(value)
    }
