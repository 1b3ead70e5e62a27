"""YAML text → PyYAML's node tree, or a diagnostic for what the parser refuses.

What the parser lets pass although a contract may not hold it is found later, on the tree.
"""

from __future__ import annotations

import re

import yaml

from pactwright.diagnostics import Diagnostics
from pactwright.load.aliases import check_aliases
from pactwright.load.core import CoreLoader, fault_of
from pactwright.load.finding import Fault
from pactwright.load.syntax import report_syntax
from pactwright.source import SourceFile

_TOP_LEVEL = re.compile(r"^[^\s#]", re.MULTILINE)


def compose(file: SourceFile, text: str, diagnostics: Diagnostics) -> tuple[yaml.Node | None, str]:
    """Return the root node of `text`, and the text it was read from.

    The node is None for an empty file, and after a syntax error nothing could be saved from. Otherwise the top-level
    keys before the one with the error are returned, so that faults in them and in the files they include are reported
    in the same run.
    """
    try:
        return yaml.compose(text, CoreLoader), text
    except yaml.MarkedYAMLError as error:
        fault = fault_of(error)
    if fault.problem == "found undefined alias":
        check_aliases(file, text, diagnostics)
    else:
        report_syntax(file, fault, diagnostics)
    return _sound_part(text, fault)


def _sound_part(text: str, fault: Fault) -> tuple[yaml.Node | None, str]:
    for offset in (fault.at, fault.opened):
        start = max((found.start() for found in _TOP_LEVEL.finditer(text[: offset + 1])), default=0)
        try:
            return yaml.compose(text[:start], CoreLoader), text[:start]
        except yaml.MarkedYAMLError:
            continue
    return None, ""
