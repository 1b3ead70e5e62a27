"""Tokens that have scopes: which calls need some, and what is asked for before anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..facts import Facts, Tool
from ..services import Operation, Upstream
from .bases import Base
from .endings import Refused
from .graphql import wrapped
from .operators import Underivable
from .replies import Answered, Asked, Script
from .requests import request_of
from .settings import Unplayable, credential
from .trials import trials_of, usual_of

# A scope that no contract asks for.
OTHER = "played:other"


# The names an expression begins paths with: not fields, texts, functions or words of the language.
_ROOT = re.compile(r"(?<![\w.'\"])(?!(?:true|false|null|in)\b)([a-z_A-Z]\w*)(?![\w(])(?!['\"])")


@dataclass(frozen=True, slots=True, eq=False)
class Scoped:
    """A call with a result for which a token must have scopes; `at` is where they are looked up among its requests.

    They are looked up before the steps (the language, "Tools"), and before a request that only some calls make.
    """

    tool: Tool
    base: Base
    needs: tuple[str, ...]
    at: int


def scoped(facts: Facts) -> dict[str, list[Scoped]]:
    """Return the calls that need scopes, by upstream."""
    found: dict[str, list[Scoped]] = {}
    for tool in facts.tools:
        bases = trials_of(facts).bases.get(tool.name)
        for base in bases.successes if bases else ():
            item = _needing(facts, tool, base)
            if item is not None:
                found.setdefault(item[0], []).append(item[1])
                break
    return found


def _needing(facts: Facts, tool: Tool, base: Base) -> tuple[str, Scoped] | None:
    for place, at in base.expected.firsts.items():
        step = tool.answer.steps[place]
        operation = facts.operation(step["call"])
        if operation is not None and operation.needs and facts.upstreams[operation.upstream].scopes:
            always = not (step.keys() & {"each", "best_effort"} or _is_chosen(step.get("when")))
            return operation.upstream, Scoped(tool, base, operation.needs, 0 if always else at)
    return None


def _is_chosen(when: str | None) -> bool:
    """Tell whether a condition can be told before anything is asked: only what was answered before leaves it open."""
    return when is not None and set(_ROOT.findall(when)) <= {"args", "config", "call"}


def unlisted(facts: Facts, upstream: Upstream) -> str | None:
    """Say why the scopes of tokens cannot be tried; None when they can."""
    if "github_app" in upstream.auth:
        return "tokens of a GitHub App have none"
    try:
        if credential(facts, upstream, scoped=True) is None:
            return "its credential is known to the server alone"
        probed(facts, upstream)
    except (Unplayable, Underivable) as reason:
        return str(reason)
    return None


def probe_of(facts: Facts, upstream: Upstream) -> Operation:
    """Return the operation whose answer lists scopes. Raises Underivable."""
    operation = facts.operation((upstream.scopes or {})["probe"])
    if operation is None or operation.pages is not None:
        raise Underivable("what lists scopes is no single request")
    return operation


def probed(facts: Facts, upstream: Upstream) -> Asked:
    """Return the request that looks scopes up. Raises Underivable."""
    return request_of(facts, probe_of(facts, upstream), {})


def listing(facts: Facts, upstream: Upstream, script: Script, scopes: tuple[str, ...]) -> Script:
    """Return a script in which the service lists these scopes. Raises Underivable."""
    probe = probe_of(facts, upstream)
    headers = {(upstream.scopes or {})["header"]: ", ".join(scopes)}
    answer = Answered(200, wrapped(probe, usual_of(facts).body(probe)), headers=headers)
    return replace(script, usual={**script.usual, probe.name: answer})


def lacking(facts: Facts, upstream: Upstream, needs: tuple[str, ...], present: tuple[str, ...]) -> Refused:
    """Return how a call ends whose token lacks a scope."""
    told = {"required": list(needs), "present": list(present)}
    code = (upstream.scopes or {}).get("code")
    return Refused(code or facts.code("scope_missing"), "" if code else "scope_missing", told)


def untried(facts: Facts) -> Iterator[str]:
    """Yield what is not tried of the scopes of tokens."""
    calls = scoped(facts)
    for name, upstream in facts.upstreams.items():
        needed = any(operation.needs for operation in upstream.operations)
        if upstream.scopes is None or not needed:
            continue
        reason = unlisted(facts, upstream)
        if reason is None and name not in calls:
            reason = "no call with a result was found that needs one"
        if reason is not None:
            yield f"{name}: the scopes of tokens are not looked up, {reason}"
