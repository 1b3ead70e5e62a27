"""What is wrong with an expression: facts about a place in its text, and the exceptions that carry them."""

from __future__ import annotations

from pactwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One finding.

    Attributes:
        rule: Kebab-case name of the rule.
        message: The fact: lower case, no full stop, the author's names in backticks.
        hint: The remedy, imperative.
        offset: Where it stands, in code points from the start of the text that was given.
        length: How many code points show the fact.
    """

    rule: str
    message: str
    hint: str | None
    offset: int
    length: int


class ExpressionFaults(Exception):
    """An expression that cannot be used; holds every fault that was found, in reading order."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{fault.rule} at {fault.offset}: {fault.message}" for fault in faults))
        self.faults = faults


class ExpressionFault(ExpressionFaults):
    """A text that is no expression; parsing stops at the first fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__((fault,))
        self.fault = fault
