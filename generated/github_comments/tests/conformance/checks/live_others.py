"""Every tool that asks upstreams, whatever answers it: no credential, no connection, and nothing but failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ..carriers import failure, refusal, value_of, well_formed
from ..checking import Case, Check, check
from ..facts import Facts, Resource, Tool
from ..live.accidents import WORDS
from ..live.bases import plain
from ..live.ends import unknown
from ..live.others import asking, credentials_of, handled, operations_of, templates, without_credential
from ..live.replies import Answered, Asked, Lost, Reply, Script
from ..live.trials import trials_of
from ..outcome import Deviates, Findings, equal, holds
from ..schemas import problems
from ..stage import Stage
from ..subjects import samples_of
from ..telling import told_in
from ..values import JsonObject
from ..wire import Answer

_ALWAYS = 1_000_000


@check("live.credential", primary=True)
def credential(facts: Facts) -> Iterator[Case]:
    """Without a credential each tool that needs one says so, and nothing is requested where it is needed."""
    for tool in asking(facts):
        if not credentials_of(facts, tool) or without_credential(facts, tool) is not None:
            continue
        bases = trials_of(facts).bases.get(tool.name)
        arguments = samples_of(facts).of_tool(tool)
        if bases is not None and bases.successes:
            base = bases.successes[0]
            yield Case(tool.name, partial(_credential, tool, base.arguments, base.script))
        elif arguments is not None:
            yield Case(tool.name, partial(_credential, tool, plain(tool, arguments), Script()))


def _credential(tool: Tool, arguments: JsonObject, script: Script, stage: Stage) -> Findings:
    with stage.live.stand.playing(script) as log:
        answer = stage.live.call(tool.name, arguments, server="anonymous")
    envelope = failure(answer, stage.facts)
    yield from well_formed(envelope)
    yield from equal(stage.facts.code("credential_missing"), envelope.get("code"), "code")
    needy = credentials_of(stage.facts, tool)
    yield from equal([], [str(item) for item in log if item.upstream in needy], "requests")
    yield from equal([], list(stage.live.stand.auth_asked()), "requests about the app")


@check("live.filled", primary=True)
def filled(facts: Facts) -> Iterator[Case]:
    """Of arguments that settings fill in together, some alone are refused, and where nothing is set, so is none."""
    for tool in asking(facts):
        arguments = samples_of(facts).of_tool(tool) or {}
        for fill in tool.fills if arguments else ():
            rest = {name: value for name, value in arguments.items() if name not in fill.arguments}
            yield Case(f"{tool.name}.none", partial(_unfilled, tool, fill.code, rest))
            for name in fill.arguments if len(fill.arguments) > 1 else ():
                yield Case(f"{tool.name}.{name}", partial(_unfilled, tool, fill.code, {**rest, name: arguments[name]}))


def _unfilled(tool: Tool, code: str, arguments: JsonObject, stage: Stage) -> Findings:
    with stage.live.stand.playing(Script()) as log:
        answer = stage.live.call(tool.name, arguments)
    yield from equal(code, failure(answer, stage.facts).get("code"), "code")
    yield from equal([], list(map(str, log)), "requests")


def _read(name: str, about: str, script: Script) -> Check:
    def cases(facts: Facts) -> Iterator[Case]:
        for template, uri in templates(facts):
            yield Case(template.name, partial(_reads, template, uri, script))

    cases.__doc__ = about
    return check(f"live.resources-{name}", primary=True)(cases)


def _reads(template: Resource, uri: str, script: Script, stage: Stage) -> Findings:
    with stage.live.stand.playing(script):
        answer = stage.live.client().ask("resources/read", {"uri": uri})
    if "error" not in answer.message:
        return
    envelope = refusal(answer)
    yield from well_formed(envelope)
    yield from _known(envelope, template.errors, template.name, stage.facts)


def _failing(name: str, about: str, script: Script) -> Check:
    def cases(facts: Facts) -> Iterator[Case]:
        for subject, tool, arguments in handled(facts):
            yield Case(subject, partial(_fails, tool, arguments, script))

    cases.__doc__ = about
    return check(f"live.handlers-{name}", primary=True)(cases)


def _fails(tool: Tool, arguments: JsonObject, script: Script, stage: Stage) -> Findings:
    with stage.live.stand.playing(script) as log:
        answer = stage.live.call(tool.name, arguments)
    if not answer.result.get("isError"):
        # A handler may do without an answer; what it makes of that must still be a result.
        for problem in problems(tool.output, value_of(answer.result, stage.facts)):
            yield Deviates("structuredContent", "a result the contract's schema allows", problem)
        return
    yield from _declared(answer, tool, arguments, stage)
    envelope = failure(answer, stage.facts)
    wrote = any(_may_write(asked, tool, stage.facts) for asked in log)
    code = stage.facts.code("outcome_unknown")
    if wrote:
        yield from equal(code, envelope.get("code"), "code")
        yield from unknown(envelope, tool, stage)
    else:
        seen = envelope.get("code")
        yield from holds(
            seen != stage.facts.unknown_code, expected="a plain failure: no write was sent", seen=seen, where="code"
        )


def _declared(answer: Answer, tool: Tool, arguments: JsonObject, stage: Stage) -> Findings:
    envelope = failure(answer, stage.facts)
    yield from well_formed(envelope)
    text = (answer.result.get("content") or [{}])[0].get("text")
    yield from told_in(text, envelope, stage.facts, tool, arguments)
    yield from _known(envelope, tool.errors, tool.name, stage.facts)


def _known(envelope: JsonObject, codes: tuple[str, ...], owner: str, facts: Facts) -> Findings:
    code = envelope.get("code")
    error = facts.errors.get(str(code))
    declared = error is not None and (error.common or code in codes)
    yield from holds(declared, expected=f"a code {owner} declares", seen=code, where="code")
    if error is not None:
        yield from equal(error.temporary, envelope.get("temporary"), "temporary")


def _may_write(asked: Asked, tool: Tool, facts: Facts) -> bool:
    fitting = [item for item in operations_of(facts, tool) if item.matches(asked.method, asked.path, asked.body)]
    return any(not item.reads for item in fitting)


def _only(reply: Reply) -> Script:
    return Script(at=0, reply=reply, times=_ALWAYS)


_SAYS: Callable[[str], str] = "Handlers answer with declared codes only {}.".format

_READS: Callable[[str], str] = "Resources that are read from upstreams are refused with declared codes only {}.".format

_GONE = Script(gone=0)
_FAILED = _only(Answered(500, {"message": WORDS}))

CHECKS: tuple[Check, ...] = (
    credential,
    filled,
    _failing("gone", _SAYS("when no connection is taken"), _GONE),
    _failing("500", _SAYS("when every request fails"), _FAILED),
    _failing("closed", _SAYS("when no request is answered"), _only(Lost(reset=False))),
    _failing("401", _SAYS("when the credential is refused"), _only(Answered(401, {"message": WORDS}))),
    _failing("403", _SAYS("when everything is forbidden"), _only(Answered(403, {"message": WORDS}))),
    _failing("404", _SAYS("when nothing is there"), _only(Answered(404, {"message": WORDS}))),
    _failing("nonsense", _SAYS("when every answer is another than is relied upon"), _only(Answered(200, "nonsense"))),
    _read("gone", _READS("when no connection is taken"), _GONE),
    _read("500", _READS("when every request fails"), _FAILED),
    _read("404", _READS("when nothing is there"), _only(Answered(404, {"message": WORDS}))),
)
