"""The models → the reference of the contract language, in Markdown.

A section per module, a chapter per class and a table of its keys. The words are those of docstrings and of the fields'
descriptions, so that the manual cannot say anything else than the check does.
Run `python -m pactwright.spec.manual` to print it.
"""

import inspect
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, RootModel

from pactwright.spec import (
    behaviour,
    config,
    content,
    effects,
    errors,
    examples,
    fails,
    operations,
    pages,
    resources,
    rest,
    rules,
    schemas,
    server,
    steps,
    tools,
    top,
    upstreams,
)
from pactwright.spec.base import CheckedSpec
from pactwright.spec.words import (
    Words,
    anchor,
    annotation_of,
    bare,
    choices_in,
    default,
    fields_of,
    in_reading_order,
    is_model,
    link,
    name_of,
    unions_of,
)

HEAD: Final = """# The contract language

Version `"1"`. This page is made from the models that contracts are checked with. In the tables, a key without a default
may be left out.
"""
SECTIONS: Final[Sequence[tuple[str, types.ModuleType]]] = (
    ("The contract", top),
    ("The server", server),
    ("Settings, fills and guards", config),
    ("Schemas", schemas),
    ("Errors", errors),
    ("Upstreams", upstreams),
    ("Operations", operations),
    ("Failures", fails),
    ("Pages, versions and views", pages),
    ("Tools", tools),
    ("Effects of tools", effects),
    ("Rules", rules),
    ("Steps", steps),
    ("Behaviour over several calls", behaviour),
    ("Content", content),
    ("Examples", examples),
    ("Resources", resources),
    ("Completions, prompts, modes and ledgers", rest),
)


def manual() -> str:
    """Return the language reference as Markdown."""
    contents = "\n".join(f"- [{title}](#{anchor(title)})" for title, _ in SECTIONS)
    order = in_reading_order(top.ContractSpec)
    words = Words({name: union for _, module in SECTIONS for name, union in unions_of(module).items()})
    lines = (line for title, module in SECTIONS for line in section(title, module, order, words))
    return "\n".join([HEAD, contents, *lines]) + "\n"


def section(title: str, module: types.ModuleType, order: list[type[BaseModel]], words: Words) -> Iterator[str]:
    """Yield the lines of one module's section."""
    yield f"\n## {title}\n"
    yield unwrapped(inspect.cleandoc(module.__doc__ or ""))
    models = [model for model in order if model.__module__ == module.__name__]
    unions = unions_of(module)
    named = {name_of(name) for name in unions}
    for name, union in unions.items():
        yield from choice(name, union, words)
        for model in models:
            if name_of(model.__name__) == name_of(name):
                yield from keys_of(model, words)
    for model in models:
        if name_of(model.__name__) not in named:
            yield from chapter(model, words)


def choice(name: str, union: Any, words: Words) -> Iterator[str]:
    """Yield the lines about a union: what an author can choose from."""
    yield f"\n### {name_of(name)}\n"
    yield "One of:\n"
    for item in choices_in(union):
        model = bare(item)
        yield f"- {link(model.__name__)}: {prose(model)[0]}" if is_model(model) else f"- {words.kind(item)}"


def chapter(model: type[BaseModel], words: Words) -> Iterator[str]:
    """Yield the lines about one class: prose, table, relations, example."""
    _, text, example = prose(model)
    yield f"\n### {name_of(model.__name__)}\n"
    yield text
    base = documented_base(model)
    if base:
        yield f"\nBesides the keys below it has those of {link(base.__name__)}."
    yield from keys_of(model, words)
    yield from relations(model)
    if example:
        yield f"\n```yaml{example}"


def prose(model: type[BaseModel]) -> tuple[str, str, str]:
    """Return the first sentence of a class's docstring, all its prose, and its example."""
    text, _, example = inspect.cleandoc(model.__doc__ or "").partition("```yaml")
    joined = unwrapped(text.strip())
    first = joined.split(". ")[0].split("\n")[0]
    return first if first.endswith((".", "?")) else f"{first}.", joined, example


def unwrapped(text: str) -> str:
    """Join the lines of each paragraph."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def keys_of(model: type[BaseModel], words: Words) -> Iterator[str]:
    """Yield the table of the keys that a class adds to those of its base."""
    if issubclass(model, RootModel):
        return
    base = documented_base(model)
    inherited: Mapping[str, object] = base.model_fields if base else {}
    rows = [
        row(key, words.kind(annotation_of(info)), default(info), info.description or "")
        for name, key, info in fields_of(model)
        if name not in inherited
    ]
    if rows:
        yield "\n| key | type | default | meaning |\n|---|---|---|---|"
        yield from rows


def row(key: str, *cells: str) -> str:
    """Return the line of a table about one key."""
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in (f"`{key}`", *cells)) + " |"


def documented_base(model: type[BaseModel]) -> type[BaseModel] | None:
    """Return the class whose keys `model` has too, when there is one with keys."""
    base = model.__base__
    if base is None or not issubclass(base, BaseModel) or issubclass(model, RootModel):
        return None
    return base if base.model_fields else None


def relations(model: type[BaseModel]) -> Iterator[str]:
    """Yield sentences about keys that exclude or need each other."""
    if not issubclass(model, CheckedSpec):
        return
    for group in model.at_most_one:
        *most, last = (f"`{key}`" for key in group)
        yield f"\n{', '.join(most)} and {last} exclude one another."
    if documented_base(model) is None:
        for key, other in model.needs:
            yield f"\n`{key}` needs `{other}` beside it."


if __name__ == "__main__":
    sys.stdout.write(manual())
