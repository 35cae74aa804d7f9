"""Moves that are sent twice, or by two phones at once: each is made once, and the others get one clear answer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Barrier

import pytest
from flask import Flask

from companion.games.why import IllegalMove, Refusal
from companion.ledger import deals
from companion.ledger.pen import Late

from .cast import ANA, ANAS_PHONE, PAU, PAUS_PHONE, ZOE, Pad, stored
from .felt import (
    Stacked,
    abandon,
    deal,
    dealt_of,
    finish,
    hand_over,
    move,
    next_move,
    on_screens,
    open_rest,
    seated,
    unharmed,
)

THREADS = 8


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of Ana, Pau and Zoé; Ana's phone is handed round with Zoé."""
    return seated(app)


def test_a_move_sent_twice_is_made_once(pad: Pad) -> None:
    seen = dealt_of(deal(pad)).last
    first = move(pad, ANA, "play 12", client="a tap", seen=seen)
    before = stored(pad.app)
    assert move(pad, ANA, "play 12", client="a tap", seen=seen) == first
    assert stored(pad.app) == before


def test_a_move_sent_again_after_others_moved_gets_its_first_answer(pad: Pad) -> None:
    seen = dealt_of(deal(pad)).last
    move(pad, ANA, "play 11", client="a tap", seen=seen)
    moved = move(pad, PAU, "play 0")
    before = stored(pad.app)
    assert move(pad, ANA, "play 11", client="a tap", seen=seen) == moved
    assert stored(pad.app) == before


def test_the_last_move_sent_again_after_the_end_gets_its_first_answer(pad: Pad) -> None:
    on_screens(pad)
    deal(pad, 2, luck=Random(2))
    while (state := pad.now()).dealing:
        seat, text = next_move(state, Random(1))
        seen = dealt_of(state).last
        move(pad, seat, text, client=f"tap {seen}", seen=seen)
    phone = pad.phones.index(state.holders[seat])
    before = stored(pad.app)
    assert move(pad, seat, text, phone=phone, client=f"tap {seen}", seen=seen) == state
    assert stored(pad.app) == before


def test_a_move_tapped_twice_with_two_client_ids_is_made_once(pad: Pad) -> None:
    seen = dealt_of(deal(pad)).last
    move(pad, ANA, "play 12", seen=seen)
    with unharmed(pad, Late, "Something just changed on the table"):
        move(pad, ANA, "play 12", seen=seen)


def test_the_same_client_id_with_another_move_is_another_move(pad: Pad) -> None:
    deal(pad)
    move(pad, ANA, "play 12", client="a form")
    assert dealt_of(move(pad, ANA, "play 11", client="a form")).lines[-1].move == "play 11"


def test_a_refused_move_does_not_use_up_its_client_id(pad: Pad) -> None:
    deal(pad)
    with pytest.raises(IllegalMove):
        move(pad, PAU, "play 0", client="too early")
    move(pad, ANA, "play 11")
    assert dealt_of(move(pad, PAU, "play 0", client="too early")).lines[-1].seat == PAU


@pytest.mark.parametrize(
    "verb",
    [
        partial(abandon, client="lost"),
        partial(hand_over, seat=ZOE, client="lost"),
        partial(hand_over, seat=PAU, strength=None, client="lost"),
    ],
    ids=["abandon", "hand over", "take back"],
)
def test_what_is_said_of_a_round_on_screens_is_written_once(pad: Pad, verb: Callable[[Pad], object]) -> None:
    hand_over(pad, PAU)
    deal(pad)
    verb(pad)
    before = stored(pad.app)
    verb(pad)
    assert stored(pad.app) == before


def test_opening_what_is_sealed_is_written_once(pad: Pad) -> None:
    on_screens(pad)
    pad.decide("stop", True)
    open_rest(pad, client="lost")
    before = stored(pad.app)
    open_rest(pad, client="lost")
    assert stored(pad.app) == before
    version = pad.now().version
    assert open_rest(pad).version == version


def at_once(pad: Pad, work: Callable[[int], object]) -> list[str]:
    """What every thread's work came to, "done" or the kind of refusal; they all begin together."""
    ready = Barrier(THREADS)

    def begun(number: int) -> str:
        ready.wait()
        try:
            work(number)
        except Refusal as refused:
            return type(refused).__name__
        return "done"

    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(begun, range(THREADS)))
    assert pad.now() == pad.afresh()
    return sorted(answers)


def play(pad: Pad, seat: int, phone: int, text: str, seen: int, client: str) -> None:
    """One move of a thread, in a context of its own."""
    pad.act(deals.move, phone, client, seat, text, seen)


def test_of_eight_threads_that_deal_all_have_the_deal_of_one(pad: Pad) -> None:
    luck = [Random(number) for number in range(THREADS)]
    answers = at_once(pad, lambda number: deal(pad, phone=number % 2, client=f"deal {number}", luck=luck[number]))
    assert answers == ["done"] * 8
    assert [line.number for line in dealt_of(pad.now()).lines] == [1, 2]


def test_one_deal_sent_by_eight_threads_is_one_deal(pad: Pad) -> None:
    assert at_once(pad, lambda number: deal(pad, client="a form", luck=Random(number))) == ["done"] * 8
    assert [line.number for line in dealt_of(pad.now()).lines] == [1, 2]


def test_one_move_sent_by_eight_threads_is_one_move(pad: Pad) -> None:
    seen = dealt_of(deal(pad)).last
    answers = at_once(pad, lambda _: play(pad, ANA, ANAS_PHONE, "play 12", seen, "a tap"))
    assert answers == ["done"] * 8
    assert dealt_of(pad.now()).last == seen + 1


def test_of_eight_taps_on_one_card_one_is_a_move(pad: Pad) -> None:
    seen = dealt_of(deal(pad)).last
    answers = at_once(pad, lambda number: play(pad, ANA, ANAS_PHONE, "play 12", seen, f"tap {number}"))
    assert answers == ["Late"] * 7 + ["done"]
    assert dealt_of(pad.now()).last == seen + 1


def test_of_two_phones_that_move_at_once_the_one_in_turn_does(pad: Pad) -> None:
    seen = dealt_of(deal(pad)).last

    def work(number: int) -> None:
        seat, phone, text = ((ANA, ANAS_PHONE, "play 11"), (PAU, PAUS_PHONE, "play 0"))[number % 2]
        play(pad, seat, phone, text, seen, f"tap {number}")

    answers = at_once(pad, work)
    assert answers.count("done") == 1
    assert set(answers) <= {"done", "Late", "IllegalMove"}
    assert [line.seat for line in dealt_of(pad.now()).lines[2:]] == [ANA]


def test_two_phones_that_play_a_round_as_fast_as_they_can_lose_no_move(pad: Pad) -> None:
    deal(pad, luck=Random(3))

    def work(number: int) -> None:
        mine = (PAU,) if number % 2 == PAUS_PHONE else (ANA, ZOE)
        while (state := pad.now()).dealing:
            seat, text = next_move(state, Random(1))
            if seat in mine:
                try:
                    play(pad, seat, number % 2, text, dealt_of(state).last, f"{number} {state.version}")
                except Late:
                    continue

    assert at_once(pad, work) == ["done"] * 8
    lines = dealt_of(pad.now()).lines
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert [line.version for line in lines[2:]] == list(range(lines[1].version + 1, pad.now().version + 1))
    assert pad.now().sheet.rounds[0].complete


def test_a_deal_and_a_hand_on_the_pad_at_once_are_one_of_the_two(pad: Pad) -> None:
    def work(number: int) -> None:
        if number % 2:
            pad.round(1, 5, 6, 7)
        else:
            deal(pad, client=f"deal {number}", luck=Stacked())

    at_once(pad, work)
    state = pad.now()
    assert (state.dealing == 1) != state.sheet.rounds[0].begun


def test_an_abandoned_round_and_its_last_move_at_once_are_one_of_the_two(pad: Pad) -> None:
    deal(pad)
    for _ in range(7):
        move(pad, ANA, "play 12")
    seen = dealt_of(pad.now()).last

    def work(number: int) -> None:
        if number % 2:
            play(pad, ANA, ANAS_PHONE, "play 11", seen, f"tap {number}")
        else:
            abandon(pad, client=f"abandon {number}")

    answers = at_once(pad, work)
    assert answers.count("done") == 1
    state = pad.now()
    assert dealt_of(state).abandoned != state.sheet.rounds[0].complete
    if not state.sheet.rounds[0].complete:
        deal(pad)
        assert finish(pad).sheet.rounds[0].complete
