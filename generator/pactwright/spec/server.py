"""The server as a whole: its name, what it promises, how it talks, and the bounds it keeps."""

from typing import Annotated, Literal

from pydantic import Field

from pactwright.spec.base import Spec
from pactwright.spec.scalars import (
    NAMESPACE,
    REVISION,
    SERVER_NAME,
    Count,
    Duration,
    Expression,
    Filled,
    Positive,
    Seq,
    Template,
    Text,
)

CacheableMethod = Literal[
    "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"
]


class AuthorizationSpec(Spec):
    """Bearer tokens that the HTTP transport asks for (MCP authorization)."""

    issuer: Text = Field(
        description="The authorization server whose tokens are accepted.", examples=["https://auth.example.com"]
    )
    audience: Text = Field(description="The audience that a token must name.")
    scopes: Seq[Text] = Field((), description="The scopes that a token must have.")


class HttpSpec(Spec):
    """Where the server is reached over streamable HTTP."""

    url: Text = Field(description="The public address of the endpoint.", examples=["https://issues.example.com/mcp"])
    authorization: AuthorizationSpec | None = Field(
        None, description="The tokens that callers must bring. Without it, everyone who reaches the server may call it."
    )


class ErrorTextsSpec(Spec):
    """The sentences of `errors: text`, where an error is one text."""

    failed: Text = Field(description="A failure.", examples=["${call.tool} failed: ${error.message}"])
    unanswered: Text = Field(description="A write whose answer never came, so that its outcome is unknown.")
    answered: Text = Field(description="A write that was answered in a way that leaves its outcome unknown.")
    completed: Text = Field(
        description="What had already taken effect when the call failed; put after the sentence above."
    )


class DialectSpec(Spec):
    """How results, errors and hints look on the wire. The defaults suit new servers; the others match existing ones.

    ```yaml
    # server
    dialect: {results: text_json, json_indent: 2, errors: flat, annotations: none, unknown_arguments: strip}
    ```
    """

    results: Literal["structured", "text_json"] = Field(
        "structured",
        description="`structured`: structured content with a published schema, and the same as text. `text_json`: one "
        "text block with JSON of any kind, and no published schema.",
    )
    json_indent: Count = Field(
        0, description="The spaces by which JSON in text blocks is indented; 0 puts it on one line."
    )
    errors: Literal["house", "flat", "coded", "text"] = Field(
        "house",
        description="The shape of errors. `house`: the full envelope. `flat`: `error`, `message` and the error's data "
        "side by side. `coded`: a code with path and example. `text`: sentences.",
    )
    texts: ErrorTextsSpec | None = Field(None, description="The sentences, with `errors: text`.")
    annotations: Literal["house", "explicit", "none"] = Field(
        "house",
        description="Which hints tools carry. `house` leaves out those that mean nothing on reads, `explicit` gives "
        "all four.",
    )
    unknown_arguments: Literal["refuse", "strip"] = Field(
        "refuse", description="What happens to arguments that the tool does not have: refused by name, or dropped."
    )


class BudgetsSpec(Spec):
    """Sizes that may not be exceeded."""

    tools_list_bytes: Positive | None = Field(
        None, description="The greatest size of the whole `tools/list`, in bytes."
    )


class LimitsSpec(Spec):
    """Bounds on one running server."""

    call_timeout: Duration = Field(Duration.parse("60s"), description="How long a call may take.")
    concurrency: Positive = Field(64, description="How many calls may run at once.")
    body_bytes: Positive = Field(1_048_576, description="The greatest size of an HTTP request's body, in bytes.")


class CacheSpec(Spec):
    """How long, and by whom, the answer to a method may be kept."""

    ttl: Duration = Field(description="How long the answer stays fresh.")
    scope: Literal["public", "private"] = Field(
        description="`public` when the answer is the same for everyone, `private` when it depends on who asks."
    )


class StateSpec(Spec):
    """Where cursors' keys and idempotency records live."""

    store: Expression | None = Field(
        None,
        description="The address of the store. Without it: a SQLite file in the user's state folder, under the "
        "server's name.",
        examples=["${config.store}"],
    )
    keys: Expression | None = Field(
        None,
        description="The keys that seal cursors and version tokens, newest first. Without them, a random one is kept "
        "beside the store.",
        examples=["${config.state_keys}"],
    )


class PrerequisitesSpec(Spec):
    """What must be in place before the server is of use; part of the capability summary."""

    auth: Template = Field(None, description="What credentials the operator provides, in any form.")
    rate_limits: Text | None = Field(None, description="What is limited, and how it shows.")
    notes: Seq[Text] = Field((), description="Anything else worth knowing beforehand.")


class ServerSpec(Spec):
    """The server: who it is, what it does, which protocol it speaks.

    ```yaml
    server:
      name: github-issues-mcp
      title: GitHub Issues
      version: 1.0.0
      namespace: com.example.github-issues
      summary: Find, read and edit GitHub issues.
      does: [Find issues by filters or by text., Comment on issues.]
      does_not: [Delete issues., Manage pull requests.]
      revisions: ["2026-07-28", "2025-11-25"]
      transports: [stdio, streamable-http]
      cache:
        tools/list: {ttl: 1h, scope: public}
    ```
    """

    name: Annotated[Text, Field(pattern=SERVER_NAME)] = Field(
        description="The server's name: of the package, of its command, and on the wire.", examples=["orders-mcp"]
    )
    title: Text = Field(description="The name shown to people.")
    version: Text = Field(description="The version of the service.", examples=["1.0.0"])
    namespace: Annotated[Text, Field(pattern=NAMESPACE)] = Field(
        description="A domain written backwards, which prefixes the server's own `_meta` keys.",
        examples=["com.example.orders"],
    )
    summary: Text = Field(description="What the server is for, in a sentence or two.")
    does: Filled[Text] = Field(description="What agents can do with it.")
    does_not: Filled[Text] = Field(description="What agents might expect and will not find.")
    revisions: Filled[Annotated[Text, Field(pattern=REVISION)]] = Field(
        description="The revisions of MCP it speaks.", examples=[["2026-07-28", "2025-11-25"]]
    )
    transports: Filled[Literal["stdio", "streamable-http"]] = Field(description="The transports it serves.")
    http: HttpSpec | None = Field(None, description="Where and for whom it is served over HTTP.")
    order: Literal["contract", "name"] = Field(
        "contract", description="The order of every list on the wire: as written here, or by name."
    )
    dialect: DialectSpec = Field(
        default_factory=lambda: DialectSpec.model_validate({}),
        description="How results, errors and hints look on the wire.",
    )
    read_only_hint: Literal["observable", "strict"] = Field(
        "observable",
        description="What `readOnlyHint` claims. `observable`: nothing changes that others can see. `strict`: nothing "
        "changes at all, not even records the tool keeps.",
    )
    validate_results: Literal["enforce", "warn", "off"] = Field(
        "enforce",
        description="What happens to a result that breaks its schema: replaced by an error, logged, or let through.",
    )
    budgets: BudgetsSpec | None = Field(None, description="Sizes that may not be exceeded.")
    limits: LimitsSpec = Field(
        default_factory=lambda: LimitsSpec.model_validate({}), description="Bounds on one running server."
    )
    cache: dict[CacheableMethod, CacheSpec] = Field(
        default_factory=dict, description="How long the answers to a method may be kept, by method."
    )
    state: StateSpec | None = Field(None, description="Where what outlives a call is kept.")
    prerequisites: PrerequisitesSpec | None = Field(
        None, description="What must be in place before the server is of use."
    )
