"""One match, two pens: paper and screens take turns, and the sheet is the same."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from companion.games.why import BadEntry, Refusal
from companion.ledger import deals, decisions
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.pen import Conflict, OnScreens

from .cast import ANA, ANAS_PHONE, NAMES, PAU, PAUS_PHONE, TEO, ZOE, Pad, hand, stored, typed
from .felt import abandon, deal, dealt_of, finish, move, on_screens, seated, shuffles, step, unharmed


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of Ana, Pau and Zoé; Ana's phone is handed round with Zoé."""
    return seated(app)


def test_while_a_round_is_on_screens_the_pad_refuses_its_hands(pad: Pad) -> None:
    deal(pad)
    for phone in (ANAS_PHONE, PAUS_PHONE):
        with unharmed(pad, OnScreens, "being played on screen"):
            pad.enter(1, PAU, hand(5), phone=phone)
        with unharmed(pad, OnScreens):
            pad.enter(1, PAU, None, phone=phone)
        with unharmed(pad, OnScreens):
            pad.close(1, PAU, phone=phone)
        with unharmed(pad, OnScreens):
            pad.adjust(1, PAU, 5, "late", phone=phone)


def test_a_hand_on_the_way_when_the_round_was_dealt_is_refused(pad: Pad) -> None:
    seen = pad.now().trails.number(Cell(ENTRY, 1, PAU))
    deal(pad)
    with unharmed(pad, OnScreens):
        pad.enter(1, PAU, hand(5), phone=PAUS_PHONE, seen=seen, seen_closer=0)


def test_a_hand_sent_again_after_it_was_withdrawn_and_the_round_dealt_writes_nothing(pad: Pad) -> None:
    pad.enter(1, PAU, hand(5), client="lost", seen=0, seen_closer=0)
    pad.enter(1, PAU, None)
    deal(pad)
    before = stored(pad.app)
    pad.enter(1, PAU, hand(5), client="lost", seen=0, seen_closer=0)
    assert stored(pad.app) == before


def test_while_a_round_is_on_screens_earlier_rounds_can_be_corrected(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    dealt = dealt_of(deal(pad, 2))
    state = pad.enter(1, ZOE, typed(9))
    pad.adjust(1, ANA, 2, "late")
    assert state.dealt == dealt
    assert dealt_of(state).setup.totals == (5, 0, 7)
    assert pad.now().sheet.rounds[0].cells[ZOE].total == 9
    state = finish(pad)
    assert [state.sheet.totals[seat] - state.sheet.rounds[0].cells[seat].total for seat in (ANA, PAU, ZOE)] == [
        state.sheet.rounds[1].cells[seat].score.points for seat in (ANA, PAU, ZOE)
    ]


def test_undo_takes_back_a_correction_of_an_earlier_round_while_another_is_on_screens(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    dealt = dealt_of(deal(pad, 2))
    pad.enter(1, ZOE, typed(9))
    state = pad.undo()
    assert state.trails.value(Cell(ENTRY, 1, ZOE)) == typed(7)
    assert state.dealt == dealt


def test_a_correction_that_ends_the_match_leaves_the_deal_and_it_counts_when_the_match_goes_on(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    dealt = dealt_of(deal(pad, 2))
    pad.adjust(1, ANA, 60, "late")
    assert (pad.now().status, pad.now().dealing, pad.now().dealt) == ("over", 2, dealt)
    with unharmed(pad, said="still in play"):
        pad.act(deals.open_rest, ANAS_PHONE, None)
    assert finish(pad).sheet.totals == (65, 0, 7)
    state = pad.adjust(1, ANA, 0)
    assert state.status == "open"
    assert state.sheet.rounds[1].complete
    assert state.sheet.totals[PAU] == state.sheet.rounds[1].cells[PAU].score.points


def test_undo_leaves_what_a_round_on_screens_reported_alone(pad: Pad) -> None:
    on_screens(pad)
    for phone in (ANAS_PHONE, PAUS_PHONE):
        assert pad.now().trails.last_write(pad.phones[phone]) == ()
        with unharmed(pad, said="no longer your last entry"):
            pad.undo(phone=phone)
        with unharmed(pad, said="no longer your last entry"):
            pad.undo(phone=phone, version=pad.now().version)


def test_undo_after_a_round_on_screens_takes_back_what_the_phone_wrote_before_it(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    pad.adjust(1, ANA, 2, "late")
    on_screens(pad, 2)
    state = pad.undo()
    assert state.sheet.rounds[0].cells[ANA].adjust == 0
    assert state.sheet.rounds[1].complete


def test_a_hand_from_the_screens_is_corrected_on_the_pad_like_any_other(pad: Pad) -> None:
    played = on_screens(pad)
    assert played.trails.number(Cell(ENTRY, 1, PAU)) == 1
    state = pad.enter(1, PAU, hand(12, 12), phone=PAUS_PHONE)
    assert [record.dealt for record in pad.trail(Cell(ENTRY, 1, PAU))] == [True, False]
    assert state.sheet.rounds[0].cells[PAU].score.points == 12
    assert state.dealt == played.dealt
    back = pad.undo(phone=PAUS_PHONE)
    assert back.sheet == played.sheet


def test_a_correction_from_an_old_page_meets_the_hand_from_the_screens(pad: Pad) -> None:
    pad.enter(1, PAU, hand(5))
    pad.enter(1, PAU, None)
    on_screens(pad)
    with pytest.raises(Conflict) as caught:
        pad.enter(1, PAU, hand(6), seen=1)
    assert caught.value.pairs[0][1].dealt


def test_who_took_the_mojo_is_corrected_on_the_pad_and_the_next_deal_follows(pad: Pad) -> None:
    on_screens(pad)
    pad.enter(1, PAU, hand(0), closes=True)
    pad.enter(1, ANA, hand(3))
    assert pad.now().sheet.rounds[0].closer == PAU
    assert dealt_of(deal(pad, 2)).setup.starter == PAU


def test_an_impossible_correction_of_a_hand_from_the_screens_is_refused(pad: Pad) -> None:
    on_screens(pad)
    before = stored(pad.app)
    with pytest.raises(BadEntry):
        pad.enter(1, PAU, hand(13))
    assert stored(pad.app) == before


def test_a_hand_withdrawn_after_a_round_on_screens_waits_and_is_typed_again(pad: Pad) -> None:
    played = on_screens(pad)
    pad.enter(1, PAU, None)
    assert pad.now().sheet.open_round == 1
    with unharmed(pad, said="was started on the pad"):
        deal(pad, 1)
    assert pad.enter(1, PAU, played.trails.value(Cell(ENTRY, 1, PAU))).sheet == played.sheet


def test_paper_screens_and_paper_again_add_up(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    second = on_screens(pad, 2)
    state = pad.round(3, 0, 6, 8, mojo=ANA)
    assert state.sheet.totals == tuple(total + more for total, more in zip(second.sheet.totals, (0, 6, 8), strict=True))
    assert [round_.closer for round_ in state.sheet.rounds[:3]] == [PAU, PAU, ANA]
    assert state.sheet.open_round == 4


def test_somebody_who_was_dealt_in_leaves_after_this_round_and_not_before(app: Flask) -> None:
    pad = seated(app, NAMES[:4])
    pad.round(1, 5, 0, 7, 6, mojo=PAU)
    deal(pad, 2)
    with unharmed(pad, Refusal, said="has cards in round 2"):
        pad.leave(ZOE, 1)
    dealt = dealt_of(pad.now())
    assert pad.leave(ZOE, 2).dealt == dealt
    state = finish(pad)
    assert state.sheet.rounds[1].complete
    assert state.playing == (ANA, PAU, TEO)
    assert dealt_of(deal(pad, 3)).setup.seats == (ANA, PAU, TEO)


def test_somebody_comes_after_this_round_and_not_into_it(pad: Pad) -> None:
    deal(pad)
    with unharmed(pad, Refusal, said="Round 1 has already been dealt"):
        pad.join("Teo", 1)
    pad.join("Teo", 2)
    state = finish(pad)
    assert state.sheet.rounds[0].complete
    assert state.playing == (ANA, PAU, ZOE, TEO)
    with pytest.raises(Refusal):
        deal(pad, 2)
    pad.hold(ANA, ZOE, TEO)
    assert dealt_of(deal(pad, 2)).setup.seats == (ANA, PAU, ZOE, TEO)


def test_sitting_elsewhere_changes_the_next_deal_and_not_this_one(pad: Pad) -> None:
    dealt = dealt_of(deal(pad))
    assert pad.reorder(ZOE, PAU, ANA).dealt == dealt
    assert finish(pad).sheet.rounds[0].complete
    assert dealt_of(deal(pad, 2)).setup.seats == (ZOE, PAU, ANA)


def test_another_name_changes_no_deal(pad: Pad) -> None:
    dealt = dealt_of(deal(pad))
    assert pad.act(decisions.rename, ANAS_PHONE, None, PAU, "Paul").dealt == dealt


def test_a_lower_limit_during_a_round_ends_the_match_with_it(pad: Pad) -> None:
    deal(pad)
    assert pad.decide("limit", 4).status == "open"
    state = finish(pad)
    assert (state.status, state.sheet.over_round) == ("over", 1)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78]


def test_a_phone_that_is_put_out_leaves_its_seat_to_others(pad: Pad) -> None:
    deal(pad)
    move(pad, ANA, "play 11")
    pad.remove(PAUS_PHONE)
    pad.hold(ANA, PAU, ZOE)
    step(pad, Random(1))
    assert [line.phone for line in dealt_of(pad.now()).lines[-2:]] == [pad.phones[ANAS_PHONE]] * 2


def test_an_abandoned_round_takes_hands_again_from_the_pad(pad: Pad) -> None:
    deal(pad)
    abandon(pad, phone=PAUS_PHONE)
    state = pad.round(1, 5, 0, 7, mojo=PAU)
    assert state.sheet.totals == (5, 0, 7)
    assert state.trails.value(Cell(CLOSER, 1)) == PAU
    assert dealt_of(state).abandoned
