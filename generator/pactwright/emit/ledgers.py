"""`ledgers.py` of the generated package: how the writes that were booked in a ledger are undone."""

from __future__ import annotations

from pactwright.emit.memory import Memory
from pactwright.emit.python import EXPRESSION_IMPORTS, template_code
from pactwright.emit.render import Chunk, chunk, module
from pactwright.emit.requests import upstream_class
from pactwright.emit.steps import given_arguments
from pactwright.expr import parameter
from pactwright.model.contract import Contract, Ledger
from pactwright.model.expression import Literal
from pactwright.names import class_name, identifier
from pactwright.records import dataclass

LEDGER_IMPORTS = {
    "Any": "typing",
    "Mapping": "collections.abc",
    "Call": ".runtime",
    "Ledger": ".runtime",
    "Ledgers": ".runtime",
    **EXPRESSION_IMPORTS,
    "gone": ".runtime.requesting",
}


@dataclass(frozen=True, slots=True)
class LedgerView:
    """A ledger: what its undo is given and the request that is made with it, spelled as they appear."""

    name: str
    class_name: str
    doc: str
    arguments: str
    request: str


def ledgers_module(contract: Contract, memory: Memory) -> str | None:
    """Return the text of `ledgers.py`; None when the contract has no ledgers."""
    if not contract.ledgers:
        return None
    return module(
        f"How what {contract.server.name} has booked is undone.",
        imports={**LEDGER_IMPORTS, **{upstream_class(item.name): ".upstreams" for item in contract.upstreams}},
        prelude="LEDGERS = Ledgers()\n",
        chunks=[_chunk(ledger, contract) for ledger in contract.ledgers],
        memory=memory,
    )


def _chunk(ledger: Ledger, contract: Contract) -> Chunk:
    named = contract.operation(ledger.operation)
    assert named is not None
    upstream, operation = named
    given = given_arguments(ledger.arguments)
    arguments = ", ".join(
        f"{parameter(item.name)}=" + (f"args[{item.name!r}]" if item.required else f"args.get({item.name!r}, ABSENT)")
        for item in operation.params
        if item.name in given
    )
    name = class_name(ledger.name)
    taken = {*LEDGER_IMPORTS, *(upstream_class(item.name) for item in contract.upstreams)}
    view = LedgerView(
        name=ledger.name,
        class_name=f"{name}_" if name in taken else name,
        doc=f"Undone by {operation.name}, one entry at a time.",
        arguments=template_code(ledger.arguments or Literal({})),
        request=f"{upstream_class(upstream.name)}(call, gone).{identifier(operation.name)}({arguments})",
    )
    return chunk("package/src/ledgers.ledger.py.jinja", ledger=view)
