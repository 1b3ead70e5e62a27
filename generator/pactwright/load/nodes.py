"""PyYAML's nodes → JSON values with their places, and a diagnostic for everything a contract may not hold.

Says nothing about which keys exist; that is the business of the shape check.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml

from pactwright.diagnostics import Diagnostics, Related
from pactwright.load.core import INT, NULL, STR
from pactwright.load.document import KeyMark, Mark, Parsed
from pactwright.load.finding import QUOTE_TAG
from pactwright.load.forgotten import QUOTE_COMMA, cut_text, has_colon, joined_pair
from pactwright.load.limits import DEEPEST, MOST_REPEATED, TOO_DEEP
from pactwright.load.scalars import scalar_value
from pactwright.source import SourceFile
from pactwright.values import JsonValue

MAY_HOLD_NULL = frozenset({"default", "const", "enum", "answers", "arguments", "result"})
"""Under these keys stand values as they are sent, so null is a value; everywhere else it is a forgotten one."""

_KINDS = {"int": "a number", "float": "a number", "bool": "true or false"}
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)")
_ANCHOR = re.compile(r"&[^\s,\[\]{}]+(?:\s|#.*)*")
_TAG = re.compile(r"!(?:<[^>\s]*>|[^\s,\[\]{}]*)")


class _Read(NamedTuple):
    """A value, where it stands, how many values it has with all aliases followed, and how deep it is."""

    data: JsonValue
    mark: Mark
    weight: int = 1
    height: int = 0


def read_nodes(file: SourceFile, root: yaml.Node | None, diagnostics: Diagnostics) -> tuple[Parsed | None, bool]:
    """Return what a composed file holds, or None after a diagnostic; and whether its aliases need a closer look."""
    if root is None or (root.tag == NULL and not root.value):
        diagnostics.error("empty-file", "the file is empty", file.span(0, 0), hint="write at least one key")
        return None, False
    reader = _Reader(file, diagnostics)
    read = reader.read(root, 0, free=False)
    if isinstance(read.data, dict):
        return Parsed(file, read.data, read.mark), reader.has_bad_alias
    kind = "a list" if isinstance(read.data, list) else "a single value"
    start, end, _ = read.mark
    span = file.span(start, end)
    diagnostics.error("not-a-mapping", f"the file holds {kind}, not keys", span, hint="write it as `key: value`")
    return None, reader.has_bad_alias


class _Reader:
    def __init__(self, file: SourceFile, diagnostics: Diagnostics) -> None:
        self.has_bad_alias = False
        self._file = file
        self._text = file.text
        self._diagnostics = diagnostics
        self._reported: set[tuple[str, int]] = set()
        self._known: dict[tuple[int, bool], _Read] = {}
        self._open: set[int] = set()
        self._repeated = 0

    def read(self, node: yaml.Node, depth: int, *, free: bool) -> _Read:
        """Read a node. `free` says whether null is a value here."""
        start = node.start_mark.index
        if self._text.startswith(("&", "!"), start) and start < node.end_mark.index:
            return self._read_marked(node, depth, free=free)
        return self._read_bare(node, depth, free=free)

    def _read_marked(self, node: yaml.Node, depth: int, *, free: bool) -> _Read:
        """Read a node that has an anchor or a tag: the only ones that can turn up more than once."""
        if id(node) in self._open:
            self.has_bad_alias = True
            return self._nothing(node)
        known = self._known.get((id(node), free))
        if known:
            self._repeated += known.weight
            self.has_bad_alias |= self._repeated > MOST_REPEATED
            if depth + known.height > DEEPEST:
                self._too_deep(node)
            return known
        self._check_tag(node)
        self._open.add(id(node))
        read = self._known[id(node), free] = self._read_bare(node, depth, free=free)
        self._open.discard(id(node))
        return read

    def _read_bare(self, node: yaml.Node, depth: int, *, free: bool) -> _Read:
        match node:
            case yaml.ScalarNode():
                return self._read_scalar(node)
            case _ if depth >= DEEPEST:
                self._too_deep(node)
                return self._nothing(node)
            case yaml.MappingNode():
                return self._read_mapping(node, depth, free=free)
            case yaml.SequenceNode():
                return self._read_list(node, depth, free=free)
            case _:
                raise TypeError(f"PyYAML has no such node: {node!r}")

    def _read_scalar(self, node: yaml.ScalarNode) -> _Read:
        start, end = node.start_mark.index, node.end_mark.index
        if node.style in ("|", ">"):
            end = start + len(self._text[start:end].rstrip())
        elif self._text.startswith(" #", end) and not node.style and node.tag == STR:
            self._check_cut(end)
        mark = (start, end, None)
        try:
            return _Read(scalar_value(node), mark)
        except ValueError as error:
            self._error("number-not-json", str(error), start, end, hint="quote it if it is text")
            return _Read("", mark)

    def _read_list(self, node: yaml.SequenceNode, depth: int, *, free: bool) -> _Read:
        start = node.start_mark.index
        end = start + 1
        weight, height = 1, 0
        items: list[JsonValue] = []
        marks: list[Mark] = []
        for child in node.value:
            data, mark, more, below = self.read(child, depth + 1, free=free)
            items.append(data)
            marks.append(mark)
            end = max(end, mark[1])
            weight += more
            height = max(height, below)
        return _Read(items, (start, node.end_mark.index if node.flow_style else end, marks), weight, height + 1)

    def _read_mapping(self, node: yaml.MappingNode, depth: int, *, free: bool) -> _Read:
        start = node.start_mark.index
        end = start + 1
        weight, height = 1, 0
        data: dict[str, JsonValue] = {}
        marks: dict[str, KeyMark] = {}
        previous: Mark | None = None
        for key, child in node.value:
            name = self._plain(key) or self._read_key(key)
            key_start, key_end = key.start_mark.index, key.end_mark.index
            value: JsonValue = self._plain(child)
            if value is not None:
                previous = (child.start_mark.index, child.end_mark.index, None)
                weight += 1
            else:
                free_below = free or name in MAY_HOLD_NULL
                value, mark, more, below = self.read(child, depth + 1, free=free_below)
                if value is None:
                    self._check_null(name, key, previous, flow=bool(node.flow_style), free=free_below)
                previous = mark
                weight += more
                height = max(height, below)
            end = max(end, key_end, previous[1])
            if name in data:
                self._duplicate(name, key_start, key_end, first=marks[name])
                continue
            data[name] = value
            marks[name] = (key_start, key_end, previous)
        return _Read(data, (start, node.end_mark.index if node.flow_style else end, marks), weight, height + 1)

    def _plain(self, node: yaml.Node) -> str | None:
        """Return the text of a node that is nothing but plain text: most are, and there is nothing to check on them."""
        if node.__class__ is not yaml.ScalarNode or node.tag != STR or node.style:
            return None
        text: str = node.value
        is_marked = self._text[node.start_mark.index] in "&!"
        return None if is_marked or text == "<<" or self._text.startswith(" #", node.end_mark.index) else text

    def _read_key(self, node: yaml.Node) -> str:
        """Return the text of a key, or what it looks like after reporting that it is none."""
        start, end = node.start_mark.index, node.end_mark.index
        if not isinstance(node, yaml.ScalarNode):
            self._error("complex-key", "a mapping or a list is used as a key", start, end, hint="keys are plain names")
            return self._text[start:end]
        name: str = node.value
        if self._text.startswith(("&", "!"), start):
            self._check_tag(node)
        if name == "<<" and not node.style:
            hint = "write the keys out, or share a type with $ref"
            self._error("merge-key", "merge keys are not part of YAML 1.2", start, end, hint=hint)
        elif node.tag == NULL:
            self._error("key-not-text", "a key is empty or null", start, end, hint="give it a name, or quote it")
        elif node.tag != STR and not (node.tag == INT and _DECIMAL.fullmatch(name)):
            kind = _KINDS.get(node.tag.rpartition(":")[2], "another type")
            self._error("key-not-text", f"the key `{name}` is read as {kind}", start, end, hint=f'write "{name}"')
        return name

    def _check_tag(self, node: yaml.Node) -> None:
        """Report an explicit tag. One that agrees with the value leaves no trace in a node, only in the text."""
        at = node.start_mark.index
        anchor = _ANCHOR.match(self._text, at, node.end_mark.index)
        found = _TAG.match(self._text, anchor.end() if anchor else at, node.end_mark.index)
        if found:
            message = f"the tag `{found.group()}` is not part of the language"
            self._error("explicit-tag", message, found.start(), found.end(), hint=QUOTE_TAG)

    def _check_null(self, name: str, key: yaml.Node, previous: Mark | None, *, flow: bool, free: bool) -> None:
        """Report a key without a value where null is none, and anywhere inside { } when there is not even a colon."""
        start, end = key.start_mark.index, key.end_mark.index
        if flow and not has_colon(self._text, end):
            pair = joined_pair(self._text[start:end])
            related: tuple[Related, ...] = ()
            hint = f"write `{name}: …`"
            if pair:
                hint = f"put a space after the colon: `{pair}`"
            elif previous:
                hint = QUOTE_COMMA
                related = (Related("the text before the comma", self._file.span(previous[0], previous[1])),)
            self._error("key-without-colon", f"`{name}` has no value", start, end, hint=hint, related=related)
        elif not free:
            cut = cut_text(self._text, end + 1)
            hint = "write a value, {} or [] for an empty one, or leave the key out"
            if cut:
                hint = f'everything from ` #` on is a comment: write "{self._text[cut.start : cut.end]}"'
            self._error("null-value", f"`{name}` has no value", start, end, hint=hint)

    def _check_cut(self, end: int) -> None:
        cut = cut_text(self._text, end)
        if cut:
            self._diagnostics.warning(
                "text-cut-at-hash",
                "the text ends here, because ` #` starts a comment",
                self._file.span(cut.start, cut.end),
                hint="quote the text if this belongs to it, else put a space after #",
            )

    def _duplicate(self, name: str, start: int, end: int, *, first: KeyMark) -> None:
        texts = {self._text[start:end], self._text[first[0] : first[1]]}
        hint = "keys are text, so both spellings are one key" if len(texts) > 1 else "keep one of them"
        related = (Related("first written here", self._file.span(first[0], first[1])),)
        self._error("duplicate-key", f"the key `{name}` is written twice", start, end, hint=hint, related=related)

    def _too_deep(self, node: yaml.Node) -> None:
        start = node.start_mark.index
        self._error("nesting-too-deep", TOO_DEEP, start, start + 1, hint="give inner types a name and use $ref")

    def _nothing(self, node: yaml.Node) -> _Read:
        return _Read("", (node.start_mark.index, node.start_mark.index, None))

    def _error(
        self, rule: str, message: str, start: int, end: int, *, hint: str, related: tuple[Related, ...] = ()
    ) -> None:
        """Record an error, once: a value with an anchor may be read twice, with null allowed and not."""
        if (rule, start) not in self._reported:
            self._reported.add((rule, start))
            self._diagnostics.error(rule, message, self._file.span(start, end), hint=hint, related=related)
