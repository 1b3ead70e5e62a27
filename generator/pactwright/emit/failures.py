"""Tables of failures as the statements that a person would write: the first condition that holds decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pactwright.emit.python import expression_code, template_code
from pactwright.emit.requests import upstream_class
from pactwright.expr import parameter
from pactwright.model.contract import Contract
from pactwright.model.schema import Property
from pactwright.model.upstreams import Fail, FailChoice, FailCode, FailProbe, FailStatus
from pactwright.names import identifier
from pactwright.records import dataclass

_CLASS = {"4xx": "400 <= answer.status < 500", "5xx": "answer.status >= 500"}

# Not a refusal but a success without a value: judged where the value is.
EMPTY = "empty"


def table_statements(
    table: Iterable[FailStatus],
    contract: Contract,
    *,
    params: Iterable[Property] = (),
    words: str = "self",
    call: str = "self.call",
) -> Iterator[str]:
    """Yield the body of a function that judges a refusal, `answer`; exact statuses come before whole classes.

    `params` are the parameters of the request that was refused, which a probe takes over. `words` is the upstream that
    words errors, and `call` the call at hand, spelled as they are there.
    """
    judging = _Judging(contract, frozenset(item.name for item in params), words, call)
    rows = sorted((row for row in table if row.status != EMPTY), key=lambda row: row.status in _CLASS)
    if not rows:
        return
    for row in rows:
        yield f"if {_condition(row.status)}:"
        yield from (f"    {line}" for line in _statements(row.fail, judging))
    yield "return None"


def empty_statements(table: Iterable[FailStatus], contract: Contract, params: Iterable[Property]) -> list[str]:
    """Return the body of what judges a success without a value; nothing when the table has no row for it."""
    judging = _Judging(contract, frozenset(item.name for item in params), "self", "self.call")
    return [line for row in table if row.status == EMPTY for line in _statements(row.fail, judging)]


def _condition(status: str) -> str:
    if status in _CLASS:
        return _CLASS[status]
    return f"answer.status == {status}" if status.isdigit() else f"answer.error == {status!r}"


@dataclass(frozen=True, slots=True)
class _Judging:
    contract: Contract
    given: frozenset[str]
    words: str
    call: str


def _statements(fail: Fail, judging: _Judging) -> Iterator[str]:
    match fail:
        case FailCode():
            yield f"return {_error(fail, judging)}"
        case FailProbe():
            yield from _probe(fail, judging)
        case FailChoice(rows=rows):
            for row in rows:
                if row.condition is None:
                    yield f"return {_error(row.fail, judging)}"
                    return
                yield f"if {expression_code(row.condition)}:"
                yield f"    return {_error(row.fail, judging)}"
            yield "return None"


def _error(fail: FailCode, judging: _Judging) -> str:
    params = "" if fail.params is None else f", {template_code(fail.params)}"
    message = "" if fail.message is None else f".saying({template_code(fail.message)})"
    return f"{judging.words}.error({fail.code!r}, answer{params}){message}"


def _probe(fail: FailProbe, judging: _Judging) -> Iterator[str]:
    named = judging.contract.operation(fail.operation)
    assert named is not None
    _, operation = named
    arguments = ", ".join(
        f"{parameter(item.name)}="
        + (parameter(item.name) if item.name in judging.given else f"{judging.call}.args[{item.name!r}]")
        for item in operation.params
        if item.required
    )
    probe = f"{upstream_class(operation.upstream)}({judging.call}, missing).{identifier(operation.name)}({arguments})"
    yield f"there = await found({probe})"
    yield f"return {judging.words}.error({fail.found!r} if there else {fail.missing!r}, answer)"
