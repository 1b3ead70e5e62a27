"""What version tokens are made of, and whether the version that a caller read is still the current one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .calls import Call
from .store import StateUnavailable

if TYPE_CHECKING:
    from .process import Process

ContentT = TypeVar("ContentT", bound=Callable[[Any], Any])


class VersionContents:
    """The functions that say what of an object its version token is made of, by the names of `versions`."""

    def __init__(self) -> None:
        self.functions: dict[str, Callable[[Any], Any]] = {}

    def contents(self, name: str) -> Callable[[ContentT], ContentT]:
        """Register the decorated function for the entry `name`."""

        def register(function: ContentT) -> ContentT:
            if name in self.functions:
                raise ValueError(f"two functions for the version {name}")
            self.functions[name] = function
            return function

        return register


class Contents:
    """Makes and compares the version tokens of one process."""

    def __init__(self, process: Process, contents: VersionContents) -> None:
        self._process = process
        self._functions = contents.functions
        self._specs: Mapping[str, Any] = process.contract.versions

    def token(self, name: str, it: Any, call: Call) -> str:
        """The version token of an object. Raises ToolError when the keys cannot be had."""
        try:
            return self._process.state.versions.token(name, self._specs[name]["prefix"], self._functions[name](it))
        except StateUnavailable as unavailable:
            self._process.log.failure("state_unavailable", unavailable, tool=call.tool, request_id=call.request_id)
            raise self._process.errors.condition("overloaded", call, cause=unavailable.reason) from None

    def require(self, name: str, it: Any, argument: str, call: Call) -> None:
        """Refuse the call when the argument holds another version than that of the object.

        What this server did not make is never shown in the error.
        """
        given = call.args.get(argument)
        if given is None:
            return
        current = self.token(name, it, call)
        prefix = self._specs[name]["prefix"]
        if self._process.state.versions.same(name, prefix, given, self._functions[name](it)):
            return
        if not self._process.state.versions.genuine(name, prefix, given):
            call.args = {key: value for key, value in call.args.items() if key != argument}
        raise self._process.errors.condition("version_mismatch", call, current=current)
