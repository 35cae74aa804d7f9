"""What a seat sees of a round of Mojo, what it may know, and what it must not."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.mojo import play
from companion.games.mojo.setup import FULL_PACK, Leftovers
from companion.games.table import DEALER
from tests.games.cast import ANA, MOJO, PAU, ZOE
from tests.games.contract import walk

from .tabletop import laid, played, setup

FULL = (12, 12, 11, 11, 10, 10, 9, 9)
LOW = (0, 1, 2, 3, 4, 5, 6, 7)


def worlds(deal: play.Deal, seat: int | None, number: int = 40) -> list[play.Deal]:
    """Deals the seat could be in."""
    rng = Random(1)
    return [play.determinize(deal.observe(seat), rng) for _ in range(number)]


def test_a_seat_sees_its_own_cards_and_how_many_the_others_have() -> None:
    seen = laid(FULL, LOW, (), piles=[[7]], downs=[(), (), (1, 2, 3)]).observe(ANA)
    assert (seen.hand, seen.down) == (FULL[::-1], ())
    assert (seen.hands, seen.downs) == ((8, 8, 0), (0, 0, 3))


def test_a_seat_still_knows_what_it_laid_face_down() -> None:
    deal = laid(FULL, LOW, (), piles=[[7]], downs=[(), (), (1, 2, 3)])
    assert deal.observe(ZOE).down == (1, 2, 3)
    assert all(world.downs[ZOE] == (1, 2, 3) for world in worlds(deal, ZOE))


def test_a_watcher_sees_no_hand() -> None:
    seen = laid(FULL, LOW, piles=[[7]]).observe(None)
    assert (seen.hand, seen.down, seen.shown, seen.moves()) == ((), (), (), ())


def test_revealed_cards_and_discards_are_the_same_in_every_world() -> None:
    deal = laid(FULL, (), piles=[[7, 3], [2]], downs=[(), (4,)], ups=[(), (0, 1)])
    for world in worlds(deal, ANA):
        assert (world.ups, world.piles, world.hands[ANA]) == (deal.ups, deal.piles, deal.hands[ANA])


def test_hidden_cards_lie_elsewhere_in_other_worlds() -> None:
    deal = laid(FULL, LOW, piles=[[7]])
    seen = worlds(deal, ANA)
    assert len({world.hands[PAU] for world in seen}) > 30
    assert len({world.stock for world in seen}) > 30


def test_a_card_drawn_openly_is_known_until_it_is_played() -> None:
    """M23."""
    deal = played(laid((5, 6, 7, 9, 10), LOW, piles=[[8], [3, 4]]), "play 9 on 1", "draw discard")
    assert deal.observe(PAU).known == ((4,), ())
    assert all(4 in world.hands[ANA] for world in worlds(deal, PAU))
    deal = played(deal, "play 0 on 1", "play 4 on 1")
    assert deal.observe(PAU).known == ((), ())


def test_a_card_drawn_openly_is_known_face_down_until_it_is_revealed() -> None:
    """M10, M11, M23."""
    deal = played(laid((5, 6, 9), LOW, (1, 2, 3, 3), piles=[[8], [3, 4]]), "play 9 on 1", "draw discard")
    assert deal.downs[ANA] == (4, 5, 6)
    assert all(4 in world.downs[ANA] for world in worlds(deal, PAU))
    deal = played(deal, "play 0 on 1", "play 1 on 2")
    assert played(deal, "reveal 5").observe(PAU).known == ((4,), (), ())
    assert played(deal, "reveal 4").observe(PAU).known == ((), (), ())


def test_of_two_known_cards_of_a_value_one_stays_known() -> None:
    deal = laid((4, 4, 5, 6, 9), LOW, piles=[[8], [3]])
    deal.known = ((4, 4), ())
    assert played(deal, "play 4 on 1").observe(None).known == ((4,), ())


def test_a_card_drawn_from_the_stock_is_not_known() -> None:
    """M7."""
    deal = played(laid((5, 6, 7, 9, 10), LOW, piles=[[8], [3, 4]]), "play 9 on 1", "draw stock")
    assert deal.observe(PAU).known == ((), ())


def test_everybody_can_know_which_cards_a_reshuffle_brought_into_the_stock() -> None:
    """M9: the stock is made of them alone, so what cannot be among them is in a hand."""
    hands = [FULL, (0, 0, 0, 0, 1, 1, 1, 1)]
    rest = sorted((Counter(FULL_PACK) - Counter(FULL) - Counter(hands[1]) - Counter([8])).elements())
    deal = laid(*hands, piles=[[*rest, 8]], stock=())
    deal = played(deal, "play 12")
    deal = deal.after(DEALER, deal.chance(Random(3)))
    for world in worlds(deal, ANA):
        assert world.hands[PAU] == hands[1]
        assert not Counter(world.stock) - Counter(deal.stock)


def test_everybody_can_know_which_cards_the_old_stock_dealt() -> None:
    """M18: cards dealt before a reshuffle in the middle of dealing are in hands, not in the new stock."""
    zeros = Leftovers((0, 0, 0, 0), FULL_PACK[4:])
    deal = play.deal(setup(seats=3, carry=zeros.spell()))
    deal = deal.after(DEALER, deal.chance(Random(3)))
    for world in worlds(deal, None):
        assert 0 not in world.stock
        assert sum(hand.count(0) for hand in world.hands) == 4


@pytest.mark.parametrize(
    ("hand", "move", "effect"),
    [
        ((3, 7, 9), "play 3", "lower"),
        ((3, 7, 9), "play 7", "again"),
        ((3, 7, 9), "play 9", "draw"),
        ((3,), "play 3", "end"),
        ((7,), "play 7", "end"),
        ((9,), "play 9", "draw"),
    ],
)
def test_a_seat_is_told_what_a_card_will_do(hand: tuple[int, ...], move: str, effect: str) -> None:
    """M6, M7, M8, M12, M13."""
    assert laid(hand, LOW, piles=[[7]]).observe(ANA).effect(move) == effect


@pytest.mark.parametrize("discards", ["1", "2"])
@pytest.mark.parametrize("seed", range(10))
def test_what_a_seat_is_told_comes_true(seed: int, discards: str) -> None:
    done = walk(MOJO, setup(seats=3, discards=discards), Random(seed))
    for deal, after, (seat, move) in zip(done.deals, done.deals[1:], done.steps, strict=False):
        if seat != DEALER:
            seen = deal.observe(seat)
            assert isinstance(after, play.Deal) and isinstance(seen, type(after.observe(None)))
            effect, still = seen.effect(move), after.to_move == (seat,)
            assert (effect == "end") == (after.to_move == ())
            assert (effect in ("again", "draw")) or not still
            assert effect != "again" or still
            assert after.observe(None).closer == after.closer


def test_all_cards_are_shown_when_the_round_is_over() -> None:
    """M14."""
    deal = played(laid((3,), LOW, (), piles=[[7]], downs=[(), (), (1, 2)]), "play 3")
    seen = deal.observe(None)
    assert seen.shown == (((), ()), (LOW, ()), ((), (1, 2)))
    assert play.determinize(seen, Random(1)).entries() == deal.entries()


@pytest.mark.parametrize("discards", ["1", "2"])
@pytest.mark.parametrize("seed", range(20))
def test_a_bystander_sees_the_same_whatever_is_hidden(seed: int, discards: str) -> None:
    """The same open move in two deals that look the same still looks the same, until cards are shown at the end."""
    rng = Random(seed)
    compared = 0
    for deal in walk(MOJO, setup(seats=3, discards=discards), rng).deals:
        for twin in (play.determinize(deal.observe(None), rng) for _ in range(3)):
            for seat in set(deal.to_move) - {DEALER}:
                for move in set(deal.moves(seat)) & set(twin.moves(seat)):
                    one, other = deal.after(seat, move), twin.after(seat, move)
                    if one.to_move and other.to_move and len(one.observe(None).hand) == 0:
                        compared += 1
                        assert one.observe(None) == other.observe(None)
    assert compared > 20
