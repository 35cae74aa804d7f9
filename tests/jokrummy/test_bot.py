"""The three bots of Jok-R-ummy jr: what each would do, and that better ones win. Work is counted, never timed."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.arena import play_match
from companion.games.jokrummy import play
from companion.games.jokrummy.shed import best_plan
from companion.games.jokrummy.stages import DRAW
from companion.games.table import DEALER
from tests.games.cast import ANA, PAU

from .tabletop import JOKRUMMY, hand, laid, meld, played, setup

SOME = "a1 b3 c6 d9 a10"
SECONDS = 0.02


def choices(deal: play.Deal, strength: str, seconds: float = SECONDS) -> set[str]:
    """All that a bot does with different luck."""
    seen = deal.observe(deal.to_move[0])
    return {JOKRUMMY.table.choose(seen, Random(seed), seconds, strength) for seed in range(12)}


@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_better_bots_keep_what_their_mission_needs(strength: str) -> None:
    deal = laid("a5 a6 b1 c3 d9", SOME, missions=["s3a", "x5"])
    assert choices(deal, strength) <= {"discard b1", "discard c3", "discard d9"}


@pytest.mark.parametrize("strength", ["normal", "strong"])
@pytest.mark.parametrize(("top", "move"), [("a7", "draw discard"), ("m", "draw discard"), ("d2", "draw stock")])
def test_better_bots_take_what_brings_them_nearer(strength: str, top: str, move: str) -> None:
    deal = laid("a5 a6 b1 c3 d9", SOME, missions=["s3a", "x5"], stage=DRAW, discard=top)
    assert choices(deal, strength) == {move}


@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_better_bots_do_their_mission_at_once(strength: str) -> None:
    deal = laid("a5 a6 a7 c3 d9", SOME, missions=["s3a", "x5"])
    assert choices(deal, strength) == {"lay a5 a6 a7"}


def test_the_strong_bot_lays_so_that_the_fewest_cards_are_left() -> None:
    """With the a4 the run takes more; the monkey makes a set of the eights."""
    deal = laid("a4 a5 a6 m b8 c8 d1", SOME, missions=["s3a", "x5"])
    assert choices(deal, "strong") == {"lay a4 a5 a6"}
    assert choices(played(deal, "lay a4 a5 a6"), "strong") == {"group b8 c8 m"}


def test_a_plan_goes_out_when_it_can() -> None:
    """The monkey is the 8 that lets the 9 follow."""
    plan = best_plan(hand("m a9 b2 c2 d2"), (meld("s3a", "a5 a6 a7"),), ANA)
    assert (len(plan.acts), plan.left) == (3, ())


def test_the_easy_bot_overlooks_its_mission_now_and_then() -> None:
    deal = laid("a5 a6 a7 c3 d9", SOME, missions=["s3a", "x5"])
    assert len(choices(deal, "easy")) >= 3


def test_the_normal_bot_keeps_a_mission_and_the_strong_one_hopes_for_a_surprise() -> None:
    over = played(laid("a5", SOME, done=[ANA], missions=["", "g4x7"]), "discard a5")
    deal = play.deal(setup(2, PAU, (1, 0), over.carry())).after(DEALER, "hand out")
    assert choices(deal, "normal") == {"keep"}
    assert choices(deal, "strong") == {"change"}


@pytest.mark.parametrize("strength", JOKRUMMY.strengths)
def test_a_bot_is_only_asked_in_its_turn(strength: str) -> None:
    for seat in (PAU, None):
        with pytest.raises(ValueError, match="not in turn"):
            JOKRUMMY.table.choose(laid(SOME, SOME).observe(seat), Random(1), SECONDS, strength)


def test_there_is_no_bot_of_another_strength() -> None:
    with pytest.raises(KeyError):
        JOKRUMMY.table.choose(laid(SOME, SOME).observe(ANA), Random(1), SECONDS, "superb")


@pytest.mark.parametrize("strength", JOKRUMMY.strengths)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_match_of_equal_bots_goes_to_its_end(strength: str, seats: int) -> None:
    players = [lambda seen, rng: JOKRUMMY.table.choose(seen, rng, 0.001, strength)] * seats
    for seed in range(3):
        totals = play_match(JOKRUMMY, players, str(seed), {})
        assert max(totals) == 4
        assert totals.count(4) >= 1
