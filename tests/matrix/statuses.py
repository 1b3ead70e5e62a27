"""Faults 7 to 12: GitHub refuses, holds back, or sends elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..fakes.github import faults
from ..fakes.github.faults.statuses import FORBIDDEN
from ..fakes.github.wire import Answer
from .columns import Column
from .natures import Fine, Limited, Nature, Operation, Refused
from .server import Reply
from .variants import Scene, Variant, World, gives

USUAL = 60_000
FOREIGN = "http://127.0.0.1:9"
NOT_MODIFIED = faults.Fault("not_modified", stored=False, answer=lambda answer, moment: Answer(304))
SECRET_LIKE = "ghp_0123456789abcdefghij0123456789abcd"


def variants() -> Iterator[Variant]:
    """Yield the rows."""
    for kind in ("integration", "token", "admin", "locked", "saml"):
        given = gives(faults.forbidden(kind))
        yield Variant(7, f"403 {kind}", given, Refused(403, FORBIDDEN[kind]), look=_scopes)
    echo = gives(faults.answered(403, f"{SECRET_LIKE} may not do this"))
    yield Variant(7, "403 that repeats a token", echo, Refused(403, "may not do this"))
    yield from _limits()
    yield from _resets()
    yield Variant(10, "401 once", gives(faults.unauthorized()), Refused(401))
    yield Variant(10, "401 always", gives(faults.unauthorized(), times=None), Refused(401))
    yield from _elsewhere()
    yield from _invalid()


def _limits() -> Iterator[Variant]:
    for title, text, wait in (
        ("seconds", "7", 7_000),
        ("garbage", "soon", USUAL),
        ("blank", "", USUAL),
        ("negative", "-5", USUAL),
        ("two days", "172800", USUAL),
        ("absent", None, USUAL),
    ):
        for status in (403, 429):
            fault = faults.secondary_limit(status, text)
            yield Variant(8, f"{status}, retry-after {title}", gives(fault), Limited(wait))
    for title, seconds, wait in (("a date", 90.0, 90_000), ("a past date", -90.0, 0)):
        fault = faults.secondary_limit(429, date_in=seconds)
        yield Variant(8, f"429, retry-after {title}", gives(fault), Limited(wait))
    yield Variant(8, "429 and nothing else", gives(faults.too_many()), Limited(USUAL))


def _resets() -> Iterator[Variant]:
    for title, fault, wait in (
        ("in 45 s", faults.primary_limit(reset_in=45), 45_000),
        ("in the past", faults.primary_limit(429, reset_in=-45), 0),
        ("in ten days", faults.primary_limit(reset_in=864_000), USUAL),
        ("no number", faults.primary_limit(429, reset="tomorrow"), USUAL),
        ("blank", faults.primary_limit(reset=""), USUAL),
    ):
        yield Variant(9, f"budget spent, reset {title}", gives(fault), Limited(wait), look=_none_left)


def _elsewhere() -> Iterator[Variant]:
    yield Variant(11, "404", gives(faults.answered(404)), Refused(404))
    yield Variant(11, "404, the repository too", _hidden, Refused(404, repository_too=True), apart=_in_repository)
    for status in (410, 451):
        yield Variant(11, str(status), gives(faults.answered(status)), Refused(status))
    yield Variant(11, "301 to the same origin", gives(faults.redirect(301)), _followed_by_reads(301))
    yield Variant(11, "302 to the same origin", gives(faults.redirect(302)), _followed_by_reads(302))
    yield Variant(11, "307 to the same origin", gives(faults.redirect(307)), Fine())
    for status in (301, 307):
        fault = faults.redirect(status, origin=FOREIGN)
        yield Variant(11, f"{status} to a foreign origin", gives(fault), Refused(status))
    endless = gives(faults.redirect(308), times=None)
    yield Variant(11, "308 without end", endless, Refused(308))
    yield Variant(11, "304 unasked", gives(NOT_MODIFIED), Refused(304))


def _invalid() -> Iterator[Variant]:
    errors = [{"resource": "Issue", "field": "title", "code": "invalid"}]
    yield Variant(12, "422 with a field", gives(faults.invalid(errors)), Refused(422), look=_blames)
    yield Variant(12, "422 without errors", gives(faults.invalid()), Refused(422))
    odd: list[Any] = [None, "words", {"field": 7}, {"field": "nonsense", "code": []}]
    strange = faults.answered(422, "Validation Failed", errors=odd)
    yield Variant(12, "422 with odd errors", gives(strange), Refused(422))
    yield Variant(12, "400", gives(faults.answered(400, "Problems parsing JSON")), Refused(400))


def _followed_by_reads(status: int) -> Callable[[World, Column, Operation], Nature]:
    def means(world: World, column: Column, hit: Operation) -> Nature:
        # A write that is made again as a GET would be another request.
        return Fine() if hit.reads else Refused(status)

    return means


def _in_repository(world: World, column: Column, hit: Operation) -> str | None:
    return None if "{repo}" in hit.facts["path"] else f"{hit.name} is about no repository"


def _hidden(scene: Scene) -> None:
    """The repository vanishes at the moment of the request."""
    scene.world.github.inject(faults.answered(404), path=scene.hit.path(scene.place.name), method=scene.hit.method)
    scene.world.github.inject(faults.answered(404), path=f"/repos/{scene.place.name}", times=None)


def _scopes(scene: Scene, reply: Reply) -> str | None:
    """The scope that is asked for is the one that the contract names for such a request."""
    if reply.code != "insufficient_scope":
        return None
    assert reply.error is not None
    wanted = ["issues:read"] if scene.hit.reads else ["issues:write"]
    found = reply.error["details"].get("required_scopes")
    return None if found == wanted else f"required_scopes {found}"


def _none_left(scene: Scene, reply: Reply) -> str | None:
    assert reply.error is not None
    found = reply.error.get("rate_limit_remaining")
    return None if found == 0 else f"rate_limit_remaining {found}"


def _blames(scene: Scene, reply: Reply) -> str | None:
    """The field that GitHub names is an argument's, if the contract says so."""
    if reply.error is None:
        return None
    wanted = scene.hit.facts.get("blames", {}).get("title")
    found = reply.error.get("details", {}).get("field")
    return None if found == wanted else f"field {found}"
