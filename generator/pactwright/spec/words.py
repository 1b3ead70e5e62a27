"""How the manual names classes, unions and types."""

import re
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, Discriminator, RootModel
from pydantic.fields import FieldInfo

from pactwright.spec.scalars import EXPLANATIONS, Duration, Missing

SCALARS: Final[Mapping[Any, str]] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    Duration: "duration",
}


def name_of(name: str) -> str:
    """Return the heading of a class or a union: `CallStepSpec` is `Call step`, and what tools share is `Tool`."""
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", re.sub("(Spec|Common)$", "", name)).capitalize()


def anchor(heading: str) -> str:
    """Return the address of a heading within the page."""
    return re.sub("[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def link(name: str) -> str:
    """Return a link to the chapter of a class or a union."""
    return f"[{name_of(name)}](#{anchor(name_of(name))})"


def is_model(kind: Any) -> bool:
    """Whether an annotation is a class of the models."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def bare(kind: Any) -> Any:
    """Return an annotation without its metadata."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def choices_in(kind: Any) -> list[Any]:
    """Return what an annotation lets an author choose from; itself when there is no choice."""
    inner = bare(kind)
    if get_origin(inner) in (Union, types.UnionType):
        return [choice for choice in get_args(inner) if choice is not types.NoneType]
    return [inner]


def unions_of(module: types.ModuleType) -> dict[str, Any]:
    """Return the unions of a module that have a chapter: those between several classes, or of more than two kinds."""
    found = {}
    for name, item in vars(module).items():
        if get_origin(item) is Annotated and any(isinstance(mark, Discriminator) for mark in get_args(item)[1:]):
            choices = [bare(choice) for choice in choices_in(item)]
            classes = [choice for choice in choices if is_model(choice)]
            own = any(choice.__module__ == module.__name__ for choice in classes)
            called_like_one = name_of(name) in {name_of(choice.__name__) for choice in classes}
            if own and not called_like_one and (len(choices) > 2 or len(classes) == len(choices)):
                found[name] = item
    return found


class Words:
    """Turns annotations into words; knows the unions that have a chapter of their own."""

    def __init__(self, unions: Mapping[str, Any]) -> None:
        self._unions = {frozenset(map(repr, choices_in(union))): name for name, union in unions.items()}

    def kind(self, kind: Any) -> str:
        """Return the type of a value, with links to the chapters about it."""
        origin, arguments = get_origin(kind), get_args(kind)
        choices = choices_in(kind)
        if len(choices) > 1:
            known = self._unions.get(frozenset(map(repr, choices)))
            return link(known) if known else " or ".join(dict.fromkeys(map(self.kind, choices)))
        if origin is Annotated:
            return pattern(kind) or self.kind(arguments[0])
        if origin in (Union, types.UnionType):
            return self.kind(choices[0])
        if origin is Literal:
            return listed(arguments)
        if origin is dict:
            return self._mapping(*arguments)
        if origin is tuple:
            return f"list of {self.kind(arguments[0])}"
        return link(kind.__name__) if is_model(kind) else SCALARS.get(kind, "any value")

    def _mapping(self, key: Any, value: Any) -> str:
        words = "map" if self.kind(value) == "any value" else f"map of {self.kind(value)}"
        return f"{words}, by {listed(get_args(key))}" if get_origin(key) is Literal else words


def listed(values: Iterable[object]) -> str:
    """Write values in backticks, with commas and `or` between them."""
    *most, last = (f"`{str(value).lower() if value is True else value}`" for value in values)
    return f"{', '.join(most)} or {last}" if most else last


def pattern(kind: Any) -> str | None:
    """Return what a text is that must match a pattern."""
    for mark in get_args(kind)[1:]:
        for part in (mark, *getattr(mark, "metadata", ())):
            known = EXPLANATIONS.get(str(getattr(part, "pattern", "")))
            if known:
                return re.sub("^an? ", "", known.noun)
    return None


def default(info: FieldInfo) -> str:
    """Return what holds when a key is not there."""
    if info.is_required():
        return "required"
    match info.default:
        case Duration() as duration:
            return f"`{duration.text}`"
        case Missing():
            return ""
        case bool() as value:
            return f"`{str(value).lower()}`"
        case int() | str() as value if value != "":
            return f"`{value}`"
        case _:
            return ""


def fields_of(model: type[BaseModel]) -> Iterator[tuple[str, str, FieldInfo]]:
    """Yield the attributes of a class: the attribute, the key, and what is known of it."""
    if not model.__pydantic_fields_complete__:
        model.model_rebuild()
    for name, info in model.model_fields.items():
        yield name, info.alias or name, info


def annotation_of(info: FieldInfo) -> Any:
    """Return the annotation of a field as it was written, with its metadata."""
    return Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation


def classes_below(kind: Any) -> Iterator[type[BaseModel]]:
    """Yield the classes that an annotation names, from left to right."""
    if is_model(kind):
        yield kind
    for inner in get_args(kind) if get_origin(kind) is not Annotated else get_args(kind)[:1]:
        yield from classes_below(inner)


def in_reading_order(root: type[BaseModel]) -> list[type[BaseModel]]:
    """Return all classes that can be reached from `root`, level by level; what classes share comes before them."""
    order: dict[type[BaseModel], None] = {root: None}
    waiting = [root]
    while waiting:
        model = waiting.pop(0)
        for _, _, info in fields_of(model):
            for found in classes_below(info.annotation):
                for item in with_bases(found):
                    if item not in order:
                        order[item] = None
                        waiting.append(item)
    return list(order)


def with_bases(model: type[BaseModel]) -> list[type[BaseModel]]:
    """Return a class behind those of its bases that have keys."""
    if issubclass(model, RootModel):
        return [model]
    bases = [base for base in model.__mro__ if issubclass(base, BaseModel) and base.model_fields]
    return bases[::-1] if model in bases else [*bases[::-1], model]
