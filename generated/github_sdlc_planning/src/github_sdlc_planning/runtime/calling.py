"""One tool call, from arguments to an answer.

Schema, defaults and fills, rules, then the answer (live, from the examples, or the capability summary), then the result
check. Whatever goes wrong on the way becomes an error of the contract; nothing of an exception reaches the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .arguments import Arguments, checked
from .calls import Call
from .catalogue import NO_ANSWER, Unanswered
from .dialects import dialect_of
from .encoding import Unencodable
from .envelope import ToolError, Violation
from .limits import Overloaded, TimedOut
from .mock import Examples, played
from .once import act_once
from .process import Process
from .results import BrokenResult, Results, normalised, plain
from .tools import Content, NotLive, Tool, as_content


class UnknownTool(Exception):
    """No tool of this process has the name."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool call is answered with: content blocks, and the same as structure unless the contract gives blocks.

    `meta` is what else there is to know about a failure, for programs.
    """

    content: list[dict[str, Any]]
    structured: Any = None
    failed: bool = False
    meta: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _Entry:
    spec: Mapping[str, Any]
    tool: Tool[Any, Any]
    arguments: Arguments
    results: Results
    examples: Examples
    pure: bool
    codes: frozenset[str]


class Caller:
    """Answers tool calls of one process. What a tool needs is compiled when it is first called."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._entries: dict[str, _Entry] = {}
        dialect = process.contract.dialect
        self._failure = dialect_of(process.contract, process.parts.texts)
        self._indent = int(dialect.get("json_indent", 0))
        self._strip = dialect.get("unknown_arguments", "refuse") == "strip"
        self._checks = str(process.contract.server.get("validate_results", "enforce"))

    async def answer(self, name: str, given: Mapping[str, Any], *, principal: str) -> Answer:
        """Answer a call of the tool `name`.

        Raises UnknownTool, NotLive when the tool cannot be answered by this process, and Unanswered when the call ended
        in a condition the contract has no code for.
        """
        entry = self._entry(name)
        call = self._process.call(name, dict(given), principal=principal)
        call.runner = self.run
        try:
            with self._process.gate:
                return await self._checked(entry, call)
        except ToolError as error:
            # Whatever came after it, a write nobody knows the outcome of is what the caller must hear of.
            failure = self._reconcilable(entry, call, call.doubts[0] if call.doubts else error)
        except Unencodable as refused:
            failure = self._process.errors.unencodable(refused, call)
        except Overloaded:
            self._process.log.event("warning", "overloaded", tool=name, request_id=call.request_id)
            failure = self._process.errors.condition("overloaded", call)
        except TimedOut:
            failure = self._timed_out(entry, call)
        except (NotLive, Unanswered):
            raise
        except Exception as crash:
            failure = self._crashed(entry, call, crash)
        except BaseException:
            self._doubted(call, "the call was stopped")
            raise
        return self._refused(entry, call, failure)

    async def _checked(self, entry: _Entry, call: Call) -> Answer:
        args, found = entry.arguments.accept(call.args)
        call.args = args
        found = found or self._judged(entry, args, call)
        if found:
            raise self._process.errors.violations(found, call)
        example = self._example(entry, call)
        if example is None:
            entry.tool.guard(call.args, call)
            produced = await self._produced(entry, call)
        else:
            produced = as_content(entry.spec, played(example, call, self._process.errors))
        if isinstance(produced, Content):
            return Answer(plain(produced.blocks)[0])
        result, text = plain(produced, indent=self._indent)
        if self._checks != "off":
            # An example of other arguments need not be what these would have given.
            args = call.args if example is None else entry.arguments.complete(example.get("arguments", {}))
            result = self._held(entry, call, result, text=text, args=args)
        return Answer([{"type": "text", "text": text}], result)

    def _judged(self, entry: _Entry, args: dict[str, Any], call: Call) -> list[Violation]:
        try:
            return checked(entry.tool, args, call)
        except ToolError:
            # Examples stand for the settings, too.
            if not self._process.mock:
                raise
            return []

    def _example(self, entry: _Entry, call: Call) -> Mapping[str, Any] | None:
        if not self._process.mock or entry.spec.get("answer") == "capabilities":
            return None
        if entry.pure:
            return entry.examples.exact(call.args)
        return entry.examples.best(call.args, lambda result: not list(entry.tool.presence(call.args, result)))

    async def _produced(self, entry: _Entry, call: Call) -> Any:
        if entry.spec.get("answer") == "capabilities":
            return self._process.summary
        if not entry.spec.get("live", False):
            raise NotLive(call.tool)
        if entry.pure:
            return await entry.tool.answer(call.args, call)
        return await self._process.gate.within(self._live(entry, call))

    async def _live(self, entry: _Entry, call: Call) -> Any:
        """What a tool that makes requests answers. Raises ToolError."""
        for upstream in entry.tool.asks:
            await upstream(call).ready()
        for upstream, operation, scopes in entry.tool.needs:
            await upstream(call).allowed(operation, scopes)
        once = entry.spec.get("idempotency")
        if once is None or once["key"] not in call.args:
            return await self._acted(entry, call)

        async def act() -> Any:
            result, text = plain(await self._acted(entry, call), indent=self._indent)
            return self._held(entry, call, result, text=text, args=call.args)

        return await act_once(self._process, call, once, act=act, find=entry.tool.find)

    async def _acted(self, entry: _Entry, call: Call) -> Any:
        try:
            return await self._asked(entry, call)
        except Unencodable as refused:
            # A refusal like any other: an idempotency key stays free after it.
            raise self._process.errors.unencodable(refused, call) from None

    async def _asked(self, entry: _Entry, call: Call) -> Any:
        pages = entry.spec.get("pagination")
        if pages is not None:
            return await self._process.lists.page(pages, entry.tool, call)
        result = await entry.tool.answer(call.args, call)
        if call.doubts:
            raise call.doubts[0]
        return result

    def _held(self, entry: _Entry, call: Call, result: Any, *, text: str, args: dict[str, Any]) -> Any:
        try:
            broken = entry.results.broken(result)
        except ValueError:
            result = normalised(text)
            broken = entry.results.broken(result)
        broken = broken or list(entry.tool.presence(args, result))
        if broken and self._checks == "enforce":
            raise BrokenResult(broken)
        if broken:
            self._broken(call, broken_fields=_fields(broken), level="warning")
        return result

    async def run(self, name: str, arguments: dict[str, Any], parent: Call) -> Any:
        """The result of the tool `name` for code of this server, on behalf of the caller of `parent`.

        Raises ToolError when the tool refuses.
        """
        entry = self._entry(name)
        call = self._process.call(name, arguments, principal=parent.principal, request_id=parent.request_id)
        call.runner = self.run
        answer = await self._checked(entry, call)
        return answer.content if answer.structured is None else answer.structured

    def _entry(self, name: str) -> _Entry:
        entry = self._entries.get(name)
        if entry is not None:
            return entry
        spec = self._process.tools.get(name)
        if spec is None:
            raise UnknownTool(name)
        tool: Tool[Any, Any] = self._process.parts.toolbox.tools.get(name) or Tool()
        arguments = Arguments(spec, strip=self._strip)
        effects = spec.get("effects", {})
        touches = any(effects.get(kind) for kind in ("network", "local_write", "process"))
        lasts = any(spec.get(kind) is not None for kind in ("pagination", "idempotency"))
        entry = _Entry(
            spec=spec,
            tool=tool,
            arguments=arguments,
            results=Results(spec, validate=self._checks != "off"),
            examples=Examples(spec, arguments.complete),
            pure=bool(spec.get("live", False)) and not (touches or lasts),
            codes=self._process.contract.common_codes.union(spec.get("errors", ())),
        )
        self._entries[name] = entry
        return entry

    def _timed_out(self, entry: _Entry, call: Call) -> ToolError:
        self._process.log.event("warning", "timeout", tool=call.tool, request_id=call.request_id)
        if not (call.open_writes or call.doubts):
            return self._process.errors.condition("timeout", call)
        self._doubted(call, NO_ANSWER)
        return self._reconcilable(entry, call, self._process.errors.condition("outcome_unknown", call))

    def _doubted(self, call: Call, cause: str) -> None:
        """Leave a trace of every write that was under way when its call ended: nobody else will."""
        for operation in call.open_writes:
            known = {"operation": operation, "cause": cause}
            self._process.log.event("warning", "outcome_unknown", tool=call.tool, request_id=call.request_id, **known)

    def _reconcilable(self, entry: _Entry, call: Call, error: ToolError) -> ToolError:
        # How to find out whether a write took effect is said by the tool, not by the error all writers share.
        if error.unknown:
            error.repair = entry.tool.if_unknown(call) or error.repair
            error.adds = entry.tool.adds_if_unknown(call)
        return error

    def _crashed(self, entry: _Entry, call: Call, crash: Exception) -> ToolError:
        if isinstance(crash, BrokenResult):
            self._broken(call, broken_fields=_fields(crash.violations), level="error")
        else:
            self._process.log.failure("call_failed", crash, tool=call.tool, request_id=call.request_id)
        if call.doubts:
            return self._reconcilable(entry, call, call.doubts[0])
        return self._process.errors.condition("internal", call)

    def _broken(self, call: Call, *, broken_fields: str, level: str) -> None:
        self._process.log.event(
            level, "result_broken", tool=call.tool, request_id=call.request_id, fields=broken_fields
        )

    def _refused(self, entry: _Entry, call: Call, failure: ToolError) -> Answer:
        if not (failure.code in entry.codes or self._process.mock):
            self._process.log.event(
                "error", "undeclared_code", tool=call.tool, code=failure.code, request_id=call.request_id
            )
            failure = self._process.errors.condition("internal", call)
        if call.completed and not failure.completed:
            failure.completed = list(call.completed)
        failure = self._process.errors.reachable(failure)
        self._process.log.event("debug", "refused", tool=call.tool, code=failure.code, request_id=call.request_id)
        shown = self._failure(failure, call, self._process.fingerprint)
        return Answer([{"type": "text", "text": shown.text}], shown.structured, failed=True, meta=shown.meta)


def _fields(violations: Any) -> str:
    return ", ".join(dict.fromkeys(name for violation in violations for name in violation.fields))
