"""Bots at the table: a process of their own thinks, and what it finds is written once, like a person's move."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from companion import bots as rooms
from companion import thinking
from companion.bots import Bots, Due, due, question
from companion.games.table import Move
from companion.ledger.pen import Late
from companion.ledger.state import MatchState
from companion.thinking import BotProcess
from tests.ledger.cast import ANA, ANAS_PHONE, NAMES, PAU, ZOE, Pad, stored
from tests.ledger.felt import abandon, deal, dealt_of, hand_over, move, seated

AT_ONCE = (0.0, 0.0)
PATIENCE_SECONDS = 20.0
"""A thread that never gets there makes its test fail after that long, instead of waiting for ever."""


@pytest.fixture
def thinker() -> Iterator[BotProcess]:
    """A process in which bots think, ended after the test."""
    made = BotProcess()
    yield made
    made.close()


@pytest.fixture
def bots(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bots]:
    """The bots of a server that hears of nothing yet; they think quickly."""
    monkeypatch.setattr(thinking, "THOUGHT", 0.001)
    monkeypatch.setattr(rooms, "HURRY", 0.0)
    made = Bots(app, AT_ONCE)
    yield made
    made.thinkers.close()


def chosen_by(thinker: BotProcess, state: MatchState, waited: Due) -> Move:
    """What a process answers when it is asked what the match waits for."""
    return thinker.ask({**question(state, waited), "seconds": 0.001})


def table(app: Flask, *bots_at: int, strength: str = "easy", client: str = "begin", **options: int | str) -> Pad:
    """Ana, Pau and Zoé on their phones, but for some seats at which bots sit; Ana begins."""
    pad = seated(app, NAMES[:3], client, **options)
    for seat in bots_at:
        hand_over(pad, seat, strength)
    return pad


def waited(state: MatchState) -> Due:
    """The bot's move that is due, which there is."""
    found = due(state)
    assert found is not None
    return found


def settled(done: Callable[[], bool]) -> None:
    """Return when it is so, as other threads make it."""
    until = time.monotonic() + PATIENCE_SECONDS
    tick = threading.Event()
    while not done():
        assert time.monotonic() < until, "the threads did not get there"
        tick.wait(0.005)


def idle(bots: Bots) -> bool:
    """Whether the bots are busy with no match."""
    return not bots._busy


def test_nothing_is_due_before_the_deal_or_after_the_round(app: Flask) -> None:
    pad = table(app, ANA, PAU, ZOE)
    assert due(pad.now()) is None
    deal(pad)
    assert due(pad.now()) is not None
    abandon(pad)
    assert due(pad.now()) is None


def test_a_bots_move_is_due_when_it_is_its_turn(app: Flask) -> None:
    pad = table(app, PAU, strength="strong")
    deal(pad)
    assert due(pad.now()) is None
    state = move(pad, ANA, "play 11")
    assert due(state) == Due(PAU, "strong", dealt_of(state), alone=False)


def test_nothing_is_due_while_the_match_is_stopped(app: Flask) -> None:
    pad = table(app, ANA)
    deal(pad)
    assert due(pad.decide("stop", True)) is None
    assert due(pad.decide("stop", None)) is not None


def test_bots_are_alone_when_nobody_else_was_dealt_in(app: Flask) -> None:
    pad = table(app, ANA, PAU)
    deal(pad)
    assert not waited(pad.now()).alone
    assert waited(hand_over(pad, ZOE)).alone
    away = seated(app, NAMES[:4], client="another")
    for seat in (ANA, PAU, ZOE):
        hand_over(away, seat)
    away.round(1, 0, 5, 6, 7)
    away.leave(3, 1)
    assert waited(deal(away, 2)).alone


@pytest.mark.parametrize("strength", ["easy", "normal", "strong"])
def test_a_process_is_asked_and_gets_a_legal_move(app: Flask, thinker: BotProcess, strength: str) -> None:
    pad = table(app, ANA, strength=strength)
    state = deal(pad)
    chosen = chosen_by(thinker, state, waited(state))
    assert dealt_of(state).deal.allows(ANA, chosen)
    assert thinker._process is not None
    assert thinker._process.pid != os.getpid()


def test_one_process_answers_many_questions(app: Flask, thinker: BotProcess) -> None:
    pad = table(app, ANA)
    state = deal(pad)
    chosen_by(thinker, state, waited(state))
    first = thinker._process
    for _ in range(3):
        chosen_by(thinker, state, waited(state))
    assert thinker._process is first


def test_a_bot_moves_for_its_seat_and_writes_one_move(app: Flask, bots: Bots) -> None:
    pad = table(app, ANA)
    dealt = deal(pad)
    bots.move(dealt)
    state = pad.now()
    assert state.version == dealt.version + 1
    (line,) = dealt_of(state).lines[2:]
    assert (line.seat, line.phone) == (ANA, pad.phones[ANAS_PHONE])
    assert dealt_of(dealt).deal.allows(ANA, line.move)


def test_a_move_that_is_made_already_is_not_made_again_from_an_old_state(app: Flask, bots: Bots) -> None:
    pad = table(app, ANA)
    dealt = deal(pad)
    bots.move(dealt)
    before = stored(app)
    bots.move(dealt)
    assert stored(app) == before


def test_where_nothing_is_due_nothing_is_asked(app: Flask, bots: Bots) -> None:
    pad = table(app)
    state = deal(pad)
    bots.move(state)
    assert not bots.thinkers._free
    assert pad.now() == state


def test_two_processes_that_think_of_the_same_move_write_it_once(app: Flask, bots: Bots) -> None:
    pad = table(app, ANA)
    dealt = deal(pad)
    other = Bots(app, AT_ONCE)
    together = threading.Barrier(2)
    for each in (bots, other):
        each.thinkers.choose = meeting(each.thinkers.choose, together)  # type: ignore[method-assign]
    threads = [threading.Thread(target=each.move, args=(dealt,)) for each in (bots, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    other.thinkers.close()
    assert pad.now().version == dealt.version + 1
    assert len(dealt_of(pad.now()).lines) == 3


def meeting(choose: Callable[..., Move], together: threading.Barrier) -> Callable[..., Move]:
    """Thinking that ends at the same moment as another's."""

    def choose_and_meet(*asked: Any) -> Move:
        chosen = choose(*asked)
        together.wait(PATIENCE_SECONDS)
        return chosen

    return choose_and_meet


def test_a_seat_taken_back_while_the_bot_thinks_is_left_alone_and_the_bot_moves_when_it_is_back(
    app: Flask, bots: Bots
) -> None:
    pad = table(app, ANA)
    dealt = deal(pad)
    taken = hand_over(pad, ANA, None)
    before = stored(app)
    with pytest.raises(Late):
        bots.move(dealt)
    assert stored(app) == before
    assert pad.now() == taken
    bots.move(hand_over(pad, ANA))
    assert len(dealt_of(pad.now()).lines) == 3


def test_a_round_given_up_while_the_bot_thinks_gets_no_move(app: Flask, bots: Bots) -> None:
    pad = table(app, ANA)
    dealt = deal(pad)
    abandon(pad)
    deal(pad)
    before = stored(app)
    with pytest.raises(Late):
        bots.move(dealt)
    assert stored(app) == before


def test_when_no_process_can_be_had_the_bot_plays_by_its_rules_of_thumb(
    app: Flask, bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = table(app, ANA)
    dealt = deal(pad)

    def fail(*_: object) -> Move:
        raise RuntimeError("no process")

    monkeypatch.setattr(bots.thinkers, "choose", fail)
    bots.move(dealt)
    assert len(dealt_of(pad.now()).lines) == 3
