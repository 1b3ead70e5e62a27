"""TypedDicts as datamodel-code-generator writes them → TypedDicts that hold whatever the properties are called.

In a class, a property called `list` or `State` hides the type of that name from all annotations; and the values of the
other form, a call, are evaluated at import, when types further down do not exist yet.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

_TYPING = frozenset({"Any", "Literal", "NotRequired", "TypeAlias", "TypedDict"})
_BUILTINS = frozenset(vars(builtins))


def sound(node: ast.stmt, source: str) -> str:
    """Return the source of a definition, rewritten where it would not mean what it says."""
    match node:
        case ast.ClassDef(name=name):
            return _with_hidden_types(name, source)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[_, ast.Dict(keys=keys, values=values)])):
            fields = [(ast.literal_eval(key), value) for key, value in zip(keys, values, strict=True) if key]
            entries = ", ".join(f"{field!r}: {_late(annotation)}" for field, annotation in fields)
            return f"{name} = TypedDict({name!r}, {{{entries},}},)\n"
        case _:
            return source


def _with_hidden_types(owner: str, source: str) -> str:
    """Return a class whose annotations reach the types that its properties hide."""
    (node,) = ast.parse(source).body
    assert isinstance(node, ast.ClassDef)
    fields = dict(_fields(node))
    used = [name for annotation in fields.values() for name in ast.walk(annotation) if isinstance(name, ast.Name)]
    hidden = sorted((name for name in used if name.id in fields), key=lambda name: (name.lineno, name.col_offset))
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    aliases: dict[str, str] = {}
    for name in reversed(hidden):
        line = lines[name.lineno - 1]
        spelled = _elsewhere(name.id, owner, aliases)
        lines[name.lineno - 1] = line[: name.col_offset] + spelled.encode() + line[name.end_col_offset :]
    head = "".join(f'{alias}: TypeAlias = "{name}"\n\n\n' for alias, name in sorted(aliases.items()))
    return head + b"".join(lines).decode()


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=field), annotation=annotation):
                yield field, annotation
            case _:
                pass


def _elsewhere(name: str, owner: str, aliases: dict[str, str]) -> str:
    """Return how a class that hides the type `name` can spell it; `aliases` gains what has to be there for that."""
    if name in _TYPING:
        return f"typing.{name}"
    if name in _BUILTINS:
        return f"builtins.{name}"
    alias = f"{owner}{name}Type"
    aliases[alias] = name
    return alias


def _late(annotation: ast.expr) -> str:
    """Return an annotation in which types of the module are only named, not looked up."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="NotRequired"), slice=inner):
            return f"NotRequired[{_late(inner)}]"
        case _:
            plain = _Unquoted().visit(annotation)
            names = {node.id for node in ast.walk(plain) if isinstance(node, ast.Name)}
            text = ast.unparse(plain)
            return text if names <= _TYPING | _BUILTINS else repr(text)


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
