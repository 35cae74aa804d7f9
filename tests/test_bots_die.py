"""The process in which bots think may die at any moment: nothing stays open, and the next question is answered."""

from __future__ import annotations

import gc
import os
import signal
from dataclasses import replace

import pytest
from flask import Flask

from companion import thinking
from companion.bots import Bots
from companion.ledger.state import MatchState
from companion.thinking import BotProcess
from tests.ledger.cast import ANA, Pad
from tests.ledger.felt import deal, dealt_of
from tests.test_bots import AT_ONCE, chosen_by, table, waited


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A round in which a bot is to move."""
    made = table(app, ANA)
    deal(made)
    return made


def ask(thinker: BotProcess, state: MatchState) -> None:
    """A question that gets a good answer."""
    assert dealt_of(state).deal.allows(ANA, chosen_by(thinker, state, waited(state)))


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
        chosen_by(thinker, state, replace(waited(state), strength="invincible"))
    ask(thinker, state)
    thinker.close()
    gc.collect()


def test_it_writes_its_log_as_the_app_does(pad: Pad) -> None:
    pad.app.config["LOG_FORMAT"] = "json"
    bots = Bots(pad.app, AT_ONCE, most=1)
    made = bots.thinkers._make()
    assert isinstance(made, BotProcess)
    assert made._command[-1] == "json"
    bots.thinkers.close()


def test_a_bot_whose_process_is_killed_moves_all_the_same(pad: Pad) -> None:
    bots = Bots(pad.app, AT_ONCE, most=1)
    process = BotProcess()
    ask(process, pad.now())
    assert process._process is not None
    bots.thinkers._free.append((0.0, process))
    process._process.kill()  # Whether it is gone when the question comes is luck.
    bots.move(pad.now())
    assert len(dealt_of(pad.now()).lines) == 3
    bots.thinkers.close()
    gc.collect()


def test_a_process_that_hangs_is_ended_and_costs_the_match_its_search_only(
    pad: Pad, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = Bots(pad.app, AT_ONCE, most=1)
    process = BotProcess()
    ask(process, pad.now())
    monkeypatch.setattr(thinking, "PATIENCE", 0.2)
    assert process._process is not None
    bots.thinkers._free.append((0.0, process))
    os.kill(process._process.pid, signal.SIGSTOP)
    bots.move(pad.now())
    assert len(dealt_of(pad.now()).lines) == 3
    bots.thinkers.close()
    gc.collect()
