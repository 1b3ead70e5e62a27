"""What a fault means, and what the contract says to that: where expectations come from.

A fault has a nature, which is a fact about GitHub and the network. What a client must be told follows from the nature,
from whether the request that was hit can write, and from the tables of the contract: nothing here knows a tool.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .server import PACKAGE

NOWHERE = "repo_not_found"


@dataclass(frozen=True)
class Fine:
    """The answer is as good as any: it is used."""


@dataclass(frozen=True)
class Lost:
    """No usable answer. A write may have been carried out (`stored`), and no client can know."""

    stored: bool


@dataclass(frozen=True)
class Unsent:
    """Nothing reached GitHub."""


@dataclass(frozen=True)
class Refused:
    """GitHub said no, and nothing was changed."""

    status: int
    message: str = ""
    repository_too: bool = False


@dataclass(frozen=True)
class Limited:
    """GitHub said: later."""

    milliseconds: int


Nature = Fine | Lost | Unsent | Refused | Limited


@dataclass(frozen=True)
class Expected:
    """What a cell must show: the code, whether the write took effect (None: there is none), and how long to wait."""

    code: str
    stored: bool | None
    wait: int | None = None

    def __str__(self) -> str:
        return self.code if self.stored is None else f"{self.code}/{'stored' if self.stored else 'not stored'}"


@dataclass(frozen=True)
class Operation:
    """A request that the contract declares."""

    name: str
    facts: Mapping[str, Any]

    @property
    def reads(self) -> bool:
        return bool(self.facts["reads"])

    @property
    def method(self) -> str:
        return str(self.facts["method"])

    def path(self, repository: str) -> str:
        """A pattern for its paths in one repository."""
        path = self.facts["path"].replace("{owner}/{repo}", repository)
        return re.sub(r"\{\w+\}", "[^/]+", path)

    def rows(self, field: str) -> str | None:
        """The JSON pointer to the objects of its answer, if they are said to have a field."""
        schema = self.facts.get("response")
        return None if schema is None else _pointer_to(field, schema, "", schema)


def _pointer_to(field: str, schema: Mapping[str, Any], pointer: str, root: Mapping[str, Any]) -> str | None:
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    properties = schema.get("properties", {})
    if field in properties:
        return pointer
    if schema.get("type") == "array":
        return _pointer_to(field, schema["items"], f"{pointer}/*", root)
    return _pointer_to(field, properties["items"], f"{pointer}/items", root) if "items" in properties else None


class Contract:
    """The compiled contract, as far as expectations follow from it."""

    @cached_property
    def data(self) -> Mapping[str, Any]:
        text = (PACKAGE / "github_issues_mcp" / "contract.json").read_text(encoding="utf-8")
        data: Mapping[str, Any] = json.loads(text)
        return data

    def operation(self, name: str) -> Operation:
        """An operation of GitHub."""
        return Operation(name, self.data["upstreams"]["github"]["operations"][name])

    def tool(self, name: str) -> Mapping[str, Any]:
        """A tool or a resource template, whichever has the name."""
        known = [*self.data["tools"], *self.data["resource_templates"]]
        found: Mapping[str, Any] = next(item for item in known if item["name"] == name)
        return found

    def codes(self, name: str) -> frozenset[str]:
        """The codes that may come out; a completion has none of its own, only what every tool has."""
        if name == "completion":
            return frozenset(code for code, error in self.data["errors"].items() if error.get("common"))
        return frozenset(self.tool(name)["errors"])

    def temporary(self, code: str) -> bool:
        """Whether the same call may succeed later."""
        return bool(self.data["errors"][code]["temporary"])

    def suggested(self, nature: Nature, hit: Operation) -> Expected:
        """The same for a completion: a refusal leaves nothing to suggest, and is no error (MCP, completion)."""
        expected = self.expected(nature, hit, writes=False, absent=None)
        lasting = expected.code != "ok" and not self.temporary(expected.code)
        return Expected("ok", None) if lasting else expected

    def expected(self, nature: Nature, hit: Operation, *, writes: bool, absent: str | None) -> Expected:
        """What comes of a fault that hits a request; `writes` tells that the tool is about to write something.

        `absent` is what the tool says when the request finds nothing and the contract takes that for an answer.
        """
        conditions = self.data["conditions"]
        nothing = False if writes else None
        match nature:
            case Fine():
                return Expected("ok", True if writes else None)
            case Unsent():
                return Expected(conditions["not_sent"], nothing)
            case Limited(milliseconds):
                return Expected(conditions["rate_limited"], nothing, milliseconds)
            case Lost() if hit.reads:
                return Expected(conditions["failed_read"], nothing)
            case Lost(stored):
                return Expected(conditions["outcome_unknown"], stored)
            case Refused() if str(nature.status) in hit.facts.get("answers", {}):
                assert absent is not None
                return Expected(absent, nothing)
            case Refused():
                return Expected(self._refusal(nature, hit), nothing)

    def _refusal(self, nature: Refused, hit: Operation) -> str:
        tables = (hit.facts.get("fails", {}), self.data["upstreams"]["github"]["fails"])
        for table in tables:
            for key in (str(nature.status), f"{nature.status // 100}xx"):
                for row in _listed(table.get(key, ())):
                    code = _code(row, nature)
                    if code is not None:
                        return code
        conditions: Mapping[str, str] = self.data["conditions"]
        return conditions["auth_failed" if nature.status == 401 else "upstream_refused"]


def _listed(rows: Any) -> Any:
    return rows if isinstance(rows, list | tuple) else [rows]


def _code(row: Any, nature: Refused) -> str | None:
    if isinstance(row, str):
        return row
    if "probe" in row:
        return str(row["missing" if nature.repository_too else "found"])
    if "if" not in row:
        return str(row["code"])
    # The one form of condition that these tables have.
    said = re.fullmatch(r'\$\{upstream\.message\.contains\("([^"]*)"\)\}', row["if"])
    assert said is not None, row["if"]
    return str(row["code"]) if said[1] in nature.message else None
