"""The lists of tools, page by page: cursors in, cursors out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .calls import Call
from .cursors import CursorExpired, CursorInvalid, Position
from .envelope import ToolError
from .expression_values import Absent
from .pages import Page, fill
from .store import StateUnavailable
from .tools import Tool

if TYPE_CHECKING:
    from .process import Process

CURSOR = "cursor"


class Lists:
    """Pages through the lists of one process, as the pagination blocks of its contract say."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def page(self, name: str, tool: Tool[Any, Any], call: Call) -> dict[str, Any]:
        """The page of the block `name` that the cursor among the arguments leads to; the first one without a cursor.

        Raises ToolError.
        """
        block = self._process.contract.pagination[name]
        position = self._position(name, block, call)
        filled = await fill(
            lambda place: tool.page(call.args, call, place),
            position,
            size=block["page_size"] if position.size is None else position.size,
            cap=block.get("cap"),
        )
        result: dict[str, Any] = {block["items"]: filled.rows, "has_more": filled.next is not None}
        if filled.next is not None:
            result["next_cursor"] = self._sealed(name, block, call, filled.next)
        if filled.truncated and "cap" in block:
            result["truncated"] = True
            if "hint" in block:
                result["truncation_hint"] = block["hint"]
        if block.get("total") and filled.total is not None:
            result["estimated_total"] = filled.total
        return result

    def begin(
        self, name: str, result: Any, page: Page[Any] | Absent, call: Call, *, has_more: str, next_cursor: str
    ) -> Any:
        """`result`, which holds the first page of a list that another tool continues, with how it continues.

        Without a page there is no list, and nothing to add.
        """
        if isinstance(page, Absent):
            return result
        block = self._process.contract.pagination[name]
        rows = result[block["items"]]
        shown = rows[: block["page_size"]]
        left = len(rows) > len(shown)
        whole = {**result, block["items"]: shown, has_more: left or page.next is not None}
        if whole[has_more]:
            onward = Position(None, len(shown), len(shown)) if left else Position(page.next, 0, len(shown))
            whole[next_cursor] = self._sealed(name, block, call, onward)
        return whole

    def _position(self, name: str, block: Mapping[str, Any], call: Call) -> Position:
        cursor = call.args.get(CURSOR)
        if cursor is None:
            return Position()
        try:
            return self._process.state.cursors.open(
                name,
                _bound(block, call),
                call.principal,
                cursor,
                now=self._process.clock(),
                ttl_ms=block["cursor"]["ttl_ms"],
            )
        except CursorExpired:
            raise self._process.errors.condition("cursor_expired", call, fields=[CURSOR]) from None
        except CursorInvalid as invalid:
            reason = f"The cursor {invalid.reason}; leave it out to begin again."
            raise self._process.errors.condition("cursor_invalid", call, fields=[CURSOR], reason=reason) from None
        except StateUnavailable as unavailable:
            raise self._unavailable(unavailable, call) from None

    def _sealed(self, name: str, block: Mapping[str, Any], call: Call, position: Position) -> str:
        try:
            return self._process.state.cursors.seal(
                name, _bound(block, call), call.principal, position, now=self._process.clock()
            )
        except StateUnavailable as unavailable:
            raise self._unavailable(unavailable, call) from None

    def _unavailable(self, unavailable: StateUnavailable, call: Call) -> ToolError:
        self._process.log.failure("state_unavailable", unavailable, tool=call.tool, request_id=call.request_id)
        return self._process.errors.condition("overloaded", call, cause=unavailable.reason)


def _bound(block: Mapping[str, Any], call: Call) -> dict[str, Any]:
    return {name: call.args[name] for name in block["cursor"]["binds"] if name in call.args}
