"""Faults in reads, prompts and completions, and in JSON-RPC errors."""

from __future__ import annotations

from typing import Any

from .server import Refused, Server
from .surface import Json
from .variant import broken

REFUSALS = ("tools.cursor", "tools.unknown", "arguments.shape", "modes.omitted", "completions.reference")
READS = ("resources.failed", "resources.variables", "resources.unknown", "prompts.required", "prompts.unknown")


@broken("envelope-not-renamed", "fingerprint.refusals", *REFUSALS, *READS)
class EnvelopeNotRenamed(Server):
    def refusal(self, code: str, number: Any, *, uri: str | None = None, field: str = "", rpc: int = -32602) -> Refused:
        refused = super().refusal(code, number, uri=uri, field=field, rpc=rpc)
        refused.data["code"] = refused.data.pop("machine_code")
        return refused


@broken("fingerprint-missing-in-refusals", "fingerprint.refusals", *REFUSALS, *READS)
class FingerprintMissing(Server):
    def refusal(self, code: str, number: Any, *, uri: str | None = None, field: str = "", rpc: int = -32602) -> Refused:
        refused = super().refusal(code, number, uri=uri, field=field, rpc=rpc)
        del refused.data["fingerprint"]
        return refused


@broken("resource-type-wrong", "resources.read")
class ResourceTypeWrong(Server):
    def contents(self, uri: str, value: Json) -> Json:
        return {"contents": [{**super().contents(uri, value)["contents"][0], "mimeType": "text/plain"}]}


@broken("resource-uri-rewritten", "resources.read")
class ResourceUriRewritten(Server):
    def contents(self, uri: str, value: Json) -> Json:
        return super().contents(uri.rstrip("7"), value)


@broken("resource-uri-not-told", "resources.failed")
class ResourceUriNotTold(Server):
    def refusal(self, code: str, number: Any, *, uri: str | None = None, field: str = "", rpc: int = -32602) -> Refused:
        return super().refusal(code, number, field=field, rpc=rpc)


@broken("missing-resource-empty", "resources.unknown")
class MissingResourceEmpty(Server):
    def read(self, params: Json, number: Any) -> Json:
        return super().read(params, number) if params["uri"].startswith("parcels:") else {"contents": []}


@broken("missing-resource-retired-code", "resources.unknown")
class MissingResourceRetiredCode(Server):
    def read(self, params: Json, number: Any) -> Json:
        if params["uri"].startswith("parcels:"):
            return super().read(params, number)
        raise self.refusal("no_such_resource", number, rpc=-32002)


@broken("variables-not-checked", "resources.variables")
class VariablesNotChecked(Server):
    def read(self, params: Json, number: Any) -> Json:
        return super().read({"uri": params["uri"].partition("?")[0]}, number)


@broken("prompt-argument-not-required", "prompts.required")
class PromptArgumentNotRequired(Server):
    def prompt(self, params: Json, number: Any) -> Json:
        return super().prompt({**params, "arguments": {"number": "7"}}, number)


@broken("prompt-empty", "prompts.get")
class PromptEmpty(Server):
    def prompt(self, params: Json, number: Any) -> Json:
        return {**super().prompt(params, number), "messages": []}


@broken("completions-all", "completions.values")
class CompletionsAll(Server):
    def offered(self, values: list[str]) -> Json:
        return {"values": values, "total": len(values), "hasMore": False}


@broken("completions-unfiltered", "completions.values")
class CompletionsUnfiltered(Server):
    def complete(self, params: Json, number: Any) -> Json:
        return super().complete({**params, "argument": {**params["argument"], "value": ""}}, number)


@broken("completions-say-no-more", "completions.values")
class CompletionsSayNoMore(Server):
    def offered(self, values: list[str]) -> Json:
        return {**super().offered(values), "hasMore": False}
