"""Rate limits: each token has a budget per resource, which fills up again when its window ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from .clock import Clock

WINDOWS = {"core": timedelta(hours=1), "search": timedelta(minutes=1), "graphql": timedelta(hours=1)}
USUAL = {"core": 5000, "search": 30, "graphql": 5000}
ANONYMOUS = {"core": 60, "search": 10, "graphql": 0}


@dataclass
class Budget:
    resource: str
    limit: int
    reset: datetime
    used: int = 0

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.used)

    def headers(self) -> dict[str, str]:
        return {
            "x-ratelimit-limit": str(self.limit),
            "x-ratelimit-remaining": str(self.remaining),
            "x-ratelimit-used": str(self.used),
            "x-ratelimit-reset": str(int(self.reset.timestamp())),
            "x-ratelimit-resource": self.resource,
        }

    def body(self) -> dict[str, int]:
        return {
            "limit": self.limit,
            "used": self.used,
            "remaining": self.remaining,
            "reset": int(self.reset.timestamp()),
        }


class Budgets:
    """The budgets of all tokens; `None` stands for callers without one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._limits: dict[tuple[str | None, str], int] = {}
        self._budgets: dict[tuple[str | None, str], Budget] = {}

    def of(self, token: str | None, resource: str) -> Budget:
        """Return the budget of a token in the present window."""
        now = self._clock()
        budget = self._budgets.get((token, resource))
        if budget is None or budget.reset <= now:
            usual = (ANONYMOUS if token is None else USUAL)[resource]
            limit = self._limits.get((token, resource), usual)
            budget = self._budgets[token, resource] = Budget(resource, limit, now + WINDOWS[resource])
        return budget

    def spend(self, token: str | None, resource: str) -> bool:
        """Take one request from a budget, and tell whether there was one left."""
        budget = self.of(token, resource)
        if budget.remaining == 0:
            return False
        budget.used += 1
        return True

    def set(self, token: str | None, resource: str, limit: int) -> None:
        """Give a token another limit, with nothing used so far."""
        self._limits[token, resource] = limit
        self._budgets.pop((token, resource), None)
