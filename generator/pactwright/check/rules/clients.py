"""Clients: bounds that widely used ones put on what they are given."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, rule, warning
from pactwright.check.rules.owners import owners
from pactwright.model.contract import Contract
from pactwright.model.schema import NumberSchema, Schema
from pactwright.tool_facts import description
from pactwright.wire import walk

_TOOLS = 128
_DESCRIPTION = 1024
_EXACT = 2**53
_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")


@rule("tools-over-client-limit", warning)
def tools_over_client_limit(contract: Contract) -> Iterator[Finding]:
    """The server has more than 128 tools.

    Why: the OpenAI API refuses a request with more (`array_above_max_length`), and VS Code allows no more in one chat.
    The user has to switch tools off before anything works.

    Bad:

        tools: {…}    # 140 of them

    Good: two services, or fewer tools with broader arguments.

    Source: L012.
    """
    surplus = contract.tools[_TOOLS:]
    if surplus:
        yield Finding(
            surplus[0].span,
            f"here begins what exceeds {_TOOLS} tools, of which there are {len(contract.tools)}",
            "split the service, or merge tools",
        )


@rule("description-over-client-limit", warning)
def description_over_client_limit(contract: Contract) -> Iterator[Finding]:
    """What is published as the description of a tool is longer than 1024 characters.

    Why: the OpenAI API refuses the whole request because of it (`string_above_max_length`), and Claude Code cuts at
    2048. The published text is `description`, `when_to_use` and the first example together.

    Bad:

        description: |
          Return issues. …    # and forty lines about every filter

    Good:

        description: Return issues, the newest first.
        input:
          state: {enum: [open, closed], description: …}    # what concerns one argument stands there

    Source: L012.
    """
    for tool in contract.tools:
        length = len(description(tool))
        if length > _DESCRIPTION:
            yield Finding(
                tool.span,
                f"`{tool.name}` is described in {length} characters, {length - _DESCRIPTION} too many; examples count",
                "move what concerns one argument to its description, or shorten the first example",
                ("tools", tool.name, "description"),
            )


@rule("integer-over-client-limit", warning)
def integer_over_client_limit(contract: Contract) -> Iterator[Finding]:
    """A schema holds an integer that not all clients can read exactly.

    Why: JavaScript keeps numbers as IEEE 754 doubles, exact below 2^53 (RFC 8259, section 6). A client written in it
    rounds what is larger, and then asks for another thing than was meant.

    Bad:

        input: {id: {type: integer, maximum: 9223372036854775807}}

    Good:

        input: {id: {type: string, pattern: "^[0-9]{1,19}$"}}

    Source: L028.
    """
    for _, owner in owners(contract):
        for schema in (owner.input, owner.output):
            for inner in walk(schema) if schema is not None else ():
                for word, value in _integers(inner):
                    yield Finding(
                        inner.span,
                        f"`{word}: {value}` lies beyond what clients written in JavaScript keep exactly",
                        f"use a string with a pattern, or stay within {_EXACT - 1}",
                    )


def _integers(schema: Schema) -> Iterator[tuple[str, int]]:
    """Yield the bounds and values of a number that are no longer exact as a double."""
    if isinstance(schema, NumberSchema):
        named = [(word, schema.keywords.get(word)) for word in _BOUNDS]
        named += [("const" if schema.constant else "enum", value) for value in schema.enum or ()]
        for word, value in named:
            if isinstance(value, int) and abs(value) >= _EXACT:
                yield word, value


RULES = (tools_over_client_limit, description_over_client_limit, integer_over_client_limit)
