"""From one round on screens to the next (M4, M18 to M20, M26)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.game import Round
from companion.games.mojo import play
from companion.games.mojo.setup import FULL_PACK, Leftovers
from companion.games.table import DEALER, Carry, Setup
from tests.games.cast import ANA, MOJO, PAU, UNKNOWN, ZOE
from tests.games.contract import following, walk

from .tabletop import laid, played, setup


def handed_on(stock: tuple[int, ...], top: int = 12) -> Carry:
    """What a round left: this stock, all other cards in the heap, `top` last."""
    heap = sorted((Counter(FULL_PACK) - Counter(stock) - Counter([top])).elements())
    return Leftovers(stock, (*heap, top)).spell()


def test_the_french_edition_hands_on_the_stock_and_everything_else_as_a_heap() -> None:
    """M18: the discard, and on it the cards of every seat."""
    deal = laid((3,), (5, 9), (), piles=[[8, 7]], downs=[(), (), (2, 6)], ups=[(), (), (4,)], stock=[11, 0])
    left = Leftovers.read(played(deal, "play 3").carry())
    assert left.stock[:2] == (11, 0)
    assert left.heap == (8, 7, 3, 5, 9, 2, 6, 4)


def test_both_discards_go_to_the_heap() -> None:
    """M26."""
    deal = played(laid((3,), (5, 9), piles=[[8, 7], [1, 2]]), "play 3 on 1")
    assert Leftovers.read(deal.carry()).heap == (8, 7, 3, 1, 2, 5, 9)


def test_the_polish_edition_hands_on_nothing() -> None:
    """M18."""
    deal = laid((3,), (5, 9), piles=[[8, 7]], edition="pl")
    assert played(deal, "play 3").carry() == ""


def test_the_next_round_is_dealt_from_the_same_stock_without_a_shuffle() -> None:
    """M18: and the card turned up lies on the old discard."""
    stock = (12, 11) * 8 + (6, 5, 4)
    deal = play.deal(setup(seats=2, carry=handed_on(stock, top=10)))
    assert deal.to_move == (ANA,)
    assert deal.hands == ((12,) * 8, (11,) * 8)
    assert (deal.piles[0][-2:], deal.stock) == ((10, 6), (5, 4))
    assert len(deal.piles[0]) == 78 - 19 + 1


def test_with_two_discards_the_heap_lies_under_the_first() -> None:
    """M26."""
    stock = (12, 11) * 8 + (6, 5, 4)
    deal = play.deal(setup(seats=2, carry=handed_on(stock, top=10), discards="2"))
    assert (deal.piles[0][-2:], deal.piles[1], deal.stock) == ((10, 6), (5,), (4,))


def test_a_stock_that_runs_out_in_the_middle_of_dealing_is_made_anew() -> None:
    """M18, M9: the top of the heap stays, and lies below the new card."""
    deal = play.deal(setup(seats=2, carry=handed_on((12, 11, 10), top=9)))
    assert deal.to_move == (DEALER,)
    assert deal.hands == ((10, 12), (11,))
    cards = [0, 1] * 4 + [2, 3] * 4
    rest = sorted((Counter(deal.unshuffled) - Counter(cards)).elements())
    deal = deal.after(DEALER, "reshuffle " + " ".join(map(str, cards + rest)))
    assert deal.hands == ((1, 1, 1, 1, 3, 3, 10, 12), (0, 0, 0, 0, 2, 2, 2, 11))
    assert deal.piles == ((9, 3),)
    assert len(deal.stock) == 78 - 16 - 2
    assert deal.to_move == (ANA,)


@pytest.mark.parametrize("stock", [0, 15, 16, 17])
@pytest.mark.parametrize("discards", ["1", "2"])
def test_dealing_goes_on_wherever_the_stock_runs_out(stock: int, discards: str) -> None:
    """M18, M26: before the first card, before the last, before the first or the second discard is begun."""
    cards = Random(stock).sample(FULL_PACK, 78)
    carry = Leftovers(tuple(cards[:stock]), tuple(cards[stock:])).spell()
    deal = play.deal(setup(seats=2, carry=carry, discards=discards))
    needs = 16 + int(discards)
    assert deal.to_move == ((ANA,) if stock >= needs else (DEALER,))
    if stock < needs:
        assert len(deal.unshuffled) == 77 - stock + (stock == 17)
        deal = deal.after(DEALER, deal.chance(Random(1)))
    assert [len(hand) for hand in deal.hands] == [8, 8]
    assert len(deal.piles) == int(discards)
    assert deal.cards() == FULL_PACK
    assert deal.to_move == (ANA,)


def test_eight_seats_are_dealt_from_an_exhausted_stock() -> None:
    """M2, M18."""
    deal = play.deal(setup(seats=8, carry=handed_on(()), discards="2"))
    deal = deal.after(DEALER, deal.chance(Random(1)))
    assert len(deal.stock) == 77 - 64 - 2


def test_the_polish_edition_shuffles_everything_again() -> None:
    """M18: whatever was handed on."""
    deal = play.deal(setup(edition="pl", carry=handed_on((1, 2, 3))))
    assert (deal.to_move, len(deal.unshuffled)) == ((DEALER,), 78)


@pytest.mark.parametrize("carry", ["stock 1 2 / 3", "1 2 3", "stock / " + " ".join(map(str, FULL_PACK[1:])), "stock"])
def test_leftovers_that_are_not_the_whole_pack_are_refused(carry: str) -> None:
    """M1."""
    with pytest.raises(ValueError):
        play.deal(setup(carry=carry))


@pytest.mark.parametrize(("clockwise_face", "direction"), [("0", -1), ("+10", 1)])
def test_the_holder_begins_the_next_round_the_way_the_face_says(clockwise_face: str, direction: int) -> None:
    """M4, M19: Pau ends the round with more than another, so the Mojo shows +10."""
    deal = laid((0,), (), (0, 1), piles=[[7]], downs=[(), (9,), ()], turn=PAU, clockwise_face=clockwise_face)
    over = played(deal, "reveal 9")
    start = MOJO.next_start(UNKNOWN, Round.dealt(1, setup(clockwise_face=clockwise_face), over), (0, 1, 2), (0, 1, 2))
    assert (start.seat, start.direction) == (PAU, direction)
    again = Setup((0, 1, 2), start.seat, start.direction or 1)
    deal = play.deal(again)
    deal = deal.after(DEALER, deal.chance(Random(1)))
    assert deal.to_move == (PAU,)
    lowest = min(deal.hands[PAU])
    after = deal.after(PAU, f"play {lowest}")
    assert after.to_move in ((PAU,), (ZOE if direction == 1 else ANA,))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("discards", ["1", "2"])
def test_cards_of_earlier_rounds_stay_out_until_a_shuffle_brings_them_back(seed: int, discards: str) -> None:
    """M18: what is in hands and stock at the start of a round was in the stock at the end of the last one."""
    rng = Random(seed)
    first = walk(MOJO, setup(seats=2, discards=discards), rng)
    second = MOJO.table.deal(following(MOJO, first))
    stock = Counter(Leftovers.read(first.over.carry()).stock)
    if second.to_move != (DEALER,):
        held = Counter(card for hand in second.hands for card in hand)  # type: ignore[attr-defined]
        assert held <= stock
