"""Rules between arguments."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from pactwright.build.context import Context
from pactwright.build.expressions import condition
from pactwright.build.failures import check_nothing_missing
from pactwright.build.place import Place
from pactwright.build.wording import condition_words
from pactwright.expr import Scope
from pactwright.model.schema import ObjectSchema
from pactwright.model.tools import AtLeastOne, Disjoint, Exclusive, OnlyIf, OnlyWith, Require, Rule, Together
from pactwright.spec.rules import (
    AtLeastOneRuleSpec,
    DisjointRuleSpec,
    ExclusiveRuleSpec,
    OnlyWhenRuleSpec,
    OnlyWithRuleSpec,
    RequireRuleSpec,
    RuleSpec,
    TogetherRuleSpec,
)

NO_SUCH = "rules can only name arguments of their tool"


def build_rules(
    specs: Sequence[RuleSpec], place: Place, input_schema: ObjectSchema, names: Scope, context: Context
) -> tuple[Rule, ...]:
    """Return the rules of a tool; those that name several arguments as a mapping become one rule each."""
    known = {item.name for item in input_schema.properties}
    return tuple(
        rule for index, spec in enumerate(specs) for rule in _rules(spec, place / index, known, names, context)
    )


def _rules(spec: RuleSpec, place: Place, known: set[str], names: Scope, context: Context) -> list[Rule]:
    def argument(name: str, at: Place) -> str:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean `{close[0]}`?" if close else NO_SUCH
            context.diagnostics.error("unknown-argument", f"the tool has no argument `{name}`", at.value, hint=hint)
        return name

    match spec:
        case ExclusiveRuleSpec(exclusive=groups):
            return [
                Exclusive(
                    groups=tuple(
                        (argument(group, place / "exclusive" / index),)
                        if isinstance(group, str)
                        else tuple(argument(name, place / "exclusive" / index / at) for at, name in enumerate(group))
                        for index, group in enumerate(groups)
                    )
                )
            ]
        case TogetherRuleSpec(together=listed):
            return [
                Together(arguments=tuple(argument(name, place / "together" / at) for at, name in enumerate(listed)))
            ]
        case AtLeastOneRuleSpec(at_least_one=listed):
            at_least = place / "at_least_one"
            return [AtLeastOne(arguments=tuple(argument(name, at_least / at) for at, name in enumerate(listed)))]
        case DisjointRuleSpec(disjoint=(left, right)):
            at = place / "disjoint"
            return [Disjoint(left=argument(left, at / 0), right=argument(right, at / 1))]
        case OnlyWithRuleSpec(only_with=pairs):
            at = place / "only_with"
            return [
                OnlyWith(argument=argument(name, at / name), other=argument(other, at / name))
                for name, other in pairs.items()
            ]
        case OnlyWhenRuleSpec(only_when=pairs):
            return _only_when(spec, place / "only_when", argument_names=known, names=names, context=context)
        case RequireRuleSpec():
            for index, name in enumerate(spec.fields):
                argument(name, place / "fields" / index)
            return _require(spec, place, names, context)
    raise AssertionError(f"no rule for {type(spec).__name__}")


def _require(spec: RequireRuleSpec, place: Place, names: Scope, context: Context) -> list[Rule]:
    if spec.code is not None and context.check_code(spec.code, (place / "code").value):
        hint = "make it optional, or give it a default: a rule only gives `fields` and `reason`"
        check_nothing_missing(spec.code, context.params.get(spec.code), place / "code", hint, context)
    judged = condition(spec.require, place / "require", names, context)
    return [] if judged is None else [Require(condition=judged, fields=spec.fields, says=spec.says, code=spec.code)]


def _only_when(
    spec: OnlyWhenRuleSpec, place: Place, *, argument_names: set[str], names: Scope, context: Context
) -> list[Rule]:
    rules: list[Rule] = []
    for name, text in spec.only_when.items():
        at = place / name
        if name not in argument_names:
            context.diagnostics.error("unknown-argument", f"the tool has no argument `{name}`", at.key, hint=NO_SUCH)
        judged = condition(text, at, names, context)
        says = condition_words(f"{name} is only allowed when", text, at, context)
        if judged is not None:
            rules.append(OnlyIf(argument=name, condition=judged, says=says))
    return rules
