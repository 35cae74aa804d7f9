"""Bots of one match in several processes: one of them plays, and another one goes on when it is done, or dead."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask import Flask

from companion import bots as rooms
from companion.app_state import app_state
from companion.bots import Bots
from companion.hub import LocalHub
from tests.ledger.cast import ANA, PAU, ZOE
from tests.ledger.felt import deal, dealt_of, hand_over
from tests.test_bots import idle, settled, table
from tests.test_bots_hear import Gate, quiet, started

__all__ = ["started"]


class Elsewhere(LocalHub):
    """A hub on which another process may have claimed everything."""

    def __init__(self) -> None:
        super().__init__()
        self.theirs, self.asked = False, threading.Event()

    def claim(self, what: str) -> bool:
        """Whether it is not theirs."""
        self.asked.set()
        return not self.theirs and super().claim(what)


@pytest.fixture
def hub(started: Bots, monkeypatch: pytest.MonkeyPatch) -> Iterator[Elsewhere]:
    """The hub on which the bots hear."""
    monkeypatch.setattr(rooms, "WAIT", 0.01)
    made = Elsewhere()
    made.on_publish(started.hear)
    app_state(started.app).hub = made
    yield made
    made.theirs = False


def test_a_match_for_whose_bots_another_process_plays_is_left_to_it(app: Flask, started: Bots, hub: Elsewhere) -> None:
    hub.theirs = True
    pad = table(app, ANA)
    deal(pad)
    assert hub.asked.wait(10)
    assert len(dealt_of(pad.now()).lines) == 2
    with pytest.MonkeyPatch.context() as silent:
        silent.setattr(hub, "publish", lambda *_: None)
        hand_over(pad, ANA, None)
    quiet(pad, started)
    assert len(dealt_of(pad.now()).lines) == 2
    assert not hub.claimed(f"bots of {pad.public_id}")


def test_a_process_that_waits_goes_on_when_the_other_one_is_no_more(app: Flask, started: Bots, hub: Elsewhere) -> None:
    hub.theirs = True
    pad = table(app, ANA, PAU, ZOE)
    deal(pad)
    assert hub.asked.wait(10)
    hub.theirs = False
    settled(lambda: pad.now().sheet.rounds[0].complete)
    quiet(pad, started)
    assert not hub.claimed(f"bots of {pad.public_id}")


@pytest.mark.usefixtures("hub")
def test_what_another_process_writes_while_a_bot_thinks_is_heard(app: Flask, started: Bots) -> None:
    pad = table(app, ANA, strength="normal")
    gate = Gate(started)
    deal(pad)
    gate.asked.wait(10)
    hand_over(pad, ANA, None)
    last = hand_over(pad, ANA, "normal")
    app_state(app).states.clear()
    app_state(app).hub.publish(pad.public_id, last.version)
    gate.open()
    settled(lambda: not pad.now().dealing or pad.now().bot_to_move is None)
    quiet(pad, started)
    assert idle(started)
    assert len(dealt_of(pad.now()).lines) > 2
