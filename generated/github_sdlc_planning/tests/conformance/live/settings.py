"""The settings a server is started with, so that it asks the upstreams that are played."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..facts import Facts
from ..patterns import matching
from ..samples import Missing
from ..services import Upstream
from ..subjects import samples_of
from ..templates import ABSENT
from ..values import Json, JsonObject
from .apps import TOKEN, App, installation_at, private_key
from .expressions import value_of
from .operators import Underivable

# Stands for every credential: it must never come back.
CREDENTIAL = "played-credential-Vexo7q3"

_SETTING = re.compile(r"\$\{\s*config\.(\w+)\s*\}")
_ADDRESS = re.compile(rf"{_SETTING.pattern}(/[^$]*)?")
_ORIGIN = "http://127.0.0.1:8080"


class Unplayable(Exception):
    """The server cannot be brought to ask upstreams that are played; the text says why."""


def named_in(value: Json) -> list[str]:
    """Return the settings that templates put in."""
    return _SETTING.findall(json.dumps(value))


def values_for(
    facts: Facts,
    origins: Mapping[str, str],
    *,
    with_credentials: bool = True,
    scoped: bool = False,
    installed: bool = False,
) -> dict[str, str]:
    """Return settings as text: the addresses of upstreams, credentials, and what must be given.

    With `scoped`, credentials are such as their service lists scopes for; with `installed`, the installations of GitHub
    Apps are told instead of looked up. Raises Unplayable.
    """
    values: dict[str, str] = {}
    for name, upstream in facts.upstreams.items():
        address = _ADDRESS.fullmatch(upstream.base_url)
        if address is None:
            raise Unplayable(f"the address of {name} is fixed: {upstream.base_url}")
        if address[1] in values:
            raise Unplayable(f"the setting {address[1]} is the address of several upstreams")
        if not samples_of(facts).fits(facts.config[address[1]].get("schema", {}), origins[name]):
            raise Unplayable(f"the setting {address[1]} takes no address on loopback")
        values[address[1]] = origins[name]
    credentials = set(named_in([upstream.auth for upstream in facts.upstreams.values()]))
    for name, item in facts.config.items():
        needed = item.get("secret") or name in _of_apps(facts, "app_id") or not _may_be_left_out(item)
        needed = needed or (installed and name in _of_apps(facts, "installation_id"))
        if name not in values and needed and (with_credentials or name not in credentials):
            values[name] = _value(facts, name, scoped=scoped)
    return values


def _may_be_left_out(item: JsonObject) -> bool:
    return "default" in item or "optional" in item


def _of_apps(facts: Facts, part: str) -> set[str]:
    """Return the settings that are a part of what GitHub Apps are known by."""
    return {name for item in facts.upstreams.values() for name in named_in(item.auth.get("github_app", {}).get(part))}


def apps_of(facts: Facts) -> dict[str, App]:
    """Return the services that know a server as a GitHub App. Raises Unplayable."""
    found: dict[str, App] = {}
    for name, upstream in facts.upstreams.items():
        if "github_app" in upstream.auth:
            app_id = value_of(upstream.auth["github_app"]["app_id"], {"config": _given(facts)})
            if not isinstance(app_id, str | int):
                raise Unplayable(f"whom {name} takes the app for cannot be told")
            found[name] = App(str(app_id))
    return found


def installation_of(facts: Facts, upstream: Upstream, known: Mapping[str, Any]) -> str:
    """Return the installation a call asks as; empty where no GitHub App asks. Raises Underivable."""
    app = upstream.auth.get("github_app")
    if app is None:
        return ""
    parts = {name: value_of(template, {**known, "config": _given(facts)}) for name, template in app.items()}
    if parts.get("installation_id", ABSENT) is not ABSENT:
        return str(parts["installation_id"])
    owner, repo = parts.get("owner"), parts.get("repo")
    if not isinstance(owner, str) or not isinstance(repo, str):
        raise Underivable(f"for which installation {upstream.name} is asked cannot be told")
    return installation_at(owner, repo)


def installed_as(facts: Facts, upstream: str) -> str | None:
    """Return the installation that a server is told which would look it up otherwise; None where no setting does."""
    named = named_in(facts.upstreams[upstream].auth["github_app"].get("installation_id"))
    return _value(facts, named[0]) if len(named) == 1 and looks_up(facts, upstream) else None


def looks_up(facts: Facts, upstream: str) -> bool:
    """Tell whether the installation is looked up: where a call takes place says it, and no setting does."""
    template = facts.upstreams[upstream].auth["github_app"].get("installation_id")
    return template is None or value_of(template, {"config": _given(facts)}) is ABSENT


def _given(facts: Facts) -> JsonObject:
    """Return the settings that servers are started with, addresses apart."""
    app_ids = _of_apps(facts, "app_id")
    given: JsonObject = {}
    for name, item in facts.config.items():
        if name in app_ids or not _may_be_left_out(item):
            given[name] = _value(facts, name)
        elif "default" in item:
            given[name] = item["default"]
    return given


def given_as(facts: Facts, values: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return settings as environment and as flags. Raises Unplayable."""
    environment: dict[str, str] = {}
    flags: list[str] = []
    for name, value in values.items():
        item = facts.config[name]
        if "env" in item:
            environment[item["env"]] = value
        elif item.get("secret"):
            raise Unplayable(f"the secret setting {name} is read from no environment variable")
        else:
            flags += [f"--{name.replace('_', '-')}", value]
    return environment, flags


def credential(facts: Facts, upstream: Upstream, *, scoped: bool = False) -> tuple[str, str] | None:
    """Return the header that tells a service who asks, and its value; None where there is none or only it knows."""
    for key, header in (("bearer", "authorization"), ("value", upstream.auth.get("header", ""))):
        found = _SETTING.fullmatch(upstream.auth.get(key, ""))
        if found is not None:
            value = _value(facts, found[1], scoped=scoped)
            return str(header).lower(), f"Bearer {value}" if key == "bearer" else value
    return None


@lru_cache(maxsize=16)
def unplayable(facts: Facts) -> str | None:
    """Say why the upstreams of a contract cannot be played; None when they can, or when there are none."""
    try:
        for name, upstream in facts.upstreams.items():
            header = credential(facts, upstream)
            token = TOKEN if header is None else header[1].removeprefix("Bearer ")
            if upstream.scopes and re.match(upstream.scopes["tokens"], token):
                return f"{name} lists the scopes of every token, so that no call can be made without looking them up"
        apps_of(facts)
        given_as(facts, values_for(facts, dict.fromkeys(facts.upstreams, _ORIGIN)))
    except Unplayable as reason:
        return str(reason)
    return None


def _value(facts: Facts, name: str, *, scoped: bool = False) -> str:
    item = facts.config[name]
    schema = item.get("schema", {})
    samples = samples_of(facts)
    made: Json | Missing = private_key() if name in _of_apps(facts, "private_key") else CREDENTIAL
    listed = next((item.scopes["tokens"] for item in _scoped_by(facts, name) if item.scopes), None)
    if scoped and listed is not None:
        made = f"{matching(listed)}{CREDENTIAL}"
        if not re.match(listed, made) or not samples.fits(schema, made):
            raise Unplayable(f"no value of the setting {name} was made up that has scopes")
    if not (item.get("secret") and samples.fits(schema, made)):
        made = samples.value(schema, schema, name)
    if isinstance(made, Missing):
        raise Unplayable(f"no value of the setting {name} could be made up")
    if isinstance(made, list):
        return ",".join(map(str, made))
    return made if isinstance(made, str) else json.dumps(made)


def _scoped_by(facts: Facts, name: str) -> list[Upstream]:
    return [item for item in facts.upstreams.values() if item.scopes and name in named_in(item.auth)]
