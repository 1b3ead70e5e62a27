"""Loading `contract.json`: the data half of a generated package.

The file is read once at start; what is looked up per call is indexed by name. Everything derived from it (wire lists,
fingerprint, summary) is computed elsewhere, so the file holds each fact once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from .carriers import DIALECTS, dialect_name

FORMAT = 1

Data = Mapping[str, Any]


class ContractError(Exception):
    """The contract file cannot be served by this runtime; the text says why."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A loaded contract: the document and its indexes by name."""

    data: Data
    server: Data
    tools: Mapping[str, Data]
    resources: Mapping[str, Data]
    templates: Mapping[str, Data]
    prompts: Mapping[str, Data]
    completions: Mapping[str, Data]
    errors: Mapping[str, Data]
    conditions: Mapping[str, str]
    modes: Mapping[str, Data]
    config: Mapping[str, Data]
    upstreams: Mapping[str, Data]
    pagination: Mapping[str, Data]
    versions: Mapping[str, Data]
    ledgers: Mapping[str, Data]

    @property
    def name(self) -> str:
        """The server's name."""
        return str(self.server["name"])

    @property
    def version(self) -> str:
        """The server's version."""
        return str(self.server.get("version", ""))

    @property
    def common_codes(self) -> frozenset[str]:
        """The codes that every tool may answer with."""
        return frozenset(code for code, spec in self.errors.items() if spec.get("common"))

    @property
    def dialect(self) -> Data:
        """How results and errors are shaped; absent parts mean the house dialect."""
        dialect: Data = self.server.get("dialect", {})
        return dialect


def parse(data: Data) -> Contract:
    """Index a contract document.

    Raises ContractError when its format or dialect is not one this runtime serves.
    """
    if data.get("format") != FORMAT:
        raise ContractError(f"contract.json has format {data.get('format')!r}; this runtime reads format {FORMAT}")
    server: Data = data["server"]
    if dialect_name(data) not in DIALECTS:
        raise ContractError(f"the error dialect {dialect_name(data)!r} is not served by this version")
    return Contract(
        data=data,
        server=server,
        tools=_by_name(data.get("tools", ())),
        resources=_by_name(data.get("resources", ())),
        templates=_by_name(data.get("resource_templates", ())),
        prompts=_by_name(data.get("prompts", ())),
        completions=data.get("completions", {}),
        errors=data.get("errors", {}),
        conditions=data.get("conditions", {}),
        modes=data.get("modes", {}),
        config=data.get("config", {}),
        upstreams=data.get("upstreams", {}),
        pagination=data.get("pagination", {}),
        versions=data.get("versions", {}),
        ledgers=data.get("ledgers", {}),
    )


def load(package: str) -> Contract:
    """The contract beside the code of the generated package `package`."""
    return parse(json.loads(files(package).joinpath("contract.json").read_bytes()))


def _by_name(items: Any) -> dict[str, Data]:
    return {item["name"]: item for item in items}
