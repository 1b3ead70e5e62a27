"""`models.py` of the generated package: the Python types of arguments, results and error data.

datamodel-code-generator writes them as TypedDicts from shape-only schemas; its imports are replaced by exact ones and
its output is cut into one piece per owner, which keeps a change of one tool in one place.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.metadata import version

from pactwright.emit.annotations import hoisted, operation_shapes
from pactwright.emit.memory import Formatted, Memory, begin, remembered
from pactwright.emit.render import Chunk, digest, format_source, formatted, import_lines, names_in
from pactwright.emit.render import docstring as docstring_literal
from pactwright.emit.shapes import Shape, Shapes
from pactwright.emit.typed_dicts import sound
from pactwright.model.contract import Contract
from pactwright.model.schema import Schema, is_composite
from pactwright.model.tools import HandlerAnswer
from pactwright.names import class_name
from pactwright.records import dataclass
from pactwright.values import JsonValue

_IMPORTS = {
    "Any": "typing",
    "Literal": "typing",
    "NotRequired": "typing",
    "TypeAlias": "typing",
    "TypedDict": "typing",
}


@dataclass(frozen=True, slots=True)
class Family:
    """The types that belong to one owner, and the shapes of the named types that they refer to."""

    shapes: str
    context: str


def _key(family: Family) -> str:
    return digest(_generator_version(), "models", family.shapes, family.context)


@cache
def _generator_version() -> str:
    return version("datamodel-code-generator")


def models_module(families: Sequence[Family], title: str, memory: Memory) -> str:
    """Return the text of `models.py`; `title` is its docstring."""
    pieces = remembered(families, key=_key, make=_written, memory=memory)
    used = {name for piece in pieces for name in piece.names}
    lines = import_lines({name: source for name, source in _IMPORTS.items() if name in used})
    modules = "".join(f"import {name}\n" for name in ("builtins", "typing") if name in used)
    head = f"{docstring_literal(title)}\n\nfrom __future__ import annotations\n\n{modules}{lines}\n"
    body = "\n\n\n".join(piece.text.rstrip("\n") for piece in pieces)
    # As import sorters have it: two empty lines before a class, one before anything else.
    gap = "\n\n\n" if body.startswith("class ") else "\n\n"
    return formatted(Chunk("models", head), memory).rstrip("\n") + gap + body + "\n"


def begin_models(families: Sequence[Family], memory: Memory) -> None:
    """Let a helper process start with those that are not remembered, when there is one."""
    begin(families, key=_key, make=_written, memory=memory)


def warm_up() -> None:
    """Import and prepare all that writing models takes, which is half the time that a few of them take."""
    _written([Family(json.dumps({"Warm": {"type": "object", "properties": {"up": {"type": "string"}}}}), "{}")])


def args_type(owner: str) -> str:
    """Return the name of the type of a tool's or a template's arguments."""
    return f"{class_name(owner)}Args"


def result_type(owner: str) -> str:
    """Return the name of the type of a tool's result."""
    return f"{class_name(owner)}Result"


def params_type(code: str) -> str:
    """Return the name of the type of an error's data."""
    return f"{class_name(code)}Params"


def type_families(contract: Contract) -> list[Family]:
    """Return all types of a contract by their owners, in the order of the module."""
    named = {item.name: item.schema for item in contract.types if is_composite(item.schema)}
    families = []
    for name, schema in named.items():
        shapes = Shapes(filled=False)
        shapes.inline(schema, class_name(name))
        families.append(_family(shapes, named))
    for error in contract.errors:
        if error.params is not None:
            families.append(_owned(error.params, params_type(error.code), named, filled=True))
    for upstream in contract.upstreams:
        for operation in upstream.operations:
            families += [_family(shapes, named) for shapes in operation_shapes(operation) if shapes.hoisted]
    for tool in contract.tools:
        families.append(_owned(tool.input, args_type(tool.name), named, filled=True))
        if tool.output is not None:
            families.append(_owned(tool.output, result_type(tool.name), named, filled=False))
    for template in contract.resource_templates:
        if template.input is not None:
            families.append(_owned(template.input, args_type(template.name), named, filled=True))
    for resource in (*contract.resources, *contract.resource_templates):
        if isinstance(resource.answer, HandlerAnswer) and resource.output is not None:
            shapes = hoisted(resource.output, result_type(resource.name))
            families += [_family(shapes, named)] if shapes.hoisted else []
    return families


def _owned(schema: Schema, name: str, named: dict[str, Schema], *, filled: bool) -> Family:
    shapes = Shapes(filled=filled)
    root = shapes.named(schema, name)
    if name not in shapes.hoisted:
        shapes.hoisted[name] = root
    return _family(shapes, named)


def _family(shapes: Shapes, named: dict[str, Schema]) -> Family:
    context: dict[str, JsonValue] = {}
    for used in shapes.used:
        if class_name(used) not in shapes.hoisted:
            context[class_name(used)] = _stand_in(named[used])
    return Family(json.dumps(shapes.hoisted), json.dumps(context))


def _stand_in(schema: Schema) -> Shape:
    """Return a shape that only has to exist under its name: the text of what refers to it does not depend on it."""
    return {"type": "object", "properties": {"stand_in": {"type": "string"}}}


def _written(families: list[Family]) -> list[Formatted]:
    """Return the text of each family; one run of the generator serves all of them."""
    own = [json.loads(family.shapes) for family in families]
    definitions: dict[str, JsonValue] = {}
    for family in families:
        definitions.update(json.loads(family.context))
    for shapes in own:
        definitions.update(shapes)
    slices = _definitions(_generate(definitions))
    format_family = partial(_formatted, slices)
    return [format_family(tuple(shapes)) for shapes in own]


def _formatted(slices: dict[str, Formatted], names: Sequence[str]) -> Formatted:
    written = "\n\n\n".join(slices[name].text for name in names)
    used = {used for name in names for used in slices[name].names}
    return Formatted(format_source(Chunk("models", written)), tuple(sorted(used)))


def _generate(definitions: dict[str, JsonValue]) -> str:
    # Imported here: a run that finds everything remembered does without.
    import datamodel_code_generator as dcg
    from datamodel_code_generator.enums import DataModelType

    text = dcg.generate(
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions},
        input_file_type=dcg.InputFileType.JsonSchema,
        output=None,
        output_model_type=DataModelType.TypingTypedDict,
        schema_version="2020-12",
        target_python_version=dcg.PythonVersion.PY_311,
        formatters=[],
        disable_timestamp=True,
        custom_file_header="#",
        strict_refs=True,
        allow_remote_refs=False,
        skip_root_model=True,
        strict_nullable=True,
        use_type_alias=True,
        enum_field_as_literal=dcg.LiteralType.All,
        use_schema_description=True,
        use_field_description=True,
        use_single_line_docstring=True,
        treat_dot_as_module=False,
    )
    if not isinstance(text, str):
        raise TypeError("datamodel-code-generator gave no single module")
    return text


def _definitions(text: str) -> dict[str, Formatted]:
    """Return the source of each definition in `text`, a docstring that follows an alias included, and what it uses."""
    lines = text.splitlines(keepends=True)
    found: dict[str, Formatted] = {}
    last = ""
    for node in ast.parse(text).body:
        source = "".join(lines[node.lineno - 1 : node.end_lineno])
        match node:
            case (
                ast.ClassDef(name=name)
                | ast.AnnAssign(target=ast.Name(id=name))
                | ast.Assign(targets=[ast.Name(id=name)])
            ):
                written = sound(node, source)
                # In a call, types are only named in quotes.
                found[name] = Formatted(written, names_in(source if isinstance(node, ast.Assign) else written))
                last = name
            case ast.Expr(value=ast.Constant()) if last:
                found[last] = replace(found[last], text=found[last].text + source)
            case _:
                last = ""
    return found


def type_names(contract: Contract) -> Iterable[tuple[str, ...]]:
    """Yield the names of the types of each owner, for the rule against names that meet."""
    for family in type_families(contract):
        yield tuple(json.loads(family.shapes))
