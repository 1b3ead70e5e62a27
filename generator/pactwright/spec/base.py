"""What all models of the contract have in common: closed, strict, frozen, and what their keys say about each other.

A class declares relations between its keys as data (`at_most_one`, `needs`), so that the same facts serve the check,
the editor's schema and the manual. A broken relation is reported beside other mistakes in the same mapping, not instead
of them.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, ClassVar, Final, Self, get_args

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError
from pydantic_core.core_schema import ErrorType

KNOWN_ERRORS: Final = frozenset(get_args(ErrorType))


class Spec(BaseModel):
    """A mapping in the contract."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, defer_build=True, validate_default=False, hide_input_in_errors=True
    )

    not_here: ClassVar[Mapping[str, str]] = {}
    """Keys that people try here → what to do instead."""

    other_names: ClassVar[Mapping[str, str]] = {}
    """Keys that people try here → how they are called."""


class CheckedSpec(Spec):
    """A mapping whose keys stand in relations to each other."""

    at_most_one: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Groups of keys of which one may stand."""

    needs: ClassVar[tuple[tuple[str, str], ...]] = ()
    """A key, and the key it needs beside it."""

    related: ClassVar[frozenset[str]] = frozenset()
    """The keys in any of these relations."""

    @classmethod
    def __pydantic_init_subclass__(cls, **arguments: Any) -> None:
        """Note the keys in relations, so that mappings without any need no closer look."""
        cls.related = frozenset(chain(*cls.at_most_one, *cls.needs))

    @classmethod
    def broken_relations(cls, data: Mapping[str, object]) -> Iterator[PydanticCustomError]:
        """Yield an error for each relation between keys that `data` breaks."""
        for group in cls.at_most_one:
            present = [key for key in data if key in group]
            for key in present[1:]:
                yield PydanticCustomError("conflicting-keys", "conflict", {"key": key, "first": present[0]})
        for key, other in cls.needs:
            if key in data and other not in data:
                yield PydanticCustomError("missing-beside", "missing", {"key": key, "missing": other})

    @model_validator(mode="wrap")
    @classmethod
    def check_relations(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Validate as usual, and add what is wrong between the keys to what is wrong with each."""
        if not isinstance(data, dict) or cls.related.isdisjoint(data):
            return handler(data)
        broken = list(cls.broken_relations(data))
        if not broken:
            return handler(data)
        details = [InitErrorDetails(type=error, loc=(), input=data) for error in broken]
        try:
            handler(data)
        except ValidationError as failure:
            details += again(failure)
        raise ValidationError.from_exception_data(cls.__name__, details)


def again(failure: ValidationError) -> list[InitErrorDetails]:
    """Return the errors of `failure` in the form in which they can be raised once more."""
    details = []
    for error in failure.errors(include_url=False):
        context = error.get("ctx") or {}
        kind = error["type"]
        known = kind in KNOWN_ERRORS
        reason = kind if known else PydanticCustomError(kind, error["msg"], context)
        details.append(InitErrorDetails(type=reason, loc=error["loc"], input=error["input"], ctx=context))
    return details
