"""TypedDicts as datamodel-code-generator writes them → TypedDicts that hold whatever the properties are called.

In a class, a property called `list` or `State` hides the type of that name from all annotations below it; and the
values of the other form, a call, are evaluated at import, when types further down do not exist yet.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

_TYPING = frozenset({"Any", "Literal", "NotRequired", "TypeAlias", "TypedDict"})


def sound(node: ast.stmt, source: str) -> str:
    """Return the source of a definition, rewritten where it would not mean what it says."""
    match node:
        case ast.ClassDef(name=name, body=body) if _hides(body):
            fields = [(field, annotation) for field, annotation in _fields(body)]
            return _call(name, fields)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[_, ast.Dict(keys=keys, values=values)])):
            return _call(name, [(ast.literal_eval(key), value) for key, value in zip(keys, values, strict=True) if key])
        case _:
            return source


def _fields(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for statement in body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=field), annotation=annotation):
                yield field, annotation
            case _:
                pass


def _hides(body: list[ast.stmt]) -> bool:
    """Whether a property is called like something that an annotation of the class uses."""
    names = {field for field, _ in _fields(body)}
    return any(not names.isdisjoint(_names(annotation)) for _, annotation in _fields(body))


def _call(name: str, fields: list[tuple[str, ast.expr]]) -> str:
    entries = ", ".join(f"{field!r}: {_value(annotation)}" for field, annotation in fields)
    return f"{name} = TypedDict({name!r}, {{{entries},}},)\n"


def _value(annotation: ast.expr) -> str:
    """Return an annotation in which types of the module are only named, not looked up."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="NotRequired"), slice=inner):
            return f"NotRequired[{_value(inner)}]"
        case _:
            text = ast.unparse(_Unquoted().visit(annotation))
            late = _names(annotation) - _TYPING - set(vars(builtins))
            return repr(text) if late else text


def _names(annotation: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(_Unquoted().visit(annotation)) if isinstance(node, ast.Name)}


class _Unquoted(ast.NodeTransformer):
    """Types that are named in quotes, without them; texts inside of `Literal` are no types."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(value=ast.Name(id="Literal")):
                return node
            case _:
                return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Name(node.value) if isinstance(node.value, str) else node
