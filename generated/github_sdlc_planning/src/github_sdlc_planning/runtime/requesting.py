"""What generated code that makes requests is written against."""

from __future__ import annotations

from .connections import Request
from .credentials import bearer, secret_header
from .encoding import segment, slashes
from .envelope import ToolError
from .judging import Refusal, UnknownOutcome, found, gone, missing, refusal
from .pages import Page, Pages
from .rate_limits import RateLimit
from .scopes import Scopes
from .upstreams import Upstream

__all__ = [
    "Page",
    "Pages",
    "RateLimit",
    "Refusal",
    "Request",
    "Scopes",
    "ToolError",
    "UnknownOutcome",
    "Upstream",
    "bearer",
    "found",
    "gone",
    "missing",
    "refusal",
    "secret_header",
    "segment",
    "slashes",
]
