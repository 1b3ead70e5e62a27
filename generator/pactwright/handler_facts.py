"""The functions that a contract needs among its handlers: what they are called, and what they are called with."""

from __future__ import annotations

from collections.abc import Iterator

from pactwright.definitions import Definitions, Dotted, Module, read_module
from pactwright.model.contract import Contract, Resource
from pactwright.model.tools import HandlerAnswer, Tool
from pactwright.names import class_name, identifier, package_name
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A function that has to be there.

    Attributes:
        owner: The tool or resource that it answers.
        place: The keys that ask for it in the contract.
        parameters: Their names, in order; a function that only gets `args` is pure, and every other one is async.
        finds: Whether it looks for what an earlier call did whose outcome is not known.
    """

    name: str
    owner: Tool | Resource
    place: tuple[str, ...]
    parameters: tuple[str, ...]
    finds: bool = False

    @property
    def is_async(self) -> bool:
        """Whether the function is awaited."""
        return self.parameters != ("args",)

    @property
    def head(self) -> str:
        """The function's first line, without types."""
        return f"{'async ' if self.is_async else ''}def {self.name}({', '.join(self.parameters)})"


def wanted(contract: Contract) -> Iterator[Wanted]:
    """Yield the functions that a contract needs, in its order."""
    for section, owner in _owners(contract):
        if not isinstance(owner.answer, HandlerAnswer):
            continue
        place = (section, owner.name)
        yield Wanted(name=identifier(owner.name), owner=owner, place=(*place, "handler"), parameters=_parameters(owner))
        if isinstance(owner, Tool) and owner.idempotency is not None:
            yield Wanted(
                name=identifier(f"{owner.name}_find"),
                owner=owner,
                place=(*place, "idempotency", "find"),
                parameters=("args", "ctx"),
                finds=True,
            )


def missing(contract: Contract) -> Iterator[Wanted]:
    """Yield the functions that a contract needs and its handlers do not have."""
    main = main_module(contract)
    for item in wanted(contract):
        if main is None or definitions(contract).find(item.name, main.name) is None:
            yield item


def handled(contract: Contract) -> Iterator[Tool | Resource]:
    """Yield the tools and resources that a handler answers."""
    for _, owner in _owners(contract):
        if isinstance(owner.answer, HandlerAnswer):
            yield owner


def is_pure(owner: Tool | Resource) -> bool:
    """Whether a handler uses nothing but its arguments, and so gets no context."""
    if not isinstance(owner.answer, HandlerAnswer) or owner.answer.uses:
        return False
    return not isinstance(owner, Tool) or (owner.pagination is None and owner.idempotency is None)


def _parameters(owner: Tool | Resource) -> tuple[str, ...]:
    if is_pure(owner):
        return ("args",)
    paginated = isinstance(owner, Tool) and owner.pagination is not None
    return ("args", "ctx", "at") if paginated else ("args", "ctx")


def context_class(owner: str) -> str:
    """Return the name of the context of the handler of a tool or a resource."""
    return f"{class_name(owner)}Context"


def definitions(contract: Contract) -> Definitions:
    """Return what the files of the handlers define; they are read once."""
    known = contract.derived.get(("definitions", 0))
    if known is None:
        known = Definitions(read_module(_module_name(contract, file.path), file) for file in contract.handlers)
        contract.derived[("definitions", 0)] = known
    assert isinstance(known, Definitions)
    return known


def main_module(contract: Contract) -> Module | None:
    """Return `handlers.py`, or `handlers/__init__.py`; None when there is neither."""
    name = _main_name(contract)
    return next((module for module in definitions(contract).modules if module.name == name), None)


def path_below(contract: Contract, path: str) -> str:
    """Return the path of a handler's file below the folder of its contract."""
    return path.removeprefix(contract.path.rpartition("/")[0]).lstrip("/")


def _owners(contract: Contract) -> Iterator[tuple[str, Tool | Resource]]:
    yield from (("tools", tool) for tool in contract.tools)
    yield from (("resources", resource) for resource in contract.resources)
    yield from (("resource_templates", template) for template in contract.resource_templates)


def _main_name(contract: Contract) -> Dotted:
    return (package_name(contract.server.name), "handlers")


def _module_name(contract: Contract, path: str) -> Dotted:
    below = path_below(contract, path).removesuffix(".py").removesuffix("/__init__")
    return (package_name(contract.server.name), *below.split("/"))
