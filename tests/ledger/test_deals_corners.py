"""Corners of a round on screens: what undo, leaving, withdrawn hands and shown stocks must not do to it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from flask import Flask

from companion.games.mojo.scoring import PACK
from companion.games.why import Refusal
from companion.ledger import seals
from companion.ledger.cells import ENTRY, Cell
from companion.seals import FORMAT

from .cast import ANA, NAMES, PAU, PAUS_PHONE, TEO, ZOE, Pad, hand
from .felt import abandon, deal, dealt_of, finish, newest_mark, on_screens, open_rest, seated, shuffles


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of Ana, Pau and Zoé; Ana's phone is handed round with Zoé."""
    return seated(app, limit=200)


def test_a_match_on_paper_has_no_shuffles(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    assert shuffles(pad) == ()
    with pad.app.app_context():
        assert newest_mark(pad.now()) == ""
        assert seals.spelled(pad.now(), seals.shuffles(pad.now())) == {
            "format": FORMAT,
            "match": pad.public_id,
            "game": "mojo",
            "packs": [{str(card): copies for card, copies in PACK.items()}],
            "count": 0,
            "shuffles": [],
        }


def test_what_is_dealt_after_the_rest_was_shown_is_sealed(pad: Pad) -> None:
    on_screens(pad)
    pad.decide("stop", True)
    open_rest(pad)
    pad.decide("stop", None)
    deal(pad, 2)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78, 0]


def test_the_first_round_dealt_after_a_stop_is_sealed(pad: Pad) -> None:
    deal(pad)
    abandon(pad)
    pad.decide("stop", True)
    open_rest(pad)
    pad.decide("stop", None)
    deal(pad)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78, 0]


def test_the_round_that_ended_the_match_is_sealed_when_it_is_dealt_again(pad: Pad) -> None:
    pad.decide("limit", 4)
    on_screens(pad)
    withdraw(pad, 1)
    deal(pad)
    assert shuffles(pad)[-1].opened == 0


def test_a_round_given_up_behind_the_end_of_the_match_opens_with_the_rest(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    deal(pad, 2)
    abandon(pad, 2)
    pad.decide("limit", 7)
    assert pad.now().sheet.over_round == 1
    open_rest(pad)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78]


def withdraw(pad: Pad, round_: int) -> None:
    """Take every hand of a round back, and the Mojo."""
    closer = pad.now().sheet.rounds[round_ - 1].closer
    for seat in (ANA, PAU, ZOE):
        pad.enter(round_, seat, None, closes=False if seat == closer else None)
    assert not pad.now().sheet.rounds[round_ - 1].begun


def test_an_earlier_round_is_dealt_again_for_everybody_to_see_or_not_at_all(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    on_screens(pad, 2)
    withdraw(pad, 1)
    assert pad.now().sheet.open_round == 1
    with suppress(Refusal):
        assert deal(pad, 1).dealing == 1


def test_an_earlier_round_that_is_dealt_again_has_only_those_who_play_in_it(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    pad.join("Teo", 2)
    pad.hold(ANA, ZOE, TEO)
    for seat in (ANA, PAU, ZOE, TEO):
        pad.enter(2, seat, hand(5), closes=True if seat == ANA else None)
    withdraw(pad, 1)
    with suppress(Refusal):
        assert dealt_of(deal(pad, 1)).setup.seats == (ANA, PAU, ZOE)


def test_undo_writes_no_hand_into_a_round_that_is_on_screens(pad: Pad) -> None:
    pad.enter(1, PAU, hand(10), phone=PAUS_PHONE)
    pad.enter(1, PAU, None, phone=PAUS_PHONE)
    deal(pad)
    with suppress(Refusal):
        pad.undo(phone=PAUS_PHONE)
    assert pad.value(Cell(ENTRY, 1, PAU)) is None


def test_undo_takes_back_no_house_rule_of_a_round_that_is_on_screens(pad: Pad) -> None:
    pad.adjust(1, PAU, 5, "late")
    deal(pad)
    with suppress(Refusal):
        pad.undo()
    assert pad.now().sheet.rounds[0].cells[PAU].adjust == 5


def test_undo_of_a_coming_takes_nobody_out_of_a_round_on_screens(pad: Pad) -> None:
    pad.join("Teo", 1)
    pad.hold(ANA, ZOE, TEO)
    assert TEO in dealt_of(deal(pad)).setup.seats
    with suppress(Refusal):
        pad.undo()
    state = finish(pad)
    assert state.sheet.rounds[0].playing == (ANA, PAU, ZOE, TEO)
    assert state.sheet.rounds[0].complete


def test_undo_of_a_going_brings_nobody_into_a_round_on_screens(app: Flask) -> None:
    pad = seated(app, NAMES[:4], limit=200)
    pad.round(1, 5, 0, 7, 6, mojo=PAU)
    pad.leave(TEO, 1)
    assert TEO not in dealt_of(deal(pad, 2)).setup.seats
    with suppress(Refusal):
        pad.undo()
    state = finish(pad)
    assert state.sheet.rounds[1].playing == (ANA, PAU, ZOE)
    assert state.sheet.rounds[1].complete


def test_a_later_going_brings_nobody_into_a_round_on_screens(app: Flask) -> None:
    pad = seated(app, NAMES[:4], limit=200)
    pad.round(1, 5, 0, 7, 6, mojo=PAU)
    pad.leave(TEO, 1)
    deal(pad, 2)
    with suppress(Refusal):
        pad.leave(TEO, 2)
    state = finish(pad)
    assert state.sheet.rounds[1].playing == (ANA, PAU, ZOE)
    assert state.sheet.rounds[1].complete
