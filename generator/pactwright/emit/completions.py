"""`completions.py` of the generated package: completion sources that ask an upstream."""

from __future__ import annotations

from pactwright.emit.memory import Memory
from pactwright.emit.python import EXPRESSION_IMPORTS, expression_code
from pactwright.emit.render import Chunk, chunk, module
from pactwright.emit.requests import upstream_class
from pactwright.expr import parameter
from pactwright.model.contract import CalledCompletion, Completion, Contract
from pactwright.model.reach import is_asked
from pactwright.names import identifier
from pactwright.records import dataclass

COMPLETION_IMPORTS = {
    "Any": "typing",
    "Mapping": "collections.abc",
    "Call": ".runtime",
    "Completions": ".runtime",
    **EXPRESSION_IMPORTS,
}


@dataclass(frozen=True, slots=True)
class CompletionView:
    """A source: the list it reads, how much of it, and what it takes from each row, spelled as they appear."""

    name: str
    function: str
    pages: str
    most: int
    cache: str
    values: str


def completions_module(contract: Contract, memory: Memory) -> str | None:
    """Return the text of `completions.py`; None when no source asks an upstream."""
    called = [source for source in contract.completions if is_asked(source, contract)]
    if not called:
        return None
    return module(
        f"The completion sources of {contract.server.name}.",
        imports={
            **COMPLETION_IMPORTS,
            **{upstream_class(item.name): ".upstreams" for item in contract.upstreams},
        },
        prelude="COMPLETIONS = Completions()\n",
        chunks=[_chunk(source, contract) for source in called],
        memory=memory,
    )


def _chunk(source: Completion, contract: Contract) -> Chunk:
    assert isinstance(source, CalledCompletion)
    named = contract.operation(source.operation)
    assert named is not None
    assert source.value is not None
    upstream, operation = named
    paged = operation.pages.parameters if operation.pages is not None else frozenset()
    arguments = ", ".join(
        f"{parameter(item.name)}=args[{item.name!r}]"
        for item in operation.params
        if item.required and item.name not in paged
    )
    keep = "" if source.keep is None else f" if {expression_code(source.keep)}"
    name = identifier(source.name)
    view = CompletionView(
        name=source.name,
        function=f"{name}_" if name in COMPLETION_IMPORTS else name,
        pages=f"{upstream_class(upstream.name)}(call).{identifier(operation.name)}({arguments})",
        most=source.pages,
        cache=f"{operation.full_name!r}, {source.cache_ms or 0}",
        values=f"[{expression_code(source.value)} for it in rows{keep}]",
    )
    return chunk("package/src/completions.source.py.jinja", source=view)
