"""The shape of a row: one form of one fault, what it means, and for which columns it makes sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..fakes.github import FakeGithub
from ..fakes.github.faults import Fault
from .columns import Column, Place
from .natures import Contract, Fine, Nature, Operation
from .server import Reply, Server

Hit = Literal["read", "list", "write", "whole"]
Patience = Literal["patient", "impatient", "unroutable", "unresolvable"]
BOTH: tuple[Hit, ...] = ("read", "write")


@dataclass(frozen=True)
class World:
    """What a fault may look at: GitHub, and the contract."""

    github: FakeGithub
    contract: Contract


@dataclass
class Scene:
    """One cell while it is set up; `arguments` may be changed, and `hit` is the request that the fault is for."""

    world: World
    place: Place
    column: Column
    hit: Operation
    arguments: dict[str, Any]
    server: Server

    def again(self, arguments: Mapping[str, Any] | None = None) -> Reply:
        """Ask once more."""
        return self.column.ask(self.server, self.arguments if arguments is None else arguments)

    def inject(self, fault: Fault, operation: Operation | None = None, times: int | None = 1) -> None:
        """Let a fault hit an operation, else the one that the cell is about."""
        target = operation or self.hit
        self.world.github.inject(fault, target.method, target.path(self.place.name), times=times)


Given = Callable[[Scene], object]
Reason = Callable[[World, Column, Operation], str | None]
Meaning = Callable[[World, Column, Operation], Nature | str]
Look = Callable[[Scene, Reply], str | None]


def always(world: World, column: Column, hit: Operation) -> str | None:
    """Say that it can happen to every request."""


def nothing(scene: Scene) -> None:
    """Leave everything as it is."""


def unseen(scene: Scene, reply: Reply) -> str | None:
    """Ask for nothing more."""


@dataclass(frozen=True)
class Variant:
    """One form of a fault.

    Attributes:
        given: What goes wrong, or what is different at GitHub.
        means: Its nature; or, where no nature says enough, the code itself.
        hits: Which requests it hits: the first read, the write.
        apart: Why it cannot happen to a column.
        look: What else must hold, in words if it does not.
        server: Which process is asked.
        again: Whether the same call works once the fault is over.
    """

    fault: int
    title: str
    given: Given
    means: Nature | Meaning = field(default_factory=Fine)
    hits: tuple[Hit, ...] = BOTH
    apart: Reason = always
    look: Look = unseen
    server: Patience = "patient"
    again: bool = True

    def nature(self, world: World, column: Column, hit: Operation) -> Nature | str:
        """What it means to a request."""
        return self.means(world, column, hit) if callable(self.means) else self.means


def gives(fault: Fault, times: int | None = 1) -> Given:
    """Let the fault hit the request that the row is about."""
    return lambda scene: scene.inject(fault, times=times)


def needs_pages(world: World, column: Column, hit: Operation) -> str | None:
    """Only lists have pages."""
    return None if "pages" in hit.facts else f"{hit.name} has no pages"


def needs_content(world: World, column: Column, hit: Operation) -> str | None:
    """Only what has a body can be spoilt."""
    return None if "response" in hit.facts else f"{hit.name} is answered without a body"


def needs_field(name: str) -> Reason:
    """Only answers that are said to have a field can have it otherwise."""

    def reason(world: World, column: Column, hit: Operation) -> str | None:
        return None if hit.rows(name) is not None else f"the contract reads no {name} from {hit.name}"

    return reason


def needs_argument(name: str) -> Reason:
    """Only what takes an argument can be asked with it."""

    def reason(world: World, column: Column, hit: Operation) -> str | None:
        taken = () if column.tool == "completion" else world.contract.tool(column.tool)["input"]["properties"]
        return None if name in taken else f"takes no {name}"

    return reason


def only(*titles: str, else_: str) -> Reason:
    """Only these columns, for a reason that holds for all others."""
    return lambda world, column, hit: None if column.title in titles else else_


def edit(fields: Mapping[str, object]) -> Given:
    """Give fields of the objects in the answer other values."""
    from ..fakes.github import faults

    def given(scene: Scene) -> None:
        # Where a field that nobody knows would be, there is a known one.
        usual = scene.hit.rows("created_at") or ""
        places = {name: scene.hit.rows(name) or usual for name in fields}
        scene.inject(faults.edited({f"{places[name]}/{name}": value for name, value in fields.items()}))

    return given
