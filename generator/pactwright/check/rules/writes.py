"""Writes: what agents must know before they repeat one."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.model.contract import Contract
from pactwright.model.reach import writes
from pactwright.model.steps import AskStep, CallStep
from pactwright.model.tools import ResultAnswer


@rule("writer-without-if-unknown", error)
def writer_without_if_unknown(contract: Contract) -> Iterator[Finding]:
    """A tool that may write does not say what to do when the outcome is unknown.

    Why: when the answer to a write is lost, nobody knows whether it took effect. An agent that tries again may do it
    twice; it needs a call that only reads and shows what happened.

    Bad:

        tools: {add_comment: {steps: [{call: create_comment}], …}}

    Good:

        tools:
          add_comment:
            steps: [{call: create_comment}]
            if_unknown: {tool: list_comments, arguments: {issue: "${args.issue}", updated_after: "${call.started_at}"}}
    """
    for tool in contract.tools:
        if writes(tool, contract) and tool.if_unknown is None:
            yield Finding(
                tool.span,
                f"`{tool.name}` may write, and does not say what to do when the outcome is unknown",
                "add `if_unknown: {tool: …, arguments: {…}}`, or `if_unknown: {none: <why nothing can be looked up>}`",
            )


@rule("if-unknown-writes", error)
def if_unknown_writes(contract: Contract) -> Iterator[Finding]:
    """The tool to call after an unknown outcome may write itself.

    Why: looking must not change what is looked at, least of all when it is unknown what happened.

    Bad:

        if_unknown: {tool: add_comment, arguments: {…}}

    Good:

        if_unknown: {tool: list_comments, arguments: {…}}
    """
    for tool in contract.tools:
        look = tool.if_unknown
        target = None if look is None or look.tool is None else contract.tool(look.tool)
        if look is not None and target is not None and target.effects.writes:
            yield Finding(
                look.span,
                f"`{target.name}` may write, so it cannot be the way to look",
                "name a tool that reads",
                ("tools", tool.name, "if_unknown", "tool"),
            )


@rule("effects-missing", error)
def effects_missing(contract: Contract) -> Iterator[Finding]:
    """A tool that may write does not say whether it destroys, or whether repeating it is harmless.

    Why: hosts ask their user before destructive calls, and agents repeat idempotent ones. The protocol's defaults
    assume the worst of both.

    Bad:

        tools: {add_comment: {steps: [{call: create_comment}], …}}

    Good:

        tools: {add_comment: {effects: {destructive: false, idempotent: false}, steps: [{call: create_comment}], …}}
    """
    for tool in contract.tools:
        if not tool.effects.writes:
            continue
        missing = [name for name in ("destructive", "idempotent") if getattr(tool.effects, name) is None]
        if missing:
            listed = " and ".join(f"`{name}`" for name in missing)
            yield Finding(
                tool.span,
                f"`{tool.name}` may write, and does not say {listed}",
                f"say {listed} under `effects:`",
                ("tools", tool.name, "effects"),
                at_key=True,
            )


@rule("write-on-read-only-upstream", error)
def write_on_read_only_upstream(contract: Contract) -> Iterator[Finding]:
    """An upstream that may only be read has an operation that may write.

    Why: `only: read` is a promise about the whole upstream. An operation that is known to read although its method does
    not tell says so under `class`.

    Bad:

        tracker: {only: read, operations: {search: {request: POST /search}}}

    Good:

        tracker: {only: read, operations: {search: {request: POST /search, class: {read: It only searches.}}}}
    """
    for upstream in contract.upstreams:
        for operation in upstream.operations if upstream.read_only else ():
            if not operation.reads:
                yield Finding(
                    operation.span,
                    f"`{operation.name}` may write, and `{upstream.name}` is only to be read",
                    "remove it, or say under `class: {read: …}` why it only reads",
                )


@rule("write-before-ask", error)
def write_before_ask(contract: Contract) -> Iterator[Finding]:
    """A possible write comes before a question to the user.

    Why: the tool is run again with the answers, so the write would be made twice.

    Bad:

        steps: [{call: create_comment}, {ask: {…}, as: answers}]

    Good:

        steps: [{ask: {…}, as: answers}, {call: create_comment}]
    """
    reads = {
        operation.full_name: operation.reads for upstream in contract.upstreams for operation in upstream.operations
    }
    for tool in contract.tools:
        steps = tool.answer.steps if isinstance(tool.answer, ResultAnswer) else ()
        written = False
        for step in steps:
            if isinstance(step, AskStep) and written:
                yield Finding(step.span, "a possible write comes before this question", "ask first")
            written = written or (isinstance(step, CallStep) and not reads.get(step.operation, True))


@rule("find-passes-over-failures", warning)
def find_passes_over_failures(contract: Contract) -> Iterator[Finding]:
    """A step of `idempotency.find` goes on when its request fails.

    Why: what was written is looked for so that it is not written again. A look that passes over a failure may not see
    it, and then it is written twice.

    Bad:

        find: [{call: get_me, as: me, best_effort: true}, {call: list_comments, as: comment, first: …}]

    Good:

        find: [{call: get_me, as: me}, {call: list_comments, as: comment, first: …}]
    """
    for tool in contract.tools:
        steps = tool.idempotency.find if tool.idempotency is not None else None
        for step in steps or ():
            if isinstance(step, CallStep) and step.best_effort:
                yield Finding(
                    step.span,
                    "this look goes on when it fails, and then what was written may be written again",
                    "leave `best_effort` out, and name the statuses that are answers under `answers:`",
                )


RULES = (
    find_passes_over_failures,
    writer_without_if_unknown,
    if_unknown_writes,
    effects_missing,
    write_on_read_only_upstream,
    write_before_ask,
)
