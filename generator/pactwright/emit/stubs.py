"""The handlers that a contract lacks, begun: fully typed functions that only say that they are not written yet."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import field

from pactwright.emit.annotations import annotation
from pactwright.emit.imports import imported, line_break, with_imports
from pactwright.emit.models import args_type, result_type
from pactwright.emit.render import chunk, docstring, format_source
from pactwright.emit.tools import item_annotation, result_annotation
from pactwright.handler_facts import Wanted, context_class, main_module
from pactwright.model.contract import Contract
from pactwright.model.tools import Tool
from pactwright.names import package_name
from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class StubView:
    """One function."""

    head: str
    result: str
    doc: str
    message: str


@dataclass(slots=True)
class _Types:
    """What annotations are called in a module, and what it has to import for them."""

    package: str
    known: dict[tuple[str, str], str]
    taken: set[str]
    added: dict[str, dict[str, str]] = field(default_factory=dict)

    def name(self, module: str, name: str) -> str:
        """Return what a name of another module is called here; one that is taken gets an underscore behind it."""
        if (module, name) not in self.known:
            given = name
            while given in self.taken:
                given += "_"
            self.taken.add(given)
            self.known[module, name] = given
            self.added.setdefault(module, {})[name] = given
        return self.known[module, name]

    def written(self, annotated: str) -> str:
        """Return an annotation of generated code as it is written here."""
        return ast.unparse(_Renamed(self).visit(ast.parse(annotated, mode="eval")))


class _Renamed(ast.NodeTransformer):
    """`models.Note` and the names of `typing`, as a module calls them that imports each by itself."""

    def __init__(self, types: _Types) -> None:
        self._types = types

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name(self._types.name(f"{self._types.package}.models", node.attr))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self._types.name("typing", node.id)) if node.id in ("Any", "Literal") else node


def with_stubs(contract: Contract, missing: Iterable[Wanted]) -> str:
    """Return the text of the handlers' main file with a function for each that is missing, behind what is there."""
    main = main_module(contract)
    text = main.file.text if main is not None else ""
    if not text.strip():
        text = (
            f"{docstring(f'What the handlers of {contract.server.name} do.')}\n\nfrom __future__ import annotations\n"
        )
    wanted = tuple(missing)
    bound = main.bound if main is not None else {}
    types = _Types(package_name(contract.server.name), imported(text), {*bound, *(item.name for item in wanted)})
    functions = [_function(item, contract, types) for item in wanted]
    text = with_imports(text, {module: types.added[module] for module in sorted(types.added)})
    end = line_break(text)
    return text.rstrip() + "".join(f"\n\n\n{function.rstrip()}" for function in functions).replace("\n", end) + end


def _function(item: Wanted, contract: Contract, types: _Types) -> str:
    given = dict(zip(item.parameters, _parameter_types(item, types), strict=True))
    parameters = ", ".join(f"{name}: {kind}" for name, kind in given.items())
    view = StubView(
        head=f"{'async ' if item.is_async else ''}def {item.name}({parameters})",
        result=_result(item, contract, types),
        doc=_doc(item),
        message=f"{item.name} is not written yet",
    )
    return format_source(chunk("stub/handler.py.jinja", stub=view))


def _parameter_types(item: Wanted, types: _Types) -> Iterator[str]:
    owner = item.owner
    takes = isinstance(owner, Tool) or owner.input is not None
    yield types.written(f"models.{args_type(owner.name)}" if takes else "dict[str, Any]")
    if "ctx" in item.parameters:
        yield types.name(f"{types.package}.contexts", context_class(owner.name))
    if "at" in item.parameters:
        yield types.name(f"{types.package}.runtime.handling", "Position")


def _result(item: Wanted, contract: Contract, types: _Types) -> str:
    match item.owner:
        case Tool() as tool if item.finds:
            return f"{types.written(result_annotation(tool))} | None"
        case Tool(pagination=str()) as tool:
            page = types.name(f"{types.package}.runtime.handling", "Page")
            return f"{page}[{types.written(item_annotation(tool, contract))}]"
        case Tool() as tool:
            return types.written(result_annotation(tool))
        case resource:
            output = resource.output
            return types.written("Any" if output is None else annotation(output, result_type(resource.name)))


def _doc(item: Wanted) -> str:
    if item.finds:
        return f"What an earlier call of {item.owner.name} did whose outcome is not known; None when it did nothing."
    return item.owner.description or item.owner.title
