"""Settings of a server: where each comes from, and whether it is what the contract asks for.

A setting is taken from its flag, its environment variable, its command, the configuration files or its default, in this
order. A secret is never shown, neither in a message nor in `repr`.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .arguments import validator
from .coercion import coerced
from .layers import Sections
from .wording import violations

COMMAND_SECONDS = 10.0


class _NoMapping(Exception):
    """The path to a setting leads through something that has no keys; the text is the path to it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Resolved settings; what is optional and not given is absent."""

    public: Mapping[str, Any] = field(default_factory=dict)
    secret: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def all(self) -> Mapping[str, Any]:
        """Every setting, secret ones included: for what identifies this server to others."""
        return {**self.public, **self.secret}


def texts(
    config: Mapping[str, Mapping[str, Any]],
    *,
    flags: Mapping[str, str],
    environ: Mapping[str, str],
    commands: bool = True,
) -> dict[str, str]:
    """What flags, environment variables and, with `commands`, commands give for each setting; nothing is no text."""
    found = {}
    for name, spec in config.items():
        text = flags.get(name, environ.get(spec.get("env", "")))
        if text is None and commands and "command" in spec:
            text = _output(spec["command"])
        if text:
            found[name] = text
    return found


def settled(
    config: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, str],
    sections: Sections | None = None,
    *,
    complete: bool = True,
) -> tuple[Settings, tuple[str, ...]]:
    """The settings that texts and configuration files make, and what is wrong with them in words that show no value.

    With `complete` a required setting that is not given is wrong; without it (answers from examples need no
    credentials) it is absent.
    """
    public: dict[str, Any] = {}
    secret: dict[str, Any] = {}
    problems: list[str] = []
    for name, spec in config.items():
        value, wrong = _value(name, spec, given.get(name), sections or Sections())
        if wrong and spec.get("on_invalid") != "absent":
            problems += wrong
        elif value is not None:
            (secret if spec.get("secret") else public)[name] = value
        elif "default" in spec:
            public[name] = spec["default"]
        elif complete and "optional" not in spec:
            problems.append(f"{_source(name, spec)} is not set.")
    return Settings(public, secret), tuple(problems)


def _value(name: str, spec: Mapping[str, Any], text: str | None, sections: Sections) -> tuple[Any, list[str]]:
    schema: Mapping[str, Any] = spec.get("schema", {})
    try:
        source, value = _source(name, spec), None if text is None else _read(schema, text)
    except ValueError:
        return None, [f"{_source(name, spec)} must be {_kind(schema)}."]
    if text is None and "file" in spec:
        source = _place(name, spec["file"], sections)
        try:
            value = _found(spec["file"], sections)
        except _NoMapping as failure:
            return None, [f"{source}: {failure} must be a mapping."]
    if value is None:
        return None, []
    if spec.get("coerce"):
        value = coerced(value, schema)
    return _checked(name, source, schema, value)


def _checked(name: str, source: str, schema: Mapping[str, Any], value: Any) -> tuple[Any, list[str]]:
    own = {key: inner for key, inner in schema.items() if key != "$defs"}
    check = validator({"type": "object", "properties": {name: own}, "$defs": schema.get("$defs", {})})
    if check.is_valid({name: value}):
        return value, []
    found = violations(check.iter_errors({name: value}), accepted={}, what=name)
    return None, [f"{source}: {violation.reason}" for violation in found]


def _found(path: str, sections: Sections) -> Any:
    """What stands at a dotted path in the files; None when nothing does. Raises _NoMapping."""
    value: Any = sections.values
    walked: list[str] = []
    for part in path.split("."):
        if value is None:
            return None
        if not isinstance(value, dict):
            raise _NoMapping(".".join(walked))
        value = value.get(part)
        walked.append(part)
    return value


def _place(name: str, path: str, sections: Sections) -> str:
    """Where in which file a setting was found, for messages."""
    origin = sections.origins.get(path.partition(".")[0])
    return f"Setting {name} ({path} in {origin})"


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
    if "env" in spec:
        return f"{spec['env']} (setting {name})"
    return f"Setting {name} ({spec['file']} of a configuration file)" if "file" in spec else f"Setting {name}"


def _output(command: list[str]) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False)
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
