"""The whole contract, resolved and defaulted, in the order in which it was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from pactwright.model.errors import ConditionData, ErrorType
from pactwright.model.expression import Expression, Template
from pactwright.model.schema import NamedType, ObjectSchema, Property, Schema
from pactwright.model.server import ConfigFiles, Mode, Server, Setting
from pactwright.model.tools import Answer, ContentBlock, Example, Tool
from pactwright.model.upstreams import Operation, Upstream
from pactwright.records import dataclass
from pactwright.source import SourceFile, Span
from pactwright.values import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Pagination:
    """A way of paging that tools share. `ttl_ms` is the life of its cursors."""

    name: str
    items: str
    page_size: int
    cap: int | None
    hint: str | None
    total: bool
    ttl_ms: int
    binds: tuple[str, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """What of a thing its version token is made from."""

    name: str
    prefix: str
    map: Template
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How an upstream object becomes a value of `type`."""

    name: str
    type: str
    map: tuple[tuple[str, Template], ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """A group of arguments filled together or not at all; `code` is raised when it cannot be."""

    name: str
    arguments: tuple[tuple[str, Expression], ...]
    code: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A condition under which a call is refused before anything happens."""

    name: str
    condition: Expression
    code: str
    params: Template | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSource:
    """A resource that is another tool's result, seen through `gives`."""

    tool: str
    arguments: Template | None
    gives: Expression | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A resource, or a template of resources when `input` has variables."""

    name: str
    uri: str
    title: str
    description: str | None
    mime_type: str
    input: ObjectSchema | None
    output: Schema | None
    codes: tuple[str, ...]
    examples: tuple[Example, ...]
    answer: Answer | ToolSource
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedCompletion:
    """Completion from a list in the contract."""

    name: str
    values: tuple[str, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledCompletion:
    """Completion from an upstream list; `cache_ms` is how long its rows are kept."""

    name: str
    operation: str
    pages: int
    keep: Expression | None
    value: Expression | None
    cache_ms: int | None
    span: Span = field(compare=False, repr=False)


Completion = FixedCompletion | CalledCompletion


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptMessage:
    """One message of a prompt."""

    role: str
    content: tuple[ContentBlock, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt and its text arguments."""

    name: str
    title: str
    description: str | None
    arguments: tuple[Property, ...]
    messages: tuple[PromptMessage, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Writes booked for undoing, and the operation that undoes one."""

    name: str
    operation: str
    arguments: Template | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """`allow:` one rule at one place, with the reason."""

    rule: str
    at: str
    reason: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class _Named:
    """What is looked up by name."""

    errors: Mapping[str, ErrorType]
    tools: Mapping[str, Tool]
    types: Mapping[str, Schema]
    operations: Mapping[str, tuple[Upstream, Operation]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """One service.

    Attributes:
        service: The folder's name, which names the generated package's folder.
        path: The contract file as people see it.
        conditions: What the runtime detects → the code that answers it.
        condition_data: What these errors are given beside what the runtime supplies.
        handlers: `handlers.py` or the files of the package `handlers`, which are copied as they are.
        derived: What is asked for often, kept by whoever works it out, by a name and the identity of what it is about.
    """

    service: str
    path: str
    server: Server
    conditions: Mapping[str, str]
    condition_data: tuple[ConditionData, ...]
    config: tuple[Setting, ...]
    config_files: ConfigFiles | None
    fills: tuple[Fill, ...]
    guards: tuple[Guard, ...]
    types: tuple[NamedType, ...]
    errors: tuple[ErrorType, ...]
    upstreams: tuple[Upstream, ...]
    versions: tuple[Version, ...]
    pagination: tuple[Pagination, ...]
    views: tuple[View, ...]
    tools: tuple[Tool, ...]
    resources: tuple[Resource, ...]
    resource_templates: tuple[Resource, ...]
    completions: tuple[Completion, ...]
    prompts: tuple[Prompt, ...]
    modes: tuple[Mode, ...]
    ledgers: tuple[Ledger, ...]
    extensions: Mapping[str, JsonValue]
    suppressions: tuple[Suppression, ...]
    handlers: tuple[SourceFile, ...]
    span: Span = field(compare=False, repr=False)
    derived: dict[tuple[str, int], Any] = field(init=False, compare=False, repr=False, default_factory=dict)
    _named: _Named = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        named = _Named(
            errors={item.code: item for item in self.errors},
            tools={item.name: item for item in self.tools},
            types={item.name: item.schema for item in self.types},
            operations={
                item.full_name: (upstream, item) for upstream in self.upstreams for item in upstream.operations
            },
        )
        object.__setattr__(self, "_named", named)

    def error(self, code: str) -> ErrorType | None:
        """Return the catalogue entry of `code`."""
        return self._named.errors.get(code)

    def tool(self, name: str) -> Tool | None:
        """Return the tool called `name`."""
        return self._named.tools.get(name)

    def schema(self, type_name: str) -> Schema | None:
        """Return the schema of a named type."""
        return self._named.types.get(type_name)

    def operation(self, name: str) -> tuple[Upstream, Operation] | None:
        """Return the operation called `name` (`upstream.operation`), and the upstream that has it."""
        return self._named.operations.get(name)
