"""Faults in the capability summary, the fingerprint, what is read beside tools, and the modes."""

from __future__ import annotations

from typing import Any

from .server import Server
from .surface import Json
from .variant import broken


@broken("fingerprint-stale", "fingerprint.computed", "modes.fingerprint")
class FingerprintStale(Server):
    def computed(self) -> str:
        return "parcels-mcp@2.1.0+0123abc"


MARKS = ("fingerprint.form", "fingerprint.computed", "fingerprint.refusals", "fingerprint.arguments")
MARKS_TOO = ("failures.fingerprint", "resources.failed", "modes.fingerprint")


@broken("fingerprint-without-version", *MARKS, *MARKS_TOO)
class FingerprintWithoutVersion(Server):
    def computed(self) -> str:
        return super().computed().replace("@2.1.0", "")


@broken("summary-differs", "summary.surfaces")
class SummaryDiffers(Server):
    def contents(self, uri: str, value: Json) -> Json:
        return super().contents(uri, {**value, "more": 1} if "does" in value else value)


@broken("summary-silent", "summary.server")
class SummarySilent(Server):
    def unsigned(self) -> Json:
        return {**super().unsigned(), "does_not": []}


@broken("prerequisites-missing", "summary.prerequisites")
class PrerequisitesMissing(Server):
    def unsigned(self) -> Json:
        return {**super().unsigned(), "prerequisites": {"auth": {"mode": "none"}, "failure_codes": {}}}


@broken("catalog-incomplete", "summary.error-catalog")
class CatalogIncomplete(Server):
    def unsigned(self) -> Json:
        whole = super().unsigned()
        return {**whole, "error_catalog": {key: item for key, item in whole["error_catalog"].items() if key != "busy"}}


@broken("catalog-wrong-place", "summary.error-catalog")
class CatalogWrongPlace(Server):
    def catalogued(self, code: str, item: Json) -> Json:
        return {**super().catalogued(code, item), "occurs_on": ["any tool"]}


@broken("instructions-boast", "summary.instructions")
class InstructionsBoast(Server):
    def instructions(self) -> str:
        return super().instructions() + "\n- It cancels parcels."


@broken("instructions-without-limits", "summary.instructions")
class InstructionsWithoutLimits(Server):
    def instructions(self) -> str:
        return f"{self.head['summary']} More: the tool parcels_capabilities."


@broken("resource-renamed", "resources.listed")
class ResourceRenamed(Server):
    def list_resources(self, params: Json, number: Any) -> Json:
        return {"resources": [{**super().list_resources(params, number)["resources"][0], "name": "other"}]}


@broken("template-changed", "resources.templates")
class TemplateChanged(Server):
    def list_templates(self, params: Json, number: Any) -> Json:
        template = super().list_templates(params, number)["resourceTemplates"][0]
        return {"resourceTemplates": [{**template, "uriTemplate": "parcels://parcels/{parcel_id}"}]}


@broken("prompt-argument-optional", "prompts.listed")
class PromptArgumentOptional(Server):
    def list_prompts(self, params: Json, number: Any) -> Json:
        prompt = super().list_prompts(params, number)["prompts"][0]
        return {"prompts": [{**prompt, "arguments": [{**part, "required": False} for part in prompt["arguments"]]}]}


@broken("mode-ignored", "modes.catalogue", "modes.fingerprint", "modes.omitted")
class ModeIgnored(Server):
    def tools(self) -> list[Json]:
        self.read_only = False
        return super().tools()


@broken("mode-half-hearted", "modes.omitted")
class ModeHalfHearted(Server):
    def call_tool(self, params: Json, number: Any) -> Json:
        mode, self.read_only = self.read_only, self.read_only and params["name"] != "parcels_send"
        try:
            return super().call_tool(params, number)
        finally:
            self.read_only = mode


@broken("mode-repair-to-omitted", "modes.repairs")
class ModeRepairToOmitted(Server):
    def repair(self, code: str) -> Json | None:
        repair = super().repair(code)
        if not self.read_only or repair is None:
            return repair
        return {**repair, "tool": "parcels_send", "arguments": {"parcel_id": 7, "label": "Books"}}
