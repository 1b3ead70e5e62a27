"""PyYAML's C parser with the scalars of YAML 1.2 core (https://yaml.org/spec/1.2.2/#103-core-schema).

Turns text into nodes or events and leaves their meaning to others.
"""

from __future__ import annotations

import re

import yaml

from pactwright.load.syntax import Fault

STR, INT, FLOAT, BOOL, NULL = (f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null"))


class CoreLoader(yaml.CSafeLoader):
    """The C loader with the resolver of YAML 1.2 core instead of YAML 1.1's."""


CoreLoader.yaml_implicit_resolvers = {}


def _resolve(tag: str, pattern: str, first: list[str]) -> None:
    CoreLoader.add_implicit_resolver(tag, re.compile(rf"(?:{pattern})\Z"), first)


_resolve(NULL, "~|null|Null|NULL|", ["~", "n", "N", ""])
_resolve(BOOL, "true|True|TRUE|false|False|FALSE", [*"tTfF"])
_resolve(INT, "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", [*"-+0123456789"])
_resolve(
    FLOAT,
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
    [*"-+.0123456789"],
)


def fault_of(error: yaml.MarkedYAMLError) -> Fault:
    """Return what the parser objects to, with offsets in place of its marks."""
    at = error.problem_mark.index if error.problem_mark else 0
    opened = error.context_mark.index if error.context_mark else at
    return Fault(problem=error.problem or "", context=error.context or "", at=at, opened=opened)
