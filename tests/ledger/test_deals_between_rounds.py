"""What one round on screens leaves to the next, and rounds that are given up."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from companion.games.mojo.setup import FULL_PACK, Leftovers
from companion.games.table import shuffled
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.dealt import Dealt

from .cast import ANA, PAU, ZOE, Pad, typed
from .felt import (
    QUICK,
    abandon,
    deal,
    dealt_in,
    dealt_of,
    finish,
    hand_over,
    move,
    on_screens,
    open_rest,
    seated,
    step,
)


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A French match of Ana, Pau and Zoé; Ana's phone is handed round with Zoé."""
    return seated(app, limit=200)


def fresh(dealt: Dealt) -> bool:
    """Whether the round began with a shuffle of all cards, and nothing was handed on."""
    return dealt.setup.carry == "" and len(shuffled(dealt.lines[1].move)) == len(FULL_PACK)


def test_two_french_rounds_on_screens_play_on_with_the_same_stock(pad: Pad) -> None:
    first = dealt_of(on_screens(pad)).deal
    second = dealt_of(deal(pad, 2))
    assert second.setup.carry == first.carry()
    left = Leftovers.read(second.setup.carry)
    assert [line.seat for line in second.lines] == [None]
    assert second.deal.to_move == (ANA,)
    held = left.stock[: 3 * 8]
    for seat in (ANA, PAU, ZOE):
        assert second.deal.observe(seat).hand == tuple(sorted(held[seat::3]))
    assert second.deal.observe(None).piles[0] == (*left.heap, left.stock[24])
    assert second.deal.cards() == FULL_PACK


def test_a_stock_that_runs_out_while_dealing_is_shuffled_anew_with_its_own_nonces(pad: Pad) -> None:
    number, lines = 1, dealt_of(deal(pad, luck=Random(1))).lines
    while not any(line.move.startswith("reshuffle") for line in lines):
        finish(pad)
        number += 1
        lines = dealt_of(deal(pad, number)).lines
    again = lines[-1]
    assert number > 1
    assert again.nonces is not None
    assert len(again.nonces) == 16 * len(shuffled(again.move)) < 16 * 78
    assert finish(pad).sheet.rounds[number - 1].complete


def test_a_polish_round_is_shuffled_anew(app: Flask) -> None:
    pad = seated(app, edition="pl")
    on_screens(pad)
    deal(pad, 2)
    assert fresh(dealt_in(pad, 2))


def test_after_a_paper_round_everything_is_shuffled(pad: Pad) -> None:
    on_screens(pad)
    pad.round(2, 5, 0, 7, mojo=PAU)
    deal(pad, 3)
    assert fresh(dealt_in(pad, 3))


def test_after_what_was_left_over_has_been_shown_everything_is_shuffled(pad: Pad) -> None:
    on_screens(pad)
    pad.decide("stop", True)
    open_rest(pad)
    pad.decide("stop", None)
    deal(pad, 2)
    assert fresh(dealt_in(pad, 2))


def test_a_correction_of_the_sheet_changes_nothing_of_what_is_handed_on(pad: Pad) -> None:
    first = dealt_of(on_screens(pad)).deal
    pad.enter(1, PAU, typed(11))
    second = dealt_of(deal(pad, 2))
    assert second.setup.carry == first.carry()
    assert second.setup.totals[PAU] == 11


def test_a_correction_after_the_deal_changes_no_deal(pad: Pad) -> None:
    on_screens(pad)
    dealt = dealt_of(deal(pad, 2))
    pad.enter(1, PAU, typed(11))
    assert dealt_in(pad, 2) == dealt
    assert dealt_of(pad.afresh()) == dealt


def test_an_abandoned_round_is_a_line_of_its_own_and_leaves_the_sheet_blank(pad: Pad) -> None:
    deal(pad)
    before = dealt_of(move(pad, ANA, "play 12"))
    state = abandon(pad)
    last = dealt_of(state).lines[-1]
    assert (last.number, last.seat, last.move, last.nonces) == (before.last + 1, None, "abandon", None)
    assert dealt_of(state).lines[:-1] == before.lines
    assert dealt_of(state).abandoned
    assert not dealt_of(state).running
    assert not dealt_of(state).over
    assert state.dealing is None
    assert not state.sheet.rounds[0].begun
    assert not any(cell.kind is ENTRY for cell in pad.afresh().trails.cells)


def test_a_round_is_abandoned_while_the_match_is_stopped(pad: Pad) -> None:
    deal(pad)
    pad.decide("stop", True)
    assert abandon(pad).dealing is None


def test_an_abandoned_round_is_dealt_again_behind_its_old_lines(pad: Pad) -> None:
    deal(pad)
    move(pad, ANA, "play 12")
    last = dealt_of(abandon(pad)).last
    state = deal(pad)
    again = dealt_of(state)
    assert [line.number for line in again.lines] == [last + 1, last + 2]
    assert again.lines[0].move.startswith("deal ")
    assert (state.dealing, again.abandoned) == (1, False)
    state = finish(pad)
    assert state.sheet.rounds[0].complete
    assert state.trails.value(Cell(CLOSER, 1)) == ANA


def test_a_round_can_be_abandoned_many_times(pad: Pad) -> None:
    for _ in range(4):
        deal(pad)
        abandon(pad)
    assert on_screens(pad).sheet.rounds[0].complete
    assert dealt_in(pad, 1).lines[0].number == 4 * 3 + 1


def test_a_french_round_dealt_again_is_shuffled_for_the_stock_was_seen(pad: Pad) -> None:
    on_screens(pad)
    assert dealt_of(deal(pad, 2)).setup.carry
    abandon(pad, 2)
    deal(pad, 2)
    assert fresh(dealt_in(pad, 2))


def test_after_an_abandoned_round_that_was_played_with_cards_everything_is_shuffled(pad: Pad) -> None:
    on_screens(pad)
    deal(pad, 2)
    abandon(pad, 2)
    pad.round(2, 5, 0, 7, mojo=PAU)
    deal(pad, 3)
    assert fresh(dealt_in(pad, 3))


def test_a_round_that_was_dealt_twice_hands_its_stock_on_like_any_other(pad: Pad) -> None:
    deal(pad)
    abandon(pad)
    first = dealt_of(on_screens(pad)).deal
    assert dealt_of(deal(pad, 2)).setup.carry == first.carry()


def test_who_comes_and_goes_between_two_french_rounds_plays_with_the_same_stock(pad: Pad) -> None:
    first = dealt_of(on_screens(pad)).deal
    pad.join("Teo", 2)
    hand_over(pad, 3)
    pad.leave(ZOE, 1)
    second = dealt_of(deal(pad, 2))
    assert second.setup.seats == (ANA, PAU, 3)
    assert second.setup.carry == first.carry()


def test_two_discards_are_one_heap_in_the_next_round(app: Flask) -> None:
    pad = seated(app, discards="2", limit=200)
    on_screens(pad, luck=Random(4))
    second = dealt_of(deal(pad, 2)).deal
    assert second.cards() == FULL_PACK
    assert len(second.observe(None).piles) == 2
    assert finish(pad).sheet.rounds[1].complete


def test_the_next_round_is_dealt_when_somebody_says_so_and_not_before(pad: Pad) -> None:
    state = on_screens(pad)
    assert state.dealing is None
    assert state.sheet.open_round == 2
    assert dealt_of(state).round == 1
    assert dealt_of(state).over


def test_the_screen_is_the_newest_round_and_older_ones_can_be_asked_for(pad: Pad) -> None:
    deal(pad)
    for text in QUICK:
        move(pad, ANA, text)
    first = dealt_of(pad.now())
    deal(pad, 2)
    step(pad)
    assert dealt_of(pad.now()).round == 2
    assert dealt_in(pad, 1) == first
    assert first.deals[-1] == first.deal
    assert len(first.deals) == len(first.moves) + 1
