"""`resources.py` and `prompts.py` of the generated package: what the contract itself answers."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.emit.content import block_code
from pactwright.emit.handlers import handler_call
from pactwright.emit.memory import Memory
from pactwright.emit.models import args_type
from pactwright.emit.python import EXPRESSION_IMPORTS, expression_code, may_be_absent, template_code
from pactwright.emit.render import Chunk, chunk, module
from pactwright.handler_facts import is_pure
from pactwright.model.contract import Contract, Prompt, Resource, ToolSource
from pactwright.model.expression import Entries, Literal
from pactwright.model.reach import is_live
from pactwright.model.tools import ContentAnswer, HandlerAnswer, ResultAnswer
from pactwright.names import identifier
from pactwright.records import dataclass

RESOURCE_IMPORTS = {
    "Any": "typing",
    "contexts": ".",
    "handlers": ".",
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
    """A resource or a prompt: its function and the statements in it, spelled as they appear."""

    name: str
    function: str
    args_type: str
    doc: str
    body: tuple[str, ...]


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
        body = _body(resource, contract)
        if body:
            view = ReadView(
                name=resource.name,
                function=_function(resource.name, RESOURCE_IMPORTS),
                args_type="dict[str, Any]" if resource.input is None else f"models.{args_type(resource.name)}",
                doc=resource.description or resource.title,
                body=body,
            )
            yield chunk("package/src/resources.resource.py.jinja", resource=view)


def _body(resource: Resource, contract: Contract) -> tuple[str, ...]:
    if not is_live(resource, contract):
        return ()
    match resource.answer:
        case ResultAnswer(result=result):
            return (f"return {template_code(result)}",)
        case ContentAnswer(blocks=blocks):
            return (f"return [{', '.join(map(block_code, blocks))}]",)
        case HandlerAnswer():
            return (f"return {handler_call(resource.name, pure=is_pure(resource))}",)
        case ToolSource(gives=gives) as source if gives is not None:
            called = f"result = await call.run({source.tool!r}, {_arguments(resource, source, contract)})"
            return (called, f"return {expression_code(gives)}")
        case _:
            return ()


def _arguments(resource: Resource, source: ToolSource, contract: Contract) -> str:
    """Return what the tool is called with: what the contract gives, and the variables of the same names."""
    given = source.arguments
    entries = {} if not isinstance(given, Entries) else {key: template_code(item) for key, item in given.items}
    if isinstance(given, Literal) and isinstance(given.value, dict):
        entries = {key: repr(value) for key, value in given.value.items()}
    tool = contract.tool(source.tool)
    taken = {item.name for item in tool.input.properties} if tool is not None else set()
    absent = isinstance(given, Entries) and any(may_be_absent(item) for _, item in given.items)
    for item in resource.input.properties if resource.input is not None else ():
        if item.name in taken and item.name not in entries:
            entries[item.name] = f"args[{item.name!r}]" if item.filled else f"args.get({item.name!r}, ABSENT)"
            absent = absent or not item.filled
    plain = "{" + ", ".join(f"{key!r}: {code}" for key, code in entries.items()) + "}"
    return f"compact({plain})" if absent else plain


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
        body=(f"return [{', '.join(messages)},]",),
    )
    return chunk("package/src/prompts.prompt.py.jinja", prompt=view)


def _function(name: str, imports: dict[str, str]) -> str:
    python = identifier(name)
    return f"{python}_" if python in imports else python
