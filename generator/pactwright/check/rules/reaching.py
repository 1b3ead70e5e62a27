"""What handlers reach beside what their contract says: modules for the network, for processes and for files."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.check.rules.engine import Finding, error, rule
from pactwright.handler_facts import definitions
from pactwright.model.contract import Contract
from pactwright.model.tools import HandlerAnswer

_NETWORK = (
    *("socket", "ssl", "http", "urllib", "ftplib", "smtplib", "imaplib", "poplib", "xmlrpc", "socketserver"),
    *("requests", "httpx", "httpx2", "aiohttp", "urllib3", "websockets", "grpc", "boto3", "redis"),
)
_PROCESS = ("subprocess", "multiprocessing", "pty")
_FILES = ("sqlite3", "shutil", "tempfile", "dbm", "shelve")
# `urllib.parse` only looks at texts.
_HARMLESS = "urllib.parse"
_EFFECTS = {
    **dict.fromkeys(_NETWORK, "network"),
    **dict.fromkeys(_PROCESS, "process"),
    **dict.fromkeys(_FILES, "local_write"),
}
_SAID = {"network": "talks to the network", "process": "starts processes", "local_write": "keeps files"}


@rule("handler-undeclared-effect", error)
def handler_undeclared_effect(contract: Contract) -> Iterator[Finding]:
    """A handler imports a module whose effects no tool with a handler declares.

    Why: hints, modes and the capability summary say what a tool does to the world, and requests that are no operations
    have no outcome: a lost write would look like a failure. The network is reached through `ctx` alone.

    Bad:

        import httpx    # in handlers.py

    Good:

        async def get_note(args, ctx):
            page = await ctx.wiki.get_page(id=args["id"])    # an operation, listed under `uses:`
            return {"text": page["text"]}
    """
    declared = {
        effect
        for tool in contract.tools
        if isinstance(tool.answer, HandlerAnswer)
        for effect in ("process", "local_write")
        if getattr(tool.effects, effect)
    }
    for module in definitions(contract).modules:
        for name, span in module.imports:
            effect = _EFFECTS.get(name.partition(".")[0])
            if effect is None or effect in declared or name.startswith(_HARMLESS):
                continue
            hint = "declare the request as an operation, list it under `uses:`, and call it through `ctx`"
            if effect != "network":
                hint = f"declare `effects: {{{effect}: true}}` at the tools that need it"
            yield Finding(span, f"`{name}` {_SAID[effect]}, which no tool with a handler declares", hint)


RULES = (handler_undeclared_effect,)
