"""Rules between arguments: told from the contract's `rules`, and arguments that break one of them each.

Rules whose condition is an expression of the contract (`require`, `only_when`) are not evaluated here; the arguments
they speak of are known, so that no other check mistakes their refusal for a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from .facts import Tool
from .samples import Missing, Samples
from .schemas import is_valid
from .values import Json, JsonObject, canonical
from .violations import Violation


def names_of(rule: JsonObject) -> tuple[str, ...]:
    """Return the arguments a rule speaks of."""
    named: list[str] = []
    for key, value in rule.items():
        if key in ("only_with", "only_when") and isinstance(value, dict):
            named += [*value, *(other for other in value.values() if key == "only_with")]
        elif key in ("exclusive", "together", "at_least_one", "disjoint", "fields"):
            named += [name for part in value for name in ([part] if isinstance(part, str) else part)]
    return tuple(dict.fromkeys(named))


def is_told(rule: JsonObject) -> bool:
    """Tell whether a rule can be evaluated from its names alone."""
    return bool(rule.keys() & {"exclusive", "together", "at_least_one", "disjoint", "only_with"})


def broken_rules(tool: Tool, arguments: JsonObject) -> list[JsonObject]:
    """Return the told rules `arguments` break once defaults are applied."""
    properties = tool.input.get("properties", {})
    defaults = {name: part["default"] for name, part in properties.items() if "default" in part}
    return [rule for rule in tool.rules if is_told(rule) and _is_broken(rule, defaults | arguments)]


def doubtful(tool: Tool) -> frozenset[str]:
    """Return the arguments whose combination an expression of the contract decides on."""
    return frozenset(name for rule in tool.rules if not is_told(rule) for name in names_of(rule))


def rule_violations(tool: Tool, samples: Samples) -> Iterator[Violation]:
    """Yield one violation for each told rule of `tool` that arguments with a valid shape can break."""
    valid = samples.of_tool(tool)
    if valid is None:
        return
    for index, rule in enumerate(tool.rules):
        for arguments in _attempts(rule, valid, tool, samples):
            broken = broken_rules(tool, arguments)
            if rule in broken and is_valid(tool.input, arguments):
                blamed = {name for each in broken for name in names_of(each)} | doubtful(tool)
                yield Violation(f"rules.{index}.{next(iter(rule))}", arguments, tuple(sorted(blamed)))
                break


def _is_broken(rule: JsonObject, arguments: JsonObject) -> bool:
    match next(iter(rule.items())):
        case "exclusive", groups:
            return sum(any(name in arguments for name in _group(group)) for group in groups) > 1
        case "together", names:
            return 0 < sum(name in arguments for name in names) < len(names)
        case "at_least_one", names:
            return not any(name in arguments for name in names)
        case "disjoint", names:
            entries = [{canonical(item) for item in _list(arguments.get(name))} for name in names]
            return sum(len(part) for part in entries) > len(set().union(*entries))
        case "only_with", pairs:
            return any(name in arguments and other not in arguments for name, other in pairs.items())
    return False


def _attempts(rule: JsonObject, valid: JsonObject, tool: Tool, samples: Samples) -> Iterator[JsonObject]:
    """Yield arguments that may break `rule`: its own arguments are set anew, everything else stays valid."""
    names = names_of(rule)
    rest = {name: value for name, value in valid.items() if name not in names}
    values = {name: samples.value(tool.input["properties"][name], tool.input, name) for name in names}
    known = {name: value for name, value in values.items() if not isinstance(value, Missing)}
    match next(iter(rule)):
        case "exclusive":
            firsts = [next((name for name in _group(group) if name in known), None) for group in rule["exclusive"]]
            yield rest | {name: known[name] for name in firsts[:2] if name is not None}
        case "together" | "only_with":
            yield from (rest | {name: known[name]} for name in known)
        case "at_least_one":
            yield rest
        case "disjoint":
            shared = next((value for value in known.values() if _list(value)), None)
            yield rest | dict.fromkeys(names, shared)


def _group(group: Json) -> list[str]:
    return [group] if isinstance(group, str) else list(group)


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
