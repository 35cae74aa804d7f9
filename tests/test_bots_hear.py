"""Bots hear what is published: they play on until people are to move, and no mistake leaves a match stuck."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from random import Random

import pytest
from flask import Flask

from companion import bots as rooms
from companion import thinking
from companion.app_state import app_state
from companion.bots import Bots, start_bots
from companion.games.table import Move
from tests.ledger.cast import ANA, PAU, ZOE, Pad
from tests.ledger.felt import abandon, deal, dealt_of, finish, hand_over, move
from tests.test_bots import PATIENCE_SECONDS, idle, settled, table


@pytest.fixture
def started(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bots]:
    """Bots that hear of every write in the house, and think quickly; whatever they began is done when the test ends."""
    monkeypatch.setattr(thinking, "THOUGHT", 0.001)
    monkeypatch.setattr(rooms, "HURRY", 0.0)
    made = start_bots(app, (0.0, 0.0))
    yield made
    settled(lambda: idle(made))
    made.thinkers.close()


def quiet(pad: Pad, bots: Bots) -> None:
    """Wait until the bots have done all that they can do."""
    settled(lambda: idle(bots))
    assert pad.now() == pad.afresh()


def test_bots_play_a_round_to_its_end_as_soon_as_it_is_dealt(app: Flask, started: Bots) -> None:
    pad = table(app, ANA, PAU, ZOE)
    deal(pad, luck=Random(1))
    quiet(pad, started)
    assert pad.now().sheet.rounds[0].complete


def test_bots_of_all_strengths_play_a_whole_match(app: Flask, started: Bots) -> None:
    pad = table(app, ANA, PAU, ZOE, discards="2", limit=25)
    for seat, strength in ((ANA, "strong"), (PAU, "normal")):
        hand_over(pad, seat, strength)
    while not pad.now().sheet.over:
        number = pad.now().sheet.open_round
        assert number is not None
        deal(pad, number, luck=Random(number))
        quiet(pad, started)
        assert pad.now().sheet.rounds[number - 1].complete
    lines = dealt_of(pad.now()).lines
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))


def test_bots_move_until_a_person_is_to_move_and_go_on_after_that(app: Flask, started: Bots) -> None:
    pad = table(app, PAU, ZOE)
    deal(pad)
    quiet(pad, started)
    assert len(dealt_of(pad.now()).lines) == 2
    move(pad, ANA, "play 11")
    quiet(pad, started)
    state = pad.now()
    assert state.dealing is None or dealt_of(state).deal.to_move == (ANA,)
    assert {line.seat for line in dealt_of(state).lines[3:]} <= {-1, PAU, ZOE}
    assert len(dealt_of(state).lines) > 3


def test_a_bot_that_is_given_the_seat_in_turn_moves(app: Flask, started: Bots) -> None:
    pad = table(app)
    deal(pad)
    hand_over(pad, ANA, "normal")
    settled(lambda: not pad.now().dealing)
    quiet(pad, started)
    assert pad.now().sheet.rounds[0].closer == ANA


def test_bots_stop_with_the_match_and_go_on_with_it(app: Flask, started: Bots) -> None:
    pad = table(app, ANA, PAU, ZOE)
    pad.decide("stop", True)
    pad.decide("stop", None)
    held = Gate(started)
    deal(pad)
    held.asked.wait(PATIENCE_SECONDS)
    pad.decide("stop", True)
    held.open()
    quiet(pad, started)
    assert len(dealt_of(pad.now()).lines) == 2
    pad.decide("stop", None)
    quiet(pad, started)
    assert pad.now().sheet.rounds[0].complete


class Gate:
    """Bots that think until they are let go."""

    def __init__(self, bots: Bots) -> None:
        self.asked, self.free, self.times = threading.Event(), threading.Event(), 0
        self.choose: Callable[..., Move] = bots.thinkers.choose
        bots.thinkers.choose = self.wait  # type: ignore[method-assign]

    def wait(self, *asked: object) -> Move:
        """Think, and keep what was found until the gate opens."""
        self.times += 1
        self.asked.set()
        assert self.free.wait(PATIENCE_SECONDS)
        return self.choose(*asked)

    def open(self) -> None:
        """Let all of them go."""
        self.free.set()


def test_a_seat_taken_back_and_given_again_while_the_bot_thinks_goes_on(app: Flask, started: Bots) -> None:
    pad = table(app, ANA, strength="normal")
    gate = Gate(started)
    deal(pad)
    gate.asked.wait(PATIENCE_SECONDS)
    hand_over(pad, ANA, None)
    hand_over(pad, ANA, "normal")
    gate.open()
    settled(lambda: not pad.now().dealing)
    quiet(pad, started)
    numbers = [line.number for line in dealt_of(pad.now()).lines]
    assert numbers == list(range(1, 11))


def test_a_seat_taken_back_while_the_bot_thinks_is_the_persons(app: Flask, started: Bots) -> None:
    pad = table(app, ANA)
    gate = Gate(started)
    deal(pad)
    gate.asked.wait(PATIENCE_SECONDS)
    hand_over(pad, ANA, None)
    gate.open()
    quiet(pad, started)
    assert len(dealt_of(pad.now()).lines) == 2
    assert finish(pad).sheet.rounds[0].complete


def test_a_round_dealt_again_while_the_bot_thinks_is_played(app: Flask, started: Bots) -> None:
    pad = table(app, ANA, PAU, ZOE)
    gate = Gate(started)
    deal(pad)
    gate.asked.wait(PATIENCE_SECONDS)
    abandon(pad)
    deal(pad)
    gate.open()
    settled(lambda: pad.now().sheet.rounds[0].complete)
    quiet(pad, started)
    assert dealt_of(pad.now()).lines[0].number == 4


def test_one_match_is_attended_by_one_thread_however_often_it_is_told(app: Flask, started: Bots) -> None:
    pad = table(app, ANA)
    gate = Gate(started)
    version = deal(pad).version
    gate.asked.wait(PATIENCE_SECONDS)
    for _ in range(20):
        app_state(app).hub.publish(pad.public_id, version)
    assert gate.times == 1
    gate.open()
    quiet(pad, started)
    assert len(dealt_of(pad.now()).lines) > 2


def test_a_bot_that_thinks_in_one_match_holds_up_no_person_anywhere(app: Flask, started: Bots) -> None:
    pad = table(app, ANA)
    gate = Gate(started)
    deal(pad)
    gate.asked.wait(PATIENCE_SECONDS)
    other = table(app, client="another")
    deal(other)
    assert finish(other).sheet.rounds[0].complete
    pad.decide("limit", 60)
    gate.open()
    quiet(pad, started)
    assert len(dealt_of(pad.now()).lines) > 2


@pytest.mark.parametrize("mistake", [ValueError, KeyError, OSError])
def test_a_mistake_leaves_no_match_stuck(app: Flask, started: Bots, mistake: type[Exception]) -> None:
    pad = table(app, ANA, PAU, ZOE)
    choose, failed = started.thinkers.choose, threading.Event()

    def fail(*_: object) -> Move:
        failed.set()
        raise mistake("a mistake in the house")

    started.thinkers.choose = fail  # type: ignore[method-assign]
    version = deal(pad).version
    assert failed.wait(PATIENCE_SECONDS)
    quiet(pad, started)
    assert len(dealt_of(pad.now()).lines) == 2
    started.thinkers.choose = choose  # type: ignore[method-assign]
    app_state(app).hub.publish(pad.public_id, version)
    quiet(pad, started)
    assert pad.now().sheet.rounds[0].complete


def test_a_match_that_nobody_remembers_is_left_until_somebody_looks_at_it(app: Flask, started: Bots) -> None:
    pad = table(app)
    deal(pad)
    bots_seat = hand_over(pad, PAU)
    app_state(app).states.clear()
    app_state(app).hub.publish(pad.public_id, bots_seat.version)
    assert idle(started)
    move(pad, ANA, "play 11")
    settled(lambda: len(dealt_of(pad.now()).lines) > 3)


def test_bots_at_two_servers_play_one_round_and_every_move_is_written_once(app: Flask, started: Bots) -> None:
    other = start_bots(app, (0.0, 0.0))
    pad = table(app, ANA, PAU, ZOE)
    deal(pad, luck=Random(7))
    settled(lambda: not pad.now().dealing)
    settled(lambda: idle(started) and idle(other))
    other.thinkers.close()
    lines = dealt_of(pad.now()).lines
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert pad.now().sheet.rounds[0].complete
