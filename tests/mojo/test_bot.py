"""The three bots: what each would do, and that better ones win. Work is counted in playouts, never in time."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.mojo import play
from companion.games.table import DEALER, Setup
from tests.games.cast import ANA, MOJO, PAU

from .tabletop import laid, played

FULL = (12, 12, 11, 11, 10, 10, 9, 9)
SECONDS = 0.05


def choice(deal: play.Deal, strength: str, seed: int = 1, seconds: float = SECONDS) -> str:
    """What a bot does for the seat in turn."""
    seat = deal.to_move[0]
    return MOJO.table.choose(deal.observe(seat), Random(seed), seconds, strength)


def choices(deal: play.Deal, strength: str) -> set[str]:
    """All that a bot does with different luck."""
    return {choice(deal, strength, seed) for seed in range(30)}


@pytest.mark.parametrize(
    ("hand", "top", "move"),
    [
        ((1, 3, 6, 9, 12), 8, "play 6"),  # the highest that costs no draw
        ((1, 3, 6, 9, 12), 6, "play 6"),  # matching
        ((9, 9, 10, 11, 12), 4, "play 12"),  # if it must draw, the highest goes
        ((1, 3, 6, 12), 8, "play 12"),  # rather a draw than laying the 12 down
        ((1, 3, 6, 7), 8, "play 7"),  # good enough to lay down
    ],
)
def test_the_normal_bot_plays_by_rules_of_thumb(hand: tuple[int, ...], top: int, move: str) -> None:
    assert choices(laid(hand, FULL, FULL, piles=[[top]]), "normal") == {move}


@pytest.mark.parametrize(("other", "move"), [(2, "draw discard"), (9, "draw stock")])
@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_better_bots_draw_a_low_card_openly(strength: str, other: int, move: str) -> None:
    deal = played(laid((1, 2, 3, 4, 11, 12), FULL, piles=[[8], [other, other]]), "play 12 on 1")
    assert choice(deal, strength) == move


def test_the_normal_bot_matches_on_either_discard() -> None:
    assert choices(laid((1, 3, 6, 9, 12), FULL, FULL, piles=[[10], [6]]), "normal") == {"play 6 on 2"}


def test_the_easy_bot_plays_one_way_and_another() -> None:
    assert len(choices(laid((1, 3, 6, 9, 12), FULL, FULL, piles=[[8]]), "easy")) >= 4


@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_better_bots_turn_their_lowest_card_first(strength: str) -> None:
    deal = laid((), FULL, FULL, piles=[[8]], downs=[(2, 7, 9), (), ()])
    assert choice(deal, strength) == "reveal 2"


def test_the_strong_bot_ends_the_round_when_it_can() -> None:
    """Its hand is gone: nothing is lower than zero."""
    assert choice(laid((4, 4), FULL, FULL, piles=[[12], [4]]), "strong") == "play 4 on 2"


def test_the_strong_bot_empties_its_hand_in_the_right_order() -> None:
    """8, then 3: out at once. 3 first would leave the 8."""
    assert choice(laid((3, 8), FULL, FULL, piles=[[8]]), "strong") == "play 8"


@pytest.mark.parametrize("strength", MOJO.strengths)
def test_the_same_luck_makes_the_same_move(strength: str) -> None:
    deal = laid((1, 3, 6, 9, 12), FULL, FULL, piles=[[8], [5]])
    assert choice(deal, strength, 7) == choice(deal, strength, 7)


@pytest.mark.parametrize("strength", MOJO.strengths)
def test_a_bot_is_only_asked_in_its_turn(strength: str) -> None:
    deal = laid((1, 3, 6, 9, 12), FULL, piles=[[8]])
    for seat in (PAU, None):
        with pytest.raises(ValueError, match="not in turn"):
            MOJO.table.choose(deal.observe(seat), Random(1), SECONDS, strength)


def test_there_is_no_bot_of_another_strength() -> None:
    with pytest.raises(KeyError):
        MOJO.table.choose(laid((1, 3, 6, 9, 12), FULL, piles=[[8]]).observe(ANA), Random(1), SECONDS, "superb")


@pytest.mark.parametrize("totals", [(0, 9_990), (9_990, 0), (-500, 9_900)])
def test_the_strong_bot_bears_a_match_that_is_far_apart(totals: tuple[int, int]) -> None:
    deal = play.deal(Setup((0, 1), 0, 1, {"limit": 9_999}, totals))
    deal = deal.after(DEALER, deal.chance(Random(1)))
    assert choice(deal, "strong", seconds=0.002) in deal.moves(0)


@pytest.mark.parametrize("seconds", [0, 0.0001])
def test_a_strong_bot_in_a_hurry_still_moves(seconds: float) -> None:
    deal = laid((1, 3, 6, 9, 12), FULL, FULL, piles=[[8], [5]])
    assert choice(deal, "strong", seconds=seconds) in deal.moves(ANA)
