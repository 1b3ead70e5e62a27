"""What Python files define, read as text: nothing that an author wrote is imported or run by the compiler."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from pactwright.records import dataclass
from pactwright.source import SourceFile, Span

Dotted = tuple[str, ...]
"""A module's name, in parts."""

# The oldest Python that generated packages run on.
_OLDEST = (3, 11)
_HEAD = re.compile(r"(?:async\s+)?def\s+")


@dataclass(frozen=True, slots=True)
class Function:
    """A function at the top of a module.

    Attributes:
        positional: Its parameters that can be given by place, in order.
        needed: How many of these have no default.
        others_needed: Its keyword-only parameters without a default.
        is_plain: Whether it takes what it says: a decorator may make another function of it.
        is_unfinished: Whether all it does is to raise NotImplementedError.
        span: Its name.
    """

    name: str
    positional: tuple[str, ...]
    needed: int
    others_needed: tuple[str, ...]
    is_async: bool
    is_plain: bool
    is_unfinished: bool
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Value:
    """A name that stands for something of which nothing is known here."""


@dataclass(frozen=True, slots=True)
class DeadImport:
    """An import from one of the files, of a name that this file does not have."""

    message: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a file is not Python."""

    message: str
    span: Span = field(repr=False)


Found = Function | Value | DeadImport | None


@dataclass(frozen=True, slots=True)
class Module:
    """One file: what is bound at its top, or why that cannot be told; and what its code refers to.

    Attributes:
        imports: The modules of other distributions that it imports anywhere, and where.
    """

    name: Dotted
    is_package: bool
    file: SourceFile
    bound: Mapping[str, ast.AST] = field(repr=False)
    used: frozenset[str] = field(repr=False)
    fault: Fault | None
    imports: tuple[tuple[str, Span], ...] = field(default=(), repr=False)

    def base(self, level: int) -> Dotted:
        """Return the package that a relative import of this many dots starts from."""
        package = self.name if self.is_package else self.name[:-1]
        return package[: len(package) - level + 1]


class Definitions:
    """Modules that know each other, and what their names stand for."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self.modules = tuple(modules)
        self._named = {module.name: module for module in self.modules}

    def functions(self, module: Module) -> Iterator[Function]:
        """Yield the functions that a module itself defines."""
        for node in module.bound.values():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield _function(node, module.file)

    def find(self, name: str, module: Dotted) -> Found:
        """Return what `name` stands for in a module, followed through imports; None when it is not bound there."""
        return self._find(name, module, frozenset())

    def _find(self, name: str, where: Dotted, seen: frozenset[tuple[str, Dotted]]) -> Found:
        module = self._named.get(where)
        if module is None or (name, where) in seen:
            return None
        if module.fault is not None:
            return Value()
        seen |= {(name, where)}
        match module.bound.get(name):
            case None:
                return self._starred(name, module, seen)
            case ast.FunctionDef() | ast.AsyncFunctionDef() as node:
                return _function(node, module.file)
            case ast.Assign(value=ast.Name(id=other)):
                return self._find(other, where, seen) or Value()
            case ast.ImportFrom() as node:
                return self._imported(name, node, module, seen)
            case _:
                return Value()

    def _starred(self, name: str, module: Module, seen: frozenset[tuple[str, Dotted]]) -> Found:
        for key, node in module.bound.items():
            if key.startswith("*") and isinstance(node, ast.ImportFrom) and not name.startswith("_"):
                found = self._find(name, _source(node, module), seen)
                if found is not None:
                    return found
        return None

    def _imported(self, name: str, node: ast.ImportFrom, module: Module, seen: frozenset[tuple[str, Dotted]]) -> Found:
        alias = next(item for item in node.names if name == (item.asname or item.name))
        source = _source(node, module)
        found = self._find(alias.name, source, seen)
        if found is not None or (*source, alias.name) in self._named or source[:2] != self.modules[0].name[:2]:
            return found or Value()
        span = _span(alias, module.file)
        there = self._named.get(source)
        if there is None:
            return DeadImport(f"there is no module `{'.'.join(source[1:])}`", span)
        return DeadImport(f"the module `{'.'.join(source[1:])}` has no `{alias.name}`", span)


def read_module(name: Dotted, file: SourceFile) -> Module:
    """Return what a file defines as the module `name`."""
    is_package = file.path.endswith("/__init__.py")
    try:
        with warnings.catch_warnings():
            # What Python has to say of escapes and the like is no finding about a contract.
            warnings.simplefilter("ignore")
            tree = ast.parse(file.text, feature_version=_OLDEST)
            # Finds what the grammar alone allows, such as `await` outside of `async` functions; nothing is run.
            compile(tree, file.path, "exec", dont_inherit=True)
    except SyntaxError as error:
        return Module(name, is_package, file, {}, frozenset(), _fault(error, file))
    except (RecursionError, MemoryError):
        fault = Fault("the code is nested too deeply", file.span(0, 0))
        return Module(name, is_package, file, {}, frozenset(), fault)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = dict(_bound(tree.body))
    return Module(name, is_package, file, bound, frozenset(used), None, tuple(_imports(tree, file)))


def _imports(tree: ast.Module, file: SourceFile) -> Iterator[tuple[str, Span]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((item.name, _span(item, file)) for item in names)
            case ast.ImportFrom(module=str(module), level=0, names=names):
                yield from ((f"{module}.{item.name}", _span(item, file)) for item in names)
            case _:
                pass


def _source(node: ast.ImportFrom, module: Module) -> Dotted:
    """Return the module that names are imported from."""
    rest = tuple(node.module.split(".")) if node.module else ()
    return (*module.base(node.level), *rest) if node.level else rest


def _bound(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """Yield the names that statements bind, and the statements; what stands further down wins."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node
            case ast.Assign(targets=targets):
                yield from ((target.id, node) for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                yield name, node
            case ast.ImportFrom(names=aliases):
                yield from (
                    (item.asname or (item.name if item.name != "*" else f"*{id(node)}"), node) for item in aliases
                )
            case ast.Import(names=aliases):
                yield from ((item.asname or item.name.partition(".")[0], node) for item in aliases)
            case ast.If(body=inner, orelse=rest):
                yield from _bound([*inner, *rest])
            case ast.With(body=inner):
                yield from _bound(inner)
            case ast.Try(body=inner, handlers=handlers, orelse=rest, finalbody=final):
                caught = [statement for handler in handlers for statement in handler.body]
                yield from _bound([*caught, *inner, *rest, *final])
            case _:
                pass


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, file: SourceFile) -> Function:
    arguments = node.args
    positional = tuple(item.arg for item in (*arguments.posonlyargs, *arguments.args))
    keyword_only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return Function(
        name=node.name,
        positional=positional,
        needed=len(positional) - len(arguments.defaults),
        others_needed=tuple(item.arg for item, default in keyword_only if default is None),
        is_async=isinstance(node, ast.AsyncFunctionDef),
        is_plain=not node.decorator_list,
        is_unfinished=_is_unfinished(node.body),
        span=_name_span(node, file),
    )


def _is_unfinished(body: list[ast.stmt]) -> bool:
    match body:
        case [ast.Expr(value=ast.Constant()), ast.Raise(exc=raised)] | [ast.Raise(exc=raised)]:
            named = raised.func if isinstance(raised, ast.Call) else raised
            return isinstance(named, ast.Name) and named.id == "NotImplementedError"
        case _:
            return False


def _name_span(node: ast.FunctionDef | ast.AsyncFunctionDef, file: SourceFile) -> Span:
    column = _column(file, node.lineno, node.col_offset)
    head = _HEAD.match(file.line(node.lineno), column - 1)
    start = head.end() + 1 if head else column
    return file.between(node.lineno, start, node.lineno, start + len(node.name))


def _span(node: ast.alias, file: SourceFile) -> Span:
    end = node.end_col_offset or node.col_offset
    start, last = _column(file, node.lineno, node.col_offset), node.end_lineno or node.lineno
    return file.between(node.lineno, start, last, _column(file, last, end))


def _column(file: SourceFile, line: int, offset: int) -> int:
    """Return the column of a place that is given in bytes."""
    return len(file.line(line).encode()[:offset].decode(errors="ignore")) + 1


def _fault(error: SyntaxError, file: SourceFile) -> Fault:
    line = max(1, error.lineno or 1)
    width = len(file.line(line))
    column = min(max(1, error.offset or 1), width + 1)
    end = error.end_offset if error.end_lineno == line and error.end_offset else column + 1
    message = error.msg[:1].lower() + error.msg[1:]
    return Fault(message, file.between(line, column, line, max(column, min(end, width + 1))))
