"""What generated code is written against: one class per tool, one function per resource, prompt and completion.

The base class does nothing but say what a part means when a contract has nothing to say there; what a contract does
state is a method of the generated subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from .calls import Call
from .envelope import Repair, Violation
from .pages import Page

ArgsT = TypeVar("ArgsT")
ResultT = TypeVar("ResultT")
ToolT = TypeVar("ToolT", bound="type[Tool[Any, Any]]")
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


class NotLive(Exception):
    """The part asked for has no live answer in this version; it answers from examples with --mock."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class Content:
    """An answer of content blocks in the protocol's own form (MCP, ContentBlock) instead of a result."""

    blocks: list[dict[str, Any]]


def as_content(spec: Mapping[str, Any], value: Any) -> Any:
    """`value`, as Content when it is a list of blocks and what the contract describes has no output schema."""
    blocks = isinstance(value, list) and value and all(isinstance(item, dict) and "type" in item for item in value)
    return Content(value) if blocks and spec.get("output") is None else value


class Tool(Generic[ArgsT, ResultT]):
    """One tool. Subclasses name it and override what their contract states."""

    name: ClassVar[str] = ""
    # The upstreams it may ask, whose credentials have to be there before it begins.
    asks: ClassVar[tuple[type[Any], ...]] = ()
    # The operations of every call for which a token needs scopes, with these.
    needs: ClassVar[tuple[tuple[type[Any], str, tuple[str, ...]], ...]] = ()

    def fill(self, args: ArgsT, call: Call) -> None:
        """Add values that come from other arguments or from settings to `args`, in place.

        Raises ToolError when what must be there cannot be filled in.
        """

    def rules(self, args: ArgsT) -> Iterator[Violation]:
        """The rules between arguments that `args` breaks."""
        yield from ()

    def guard(self, args: ArgsT, call: Call) -> None:
        """Refuse a call before anything happens. Raises ToolError."""

    async def answer(self, args: ArgsT, call: Call) -> ResultT:
        """The result. Raises ToolError to refuse, NotLive when there is no live answer."""
        raise NotLive(self.name)

    async def page(self, args: ArgsT, call: Call, place: str | None) -> Page[Any]:
        """One page of the upstream's list, its rows as they are shown. Raises ToolError."""
        raise NotLive(self.name)

    async def find(self, args: ArgsT, call: Call) -> ResultT | None:
        """The result of an earlier call whose outcome is not known, when it did act. Raises ToolError."""
        return None

    def presence(self, args: ArgsT, result: ResultT) -> Iterator[Violation]:
        """The parts of `result` that are missing or must not be there."""
        yield from ()

    def if_unknown(self, call: Call) -> Repair | None:
        """The read-only call that tells whether a write whose answer was lost took effect."""
        return None

    def adds_if_unknown(self, call: Call) -> str:
        """What the tool has to say beside that nobody knows whether it took effect."""
        return ""


class Toolbox:
    """The tools of one server."""

    def __init__(self) -> None:
        self.tools: dict[str, Tool[Any, Any]] = {}

    def tool(self, cls: ToolT) -> ToolT:
        """Register an instance of the decorated class."""
        if cls.name in self.tools:
            raise ValueError(f"two classes for the tool {cls.name}")
        self.tools[cls.name] = cls()
        return cls


class Functions:
    """Functions registered by the name of what they answer."""

    def __init__(self) -> None:
        self.functions: dict[str, Callable[..., Any]] = {}

    def _named(self, name: str) -> Callable[[FunctionT], FunctionT]:
        def register(function: FunctionT) -> FunctionT:
            if name in self.functions:
                raise ValueError(f"two functions for {name}")
            self.functions[name] = function
            return function

        return register


class Resources(Functions):
    """Readers of resources and resource templates: `async (args, call) -> JSON value, text, bytes or Content`."""

    def resource(self, name: str) -> Callable[[FunctionT], FunctionT]:
        """Register the reader of the resource or template `name`."""
        return self._named(name)


class Prompts(Functions):
    """Prompts: `(args, call) -> messages`, each `{"role": …, "content": block or list of blocks}`."""

    def prompt(self, name: str) -> Callable[[FunctionT], FunctionT]:
        """Register the function that renders the prompt `name`."""
        return self._named(name)


class Completions(Functions):
    """Completion sources: `async (args, call) -> values`, `args` being what is chosen so far."""

    def source(self, name: str) -> Callable[[FunctionT], FunctionT]:
        """Register the source `name`."""
        return self._named(name)
