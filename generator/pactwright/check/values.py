"""Findings about values: of the wrong type, not among those allowed, or out of bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from pactwright.check.finding import Finding, Problem
from pactwright.check.locate import bare, pattern_of
from pactwright.check.wording import as_written, close_to, found, listed, quoted
from pactwright.load import Document
from pactwright.spec.scalars import BOOLEAN_WORDS, DURATION, EXPLANATIONS, EXPRESSION, STATUS, Duration, Explanation

TYPES: Final = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "tuple_type": "a list",
}
IN_WORDS: Final = {
    "optional": "say in words what it means to leave it out",
    "open": "say in words why it may have other properties",
    "reserved": "say in words why it is listed",
}
"""Keys where people write true although words are due."""

JSON_TYPES: Final = {
    "array": "list tuple set sequence",
    "boolean": "bool flag",
    "integer": "int long short whole",
    "number": "float double decimal real",
    "object": "dict map mapping record struct",
    "string": "str text char",
}
"""What people call the types of JSON elsewhere."""

FORMATS: Final = frozenset({"date-time", "date", "time", "duration", "uri", "email", "uuid", "ipv4", "ipv6"})


def wrong_type(problem: Problem, document: Document) -> Finding:
    """Tell of a value of another type than is due."""
    value = problem.value
    pattern = DURATION if bare(problem.place.kind) is Duration else pattern_of(problem.place.kind)
    expected = TYPES.get(problem.kind, problem.text)
    known = EXPLANATIONS.get(pattern or "")
    if problem.kind == "string_type" and known:
        expected = known.noun
    if isinstance(value, str) and expected == "true, false or a text" and value:
        return text_for_boolean(problem, value)
    message = f"expected {expected}, found {found(value)}"
    hint = how_to_write(problem, document, expected, known) or f"write {expected}"
    return Finding("wrong-type", message, problem.place.path, hint=hint)


def text_for_boolean(problem: Problem, value: str) -> Finding:
    """Tell of a word that is a text today, and was a boolean in older YAML."""
    meant = BOOLEAN_WORDS[value.lower()]
    hint = f"write {str(meant).lower()}" if meant else "as text this counts as yes: write false"
    return Finding("text-for-boolean", f"`{value}` is a text, not a boolean", problem.place.path, hint=hint)


def how_to_write(problem: Problem, document: Document, expected: str, known: Explanation | None) -> str | None:
    """Say how a value of the type that is due would be written."""
    value = problem.value
    key = problem.place.path[-1] if problem.place.path else ""
    match value:
        case bool() | int() | float() if key in IN_WORDS:
            return IN_WORDS[str(key)]
        case bool() | int() | float() if known in (EXPLANATIONS[EXPRESSION], EXPLANATIONS[DURATION]):
            return known.hint if known else None
        case bool() | int() | float() if problem.kind == "string_type" or "a text" in expected:
            return f'quote it: "{as_written(document, problem.place.path)}"'
        case str() if expected == "true or false" and value.lower() in BOOLEAN_WORDS:
            return f"write {str(BOOLEAN_WORDS[value.lower()]).lower()}"
        case str() if "number" in expected and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", value):
            return "write it without quotes"
        case str() | int() | float() if expected == "a list":
            return f"put it in brackets: [{as_written(document, problem.place.path)}]"
        case _:
            return None


def not_allowed(problem: Problem) -> Finding:
    """Tell of a value, or a key, that is not among those listed."""
    path, is_key = problem.place.path, problem.place.is_key
    allowed = re.findall("'([^']*)'", str(problem.context.get("expected", ""))) or ["true"]
    value = path[-1] if is_key else problem.value
    meant = meant_type(value, allowed) or close_to(value, allowed) if isinstance(value, str) else None
    hint = f"did you mean `{meant}`?" if meant else f"the {'keys here' if is_key else 'values'} are {listed(allowed)}"
    if isinstance(value, str) and value in FORMATS and "string" in allowed:
        return Finding("bad-value", f"`{value}` is not a type", path, hint=f"write `type: string, format: {value}`")
    if is_key:
        return Finding("unknown-key", f"unknown key `{value}`", path, at_key=True, hint=hint)
    write = "write one of them" if len(allowed) > 1 else f"write `{allowed[0]}`"
    if isinstance(value, str):
        what = f"one of {listed(allowed)}" if len(allowed) > 1 else f"`{allowed[0]}`"
        return Finding("bad-value", f"{quoted(value)} is not {what}", path, hint=hint if meant else write)
    unquoted = isinstance(value, int | float) and str(value) in allowed
    due = f"the text {listed(allowed)}" if unquoted else listed(allowed)
    quote = f'quote it: "{value}"' if unquoted else write
    return Finding("wrong-type", f"expected {due}, found {found(value)}", path, hint=quote)


def meant_type(value: str, allowed: Iterable[str]) -> str | None:
    """Return the type of JSON that is called `value` elsewhere, where types of JSON are due."""
    found = [name for name, others in JSON_TYPES.items() if value.lower() in others.split() and name in allowed]
    return found[0] if found else None


def not_matching(problem: Problem) -> Finding:
    """Tell of a text, or a key, that is not written as it must be."""
    path, is_key = problem.place.path, problem.place.is_key
    value = str(path[-1] if is_key else problem.value)
    pattern = str(problem.context["pattern"])
    known = EXPLANATIONS[pattern]
    hint = f"write `${{{value}}}`" if pattern == EXPRESSION and value.strip() and "${" not in value else known.hint
    rule = "bad-name" if is_key and pattern != STATUS else "bad-value"
    return Finding(rule, f"{quoted(value)} is not {known.noun}", path, at_key=is_key, hint=hint)


def out_of_bounds(problem: Problem) -> Finding:
    """Tell of a number or a length that is too small or too great."""
    path, context = problem.place.path, problem.context
    name = path[-1] if path else ""
    if problem.place.is_key:
        return Finding("bad-name", "a key is empty", path, at_key=True, hint="give it a name")
    match problem.kind:
        case "string_too_short":
            message, hint = f"`{name}` is empty", "write a text"
        case "too_short" if problem.context.get("actual_length") == 0:
            message, hint = f"`{name}` is empty", "add an entry"
        case "too_short":
            message = f"`{name}` needs at least {context['min_length']} entries, found {context['actual_length']}"
            hint = "add what is missing"
        case "too_long":
            message = f"`{name}` takes {context['max_length']} at most, found {context['actual_length']}"
            hint = "leave out what is too many"
        case "greater_than_equal":
            least = number(context["ge"])
            message, hint = f"{quoted(problem.value)} is less than {least}", f"write {least} or more"
        case _:
            most = number(context["le"])
            message, hint = f"{quoted(problem.value)} is greater than {most}", f"write {most} or less"
    return Finding("bad-value", message, path, hint=hint)


def number(value: Any) -> str:
    """Write a bound without a fraction that is nothing."""
    return str(int(value)) if value == int(value) else str(value)
