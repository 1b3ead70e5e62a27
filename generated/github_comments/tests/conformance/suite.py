"""All checks, in the order in which they are carried out and reported."""

from __future__ import annotations

from .checking import Check
from .checks import (
    arguments,
    bearer,
    caching,
    catalogue,
    completions,
    config_files,
    failures,
    handshake,
    http,
    live,
    live_apps,
    live_keys,
    live_others,
    live_pages,
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
    *config_files.CHECKS,
    *live.CHECKS,
    *live_pages.CHECKS,
    *live_keys.CHECKS,
    *live_others.CHECKS,
    *live_apps.CHECKS,
    *official.CHECKS,
)
