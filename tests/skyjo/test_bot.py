"""The three bots of Skyjo: what each would do, and that better ones win. Work is counted in playouts, never in time."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.skyjo import play
from companion.games.skyjo.playout import close
from companion.games.table import DEALER, Setup
from tests.games.cast import ANA, PAU, SKYJO

from .tabletop import HIGH, dealt, laid, played

OWN = "1 2 (3) / 12 (5) 0 / 7 7 (9) / 1 0 (12)"
LATE = "1 2 2 / 0 (5) 0 / 3 1 2 / 1 0 0"
LOW = "1 2 3 / 1 2 3 / 1 2 3 / 1 2 3"
SECONDS = 0.1


def choice(deal: play.Deal, strength: str, seed: int = 1, seconds: float = SECONDS) -> str:
    """What a bot does for the seat in turn."""
    seat = deal.to_move[0]
    return SKYJO.table.choose(deal.observe(seat), Random(seed), seconds, strength)


def choices(deal: play.Deal, strength: str) -> set[str]:
    """All that a bot does with different luck."""
    return {choice(deal, strength, seed) for seed in range(30)}


@pytest.mark.parametrize(
    ("top", "move"), [(-2, "take discard"), (0, "take discard"), (7, "take discard"), (11, "draw stock")]
)
@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_better_bots_take_what_is_low_or_completes_a_column(strength: str, top: int, move: str) -> None:
    assert choice(laid(OWN, HIGH, pile=[5, top]), strength) == move


@pytest.mark.parametrize(
    ("strength", "top", "move"), [("normal", 7, "swap 9"), ("strong", 7, "swap 9"), ("normal", -1, "swap 4")]
)
def test_better_bots_put_a_card_where_it_does_most_good(strength: str, top: int, move: str) -> None:
    """Three sevens are gone; else the 12 is the worst."""
    assert choice(played(laid(OWN, HIGH, pile=[5, top]), "take discard"), strength) == move


@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_better_bots_put_a_high_card_away(strength: str) -> None:
    assert choice(played(laid(OWN, HIGH, stock=[12]), "draw stock"), strength).startswith("turn")


def test_the_easy_bot_plays_one_way_and_another() -> None:
    assert choices(laid(OWN, HIGH, pile=[2]), "easy") == {"take discard", "draw stock"}
    assert len(choices(played(laid(OWN, HIGH, pile=[2]), "take discard"), "easy")) >= 2
    assert len(choices(played(laid(OWN, HIGH, stock=[7]), "draw stock"), "easy")) == 4


def test_the_strong_bot_does_not_close_when_others_are_lower_and_normal_does() -> None:
    """S11: with 12 more it would be doubled."""
    own = "9 8 2 / 7 (5) 3 / 8 1 9 / 1 9 0"
    deal = played(laid(own, "0 1 -1 / 1 0 (2) / - - - / 2 (1) 0", stock=[12]), "draw stock")
    assert choice(deal, "strong", seconds=0.3) != "turn 5"
    assert choices(deal, "normal") == {"turn 5"}


def test_the_strong_bot_closes_when_it_is_far_ahead() -> None:
    deal = played(laid(LATE, HIGH, stock=[4]), "draw stock")
    assert choice(deal, "strong", seconds=0.3) in ("swap 5", "turn 5")


def test_the_rule_of_thumb_fears_no_doubling_where_there_is_none() -> None:
    """S17: far behind, to close costs what lies there twice, or nothing."""
    assert close(20.0, 5.0, doubles=True) < -10 < 0 <= close(20.0, 5.0, doubles=False)


@pytest.mark.parametrize("strength", SKYJO.strengths)
@pytest.mark.parametrize("take", ["take discard", "draw stock"])
def test_after_three_turns_without_a_new_card_a_bot_opens_one(strength: str, take: str) -> None:
    """S15."""
    deal = played(laid(OWN, HIGH, pile=[5, 0], stock=[0]), take)
    deal.idle = (3, 0)
    down = {"swap 3", "swap 5", "swap 9", "swap 12", "turn 3", "turn 5", "turn 9", "turn 12"}
    assert choices(deal, strength) <= down


@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_in_its_last_turn_a_bot_need_not_open_one(strength: str) -> None:
    """S15: the round ends anyway, so the 12 goes and no face-down card."""
    deal = played(laid(OWN, "1 2 3 / - - - / - - - / - - -", pile=[5, 0], closer=PAU), "take discard")
    deal.idle = (7, 0)
    assert choice(deal, strength) == "swap 4"


@pytest.mark.parametrize("strengths", [("easy", "easy"), ("normal", "normal"), ("normal", "easy", "normal")])
def test_bots_alone_come_to_an_end(strengths: tuple[str, ...]) -> None:
    """S15."""
    for seed in range(30):
        rng, moves = Random(seed), 0
        deal = play.deal(Setup(tuple(range(len(strengths))), None))
        while deal.to_move:
            seat = deal.to_move[0]
            move = deal.chance(rng) if seat == DEALER else choice(deal, strengths[seat], rng.randrange(999), 0)
            deal, moves = deal.after(seat, move), moves + 1
        assert moves < 100 * len(strengths)


@pytest.mark.parametrize("strength", SKYJO.strengths)
def test_every_bot_picks_two_cards(strength: str) -> None:
    """S3."""
    deal = dealt(LOW, HIGH.replace("(", "").replace(")", ""))
    first = choice(deal, strength)
    assert choice(deal.after(ANA, first), strength) in set(deal.moves(ANA)) - {first}


@pytest.mark.parametrize("strength", SKYJO.strengths)
def test_the_same_luck_makes_the_same_move(strength: str) -> None:
    deal = laid(OWN, HIGH, pile=[3])
    assert choice(deal, strength, 7) == choice(deal, strength, 7)


@pytest.mark.parametrize("strength", SKYJO.strengths)
def test_a_bot_is_only_asked_in_its_turn(strength: str) -> None:
    for seat in (PAU, None):
        with pytest.raises(ValueError, match="not in turn"):
            SKYJO.table.choose(laid(OWN, HIGH).observe(seat), Random(1), SECONDS, strength)


def test_there_is_no_bot_of_another_strength() -> None:
    with pytest.raises(KeyError):
        SKYJO.table.choose(laid(OWN, HIGH).observe(ANA), Random(1), SECONDS, "superb")


@pytest.mark.parametrize("totals", [(0, 9_990), (9_990, 0), (-500, 9_900)])
@pytest.mark.parametrize("seconds", [0, 0.01])
def test_the_strong_bot_bears_a_match_that_is_far_apart_and_a_hurry(totals: tuple[int, int], seconds: float) -> None:
    deal = play.deal(Setup((0, 1), None, 1, {"limit": 9_999}, totals))
    rng = Random(1)
    while deal.to_move:
        seat = deal.to_move[0]
        move = deal.chance(rng) if seat == DEALER else choice(deal, "strong", seconds=seconds)
        deal = deal.after(seat, move)
    assert deal.closer is not None
