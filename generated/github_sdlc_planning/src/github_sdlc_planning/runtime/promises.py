"""What a contract relies on in the answers of upstreams, and whether an answer keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jsonschema_rs import Draft202012Validator

from .arguments import validator


class Promises:
    """The declared responses of all operations; each schema is compiled when it is first needed."""

    def __init__(self, upstreams: Mapping[str, Mapping[str, Any]]) -> None:
        self._upstreams = upstreams
        self._validators: dict[tuple[str, str], Draft202012Validator | None] = {}

    def keeps(self, upstream: str, operation: str, body: Any) -> bool:
        """Whether the body of a success is what the contract relies on; true where it relies on nothing."""
        known = (upstream, operation)
        if known not in self._validators:
            schema = self._upstreams[upstream]["operations"][operation].get("response")
            self._validators[known] = None if schema is None else validator(schema)
        found = self._validators[known]
        return found is None or found.is_valid(body)
