"""The text of one YAML file → its values and places, with everything that is wrong with it as YAML."""

from __future__ import annotations

import re

import yaml

from pactwright.diagnostics import Diagnostics
from pactwright.load.aliases import check_aliases
from pactwright.load.compose import compose
from pactwright.load.document import Parsed
from pactwright.load.nodes import read_nodes
from pactwright.load.tabs import check_tabs
from pactwright.load.text import check_characters
from pactwright.source import SourceFile

_PROLOGUE = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)|%[^\r\n]*(?:\r\n|\r|\n))*")
_VERSION = re.compile(r"^%YAML[ \t]+(?!1\.2(?!\S))[^\s#]*", re.MULTILINE)


def parse(file: SourceFile, diagnostics: Diagnostics) -> Parsed | None:
    """Return what a file holds; None, after a diagnostic, when nothing of it can be used."""
    text = check_characters(file, diagnostics)
    prologue = _PROLOGUE.match(text)
    version = _VERSION.search(text, 0, prologue.end()) if prologue else None
    if version:
        span = file.span(version.start(), version.end())
        diagnostics.error("yaml-version", "a contract is YAML 1.2", span, hint="remove this line")
        text = text[: version.start()] + "#" * (version.end() - version.start()) + text[version.end() :]
    found = len(diagnostics.found)
    root, sound = compose(file, text, diagnostics)
    if len(diagnostics.found) > found and not isinstance(root, yaml.MappingNode):
        return None
    if root is not None and "\t" in sound:
        check_tabs(file, sound, root, diagnostics)
    parsed, has_bad_alias = read_nodes(file, root, diagnostics)
    if has_bad_alias and not any(item.rule == "undefined-alias" for item in diagnostics.found[found:]):
        check_aliases(file, text, diagnostics)
    return parsed
