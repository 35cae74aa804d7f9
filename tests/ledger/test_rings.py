"""Stored first, told after: whoever hears of a version finds it in the database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from companion.app_state import app_state
from companion.games.why import Refusal
from companion.hub import LocalHub
from companion.ledger.base import db
from companion.ledger.models import Match
from companion.ledger.pen import Conflict

from .cast import ANA, ANAS_PHONE, MARTAS, PAU, PAUS_PHONE, Pad, begin, hand

# A listener that nobody wakes gives up after that long, so that its test fails instead of waiting for ever.
PATIENCE_SECONDS = 5


def on_disk(pad: Pad) -> int:
    """The version of the match, as another connection reads it."""
    with pad.app.app_context(), db.engine.connect() as other:
        return other.execute(select(Match.version).where(Match.id == pad.id)).scalar_one()


class Witness(LocalHub):
    """A hub that looks into the database whenever something is published."""

    def __init__(self, pad: Pad) -> None:
        super().__init__()
        self.pad = pad
        self.told: list[tuple[str, int, int]] = []

    def publish(self, match: str, version: int) -> None:
        """Note what was told and what was stored by then."""
        self.told.append((match, version, on_disk(self.pad)))


@pytest.fixture
def witness(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> Witness:
    """The witness, in the place of the app's hub."""
    made = Witness(pad)
    monkeypatch.setattr(app_state(pad.app), "hub", made)
    return made


def test_every_write_is_stored_when_it_is_told(pad: Pad, witness: Witness) -> None:
    pad.enter(1, ANA, hand(5), closes=True)
    pad.decide("limit", 60)
    pad.hold(ANA)
    pad.remove(pad.let_in(MARTAS))
    pad.undo()
    assert witness.told == [(pad.public_id, version, version) for version in range(2, 7)]


def test_what_was_not_written_is_not_told(pad: Pad, witness: Witness) -> None:
    pad.enter(1, ANA, hand(5))
    with pytest.raises(Conflict):
        pad.enter(1, ANA, hand(6), phone=PAUS_PHONE, seen=0)
    with pytest.raises(Refusal):
        pad.joining(False, phone=PAUS_PHONE)
    pad.let_in(MARTAS)
    assert len(witness.told) == 1


def test_a_listener_that_reads_when_it_hears_of_it_sees_the_new_version(pad: Pad) -> None:
    def listen() -> list[tuple[int, int]]:
        heard: list[tuple[int, int]] = []
        with app_state(pad.app).hub.subscribe(pad.public_id, pad.phones[PAUS_PHONE], 1) as stream:
            ready.submit(write_all)
            while len(heard) < 40 and not (heard and heard[-1][0] == 21):
                told = stream.wait(PATIENCE_SECONDS).version
                heard.append((told, on_disk(pad)))
        return heard

    def write_all() -> None:
        for number in range(20):
            pad.enter(1, number % 2, hand(5 + number // 2 % 2), phone=ANAS_PHONE)

    with ThreadPoolExecutor(2) as ready:
        heard = ready.submit(listen).result()
    assert all(stored >= told for told, stored in heard)
    assert heard[-1][0] == 21


def test_a_write_in_one_match_is_not_told_in_another(pad: Pad) -> None:
    other = begin(pad.app, client="another")
    with app_state(pad.app).hub.subscribe(other.public_id, other.phones[ANAS_PHONE], 1) as stream:
        stream.wait(0)
        pad.enter(1, PAU, hand(5))
        assert stream.wait(0).version == 1
