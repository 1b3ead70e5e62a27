"""PyYAML's C parser with the scalars of YAML 1.2 core (https://yaml.org/spec/1.2.2/#103-core-schema).

Turns text into nodes or events and leaves their meaning to others.
"""

from __future__ import annotations

import re

import yaml

from pactwright.load.finding import Fault

STR, INT, FLOAT, BOOL, NULL, MAP, SEQ = (
    f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")
)


_WORDS = {
    **dict.fromkeys(("~", "null", "Null", "NULL"), NULL),
    **dict.fromkeys(("true", "True", "TRUE", "false", "False", "FALSE"), BOOL),
}
_NUMBER_STARTS = frozenset("-+.0123456789")
_INT = re.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


class CoreLoader(yaml.CSafeLoader):
    """The C loader with the resolver of YAML 1.2 core instead of YAML 1.1's."""

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: tuple[bool, bool] | bool | None) -> str:
        """Return the tag of a node that has none of its own. Called once per node, so it does no more than it must."""
        if kind is not yaml.ScalarNode:
            return MAP if kind is yaml.MappingNode else SEQ
        if not value:
            return NULL if isinstance(implicit, tuple) and implicit[0] else STR
        if isinstance(implicit, tuple) and implicit[0]:
            if value[0] in _NUMBER_STARTS:
                return INT if _INT.fullmatch(value) else FLOAT if _FLOAT.fullmatch(value) else STR
            return _WORDS.get(value, STR)
        return STR


def fault_of(error: yaml.MarkedYAMLError) -> Fault:
    """Return what the parser objects to, with offsets in place of its marks."""
    at = error.problem_mark.index if error.problem_mark else 0
    opened = error.context_mark.index if error.context_mark else at
    return Fault(problem=error.problem or "", context=error.context or "", at=at, opened=opened)
