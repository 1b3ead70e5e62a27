"""A contract: one YAML file beside its handlers, with more files that it includes.

Scalars are read as YAML 1.2: `no` and `on` are texts, only `true` and `false` are booleans. Duplicate keys, merge keys
and null values are refused. What is between `${` and `}` is an expression in CEL.
"""

from typing import ClassVar, Literal

from pydantic import Field

from pactwright.spec.base import Spec
from pactwright.spec.config import ConfigFilesSpec, ConfigSpec, FillSpec, GuardSpec
from pactwright.spec.effects import EffectsPresetSpec
from pactwright.spec.errors import Answered, Condition, ErrorSpec
from pactwright.spec.pages import PaginationSpec, VersionSpec, ViewSpec
from pactwright.spec.resources import ResourceSpec, TemplateSpec
from pactwright.spec.rest import CompletionSpec, LedgerSpec, ModeSpec, PromptSpec
from pactwright.spec.scalars import Code, Name, Seq, Template, Text, WireName
from pactwright.spec.schemas import SchemaSpec
from pactwright.spec.server import ServerSpec
from pactwright.spec.tools import ToolSpec
from pactwright.spec.upstreams import UpstreamSpec


class AllowSpec(Spec):
    """A finding that is accepted, with the reason. One that is not needed is reported.

    ```yaml
    allow:
      - {rule: free-form-in-error, at: errors.github_error, reason: The text comes from the operator's own service.}
    ```
    """

    rule: Text = Field(description="The rule, by the name that its findings show.")
    at: Text = Field(
        description="The place: the keys that lead to it, with dots between.", examples=["tools.add_comment"]
    )
    reason: Text = Field(description="Why it is accepted.")


class ContractSpec(Spec):
    """The top level of a contract.

    ```yaml
    pactwright: "1"
    include: [../common/github.yaml]
    conditions: {cursor_expired: cursor_expired}
    ```
    """

    later: ClassVar[tuple[str, ...]] = ("jobs", "batch", "snapshots", "collections", "recoveries", "processes")
    """Keys that a later version will give a meaning."""

    pactwright: Literal["1"] = Field(description='The version of the contract language: `"1"`.')
    include: Seq[Text] = Field(
        (),
        description="More files, from this folder or from the folder of common files. They are merged by top-level "
        "key; the same name twice is an error.",
    )
    server: ServerSpec = Field(description="The server: who it is, what it does, which protocol it speaks.")
    conditions: dict[Condition, Answered] = Field(
        default_factory=dict, description="The error that answers what the server detects by itself, by condition."
    )
    config: dict[Name, ConfigSpec] = Field(default_factory=dict, description="Settings, by name.")
    config_files: ConfigFilesSpec | None = Field(None, description="Configuration files that settings read.")
    fills: dict[Name, FillSpec] = Field(
        default_factory=dict, description="Groups of arguments filled together, by name."
    )
    guards: dict[Name, GuardSpec] = Field(default_factory=dict, description="Refusals that tools list, by name.")
    effects: dict[Name, EffectsPresetSpec] = Field(
        default_factory=dict, description="Presets for the effects of tools."
    )
    types: dict[Name, SchemaSpec] = Field(default_factory=dict, description="Schemas that others refer to, by name.")
    errors: dict[Code, ErrorSpec] = Field(default_factory=dict, description="The error catalogue, by code.")
    upstreams: dict[Name, UpstreamSpec] = Field(
        default_factory=dict, description="The services behind the tools, by name."
    )
    versions: dict[Name, VersionSpec] = Field(default_factory=dict, description="Version tokens, by name.")
    pagination: dict[Name, PaginationSpec] = Field(default_factory=dict, description="Ways of paging, by name.")
    views: dict[Name, ViewSpec] = Field(default_factory=dict, description="Mappings of upstream objects, by name.")
    tools: dict[WireName, ToolSpec] = Field(default_factory=dict, description="The tools, by name.")
    resources: dict[WireName, ResourceSpec] = Field(default_factory=dict, description="Resources, by name.")
    resource_templates: dict[WireName, TemplateSpec] = Field(
        default_factory=dict, description="Resources with variables in their address, by name."
    )
    completions: dict[Name, CompletionSpec] = Field(
        default_factory=dict, description="What completes variables, by name."
    )
    prompts: dict[WireName, PromptSpec] = Field(default_factory=dict, description="Prompts that users pick, by name.")
    modes: dict[Name, ModeSpec] = Field(
        default_factory=dict, description="Start-up switches that leave tools out, by name."
    )
    ledgers: dict[Name, LedgerSpec] = Field(
        default_factory=dict, description="Books of writes that can be undone, by name."
    )
    extensions: dict[Text, Template] = Field(
        default_factory=dict, description="Protocol extensions and what they are given, by their full name."
    )
    allow: Seq[AllowSpec] = Field((), description="Findings that are accepted, each with its reason.")
