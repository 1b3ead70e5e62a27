"""Processes beside this one: what they give, what they raise, and what happens when they die."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pactwright.emit.memory import Formatted, Memory, begin, remembered
from pactwright.workers import Helper, beside, pool


def nothing() -> None:
    """Prepare nothing."""


def double(number: int) -> int:
    return 2 * number


def refuse() -> int:
    raise ValueError("no")


def die() -> int:
    os._exit(1)


def shout(words: list[str]) -> list[Formatted]:
    """Make pieces, and tell which process made them."""
    return [Formatted(word.upper(), (str(os.getpid()),)) for word in words]


def test_a_copy_of_the_process_sees_what_is_there_and_gives_what_it_finds() -> None:
    here, found = os.getpid(), ["a thing that cannot be pickled", lambda: None]
    process, things = beside(lambda: (os.getpid(), len(found)))()
    assert things == 2
    assert process != here


def test_what_a_copy_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match=r"^no$"):
        beside(refuse)()


def test_the_work_of_a_copy_that_died_is_done_here(tmp_path: Path) -> None:
    here = os.getpid()

    def write() -> str:
        if os.getpid() != here:
            os._exit(9)
        return "done"

    assert beside(write)() == "done"


def test_a_helper_answers_in_order() -> None:
    helper = Helper(nothing)
    try:
        for number in (1, 2, 3):
            helper.ask(double, number)
        assert [helper.answer() for _ in range(3)] == [2, 4, 6]
        helper.ask(refuse)
        with pytest.raises(ValueError, match=r"^no$"):
            helper.answer()
        helper.ask(double, 4)
        assert helper.answer() == 8
    finally:
        helper.stop()


def test_a_helper_that_died_is_missed_by_nobody() -> None:
    helper = Helper(nothing)
    memory = Memory(helper=helper)
    helper.ask(die)
    memory.coming = ("lost",)
    made = remembered(["a", "b"], key=str, make=shout, memory=memory)
    assert [piece.text for piece in made] == ["A", "B"]
    assert memory.helper is None


def test_pieces_that_a_helper_began_are_fetched_when_they_are_asked_for() -> None:
    helper = Helper(nothing)
    memory = Memory(known={"a": Formatted("known", ())}, helper=helper)
    try:
        begin(["a", "b", "c"], key=str, make=shout, memory=memory)
        assert memory.coming == ("b", "c")
        made = remembered(["a", "b", "c", "d"], key=str, make=shout, memory=memory)
    finally:
        helper.stop()
    assert [piece.text for piece in made] == ["known", "B", "C", "D"]
    assert str(os.getpid()) not in made[1].names
    assert list(memory.used) == ["a", "b", "c", "d"]


def test_pieces_are_made_here_while_a_helper_is_busy_with_others() -> None:
    helper = Helper(nothing)
    memory = Memory(helper=helper)
    words = [f"word {number}" for number in range(20)]
    try:
        begin(["one", "two"], key=str, make=shout, memory=memory)
        made = remembered(words, key=str, make=shout, memory=memory)
        assert {piece.names for piece in made} == {(str(os.getpid()),)}
        assert memory.coming == ("one", "two")
        (one,) = remembered(["one"], key=str, make=shout, memory=memory)
        assert one.names != (str(os.getpid()),)
    finally:
        helper.stop()


def test_many_pieces_are_made_in_their_order_by_several_processes() -> None:
    words = [f"word {number}" for number in range(200)]
    memory = Memory()
    made = remembered(words, key=str, make=shout, memory=memory)
    memory.dismiss()
    assert [piece.text for piece in made] == [word.upper() for word in words]
    if (os.cpu_count() or 1) > 1:
        assert str(os.getpid()) not in {name for piece in made for name in piece.names}


def test_workers_of_a_pool_do_what_is_asked() -> None:
    with pool(2) as executor:
        assert list(executor.map(double, range(5))) == [0, 2, 4, 6, 8]
