"""The variant with two discards, rule by rule (M21 to M25, M27)."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.table import DEALER
from tests.games.cast import ANA, MOJO, PAU

from .tabletop import dealt, laid, played

FULL = (12, 12, 11, 11, 10, 10, 9, 9)
HAND = (1, 3, 5, 7, 9)


def test_two_cards_are_turned_up_each_beginning_a_discard() -> None:
    """M21."""
    deal = dealt([0] * 4 + [12] * 8 + [11] * 4 + [4, 6], seats=2, discards="2")
    assert deal.piles == ((4,), (6,))
    assert len(deal.stock) == 78 - 16 - 2


def test_every_turn_may_go_on_either_discard() -> None:
    """M22."""
    deal = laid((5, 5, 9, 12), FULL, piles=[[7], [2]])
    assert deal.moves(ANA) == (
        *("play 5 on 1", "play 9 on 1", "play 12 on 1"),
        *("play 5 on 2", "play 9 on 2", "play 12 on 2"),
    )


def test_all_cards_of_a_turn_go_on_the_same_discard() -> None:
    """M22."""
    deal = played(laid((5, 5, 9, 12), FULL, piles=[[7], [5]]), "play 5 on 2")
    assert deal.moves(ANA) == ("play 5 on 2", "play 9 on 2", "play 12 on 2")
    assert str(deal.why_not(ANA, "play 5 on 1")) == ("All the cards you play in a turn go on the same discard pile.")


@pytest.mark.parametrize("move", ["play 5 on 1", "play 1 on 2"])
def test_a_card_is_judged_by_the_discard_it_goes_on(move: str) -> None:
    """M6, M22: lower than the one it covers, whatever lies on the other."""
    deal = played(laid(HAND, FULL, piles=[[7], [2]]), move)
    assert (len(deal.hands[ANA]), deal.to_move) == (4, (PAU,))


def test_after_a_higher_card_the_seat_chooses_where_to_draw() -> None:
    """M23."""
    deal = played(laid(HAND, FULL, piles=[[7], [2, 4]]), "play 9 on 1")
    assert deal.to_move == (ANA,)
    assert deal.moves(ANA) == ("draw stock", "draw discard")
    assert str(deal.why_not(ANA, "play 1 on 1")) == ("First draw a card, from the draw pile or the other discard pile.")


def test_drawing_from_the_stock_leaves_the_discards() -> None:
    """M23."""
    deal = played(laid(HAND, FULL, piles=[[7], [2, 4]], stock=[0]), "play 9 on 1", "draw stock")
    assert deal.hands[ANA] == (0, 1, 3, 5, 7)
    assert deal.piles == ((7, 9), (2, 4))


def test_drawing_openly_takes_the_top_of_the_discard_not_played_on() -> None:
    """M23."""
    deal = played(laid(HAND, FULL, piles=[[7], [2, 4]]), "play 9 on 1", "draw discard")
    assert deal.hands[ANA] == (1, 3, 4, 5, 7)
    assert deal.piles == ((7, 9), (2,))
    deal = played(laid(HAND, FULL, piles=[[2, 4], [7]]), "play 9 on 2", "draw discard")
    assert deal.piles == ((2,), (7, 9))


def test_a_higher_card_after_equal_ones_draws_beside_their_discard() -> None:
    """M8, M22, M23."""
    deal = played(laid(HAND, FULL, piles=[[7], [2, 4]]), "play 7 on 1", "play 9 on 1", "draw discard")
    assert deal.piles == ((7, 7, 9), (2,))
    assert deal.hands[ANA] == (1, 3, 4, 5)


def test_a_discard_emptied_by_a_draw_begins_again_with_the_card_just_played() -> None:
    """M25."""
    deal = played(laid(HAND, FULL, piles=[[7], [4]]), "play 9 on 1", "draw discard")
    assert deal.piles == ((7,), (9,))


def test_a_discard_begun_again_takes_only_the_top_of_several() -> None:
    """M25."""
    deal = played(laid(HAND, FULL, piles=[[3, 7], [4]]), "play 7 on 1", "play 9 on 1", "draw discard")
    assert deal.piles == ((3, 7, 7), (9,))


def test_an_empty_stock_is_made_from_the_discard_not_played_on() -> None:
    """M24."""
    deal = played(laid(HAND, FULL, piles=[[6, 7], [0, 2, 4]], stock=()), "play 9 on 1", "draw stock")
    assert (deal.to_move, deal.unshuffled) == ((DEALER,), (0, 2))
    deal = played(deal, "reshuffle 2 0")
    assert deal.piles == ((6, 7, 9), (4,))
    assert (deal.hands[ANA], deal.stock) == ((1, 2, 3, 5, 7), (0,))


def test_a_discard_of_one_card_cannot_be_shuffled_so_the_other_is() -> None:
    """M24, ruling: the cards under the card just played."""
    deal = played(laid(HAND, FULL, piles=[[6, 7], [4]], stock=()), "play 9 on 1", "draw stock")
    assert deal.unshuffled == (6, 7)
    deal = played(deal, "reshuffle 7 6")
    assert deal.piles == ((9,), (4,))
    assert (deal.hands[ANA], deal.stock) == ((1, 3, 5, 7, 7), (6,))


def test_two_discards_of_one_card_each_still_give_a_stock() -> None:
    """M24: the card that was covered in this turn."""
    deal = played(laid(HAND, FULL, piles=[[7], [4]], stock=()), "play 9 on 1", "draw stock")
    assert deal.unshuffled == (7,)
    deal = played(deal, "reshuffle 7")
    assert (deal.piles, deal.stock) == (((9,), (4,)), ())


def test_an_empty_stock_does_not_matter_to_an_open_draw() -> None:
    """M23, M24."""
    deal = played(laid(HAND, FULL, piles=[[6, 7], [2, 4]], stock=()), "play 9 on 1", "draw discard")
    assert (deal.to_move, deal.stock) == ((PAU,), ())


def test_the_hand_is_judged_after_an_open_draw() -> None:
    """M10, M12."""
    deal = played(laid((1, 2, 9), FULL, FULL, piles=[[7], [4]]), "play 9 on 1", "draw discard")
    assert deal.downs[ANA] == (1, 2, 4)


def test_the_last_card_played_higher_draws_openly_and_lies_down() -> None:
    """M12, M23."""
    deal = played(laid((9,), FULL, FULL, piles=[[7], [4]]), "play 9 on 1", "draw discard")
    assert (deal.downs[ANA], deal.closer) == ((4,), None)


def test_the_last_cards_played_equal_on_one_discard_end_the_round() -> None:
    """M13, M22."""
    deal = played(laid((4, 4), FULL, FULL, piles=[[7], [4]]), "play 4 on 2", "play 4 on 2")
    assert (deal.to_move, deal.closer) == ((), ANA)


@pytest.mark.parametrize(("move", "said"), [("play 9", "There are two discard piles: choose one.")])
def test_a_play_names_its_discard(move: str, said: str) -> None:
    """M22."""
    assert str(laid(HAND, FULL, piles=[[7], [4]]).why_not(ANA, move)) == said


def test_turns_are_counted_until_a_hand_shrinks() -> None:
    """M27."""
    deal = played(laid(HAND, FULL, piles=[[7], [4]]), "play 9 on 1", "draw discard")
    assert deal.idle == 1
    deal = played(deal, "play 12 on 1", "draw discard")
    assert deal.idle == 2
    assert played(deal, "play 1 on 1").idle == 0


def test_a_turn_of_equal_cards_and_a_revealed_card_are_not_idle() -> None:
    """M27."""
    deal = laid((4, 4, 7, 9), (), piles=[[7], [4]], downs=[(), (1, 2)])
    deal.idle = 5
    assert played(deal, "play 7 on 1", "play 9 on 1", "draw stock").idle == 0
    assert played(laid((), FULL, piles=[[7], [4]], downs=[(1, 2), ()]), "reveal 1").idle == 0


def test_bots_play_no_higher_when_no_hand_has_shrunk_for_long() -> None:
    """M27: they may still when they must."""
    deal = laid((1, 3, 8, 12), FULL, piles=[[7], [4]])
    for strength in MOJO.strengths:
        deal.idle = 200
        for seed in range(20):
            move = MOJO.table.choose(deal.observe(ANA), Random(seed), 0.001, strength)
            assert move in ("play 1 on 1", "play 3 on 1", "play 1 on 2", "play 3 on 2")
    stuck = laid((8, 12), FULL, piles=[[7], [4]])
    stuck.idle = 200
    assert MOJO.table.choose(stuck.observe(ANA), Random(1), 0.001, "normal") in stuck.moves(ANA)
