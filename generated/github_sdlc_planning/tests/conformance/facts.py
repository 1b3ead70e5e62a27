"""The facts of a contract that the checks know, in types of their own.

Nothing is derived beyond names and lookups; what a fact means on the wire is said by the checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .services import Operation, Upstream
from .values import Json, JsonObject

# The codes of the house dialect for conditions a contract does not map (the language, section "Errors and conditions").
HOUSE_CODES = {"invalid_arguments": "invalid_field", "not_found": "not_found", "internal": "internal_error"}


@dataclass(frozen=True, slots=True)
class Repair:
    """Where an error points next: the step's name, a tool when a call mends it, and another way.

    `arguments` are those of the call as the contract writes them, expressions included, where it gives them.
    """

    next_step: str
    tool: str | None
    alternative: str | None
    arguments: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """Arguments of which a call needs all, its own or from settings; `code` refuses the rest."""

    arguments: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Error:
    """One code of the catalogue.

    `message` and `details` are templates as the contract writes them, where it gives them.
    """

    code: str
    temporary: bool
    common: bool
    says: str
    params: JsonObject
    message: str | None
    details: JsonObject
    repair: Repair | None
    reserved: bool


@dataclass(frozen=True, slots=True)
class Example:
    """One worked call: its arguments and either a result or the code of an error with its data.

    `given` is what else it takes for granted: settings, and what upstreams answer.
    """

    title: str
    arguments: JsonObject
    result: Json
    has_result: bool
    error: str | None
    params: JsonObject
    given: JsonObject


@dataclass(frozen=True, slots=True, eq=False)
class Answering:
    """How a tool is answered from upstreams: its steps as the contract writes them, or what its handler may use.

    `default_from` are the values of arguments that are left out, by argument; the other parts are as in the contract.
    """

    live: bool
    steps: tuple[JsonObject, ...]
    result: Json
    uses: tuple[str, ...]
    default_from: Mapping[str, str]
    pagination: str | None
    first_page: JsonObject | None
    idempotency: JsonObject | None
    precondition: JsonObject | None


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    """One tool; `listing` holds what `tools/list` says of it beside its schemas."""

    name: str
    listing: JsonObject
    input: JsonObject
    output: JsonObject | None
    effects: JsonObject
    writes: bool
    errors: tuple[str, ...]
    if_unknown: Repair | None
    adds_if_unknown: str
    fills: tuple[Fill, ...]
    max_bytes: Mapping[str, int]
    rules: tuple[JsonObject, ...]
    summary: bool
    examples: tuple[Example, ...]
    answer: Answering


@dataclass(frozen=True, slots=True, eq=False)
class Resource:
    """One resource or resource template; `complete` maps variables to completion sources."""

    name: str
    uri: str
    listing: JsonObject
    input: JsonObject | None
    errors: tuple[str, ...]
    complete: Mapping[str, str]
    from_tool: str | None
    summary: bool
    examples: tuple[Example, ...]
    live: bool = False


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a prompt."""

    name: str
    description: str | None
    required: bool | None
    complete: str | None
    schema: JsonObject


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt."""

    name: str
    title: str | None
    description: str | None
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to start the server with fewer tools."""

    name: str
    flag: str
    omits: tuple[str, ...]
    keeps: str | None


@dataclass(frozen=True, slots=True)
class Cache:
    """For how long, and for whom, an answer may be kept."""

    ttl_ms: int
    scope: str


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """Everything the checks know about a contract. `server` is the document's own part for what needs no name here.

    `errors_as` is the dialect in which failures are told, `texts` its sentences where it has any.
    """

    name: str
    title: str | None
    version: str
    namespace: str
    server: JsonObject
    revisions: tuple[str, ...]
    transports: tuple[str, ...]
    by_name: bool
    structured: bool
    errors_as: str
    json_indent: int
    texts: JsonObject
    strips_unknown: bool
    list_bytes: int | None
    body_bytes: int
    cache: Mapping[str, Cache]
    conditions: Mapping[str, str]
    condition_data: Mapping[str, JsonObject]
    environment: tuple[str, ...]
    errors: Mapping[str, Error]
    tools: tuple[Tool, ...]
    resources: tuple[Resource, ...]
    templates: tuple[Resource, ...]
    completions: Mapping[str, tuple[str, ...] | None]
    prompts: tuple[Prompt, ...]
    modes: tuple[Mode, ...]
    config: Mapping[str, JsonObject] = field(default_factory=dict)
    config_files: JsonObject = field(default_factory=dict)
    upstreams: Mapping[str, Upstream] = field(default_factory=dict)
    pagination: Mapping[str, JsonObject] = field(default_factory=dict)
    extensions: JsonObject = field(default_factory=dict)
    ledgers: Mapping[str, str] = field(default_factory=dict)

    def tool(self, name: str) -> Tool | None:
        """Return the tool called `name`."""
        return next((tool for tool in self.tools if tool.name == name), None)

    def operation(self, name: str) -> Operation | None:
        """Return the operation of a full name, `upstream.operation`; None when there is none."""
        return next(
            (item for upstream in self.upstreams.values() for item in upstream.operations if item.name == name), None
        )

    def code(self, condition: str) -> str:
        """Return the code the contract answers a condition with."""
        return self.conditions.get(condition, HOUSE_CODES.get(condition, condition))

    @property
    def unknown_code(self) -> str | None:
        """The code that says nothing but that nobody knows whether a write took effect; None when it says more."""
        code = self.conditions.get("outcome_unknown")
        return code if list(self.conditions.values()).count(code or "") == 1 else None

    @property
    def completes(self) -> bool:
        """Tell whether anything offers completion."""
        return any(item.complete for item in self.templates) or any(
            argument.complete for prompt in self.prompts for argument in prompt.arguments
        )
