"""Values and texts of a contract with expressions in them, as far as they only put in arguments and data of an error.

Expressions that compute anything are left alone: what they come to is not told here.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from .values import Json, JsonObject

_EXPRESSION = re.compile(r"(?<!\$)\$\{([^}]*)\}")
_PATH = re.compile(r"\s*(args|params)\.([A-Za-z_][A-Za-z0-9_]*)\s*")


class Unsaid(Enum):
    """What a template does not come to: a value that is not there, or one that only the server can compute.

    COMPUTED may be absent as well; PRESENT is there for certain.
    """

    ABSENT = "absent"
    COMPUTED = "computed"
    PRESENT = "present"


class Moment(str):
    """About the time that the server takes itself: good to compare with other times, not to expect in a request."""


ABSENT: Final = Unsaid.ABSENT
COMPUTED: Final = Unsaid.COMPUTED
PRESENT: Final = Unsaid.PRESENT


def filled(template: Json, known: dict[str, JsonObject]) -> Json | Unsaid:
    """Return what `template` comes to with the arguments and data in `known` (by `args` and `params`)."""
    if isinstance(template, str):
        return _text(template, known)
    if isinstance(template, list):
        items = [filled(item, known) for item in template]
        return COMPUTED if COMPUTED in items else [item for item in items if item is not ABSENT]
    if isinstance(template, dict):
        members = {key: filled(value, known) for key, value in template.items()}
        if COMPUTED in members.values():
            return COMPUTED
        return {key: value for key, value in members.items() if value is not ABSENT}
    return template


def _text(template: str, known: dict[str, JsonObject]) -> Json | Unsaid:
    whole = _EXPRESSION.fullmatch(template)
    if whole is not None:
        return _value(whole[1], known)
    text, end = "", 0
    for match in _EXPRESSION.finditer(template):
        value = _value(match[1], known)
        if not isinstance(value, str) and type(value) is not int:
            return COMPUTED
        text += template[end : match.start()] + str(value)
        end = match.end()
    return (text + template[end:]).replace("$${", "${")


def _value(expression: str, known: dict[str, JsonObject]) -> Json | Unsaid:
    path = _PATH.fullmatch(expression)
    if path is None or path[1] not in known:
        return COMPUTED
    return known[path[1]].get(path[2], ABSENT)
