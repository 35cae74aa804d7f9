"""What a seat sees of a round of Skyjo, what it may know, and what it must not (S3, S5, S7, S8)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.skyjo import play
from companion.games.table import DEALER
from tests.games.cast import ANA, PAU, SKYJO, ZOE
from tests.games.contract import walk

from .tabletop import HIGH, dealt, laid, played, setup

GRID = "1 (2) 3 / 4 (5) 6 / - - - / 10 11 (12)"
LOW = "1 2 3 / 1 2 3 / 1 2 3 / 1 2 3"
TOP = "7 8 9 / 7 8 9 / 7 8 9 / 7 8 9"


def worlds(deal: play.Deal, seat: int | None, number: int = 40) -> list[play.Deal]:
    """Deals the seat could be in."""
    rng = Random(1)
    return [play.determinize(deal.observe(seat), rng) for _ in range(number)]


@pytest.mark.parametrize("seat", [ANA, PAU, None])
def test_face_down_cards_are_hidden_from_everybody_and_their_owner(seat: int | None) -> None:
    """S8."""
    seen = laid(GRID, HIGH).observe(seat)
    assert seen.grids[ANA] == (1, None, 3, 4, None, 6, None, None, None, 10, 11, None)
    assert seen.lies[ANA] == (0, 1, 2, 3, 4, 5, 9, 10, 11)
    assert seen.downs[ANA] == (1, 4, 11)


@pytest.mark.parametrize("seat", [ANA, PAU, None])
def test_what_is_hidden_lies_elsewhere_in_other_worlds_and_all_else_is_the_same(seat: int | None) -> None:
    deal = laid(GRID, HIGH, pile=[4, 5])
    seen = worlds(deal, seat)
    assert len({world.grids[ANA] for world in seen}) > 30
    assert len({world.grids[PAU] for world in seen}) > 30
    assert len({world.stock for world in seen}) == 40
    assert {(world.pile, world.downs, world.turn, world.idle) for world in seen} == {
        (deal.pile, deal.downs, deal.turn, deal.idle)
    }


def test_a_pick_is_hidden_from_the_others_until_the_last_is_in() -> None:
    """S3."""
    deal = dealt(LOW, TOP).after(ANA, "pick 3").after(ANA, "pick 9").after(PAU, "pick 4")
    assert (deal.observe(ANA).picks, deal.observe(PAU).picks, deal.observe(None).picks) == ((2, 8), (3,), ())
    assert deal.observe(PAU).picked == (2, 1)
    assert len({world.picks[ANA] for world in worlds(deal, PAU)}) > 20
    assert {world.picks[PAU] for world in worlds(deal, PAU)} == {(3,)}
    assert all(card is None for row in deal.observe(ANA).grids for card in row)


def test_only_the_drawer_sees_the_card_from_the_stock() -> None:
    """S5."""
    drawn = played(laid(GRID, HIGH, stock=[8]), "draw stock")
    assert [drawn.observe(seat).held for seat in (ANA, PAU, None)] == [8, None, None]
    assert {world.held for world in worlds(drawn, ANA)} == {8}
    assert len({world.held for world in worlds(drawn, PAU)}) > 5


def test_everybody_sees_the_card_from_the_discard() -> None:
    """S4."""
    taken = played(laid(GRID, HIGH, pile=[3, 6]), "take discard")
    assert [taken.observe(seat).held for seat in (ANA, PAU, None)] == [6, 6, 6]
    assert {world.held for world in worlds(taken, PAU)} == {6}


def test_after_a_reshuffle_all_know_which_cards_lie_face_down_but_not_where() -> None:
    """S7, S16."""
    deal = played(laid(GRID, HIGH, pile=[4, 5], stock=()), "draw stock")
    deal = deal.after(DEALER, deal.chance(Random(1)))
    buried = (2, 5, 10, 10, 11, 11, 12, 12, 12)
    assert deal.observe(PAU).buried == deal.observe(None).buried == buried
    seen = worlds(deal, PAU)
    for world in seen:
        down = [grid[at] for grid, downs in zip(world.grids, world.downs, strict=True) for at in downs]
        assert Counter(down) == Counter(buried)
        assert Counter((*world.stock, world.held)) == Counter((*deal.stock, deal.held))
    assert len({world.grids for world in seen}) > 30
    assert played(deal, "turn 2").observe(PAU).buried == buried[1:]


def test_before_a_reshuffle_nobody_knows_which_cards_lie_face_down() -> None:
    assert laid(GRID, HIGH).observe(ANA).buried == ()


def test_at_the_end_everything_lies_open() -> None:
    over = played(
        laid("2 0 1 / - - - / - - - / - - -", HIGH, pile=[1, 0], closer=ANA, turn=PAU), "take discard", "swap 1"
    )
    assert all(None not in row for row in over.observe(None).grids[PAU:])
    assert all(world == over or world.grids == over.grids for world in worlds(over, None))


def test_a_closer_is_known_as_soon_as_the_round_is_closed() -> None:
    """S8."""
    deal = laid("(2) 0 1 / - - - / - - - / - - -", HIGH, pile=[1, 0])
    assert deal.observe(PAU).closer is None
    assert played(deal, "take discard", "swap 1").observe(PAU).closer == ANA


def test_a_seat_that_was_not_dealt_in_sees_nothing() -> None:
    with pytest.raises(ValueError):
        laid(GRID, HIGH).observe(ZOE)


@pytest.mark.parametrize("starter", ["highest_sum", "closer"])
def test_imagined_deals_play_on_to_their_end(starter: str) -> None:
    rng = Random(5)
    for deal in walk(SKYJO, setup(3, starter=starter), rng).deals[1::7]:
        world = play.determinize(deal.observe(ANA), rng)
        while world.to_move:
            seat = world.to_move[0]
            world = world.after(seat, world.chance(rng) if seat == DEALER else rng.choice(world.moves(seat)))
        assert world.closer is not None
