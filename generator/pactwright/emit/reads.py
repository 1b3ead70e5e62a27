"""`resources.py` and `prompts.py` of the generated package: what the contract itself answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pactwright.emit.content import block_code
from pactwright.emit.models import args_type
from pactwright.emit.python import EXPRESSION_IMPORTS, template_code
from pactwright.emit.render import Chunk, Memory, chunk, module
from pactwright.model.contract import Contract, Prompt, Resource
from pactwright.model.reach import is_live
from pactwright.model.tools import ContentAnswer, ResultAnswer
from pactwright.names import identifier

RESOURCE_IMPORTS = {
    "Any": "typing",
    "models": ".",
    "Call": ".runtime",
    "Resources": ".runtime",
    **EXPRESSION_IMPORTS,
}
PROMPT_IMPORTS = {
    "Any": "typing",
    "Mapping": "collections.abc",
    "Call": ".runtime",
    "Prompts": ".runtime",
    **EXPRESSION_IMPORTS,
}


@dataclass(frozen=True, slots=True)
class ReadView:
    """A resource or a prompt: its function and what that returns, spelled as they appear."""

    name: str
    function: str
    args_type: str
    doc: str
    returned: str


def resources_module(contract: Contract, memory: Memory) -> str | None:
    """Return the text of `resources.py`; None when the contract itself answers no resource."""
    chunks = list(_resource_chunks(contract))
    if not chunks:
        return None
    return module(
        f"The resources of {contract.server.name}.",
        imports=RESOURCE_IMPORTS,
        prelude="RESOURCES = Resources()\n",
        chunks=chunks,
        memory=memory,
    )


def _resource_chunks(contract: Contract) -> Iterator[Chunk]:
    for resource in (*contract.resources, *contract.resource_templates):
        returned = _returned(resource)
        if returned is not None:
            view = ReadView(
                name=resource.name,
                function=_function(resource.name, RESOURCE_IMPORTS),
                args_type="dict[str, Any]" if resource.input is None else f"models.{args_type(resource.name)}",
                doc=resource.description or resource.title,
                returned=returned,
            )
            yield chunk("package/src/resources.resource.py.jinja", resource=view)


def _returned(resource: Resource) -> str | None:
    if not is_live(resource):
        return None
    match resource.answer:
        case ResultAnswer(result=result):
            return template_code(result)
        case ContentAnswer(blocks=blocks):
            return f"[{', '.join(map(block_code, blocks))}]"
        case _:
            return None


def prompts_module(contract: Contract, memory: Memory) -> str | None:
    """Return the text of `prompts.py`; None when the contract has no prompts."""
    if not contract.prompts:
        return None
    return module(
        f"The prompts of {contract.server.name}.",
        imports=PROMPT_IMPORTS,
        prelude="PROMPTS = Prompts()\n",
        chunks=[_prompt_chunk(prompt) for prompt in contract.prompts],
        memory=memory,
    )


def _prompt_chunk(prompt: Prompt) -> Chunk:
    messages = [
        f"{{'role': {message.role!r}, 'content': [{', '.join(map(block_code, message.content))}]}}"
        for message in prompt.messages
    ]
    view = ReadView(
        name=prompt.name,
        function=_function(prompt.name, PROMPT_IMPORTS),
        args_type="Mapping[str, str]",
        doc=prompt.description or prompt.title,
        returned=f"[{', '.join(messages)},]",
    )
    return chunk("package/src/prompts.prompt.py.jinja", prompt=view)


def _function(name: str, imports: dict[str, str]) -> str:
    python = identifier(name)
    return f"{python}_" if python in imports else python
