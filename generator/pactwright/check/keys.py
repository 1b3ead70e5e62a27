"""Findings about keys: unknown, missing, reserved, or in each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeGuard

from pydantic import BaseModel

from pactwright.check.finding import Finding, Problem
from pactwright.check.locate import Located, bare, fields_of
from pactwright.check.wording import close_to, listed, owner, sentence_start
from pactwright.spec import ContractSpec
from pactwright.spec.base import Spec
from pactwright.spec.schemas import SchemaKeywords

MANY_KEYS: Final = 14


def known_keys(place: Located) -> Iterable[str]:
    """Return the keys that the mapping at `place` may have."""
    return fields_of(place.model) if place.model else ()


def is_spec(model: type[BaseModel] | None) -> TypeGuard[type[Spec]]:
    """Whether a class is one of ours that a mapping is read with."""
    return model is not None and issubclass(model, Spec)


def suggestion(problem: Problem, mapping: Mapping[str, object]) -> str | None:
    """Return the key that an unknown one was probably meant to be, among those not there yet."""
    free = [key for key in known_keys(problem.place) if key not in mapping]
    key = str(problem.place.path[-1])
    renamed = problem.place.model.other_names.get(key) if is_spec(problem.place.model) else None
    return renamed if renamed in free else close_to(key, free) or choosing_key(problem, mapping)


def choosing_key(problem: Problem, mapping: Mapping[str, object]) -> str | None:
    """Return the misspelt key by which another class of the mapping would have been chosen."""
    choices = problem.place.choices or {}
    if any(belongs_to(choice, problem) for choice in choices):
        return None
    return close_to(str(problem.place.path[-1]), [tag for tag in choices if tag not in mapping])


def belongs_to(choice: str, problem: Problem) -> bool:
    """Whether an unknown key is one of the class that the key `choice` stands for."""
    kind = bare((problem.place.choices or {}).get(choice))
    return is_model(kind) and str(problem.place.path[-1]) in fields_of(kind)


def unknown_key(problem: Problem, meant: str | None, mapping: Mapping[str, object]) -> Finding:
    """Tell of a key that means nothing here, and what to do instead."""
    place = problem.place
    key = str(place.path[-1])
    if place.model is ContractSpec and key in ContractSpec.later:
        message = f"`{key}` is reserved for a later version"
        return Finding("reserved-key", message, place.path, at_key=True, hint="remove it")
    advice = advice_on(place.model, key)
    rival = rival_of(place, key)
    if rival and not advice:
        related = (f"`{rival}` is here", (*place.path[:-1], rival))
        hint = f"keep one of `{rival}` and `{key}`" if rival_is_choice(place, key) else f"remove it, or `{rival}`"
        message = f"`{key}` does not go with `{rival}`"
        return Finding("conflicting-keys", message, place.path, at_key=True, hint=hint, related=(related,))
    advice = advice or (f"did you mean `{meant}`?" if meant else what_is_known(place, mapping))
    return Finding("unknown-key", f"unknown key `{key}`", place.path, at_key=True, hint=advice)


def advice_on(model: type[BaseModel] | None, key: str) -> str | None:
    """Return what the model says about a key that people try."""
    return model.not_here.get(key) if is_spec(model) else None


def rival_is_choice(place: Located, key: str) -> bool:
    """Whether `key` is itself one of the keys by which the class of the mapping is chosen."""
    return place.choices is not None and key in place.choices


def rival_of(place: Located, key: str) -> str | None:
    """Return the key that decided for a class without `key`, when another choice would have had it."""
    if place.choices is None or place.model is None or place.tag not in fields_of(place.model):
        return None
    others = [bare(choice) for tag, choice in place.choices.items() if tag != place.tag]
    return place.tag if any(key in fields_of(other) for other in others if is_model(other)) else None


def is_model(kind: Any) -> bool:
    """Whether an annotation is a class of the models."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def what_is_known(place: Located, mapping: Mapping[str, object]) -> str:
    """Return a hint that says which keys are left, when they are few, or where this one may belong."""
    if place.model is not None and issubclass(place.model, SchemaKeywords):
        if isinstance(mapping.get(str(place.path[-1])), dict):
            return "put properties under `properties`"
        return "remove it; keys of your own begin with `x-`"
    left = [key for key in known_keys(place) if key not in mapping]
    return f"remove it; what can be added here is {listed(left)}" if 0 < len(left) <= MANY_KEYS else "remove it"


def missing_key(problem: Problem) -> Finding:
    """Tell of a key that must be there."""
    place = problem.place
    key = str(place.path[-1])
    info = fields_of(place.model).get(key) if place.model else None
    meaning = f" ({sentence_start(info.description)})" if info and info.description else ""
    message = f"{owner(place.path[:-1])} has no `{key}`"
    return Finding("missing-key", message, place.path[:-1], at_key=True, hint=f"add `{key}`{meaning}")


def missing_choice(problem: Problem) -> Finding:
    """Tell of a mapping without any of the keys of which it needs one, or with one that is misspelt."""
    keys = problem.text.split()
    path = problem.place.path
    assert isinstance(problem.value, dict)
    known = {key for choice in choices_below(problem.place.kind) for key in fields_of(choice)}
    for key in (str(key) for key in problem.value if key not in known):
        meant = close_to(key, keys)
        if meant:
            hint = f"did you mean `{meant}`?"
            return Finding("unknown-key", f"unknown key `{key}`", (*path, key), at_key=True, hint=hint)
    message = f"{owner(path)} has none of {listed(keys)}"
    return Finding("missing-key", message, path, at_key=True, hint="add one of them")


def choices_below(kind: Any) -> list[type[BaseModel]]:
    """Return the classes of a tagged union."""
    return [inner for inner in (bare(choice) for choice in getattr(bare(kind), "__args__", ())) if is_model(inner)]


def conflict(problem: Problem) -> Finding:
    """Tell of two keys of which one may stand."""
    key, first = str(problem.context["key"]), str(problem.context["first"])
    path = problem.place.path
    related = (f"`{first}` is here", (*path, first))
    message = f"`{key}` and `{first}` exclude each other"
    return Finding("conflicting-keys", message, (*path, key), at_key=True, hint="keep one", related=(related,))


def missing_beside(problem: Problem) -> Finding:
    """Tell of a key that needs another one."""
    key, missing = str(problem.context["key"]), str(problem.context["missing"])
    path = (*problem.place.path, key)
    return Finding("missing-key", f"`{key}` needs `{missing}` beside it", path, at_key=True, hint=f"add `{missing}`")
