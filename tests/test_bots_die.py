"""The process in which bots think may die at any moment: nothing stays open, and the next question is answered."""

from __future__ import annotations

import gc
import os
import signal
from dataclasses import replace

import pytest
from flask import Flask

from companion.bots import BotProcess, Bots
from companion.ledger.state import MatchState
from tests.ledger.cast import ANA, Pad
from tests.ledger.felt import deal, dealt_of
from tests.test_bots import AT_ONCE, table, waited


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A round in which a bot is to move."""
    made = table(app, ANA)
    deal(made)
    return made


def ask(thinker: BotProcess, state: MatchState) -> None:
    """A question that gets a good answer."""
    assert dealt_of(state).deal.allows(ANA, thinker.choose(state, waited(state)))


def test_ending_the_process_closes_its_pipes(pad: Pad) -> None:
    thinker = BotProcess()
    ask(thinker, pad.now())
    process = thinker._process
    assert process is not None
    assert process.stdin is not None
    assert process.stdout is not None
    thinker.close()
    assert process.returncode is not None
    assert process.stdin.closed
    assert process.stdout.closed
    del process
    gc.collect()


def test_ending_it_twice_or_before_it_began_is_nothing(pad: Pad) -> None:
    thinker = BotProcess()
    thinker.close()
    ask(thinker, pad.now())
    thinker.close()
    thinker.close()
    gc.collect()


def test_a_process_that_was_killed_is_started_again_with_the_next_question(pad: Pad) -> None:
    thinker = BotProcess()
    ask(thinker, pad.now())
    first = thinker._process
    assert first is not None
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    ask(thinker, pad.now())
    assert thinker._process is not first
    del first
    thinker.close()
    gc.collect()


def test_a_question_over_which_the_process_dies_is_an_error_and_the_next_one_is_answered(pad: Pad) -> None:
    thinker, state = BotProcess(), pad.now()
    with pytest.raises(RuntimeError):
        thinker.choose(state, replace(waited(state), strength="invincible"))
    ask(thinker, state)
    thinker.close()
    gc.collect()


def test_a_bot_whose_process_is_killed_moves_all_the_same(pad: Pad) -> None:
    bots = Bots(pad.app, AT_ONCE)
    ask(bots.process, pad.now())
    assert bots.process._process is not None
    bots.process._process.kill()  # Whether it is gone when the question comes is luck.
    bots.move(pad.now())
    assert len(dealt_of(pad.now()).lines) == 3
    bots.process.close()
    gc.collect()
