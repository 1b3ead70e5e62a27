"""All checks, in the order in which they are carried out and reported."""

from __future__ import annotations

from .checking import Check
from .checks import (
    arguments,
    bearer,
    caching,
    catalogue,
    completions,
    failures,
    handshake,
    http,
    modes,
    official,
    prompts,
    resources,
    results,
    schemas,
    stdio,
    summary,
)

CHECKS: tuple[Check, ...] = (
    *handshake.CHECKS,
    *catalogue.CHECKS,
    *schemas.CHECKS,
    *summary.CHECKS,
    *caching.CHECKS,
    *results.CHECKS,
    *failures.CHECKS,
    *arguments.CHECKS,
    *resources.CHECKS,
    *prompts.CHECKS,
    *completions.CHECKS,
    *modes.CHECKS,
    *stdio.CHECKS,
    *http.CHECKS,
    *bearer.CHECKS,
    *official.CHECKS,
)
