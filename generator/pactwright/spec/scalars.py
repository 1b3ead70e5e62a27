"""The scalars of the contract language: names, texts, expressions, durations and JSON values.

Every pattern stands here once, with the words in which a mismatch is explained to the author. Expressions and templates
are only told apart from other text; what is inside them is parsed later.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, get_args

from pydantic import AfterValidator, Discriminator, Field, GetCoreSchemaHandler, Strict
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from pactwright.records import dataclass
from pactwright.values import JsonValue

NAME: Final = "^[A-Za-z_][A-Za-z0-9_]*$"
WIRE_NAME: Final = "^[A-Za-z0-9_.-]{1,64}$"
CODE: Final = "^[a-z][a-z0-9]*(_[a-z0-9]+)*$"
OPERATION: Final = "^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)?$"
STATUS: Final = "^([1-5][0-9][0-9]|[45]xx|[A-Za-z_][A-Za-z0-9_]*)$"
EXPRESSION: Final = r"^\$\{[\s\S]*\S[\s\S]*\}$"
DURATION: Final = "^[0-9]{1,9}(ms|s|m|h|d)$"
REQUEST: Final = "^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE|QUERY) /[^ ]*$"
REFERENCE: Final = "^#/"
NAMESPACE: Final = "^[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$"
SERVER_NAME: Final = "^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$"
REVISION: Final = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
FLAG: Final = "^--[a-z][a-z0-9]*(-[a-z0-9]+)*$"
EXTENSION_KEY: Final = "^x-"


BOOLEAN_WORDS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("n", "no", "off", "false"), False),
    **dict.fromkeys(("y", "yes", "on", "true"), True),
}
"""Texts that people write when they mean a boolean."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a pattern is told to people: what the text should have been, and how to write it."""

    noun: str
    hint: str


EXPLANATIONS: Final[Mapping[str, Explanation]] = {
    NAME: Explanation("a name", "use letters, digits and underscores, and no digit first"),
    WIRE_NAME: Explanation("a name", "use 1 to 64 letters, digits, underscores, dots and dashes"),
    CODE: Explanation("an error code", "write codes in snake_case: `issue_not_found`"),
    OPERATION: Explanation("an operation", "write `operation` or `upstream.operation`"),
    STATUS: Explanation("a status", "write `404`, `4xx`, `5xx`, `empty`, or a GraphQL error type such as `NOT_FOUND`"),
    EXPRESSION: Explanation("an expression", "put the whole expression between `${` and `}`"),
    DURATION: Explanation("a duration", "write a whole number and a unit (ms, s, m, h, d): `30s`"),
    REQUEST: Explanation("a request", "write the method and the path: `GET /issues/{number}`"),
    REFERENCE: Explanation("a reference", "name a type of this contract: `#/types/Name`"),
    NAMESPACE: Explanation("a namespace", "write a domain you own backwards: `com.example.orders`"),
    SERVER_NAME: Explanation("a server name", "use letters, digits, dots, dashes and underscores: `orders-mcp`"),
    REVISION: Explanation("a protocol revision", 'write the date of the revision: `"2025-11-25"`'),
    FLAG: Explanation("a command-line flag", "write two dashes and a lower-case name: `--read-only`"),
}

Text = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(pattern=NAME)]
WireName = Annotated[str, Field(pattern=WIRE_NAME)]
Code = Annotated[str, Field(pattern=CODE)]
OperationRef = Annotated[str, Field(pattern=OPERATION)]
Status = Annotated[str, Field(pattern=STATUS)]
Expression = Annotated[str, Field(pattern=EXPRESSION)]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]

Element = TypeVar("Element")
Seq = Annotated[tuple[Element, ...], Strict(False)]
"""A YAML list; strict validation knows no tuples, the elements stay strict."""

Filled = Annotated[tuple[Element, ...], Strict(False), Field(min_length=1)]
"""A YAML list with something in it."""


class Missing(Enum):
    """Tells a key that is not there from one that is null."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING

if TYPE_CHECKING:
    Template = JsonValue
    MaybeJson = JsonValue | Missing
else:
    # JSON was made sure of when the text was read, so nothing is left to validate.
    Template = Any
    MaybeJson = Any


@dataclass(frozen=True, slots=True)
class OneOfScalars:
    """Makes a union of scalars give one error, which says what is expected."""

    expected: str

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices: list[CoreSchema | tuple[CoreSchema, str]] = [handler(choice) for choice in get_args(source)]
        return core_schema.union_schema(
            choices, mode="left_to_right", custom_error_type="wrong-type", custom_error_message=self.expected
        )


Number = Annotated[int | float, OneOfScalars("a number")]


def above_zero(number: float) -> float:
    """Refuse numbers of which nothing is a multiple."""
    if number <= 0:
        raise PydanticCustomError("bad-value", "the number is not greater than 0")
    return number


Step = Annotated[Number, AfterValidator(above_zero)]


def no_boolean(text: str) -> str:
    """Refuse words that older YAML read as true or false: as texts they would say the opposite of what was meant."""
    if text.lower() in BOOLEAN_WORDS:
        raise ValueError("a word for true or false")
    return text


BoolOrText = Annotated[bool | Annotated[Text, AfterValidator(no_boolean)], OneOfScalars("true, false or a text")]

UNITS: Final = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time as it was written (`15m`) and in milliseconds."""

    text: str
    ms: int

    @classmethod
    def parse(cls, text: str) -> "Duration":
        """Turn `250ms`, `30s`, `15m`, `24h` or `7d` into a duration; `text` matches `DURATION`."""
        digits = text.rstrip("dhms")
        return cls(text, int(digits) * UNITS[text[len(digits) :]])

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        text = core_schema.str_schema(strict=True, pattern=DURATION)
        return core_schema.no_info_after_validator_function(cls.parse, text)


def by_key(*keys: str) -> Discriminator:
    """Choose among classes by the first of `keys` that the mapping has; the key is the tag."""

    def choose(value: object) -> str | None:
        if isinstance(value, dict):
            for key in keys:
                if key in value:
                    return key
        return None

    return Discriminator(choose, "no-choice", " ".join(keys))


def by_kind(
    *, flag: str | None = None, text: str | None = None, listed: str | None = None, mapping: str | None = None
) -> Discriminator:
    """Choose among types by what kind of YAML value there is."""
    expected = [("true or false", flag), ("a text", text), ("a list", listed), ("a mapping", mapping)]

    def choose(value: object) -> str | None:
        match value:
            case bool():
                return flag
            case str():
                return text
            case list():
                return listed
            case dict():
                return mapping
            case _:
                return None

    words = " or ".join(words for words, tag in expected if tag is not None)
    return Discriminator(choose, "wrong-type", words)


def chosen_by(choose: Callable[[Any], str | None], expected: str) -> Discriminator:
    """Choose among types with `choose`; `expected` is told when it returns nothing."""
    return Discriminator(choose, "wrong-type", expected)
