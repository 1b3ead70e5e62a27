"""Examples: published, tested and answered by `--mock`, so they must hold."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.check.rules.judges import Judge, input_judge, output_judge, validator_of
from pactwright.check.rules.owners import owners
from pactwright.load import Path
from pactwright.model.contract import Contract
from pactwright.model.reach import codes_of
from pactwright.model.tools import Example, HandlerAnswer, SummaryAnswer
from pactwright.wire import JsonObject

_EMPTY: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}
_NOTHING = Judge(_EMPTY, validator_of(_EMPTY))
"""The judge of arguments where there can be none."""


def _broken(judge: Judge, value: object) -> tuple[str, Path] | None:
    """Return what is wrong with a value, in words, and where; the first fault only, since one usually brings others."""
    # When the schema itself is broken, `schema-invalid` says so.
    if isinstance(judge.validator, str) or judge.validator.is_valid(value):
        return None
    found = next(iter(judge.validator.iter_errors(value)))
    return found.message, tuple(found.instance_path)


@rule("example-arguments-invalid", error)
def example_arguments_invalid(contract: Contract) -> Iterator[Finding]:
    """The arguments of an example are not what the tool accepts.

    Why: examples are published in descriptions. An agent that copies a wrong one is refused.

    Bad:

        input: {number: {type: integer}}
        examples: [{title: One, arguments: {number: "7"}, result: {…}}]

    Good:

        examples: [{title: One, arguments: {number: 7}, result: {…}}]
    """
    for path, owner in owners(contract):
        if not owner.examples:
            continue
        judge = _NOTHING if owner.input is None else input_judge(owner.input, contract)
        for index, example in enumerate(owner.examples):
            if example.error is not None and example.error == contract.conditions.get("invalid_arguments"):
                continue  # shows a refusal of the arguments
            fault = _broken(judge, dict(example.arguments))
            if fault is not None:
                reason, inside = fault
                yield Finding(
                    example.span,
                    f"`{owner.name}` does not accept these arguments: {reason}",
                    "mend the example, or the input",
                    (*path, "examples", index, "arguments", *inside),
                )


@rule("example-result-invalid", error)
def example_result_invalid(contract: Contract) -> Iterator[Finding]:
    """The result of an example breaks the output schema.

    Why: `--mock` answers with it, and clients refuse results that break the published schema.

    Bad:

        output: {title: {type: string}, state: {type: string}}
        examples: [{title: One, arguments: {number: 7}, result: {title: Crash}}]

    Good:

        examples: [{title: One, arguments: {number: 7}, result: {title: Crash, state: open}}]
    """
    for path, owner in owners(contract):
        if owner.output is None:
            continue
        judge = output_judge(owner.output, contract)
        for index, example in enumerate(owner.examples):
            fault = _broken(judge, example.result) if example.has_result else None
            if fault is not None:
                reason, inside = fault
                yield Finding(
                    example.span,
                    f"`{owner.name}` cannot give this result: {reason}",
                    "mend the example, or the output",
                    (*path, "examples", index, "result", *inside),
                )


@rule("example-error-unreachable", error)
def example_error_unreachable(contract: Contract) -> Iterator[Finding]:
    """An example shows an error that the tool cannot answer.

    Why: `--mock` would answer with a code that clients do not find listed for the tool.

    Bad:

        errors: []
        examples: [{title: Locked, arguments: {…}, error: issue_locked}]

    Good:

        errors: [issue_locked]
        examples: [{title: Locked, arguments: {…}, error: issue_locked}]
    """
    for path, owner in owners(contract):
        shown = [(index, example) for index, example in enumerate(owner.examples) if example.error is not None]
        if not shown:
            continue
        codes = codes_of(owner, contract)
        for index, example in shown:
            known = contract.error(example.error or "")
            if known is not None and not known.common and example.error not in codes:
                yield Finding(
                    example.span,
                    f"`{owner.name}` cannot answer `{example.error}`",
                    f"list `{example.error}` under `errors:` of `{owner.name}`",
                    (*path, "examples", index, "error"),
                )


@rule("example-data-invalid", error)
def example_data_invalid(contract: Contract) -> Iterator[Finding]:
    """The data of an error in an example is not what the error declares.

    Why: the error's texts are made from it.

    Bad:

        errors: {label_not_found: {params: {missing: {type: array, items: {type: string}}}, …}}
        examples: [{title: Unknown label, arguments: {…}, error: label_not_found, with: {missing: bug}}]

    Good:

        examples: [{title: Unknown label, arguments: {…}, error: label_not_found, with: {missing: [bug]}}]
    """
    for path, owner in owners(contract):
        for index, example in enumerate(owner.examples):
            fault = None if example.error is None else _data_fault(example, contract)
            if fault is not None:
                reason, inside = fault
                yield Finding(
                    example.span,
                    f"this is not the data of `{example.error}`: {reason}",
                    f"mend the example, or `params` of `{example.error}`",
                    (*path, "examples", index, "with", *inside),
                )


def _data_fault(example: Example, contract: Contract) -> tuple[str, Path] | None:
    declared = contract.error(example.error or "")
    if declared is None or declared.params is None:
        return ("it takes none", ()) if example.params and declared is not None else None
    return _broken(output_judge(declared.params, contract), dict(example.params))


@rule("tool-without-example", warning)
def tool_without_example(contract: Contract) -> Iterator[Finding]:
    """A tool has no example of a success.

    Why: the example is part of the description, the tests call it, and `--mock` has nothing else to answer with.

    Bad:

        tools: {get_issue: {title: Get issue, …}}

    Good:

        tools: {get_issue: {title: Get issue, examples: [{title: One, arguments: {number: 7}, result: {…}}], …}}
    """
    for tool in contract.tools:
        if isinstance(tool.answer, SummaryAnswer):
            continue
        if not any(example.has_result for example in tool.examples) and tool.output is not None:
            kind = "handler" if isinstance(tool.answer, HandlerAnswer) else "answer"
            yield Finding(
                tool.span,
                f"`{tool.name}` has no example of a success",
                f"add one under `examples:`; without it `--mock` cannot stand in for its {kind}",
            )


RULES = (
    example_arguments_invalid,
    example_result_invalid,
    example_error_unreachable,
    example_data_invalid,
    tool_without_example,
)
