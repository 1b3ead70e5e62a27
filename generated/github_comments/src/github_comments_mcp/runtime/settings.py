"""Settings of a server: where each comes from, and whether it is what the contract asks for.

A setting is taken from its flag, its environment variable, its command or its default, in this order. All are checked
at start; a secret is never shown, neither in a message nor in `repr`.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .arguments import validator
from .wording import violations

COMMAND_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Resolved settings; what is optional and not given is absent."""

    public: Mapping[str, Any] = field(default_factory=dict)
    secret: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def all(self) -> Mapping[str, Any]:
        """Every setting, secret ones included: for what identifies this server to others."""
        return {**self.public, **self.secret}


def resolve(
    config: Mapping[str, Mapping[str, Any]],
    *,
    flags: Mapping[str, str],
    environ: Mapping[str, str],
    complete: bool = True,
) -> tuple[Settings, tuple[str, ...]]:
    """The settings, and what is wrong with them in words that show no value.

    With `complete` a required setting that is not given is wrong; without it (answers from examples need no
    credentials) it is absent, and commands are not run.
    """
    public: dict[str, Any] = {}
    secret: dict[str, Any] = {}
    problems: list[str] = []
    for name, spec in config.items():
        text = flags.get(name, environ.get(spec.get("env", "")))
        if text is None and complete and "command" in spec:
            text = _output(spec["command"])
        value, wrong = _value(name, spec, text)
        if wrong and spec.get("on_invalid") != "absent":
            problems += wrong
        elif value is not None:
            (secret if spec.get("secret") else public)[name] = value
        elif "default" in spec:
            public[name] = spec["default"]
        elif complete and "optional" not in spec:
            problems.append(f"{_source(name, spec)} is not set.")
    return Settings(public, secret), tuple(problems)


def _value(name: str, spec: Mapping[str, Any], text: str | None) -> tuple[Any, list[str]]:
    if text is None or text == "":
        return None, []
    schema: Mapping[str, Any] = spec.get("schema", {})
    try:
        value = _read(schema, text)
    except ValueError:
        return None, [f"{_source(name, spec)} must be {_kind(schema)}."]
    wrapped = {name: value}
    check = validator({"type": "object", "properties": {name: dict(schema)}})
    if check.is_valid(wrapped):
        return value, []
    found = violations(check.iter_errors(wrapped), accepted={}, what=name)
    return None, [f"{_source(name, spec)}: {violation.reason}" for violation in found]


def _read(schema: Mapping[str, Any], text: str) -> Any:
    kinds = schema.get("type", "string")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "string" in kinds:
        return text
    if "array" in kinds:
        items = schema.get("items", {})
        return [_read(items, part.strip()) for part in text.split(",") if part.strip()]
    return json.loads(text.lower() if "boolean" in kinds else text)


def _kind(schema: Mapping[str, Any]) -> str:
    kinds = schema.get("type", "string")
    return " or ".join([kinds] if isinstance(kinds, str) else kinds)


def _source(name: str, spec: Mapping[str, Any]) -> str:
    return f"{spec['env']} (setting {name})" if "env" in spec else f"Setting {name}"


def _output(command: list[str]) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False)
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
