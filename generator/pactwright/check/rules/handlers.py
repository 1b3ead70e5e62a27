"""Handlers: the functions beside a contract, held against what the contract needs; they are read, never imported."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from pactwright.check.rules.engine import Finding, error, rule, warning
from pactwright.definitions import DeadImport, Found, Function
from pactwright.handler_facts import Wanted, context_class, definitions, main_module, missing, path_below, wanted
from pactwright.model.contract import Contract
from pactwright.names import is_device

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _found(contract: Contract) -> Iterator[tuple[Wanted, Found]]:
    """Yield every handler that the contract needs, and what has its name; nothing when there are no handlers at all."""
    main = main_module(contract)
    if main is not None:
        for item in wanted(contract):
            yield item, definitions(contract).find(item.name, main.name)


@rule("handler-file-name", error)
def handler_file_name(contract: Contract) -> Iterator[Finding]:
    """A file of the handlers has a name that cannot be imported, or not on every system.

    Why: handlers are copied into the generated package under their own names. A module is imported by its name, which
    takes letters, digits and underscores; and some systems reserve names, or take two names for one that differ in
    case only.

    Bad:

        specs/notes/handlers/search-terms.py

    Good:

        specs/notes/handlers/search_terms.py
    """
    seen: dict[str, str] = {}
    for file in contract.handlers:
        path = path_below(contract, file.path)
        fault = _fault_in_name(path)
        other = seen.setdefault(path.casefold(), path)
        if fault is None and other != path:
            fault = f"differs from `{other}` in case only"
        if fault is not None:
            hint = "rename it: letters, digits and `_`, in lower case"
            yield Finding(file.span(0, 0), f"the name of `{path}` {fault}", hint)


def _fault_in_name(path: str) -> str | None:
    names = path.removesuffix(".py").split("/")
    if not all(map(_NAME.fullmatch, names)) or any(map(keyword.iskeyword, names)):
        return "is none that Python can import"
    if any(map(is_device, names)):
        return "means a device on Windows"
    return None


@rule("handler-syntax", error)
def handler_syntax(contract: Contract) -> Iterator[Finding]:
    """A file of the handlers is not Python.

    Why: handlers are copied into the generated package as they are, and its server could not start. They are read as
    the oldest Python that generated packages run on, 3.11.

    Bad:

        async def get_note(args, ctx)
            return {"text": "…"}

    Good:

        async def get_note(args, ctx):
            return {"text": "…"}
    """
    for module in definitions(contract).modules:
        if module.fault is not None:
            yield Finding(module.fault.span, module.fault.message, "mend the Python")


@rule("handlers-collide", error)
def handlers_collide(contract: Contract) -> Iterator[Finding]:
    """Two handlers have one name.

    Why: the handler of a tool or a resource is the function of its name, dots and dashes as underscores, and the one of
    its `find` has `_find` behind. A tool and a resource of one name would share a function that is called with other
    arguments each time.

    Bad:

        tools: {note: {handler: {uses: [wiki.get_page]}, …}}
        resource_templates: {note: {handler: {uses: [wiki.get_page]}, …}}

    Good:

        tools: {get_note: {handler: {uses: [wiki.get_page]}, …}}
        resource_templates: {note: {handler: {uses: [wiki.get_page]}, …}}
    """
    seen: dict[str, Wanted] = {}
    for item in wanted(contract):
        names = [item.name] if item.finds else [item.name, context_class(item.owner.name)]
        for name in names:
            other = seen.setdefault(name, item)
            if other is not item:
                message = f"the handlers of `{_told(other)}` and `{_told(item)}` are both `{name}` in Python"
                yield Finding(item.owner.span, message, f"rename `{item.owner.name}`", item.place[:2], at_key=True)
                break


def _told(item: Wanted) -> str:
    return ".".join(item.place[: 3 if item.finds else 2])


@rule("handler-missing", error)
def handler_missing(contract: Contract) -> Iterator[Finding]:
    """A handler that the contract needs is not among the handlers.

    Why: the generated server would not start, or would fail when the tool is called. The handler of a tool or a
    resource is the function of its name in `handlers.py` or `handlers/__init__.py`, where it may also be imported from
    another file of `handlers/`; `find: handler` needs `<tool>_find` as well.

    Bad:

        tools: {get_note: {handler: {uses: [wiki.get_page]}, …}}    # and handlers.py has no `get_note`

    Good:

        tools: {get_note: {handler: {uses: [wiki.get_page]}, …}}    # and handlers.py has `async def get_note(…)`
    """
    main = main_module(contract)
    if main is None or main.fault is not None:
        return
    free = [function.name for function in _free(contract)]
    for item in missing(contract):
        message = f"`{path_below(contract, main.file.path)}` has no `{item.name}`"
        yield Finding(item.owner.span, message, _remedy(item, free, contract), item.place, at_key=True)


def _remedy(item: Wanted, free: Iterable[str], contract: Contract) -> str:
    found = definitions(contract)
    for module in found.modules:
        if any(function.name == item.name for function in found.functions(module)):
            path = path_below(contract, module.file.path)
            return f"import it from `{path}`"
    near = get_close_matches(item.name, free, n=1)
    if near:
        return f"did you mean that by `{near[0]}`? then rename it"
    return f"write `{item.head}`; `pactwright stub {contract.service}` begins it"


@rule("handler-import-fails", error)
def handler_import_fails(contract: Contract) -> Iterator[Finding]:
    """A handler is imported from a file of the handlers that does not have it.

    Why: the generated server would not start.

    Bad:

        from .reading import get_note                       # and handlers/reading.py has no `get_note`

    Good:

        from .reading import read as get_note
    """
    for item, found in _found(contract):
        if isinstance(found, DeadImport):
            hint = f"write the handler of `{item.owner.name}` there, or mend the import"
            yield Finding(found.span, found.message, hint)


@rule("handler-signature", error)
def handler_signature(contract: Contract) -> Iterator[Finding]:
    """A handler does not take what the server calls it with.

    Why: handlers are called with `args` and `ctx`, those of paginated tools with `at` as well, and they are awaited.
    One that uses no operation gets `args` alone and is called as a plain function, since there is nothing to wait for.
    Further parameters need a default, and an underscore may stand before the name of one that is not looked at.

    Bad:

        async def list_notes(args, ctx): …                  # of a paginated tool

    Good:

        async def list_notes(args, ctx, at): …
    """
    for item, function in _found(contract):
        if isinstance(function, Function) and function.is_plain and not _fits(function, item):
            yield Finding(function.span, _misfit(function, item), f"write `{item.head}`")


def _fits(function: Function, item: Wanted) -> bool:
    count = len(item.parameters)
    given = tuple(name.lstrip("_") for name in function.positional[:count])
    takes = given == item.parameters and function.needed <= count and not function.others_needed
    return takes and function.is_async == item.is_async


def _misfit(function: Function, item: Wanted) -> str:
    if function.is_async != item.is_async:
        if item.is_async:
            return f"`{item.name}` is awaited, and is no `async` function"
        return f"`{item.owner.name}` uses no operation, so `{item.name}` is not awaited"
    taken = [*function.positional[: max(function.needed, len(item.parameters))], *function.others_needed]
    return f"`{item.name}` takes ({', '.join(taken)}), and is called with ({', '.join(item.parameters)})"


@rule("handler-without-owner", warning)
def handler_without_owner(contract: Contract) -> Iterator[Finding]:
    """A function looks like a handler, and nothing in the contract has its name.

    Why: nobody calls it; more often than not its name, or the tool's, has a typing error. What other functions of the
    handlers use is taken for one of their own.

    Bad:

        async def get_notes(args, ctx): …                   # and the tool is called `get_note`

    Good:

        async def get_note(args, ctx): …
    """
    names = [item.name for item in wanted(contract)]
    lacking = {item.name for item in missing(contract)}
    for function in _free(contract):
        near = get_close_matches(function.name, names, n=1)
        if lacking.intersection(near):
            continue  # What is missing is told, with this one's name.
        hint = f"did you mean `{near[0]}`?" if near else "remove it, or begin its name with `_`"
        yield Finding(function.span, f"`{function.name}` is no handler of this contract", hint)


def _free(contract: Contract) -> Iterator[Function]:
    """Yield what looks like a handler, is none of this contract's, and is not used by other code of the handlers."""
    main = main_module(contract)
    if main is None:
        return
    names = {item.name for item in wanted(contract)}
    found = definitions(contract)
    used = {name for module in found.modules for name in module.used}
    for function in found.functions(main):
        looks = function.is_async and function.positional[:2] == ("args", "ctx") and not function.name.startswith("_")
        if looks and function.is_plain and function.name not in names | used:
            yield function


@rule("handler-unfinished", warning)
def handler_unfinished(contract: Contract) -> Iterator[Finding]:
    """A handler only raises NotImplementedError, as `pactwright stub` wrote it.

    Why: until it is written, every call of its tool is answered as an internal error.

    Bad:

        async def get_note(args, ctx):
            raise NotImplementedError("get_note is not written yet")

    Good:

        async def get_note(args, ctx):
            page = await ctx.wiki.get_page(id=args["id"])
            return {"text": page["text"]}
    """
    for item, function in _found(contract):
        if isinstance(function, Function) and function.is_unfinished:
            message = f"`{item.name}` is not written yet, so the server answers it as an internal error"
            yield Finding(function.span, message, "write it")


RULES = (
    handler_file_name,
    handler_syntax,
    handlers_collide,
    handler_missing,
    handler_import_fails,
    handler_signature,
    handler_without_owner,
    handler_unfinished,
)
