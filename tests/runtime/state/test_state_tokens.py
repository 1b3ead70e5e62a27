"""Cursors and version tokens: nobody else can read, make or change one; they age and are bound as declared."""

from __future__ import annotations

import hmac
import json
import re
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given, settings
from hypothesis import strategies as st
from pactwright.runtime import sealing
from pactwright.runtime.cursors import CursorExpired, CursorForeign, CursorInvalid, Cursors, Position
from pactwright.runtime.sealing import Keys
from pactwright.runtime.versions import Versions

OLD, NEW, OTHER = "old-" * 8, "new-" * 8, "other-" * 8
MINUTES = 60.0
TTL = 15 * 60 * 1000
NOW = 1_700_000_000.0

KEYS = Keys([NEW])

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


# --- sealing


@given(st.text(), st.binary())
def test_what_was_sealed_is_opened(purpose: str, plain: bytes) -> None:
    purpose = purpose.encode("ascii", "replace").decode()
    assert KEYS.open(purpose, KEYS.seal(purpose, plain)) == plain


def test_every_flipped_bit_is_noticed() -> None:
    token = KEYS.seal("cursor", b"where it goes on")
    for index, sign in enumerate(token):
        for bit in range(8):
            changed = token[:index] + chr(ord(sign) ^ 1 << bit) + token[index + 1 :]
            assert KEYS.open("cursor", changed) is None, (index, bit)


@given(st.text() | st.binary().map(sealing.text))
def test_what_is_no_token_opens_to_nothing(token: str) -> None:
    assert KEYS.open("cursor", token) is None


@pytest.mark.parametrize(
    "change", [lambda t: t + "=", lambda t: t + "\n", lambda t: " " + t, lambda t: t[:-1], str.upper]
)
def test_a_token_has_one_spelling(change: Any) -> None:
    assert KEYS.open("cursor", change(KEYS.seal("cursor", b"x" * 20))) is None


def test_purposes_and_secrets_do_not_mix() -> None:
    token = KEYS.seal("cursor", b"x")
    assert KEYS.open("result", token) is None
    assert Keys([OTHER]).open("cursor", token) is None
    assert KEYS.mac("a", b"x") != KEYS.mac("b", b"x")
    assert not KEYS.proves("b", b"x", KEYS.mac("a", b"x"))
    assert not KEYS.proves("a", b"x", b"")


def test_the_newest_secret_seals_and_all_of_them_open() -> None:
    before, during, after = Keys([OLD]), Keys([NEW, OLD]), Keys([NEW])
    old, new = before.seal("p", b"x"), during.seal("p", b"x")
    assert during.open("p", old) == during.open("p", new) == after.open("p", new) == b"x"
    assert after.open("p", old) is None
    assert before.open("p", new) is None
    assert during.proves("p", b"x", before.mac("p", b"x"))
    assert during.macs("p", b"x") == [after.mac("p", b"x"), before.mac("p", b"x")]


def test_equal_contents_give_different_tokens() -> None:
    assert len({KEYS.seal("p", b"x") for _ in range(100)}) == 100


@pytest.mark.parametrize("secrets", [[], ["short" * 6], [NEW, ""], [b"x" * 31]])
def test_weak_secrets_are_refused_without_being_shown(secrets: list[str | bytes]) -> None:
    with pytest.raises(ValueError) as raised:
        Keys(secrets)
    assert "short" not in str(raised.value)


def test_keys_are_derived_as_the_standard_says() -> None:
    derived = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"pactwright mac p").derive(NEW.encode())

    assert hmac.digest(derived, b"x", "sha256") == KEYS.mac("p", b"x")


# --- cursors

CURSORS = Cursors(KEYS)
BINDS = {"owner": "octo", "labels": ["bug", "ui"]}
AT = Position("/repositories/1/issues?page=2", offset=3, given=50)


def cursor(position: Position = AT) -> str:
    return CURSORS.seal("issues", BINDS, "ada", position, now=NOW)


@given(
    st.builds(
        Position,
        st.none() | st.text(),
        st.integers(0, 10**6),
        st.integers(0, 10**6),
        st.none() | st.integers(1, 1000),
    ),
    st.dictionaries(st.text(), values),
    st.text(),
)
def test_a_cursor_leads_back_to_its_position(position: Position, binds: dict[str, Any], principal: str) -> None:
    made = CURSORS.seal("issues", binds, principal, position, now=NOW)
    assert CURSORS.open("issues", binds, principal, made, now=NOW, ttl_ms=TTL) == position


@pytest.mark.parametrize(
    ("age", "opens"),
    [(-60.0, True), (0.0, True), (14 * MINUTES + 59, True), (899.999, True), (900.0, False), (901.0, False)],
)
def test_a_cursor_lives_as_long_as_declared(age: float, opens: bool) -> None:
    made = cursor()
    if opens:
        assert CURSORS.open("issues", BINDS, "ada", made, now=NOW + age, ttl_ms=TTL) == AT
    else:
        with pytest.raises(CursorExpired):
            CURSORS.open("issues", BINDS, "ada", made, now=NOW + age, ttl_ms=TTL)


@pytest.mark.parametrize(
    ("block", "binds", "principal"),
    [
        ("comments", BINDS, "ada"),
        ("issues", {"owner": "octo"}, "ada"),
        ("issues", {**BINDS, "state": "open"}, "ada"),
        ("issues", {**BINDS, "labels": ["ui", "bug"]}, "ada"),
        ("issues", {**BINDS, "owner": "octo2"}, "ada"),
        ("issues", BINDS, "eve"),
        ("issues", BINDS, ""),
    ],
)
def test_a_cursor_is_bound_to_its_list_filters_and_caller(block: str, binds: Any, principal: str) -> None:
    made = cursor()
    with pytest.raises(CursorForeign) as raised:
        CURSORS.open(block, binds, principal, made, now=NOW, ttl_ms=TTL)
    assert "octo" not in raised.value.reason
    with pytest.raises(CursorExpired):
        CURSORS.open(block, binds, principal, made, now=NOW + 901, ttl_ms=TTL)
    assert CURSORS.genuine(made)


def test_the_order_of_filters_does_not_matter() -> None:
    assert CURSORS.open("issues", dict(reversed(BINDS.items())), "ada", cursor(), now=NOW, ttl_ms=TTL) == AT


def test_a_changed_cursor_is_none_however_old() -> None:
    made = cursor()
    for index in range(len(made)):
        changed = made[:index] + ("A" if made[index] != "A" else "B") + made[index + 1 :]
        with pytest.raises(CursorInvalid) as raised:
            CURSORS.open("issues", BINDS, "ada", changed, now=NOW + 10_000, ttl_ms=TTL)
        assert type(raised.value) is CursorInvalid
        assert not CURSORS.genuine(changed)


def test_a_cursor_of_another_runtime_is_none() -> None:
    plain = json.dumps([0, NOW, "whatever"]).encode()
    assert not CURSORS.genuine(KEYS.seal("cursor", plain))


def test_cursors_of_two_calls_look_different_and_show_nothing() -> None:
    first, second = cursor(), cursor()
    assert first != second
    assert re.fullmatch(r"[A-Za-z0-9_-]+", first)
    shown = sealing.raw(first)
    assert shown is not None
    assert all(text not in shown for text in (b"octo", b"bug", b"ada", b"issues", b"repositories"))


def test_cursors_outlive_a_change_of_keys() -> None:
    old = Cursors(Keys([OLD])).seal("issues", BINDS, "ada", AT, now=NOW)
    assert Cursors(Keys([NEW, OLD])).open("issues", BINDS, "ada", old, now=NOW, ttl_ms=TTL) == AT
    with pytest.raises(CursorInvalid):
        Cursors(Keys([NEW])).open("issues", BINDS, "ada", old, now=NOW, ttl_ms=TTL)


# --- version tokens

VERSIONS = Versions(KEYS)


def shuffled(value: Any) -> Any:
    """The same content with keys in another order, and whole numbers written with a fraction."""
    match value:
        case dict():
            return {key: shuffled(item) for key, item in reversed(value.items())}
        case list():
            return [shuffled(item) for item in value]
        case int() if not isinstance(value, bool) and abs(value) < 2**53:
            return float(value)
        case _:
            return value


@given(values)
def test_the_same_content_gives_the_same_token(value: Any) -> None:
    token = VERSIONS.token("issue", "v:", value)
    assert re.fullmatch(r"v:[A-Za-z0-9._~-]+", token)
    assert token == Versions(Keys([NEW])).token("issue", "v:", shuffled(value))
    assert VERSIONS.genuine("issue", "v:", token)
    assert VERSIONS.same("issue", "v:", token, shuffled(value))


@given(values, values)
@settings(max_examples=50)
def test_other_content_is_another_version(one: Any, other: Any) -> None:
    token = VERSIONS.token("issue", "", one)
    assert VERSIONS.same("issue", "", token, other) == (token == VERSIONS.token("issue", "", other))
    assert not VERSIONS.same("issue", "", token, [one])


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, None), ("1", 1), ([], {}), ("", None), ({"a": None}, {})])
def test_values_that_look_alike_are_told_apart(one: Any, other: Any) -> None:
    assert not VERSIONS.same("issue", "", VERSIONS.token("issue", "", one), other)


def test_every_flipped_bit_makes_a_version_a_stranger_s() -> None:
    token = VERSIONS.token("issue", "v:", {"title": "x"})
    for index, sign in enumerate(token):
        for bit in range(8):
            changed = token[:index] + chr(ord(sign) ^ 1 << bit) + token[index + 1 :]
            assert not VERSIONS.genuine("issue", "v:", changed), (index, bit)
            assert not VERSIONS.same("issue", "v:", changed, {"title": "x"})


@given(st.text())
def test_what_clients_make_up_is_not_genuine(token: str) -> None:
    assert not VERSIONS.genuine("issue", "v:", token)
    assert not VERSIONS.genuine("issue", "v:", f"v:{token}")


def test_a_version_that_was_cut_short_or_lost_its_prefix_is_not_genuine() -> None:
    token = VERSIONS.token("issue", "v:", 1)
    assert not any(VERSIONS.genuine("issue", "v:", token[:length]) for length in range(len(token)))
    assert not VERSIONS.genuine("issue", "v:", token.removeprefix("v:"))
    assert not VERSIONS.genuine("issue", "v:", f"{token}AAAA")


def test_versions_belong_to_their_entry_and_key() -> None:
    token = VERSIONS.token("issue", "v:", 1)
    assert not VERSIONS.genuine("comment", "v:", token)
    assert not VERSIONS.genuine("issue", "", token)
    assert not Versions(Keys([OTHER])).genuine("issue", "v:", token)


def test_versions_outlive_a_change_of_keys() -> None:
    old = Versions(Keys([OLD])).token("issue", "v:", 1)
    assert Versions(Keys([NEW, OLD])).same("issue", "v:", old, 1)
    assert Versions(Keys([NEW, OLD])).token("issue", "v:", 1) != old
    assert not Versions(Keys([NEW])).genuine("issue", "v:", old)


def test_numbers_that_json_cannot_say_have_no_version() -> None:
    with pytest.raises(ValueError):
        VERSIONS.token("issue", "v:", float("nan"))
