"""How generated code makes requests: the names it imports, and those of the classes that make them."""

from __future__ import annotations

from pactwright.emit.python import EXPRESSION_IMPORTS
from pactwright.names import class_name

_REQUESTING = (
    "Page",
    "Pages",
    "RateLimit",
    "Refusal",
    "Request",
    "Scopes",
    "ToolError",
    "Upstream",
    "bearer",
    "found",
    "missing",
    "refusal",
    "secret_header",
    "segment",
    "slashes",
)

UPSTREAM_IMPORTS = {
    "Any": "typing",
    "Literal": "typing",
    "cast": "typing",
    "Mapping": "collections.abc",
    "models": ".",
    **dict.fromkeys(_REQUESTING, ".runtime.requesting"),
    **EXPRESSION_IMPORTS,
    "Absent": ".runtime.expressions",
    "GithubAppUpstream": ".runtime.github_app",
}


def upstream_class(name: str) -> str:
    """Return the name of the class of an upstream; one that would hide an import gets an underscore."""
    written = class_name(name)
    return f"{written}_" if written in UPSTREAM_IMPORTS else written
