"""The checks find nothing wrong with a right server, and exactly the fault of a broken one."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pactwright.conformance import CHECKS, Command, Conforms, Deviates, NotReachable, Placed, Pool, Target, place, read
from pactwright.conformance.tokens import TokenMaker
from parcels.breaking import GUARDED, VARIANTS, Variant

HERE = Path(__file__).resolve().parent
CONTRACT = HERE / "contract.json"
FACTS = read(CONTRACT)
PLACED = tuple(place(CHECKS, FACTS))

AUTHORIZATION = {"issuer": "https://login.example", "audience": "https://parcels.example/mcp", "scopes": ["parcels"]}


def pool_of(contract: Path, *flags: str) -> Pool:
    """Return connections to the hand-written server, started for a contract with `flags`."""
    argv = (sys.executable, "-m", "parcels", str(contract), *flags)
    maker = TokenMaker("a secret shared with the issuer, for tests only", AUTHORIZATION)
    environment = {"PYTHONPATH": str(HERE), "MCP_AUTH_KEY": maker.secret}
    facts = FACTS if contract == CONTRACT else read(contract)
    return Pool(facts, Target(Command(argv, environment), token=maker({}), tokens=maker, examples=True))


def changed(folder: Path, **server: Any) -> Path:
    """Write the contract with other facts about the server."""
    document = json.loads(CONTRACT.read_text())
    dialect = document["server"]["dialect"] | server.pop("dialect", {})
    document["server"] |= {**server, "dialect": dialect}
    path = folder / "contract.json"
    path.write_text(json.dumps(document))
    return path


@pytest.fixture(scope="module")
def right() -> Iterator[Pool]:
    """Connections to the server without a fault."""
    pool = pool_of(CONTRACT)
    yield pool
    pool.close()


@pytest.mark.parametrize("placed", PLACED, ids=lambda placed: placed.id)
def test_a_right_server_conforms(placed: Placed, right: Pool) -> None:
    assert placed.outcomes(right) == (Conforms(),)


# These start processes of their own; they are left out where a fault does not concern them.
COSTLY = ("official", "modes", "stdio.lifetime", "stdio.logs")


def concerns(placed: Placed, variant: Variant) -> bool:
    """Tell whether a case is looked at for a variant."""
    name = placed.check.name
    costly = name.startswith(COSTLY) and not any(item.startswith(COSTLY) for item in variant.noticed_by)
    return (placed.transport, placed.era.revision) == (variant.transport, variant.revision) and not costly


def looked_at(contract: Path, variant: Variant, *flags: str) -> Mapping[str, set[str]]:
    """Return what the checks found over the variant's connection, by the kind of outcome."""
    pool = pool_of(contract, *flags)
    found: dict[str, set[str]] = {}
    try:
        for placed in PLACED if pool.facts is FACTS else place(CHECKS, pool.facts):
            if concerns(placed, variant):
                for outcome in placed.outcomes(pool):
                    found.setdefault(type(outcome).__name__, set()).add(placed.check.name)
    finally:
        pool.close()
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_a_fault_is_noticed_by_the_checks_it_concerns(name: str) -> None:
    variant = VARIANTS[name]
    found = looked_at(CONTRACT, variant, "--variant", name)
    assert found[Deviates.__name__] == variant.noticed_by
    assert NotReachable.__name__ not in found


@pytest.mark.parametrize("name", GUARDED)
def test_a_hole_in_the_guard_is_noticed(name: str, tmp_path: Path) -> None:
    contract = changed(tmp_path, http={"url": "https://parcels.example/mcp", "authorization": AUTHORIZATION})
    assert looked_at(contract, GUARDED[name], "--variant", name)[Deviates.__name__] == GUARDED[name].noticed_by


@pytest.mark.parametrize(
    "server",
    [
        {"dialect": {"results": "text_json"}},
        {"dialect": {"unknown_arguments": "strip"}},
        {"revisions": ["2026-07-28"]},
        {"http": {"authorization": AUTHORIZATION}},
    ],
    ids=["text", "strip", "one-era", "guarded"],
)
@pytest.mark.parametrize("transport", ["stdio", "streamable-http"])
def test_a_right_server_of_another_kind_conforms(server: dict[str, Any], transport: str, tmp_path: Path) -> None:
    found = looked_at(changed(tmp_path, **server), Variant(transport=transport))
    assert found.keys() == {Conforms.__name__}


@pytest.mark.parametrize("transport", ["stdio", "streamable-http"])
@pytest.mark.parametrize("revision", FACTS.revisions)
def test_an_era_that_is_not_promised_must_not_be_served(revision: str, transport: str, tmp_path: Path) -> None:
    facts = read(changed(tmp_path, revisions=[revision]))
    pool = Pool(facts, pool_of(CONTRACT).target)
    try:
        placed = [item for item in place(CHECKS, facts, [transport]) if item.check.name == "handshake.other-era"]
        outcomes = [type(outcome) for item in placed for outcome in item.outcomes(pool)]
    finally:
        pool.close()
    assert outcomes == [Deviates]
