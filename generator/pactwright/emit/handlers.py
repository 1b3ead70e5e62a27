"""How generated code calls the handlers that people write."""

from __future__ import annotations

from pactwright.handler_facts import context_class
from pactwright.names import identifier


def handler_call(function: str, *, context: str | None = None, at: str | None = None, pure: bool = False) -> str:
    """Return the Python that calls a handler; `context` is whose context it gets, when the function is not named so."""
    if pure:
        return f"handlers.{identifier(function)}(args)"
    arguments = ["args", f"contexts.{context_class(context or function)}(call)", *([at] if at else [])]
    return f"await handlers.{identifier(function)}({', '.join(arguments)})"
