"""The process in which bots think may die at any moment: nothing stays open, and the next question is answered."""

from __future__ import annotations

import gc
import os
import signal
from dataclasses import replace

import pytest
from flask import Flask

from companion.bots import Bots, Mind
from companion.ledger.state import MatchState
from tests.ledger.cast import ANA, Pad
from tests.ledger.felt import deal, screen_of
from tests.test_bots import AT_ONCE, table, waited


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A round in which a bot is to move."""
    made = table(app, ANA)
    deal(made)
    return made


def ask(mind: Mind, state: MatchState) -> None:
    """A question that gets a good answer."""
    assert screen_of(state).deal.allows(ANA, mind.choose(state, waited(state)))


def test_ending_the_process_closes_its_pipes(pad: Pad) -> None:
    mind = Mind()
    ask(mind, pad.now())
    process = mind._process
    assert process is not None
    assert process.stdin is not None
    assert process.stdout is not None
    mind.close()
    assert process.returncode is not None
    assert process.stdin.closed
    assert process.stdout.closed
    del process
    gc.collect()


def test_ending_it_twice_or_before_it_began_is_nothing(pad: Pad) -> None:
    mind = Mind()
    mind.close()
    ask(mind, pad.now())
    mind.close()
    mind.close()
    gc.collect()


def test_a_process_that_was_killed_is_started_again_with_the_next_question(pad: Pad) -> None:
    mind = Mind()
    ask(mind, pad.now())
    first = mind._process
    assert first is not None
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    ask(mind, pad.now())
    assert mind._process is not first
    del first
    mind.close()
    gc.collect()


def test_a_question_over_which_the_process_dies_is_an_error_and_the_next_one_is_answered(pad: Pad) -> None:
    mind, state = Mind(), pad.now()
    with pytest.raises(RuntimeError):
        mind.choose(state, replace(waited(state), strength="invincible"))
    ask(mind, state)
    mind.close()
    gc.collect()


def test_a_bot_whose_process_is_killed_moves_all_the_same(pad: Pad) -> None:
    bots = Bots(pad.app, AT_ONCE)
    ask(bots.mind, pad.now())
    assert bots.mind._process is not None
    bots.mind._process.kill()  # Whether it is gone when the question comes is luck.
    bots.move(pad.now())
    assert len(screen_of(pad.now()).lines) == 3
    bots.mind.close()
    gc.collect()
