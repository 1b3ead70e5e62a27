"""Where in the document, and in the models, an error of pydantic belongs.

An error's `loc` mixes keys, list positions, the tags of unions and marks for keys. Walking it along the annotations
tells them apart for certain, where a look at the document could not: a key may well be called like a tag.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, RootModel, Tag
from pydantic.fields import FieldInfo

from pactwright.load import Path
from pactwright.records import dataclass

KEY_MARK = "[key]"


@dataclass(frozen=True, slots=True)
class Located:
    """Where an error belongs.

    Attributes:
        path: The keys and positions in the document.
        is_key: Whether the error is about the last key rather than its value.
        model: The class of the mapping that `path` leads into last, when there is one.
        choices: The classes that `model` was chosen from, by tag.
        tag: The tag by which `model` was chosen.
        kind: The annotation of the value at `path`.
    """

    path: Path
    is_key: bool = False
    model: type[BaseModel] | None = None
    choices: Mapping[str, Any] | None = None
    tag: str | None = None
    kind: Any = None


def fields_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the fields of `model` by the key they have in a contract."""
    if not model.__pydantic_fields_complete__:
        model.model_rebuild()
    return {info.alias or name: info for name, info in model.model_fields.items()}


def choices_of(kind: Any) -> Mapping[str, Any]:
    """Return what a tagged union chooses from, by tag; nothing for any other annotation."""
    found: dict[str, Any] = {}
    union = bare(kind)
    for choice in get_args(union) if get_origin(union) in (Union, types.UnionType) else ():
        for mark in getattr(choice, "__metadata__", ()):
            if isinstance(mark, Tag):
                found[mark.tag] = choice
    return found


def bare(kind: Any) -> Any:
    """Return an annotation without `Annotated`, and without the None of an optional value."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
            continue
        rest = [choice for choice in get_args(kind) if choice is not types.NoneType]
        if get_origin(kind) in (Union, types.UnionType) and len(rest) == 1:
            kind = rest[0]
            continue
        return kind


def pattern_of(kind: Any) -> str | None:
    """Return the pattern that texts of this annotation must match."""
    for inner in get_args(kind):
        found = pattern_of(inner) if get_origin(kind) in (Annotated, Union, types.UnionType) else None
        if found:
            return found
    for mark in getattr(kind, "__metadata__", ()):
        for part in (mark, *getattr(mark, "metadata", ())):
            if isinstance(getattr(part, "pattern", None), str):
                return str(part.pattern)
    return None


def locate(root: type[BaseModel], loc: Sequence[str | int]) -> Located:
    """Find the place of the error whose location is `loc`, starting at the model `root`."""
    found = Located((), kind=root)
    for part in loc:
        choices = choices_of(found.kind)
        if part == KEY_MARK:
            found = replace(found, is_key=True)
        elif choices:
            found = Located(found.path, choices=choices, tag=str(part), kind=choices.get(str(part)))
        else:
            found = enter(found, part)
    return found


def enter(found: Located, part: str | int) -> Located:
    """Go from a place to what stands under `part`."""
    path = (*found.path, part)
    kind = bare(found.kind)
    if isinstance(kind, type) and issubclass(kind, RootModel):
        kind = bare(fields_of(kind)["root"].annotation)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        info = fields_of(kind).get(str(part))
        chosen = found if found.model is None else Located(())
        return Located(path, model=kind, choices=chosen.choices, tag=chosen.tag, kind=annotation(info))
    arguments = get_args(kind)
    mapping = get_origin(kind) is dict
    return Located(path, kind=arguments[1] if mapping else arguments[0] if arguments else None)


def annotation(info: FieldInfo | None) -> Any:
    """Return the annotation of a field as it was written, with its metadata."""
    if info is None:
        return None
    return Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
