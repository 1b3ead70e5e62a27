"""Where a server looks for configuration files: the layers of the contract as paths in a folder of the tests."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .facts import Facts
from .samples import MISSING, Samples
from .schemas import is_valid
from .values import Json, JsonObject

_HOLE = re.compile(r"\$\{(?:\s*coalesce\()?\s*env\.(\w+)\s*(?:,\s*(?:'[^']*'|\"[^\"]*\")\s*\)\s*)?\}")
_VARIABLE = re.compile(r"\benv\.(\w+)")


def variables(config_files: JsonObject) -> tuple[str, ...]:
    """Return the environment variables that decide where configuration files are."""
    return tuple(dict.fromkeys(_VARIABLE.findall(json.dumps(config_files.get("layers", [])))))


@dataclass(frozen=True, slots=True)
class Room:
    """A folder in which a server is started: with a home, a working directory, and a folder for each variable."""

    root: Path

    @property
    def deep(self) -> Path:
        """Return the working directory."""
        return self.root / "project" / "deep"

    def environment(self, facts: Facts) -> dict[str, str]:
        """Return what makes the server look for its files in this room."""
        named = {name: str(self.root / "variables" / name) for name in variables(facts.config_files)}
        return {"HOME": str(self.root / "home"), **named}

    def places(self, facts: Facts) -> list[Path]:
        """Return where files are looked for, farthest first; those that cannot be told, or lie elsewhere, are not."""
        found: list[Path] = []
        for layer in facts.config_files.get("layers", ()):
            near = isinstance(layer, dict)
            text = _HOLE.sub(lambda hole: str(self.root / "variables" / hole[1]), layer["ancestors"] if near else layer)
            if "${" in text:
                continue
            if near:
                found += [self.deep.parent / text, self.deep / text]
            else:
                path = self.root / "home" / text[2:] if text.startswith("~/") else self.deep / text
                found += [path] if path.is_relative_to(self.root) else []
        return list(dict.fromkeys(found))


def broken_value(facts: Facts, name: str) -> Json:
    """Return a value that the setting `name` takes in no way; None when there is none."""
    schema = facts.config[name].get("schema", {})
    odd: tuple[Json, ...] = ({"a": {"b": []}}, [[[]]])
    return next((value for value in odd if not is_valid(schema, value)), None)


def good_value(facts: Facts, name: str) -> Json:
    """Return a value that the setting `name` takes; None when none can be made up."""
    schema = facts.config[name].get("schema", {})
    made = Samples.of_nothing().value(schema, schema, name)
    return None if made is MISSING else made


def section(config: Mapping[str, JsonObject], name: str, value: Json) -> str:
    """Return a configuration file that holds a value for one setting, and nothing else."""
    keys = config[name]["file"].split(".")
    return "".join(f"{{{json.dumps(key)}: " for key in keys) + json.dumps(value) + "}" * len(keys)
