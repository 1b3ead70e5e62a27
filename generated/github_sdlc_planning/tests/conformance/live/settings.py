"""The settings a server is started with, so that it asks the upstreams that are played."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache

from ..facts import Facts
from ..samples import Missing
from ..schemas import matches
from ..services import Upstream
from ..subjects import samples_of
from ..values import Json

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


def values_for(facts: Facts, origins: Mapping[str, str], *, with_credentials: bool = True) -> dict[str, str]:
    """Return settings as text: the addresses of upstreams, credentials, and what must be given. Raises Unplayable."""
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
        needed = item.get("secret") or ("default" not in item and "optional" not in item)
        if name not in values and needed and (with_credentials or name not in credentials):
            values[name] = _value(facts, name)
    return values


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


def credential(facts: Facts, upstream: Upstream) -> tuple[str, str] | None:
    """Return the header that tells a service who asks, and its value; None where there is none or only it knows."""
    for key, header in (("bearer", "authorization"), ("value", upstream.auth.get("header", ""))):
        found = _SETTING.fullmatch(upstream.auth.get(key, ""))
        if found is not None:
            value = _value(facts, found[1])
            return str(header).lower(), f"Bearer {value}" if key == "bearer" else value
    return None


@lru_cache(maxsize=16)
def unplayable(facts: Facts) -> str | None:
    """Say why the upstreams of a contract cannot be played; None when they can, or when there are none."""
    for name, upstream in facts.upstreams.items():
        if "github_app" in upstream.auth:
            return f"{name} is asked as a GitHub App, whose tokens are not played"
    try:
        for name, upstream in facts.upstreams.items():
            header = credential(facts, upstream)
            tokens = (upstream.scopes or {}).get("tokens", "")
            if (
                upstream.scopes
                and header is not None
                and matches(tokens, header[1].removeprefix("Bearer ")) is not False
            ):
                return f"{name} is asked for the scopes of tokens first, which is not played"
        given_as(facts, values_for(facts, dict.fromkeys(facts.upstreams, _ORIGIN)))
    except Unplayable as reason:
        return str(reason)
    return None


def _value(facts: Facts, name: str) -> str:
    item = facts.config[name]
    schema = item.get("schema", {})
    samples = samples_of(facts)
    made: Json | Missing = CREDENTIAL
    if not (item.get("secret") and samples.fits(schema, CREDENTIAL)):
        made = samples.value(schema, schema, name)
    if isinstance(made, Missing):
        raise Unplayable(f"no value of the setting {name} could be made up")
    if isinstance(made, list):
        return ",".join(map(str, made))
    return made if isinstance(made, str) else json.dumps(made)
