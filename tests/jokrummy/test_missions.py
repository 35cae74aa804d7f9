"""Handing out missions: surprises, keeping and changing, what goes on to the next round (jokrummy J12, J14 to J17)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.games.jokrummy import play
from companion.games.jokrummy.missions import FULL_MISSIONS, SURPRISE
from companion.games.jokrummy.scoring import Report
from companion.games.jokrummy.setup import Held, Missions
from companion.games.jokrummy.stages import KEEP, OVER, SHUFFLE
from companion.games.table import DEALER, Setup
from tests.games.cast import ANA, PAU, TEO, ZOE, Closing, judged
from tests.games.contract import refuses, rounds

from .tabletop import JOKRUMMY, KEYS, handed, number, pack, played, setup, shuffle


def keys(deal: play.Deal) -> list[str]:
    """The secret missions, by place."""
    return [KEYS[mission] if mission >= 0 else "" for mission in deal.missions]


def left(*held: str, top: str = "", back: int = 0) -> str:
    """A carry: what every seat has, as `secret done done`, and what lies on top of the pack."""
    seats = []
    for seat, text in enumerate(held):
        secret, *done = text.split(" ")
        seats.append(Held(seat, number(secret.strip("-")), tuple(map(number, done))))
    first = tuple(map(number, top.split()))
    gone = Counter(each for one in seats for each in (one.mission, *one.done) if each >= 0)
    rest = Counter(FULL_MISSIONS) - gone - Counter(first)
    return Missions((*first, *sorted(rest.elements())), back, tuple(seats)).spell()


def again(*held: str, top: str = "", starter: int = ANA, totals: tuple[int, ...] | None = None) -> play.Deal:
    """The deal after such a round; totals follow from what was done."""
    done = totals or tuple(len(text.split(" ")) - 1 for text in held)
    return play.deal(setup(len(held), starter, done, left(*held, top=top))).after(DEALER, "hand out")


def test_everybody_gets_a_mission_from_the_dealers_left() -> None:
    """jokrummy J4."""
    deal = handed("s3a", "x5", "g3", starter=PAU)
    assert (keys(deal), deal.stage, deal.to_move) == (["g3", "s3a", "x5"], SHUFFLE, (DEALER,))
    assert len(deal.pack) == 35


def test_a_surprise_is_laid_at_once_and_another_mission_follows() -> None:
    """jokrummy J12."""
    deal = handed("free", "s3a", "x5", "free", "free", "g3")
    assert keys(deal) == ["s3a", "x5", "g3"]
    assert (deal.gained, deal.laid) == ((1, 0, 2), ((SURPRISE,), (), (SURPRISE, SURPRISE)))
    assert [deal.total(place) for place in range(3)] == [1, 0, 2]


def test_a_third_surprise_goes_under_the_pack_until_a_regular_one_comes() -> None:
    """jokrummy J12, also over rounds."""
    deal = handed("free", "free", "free", "free", "s3a", "x5", "g3")
    assert (keys(deal), deal.gained, deal.back) == (["s3a", "x5", "g3"], (2, 0, 0), 2)
    assert deal.pack[-2:] == (SURPRISE, SURPRISE)
    deal = again("- free free", "- x5", top="free g4 s5")
    assert (keys(deal), deal.gained, deal.back) == (["g4", "s5"], (0, 0), 1)


def test_a_surprise_as_the_fourth_mission_wins_before_a_card_is_dealt() -> None:
    """jokrummy J12, J15, J17; the next mission is not handed out."""
    deal = again("- s3a x5 g3", "- s4 x6 g4", "-", top="g5 free s5", totals=(3, 3, 0))
    assert (deal.stage, deal.closer, deal.to_move) == (OVER, PAU, ())
    assert deal.entries() == {
        ANA: Report(0),
        PAU: Report(0, 1),
        ZOE: Report(0),
    }
    assert keys(deal) == ["g5", "", ""]
    assert JOKRUMMY.complete(judged([None, Closing(deal.entries()[PAU]), None], before=(3, 3, 0)))


def test_the_first_from_the_dealers_left_to_reach_four_wins() -> None:
    """jokrummy J15: both have three, both would get a surprise."""
    for starter, winner in ((ANA, ANA), (PAU, PAU)):
        deal = again("- s3a x5 g3", "- s4 x6 g4", top="free free", starter=starter)
        assert (deal.closer, sum(deal.gained)) == (winner, 1)


def test_who_did_not_do_the_mission_keeps_it_or_changes_it_before_the_cards_are_dealt() -> None:
    """jokrummy J14, J17: in order from the dealer's left, and who did theirs gets a new one."""
    deal = again("s3a", "- x5", "g3", top="s5 x6 g4", starter=ZOE)
    assert (deal.stage, deal.to_move, deal.moves(ZOE)) == (KEEP, (ZOE,), ("keep", "change"))
    kept = played(deal, "keep")
    assert (kept.to_move, keys(kept)) == ((ANA,), ["s3a", "", "g3"])
    done = played(kept, "change")
    assert (done.to_move, keys(done), KEYS[done.pack[-1]], done.back) == ((DEALER,), ["s5", "x6", "g3"], "s3a", 1)
    assert not any(done.hands)


def test_a_changed_mission_can_be_a_surprise_and_win() -> None:
    deal = again("s3a x5 g3 g4", "x6", top="free")
    won = played(deal, "change")
    assert (won.stage, won.closer, keys(won)) == (OVER, ANA, ["", "x6"])
    deal = played(again("s3a", "x6", top="free s5"), "change")
    assert (keys(deal), deal.gained, deal.to_move) == (["s5", "x6"], (1, 0), (PAU,))


def test_missions_done_and_secret_ones_go_on_to_the_next_round() -> None:
    """jokrummy J14."""
    rng = Random(3)
    for done in rounds(JOKRUMMY, setup(4), rng, 4):
        over = Missions.read(done.over.carry())
        assert Missions.read(over.spell()) == over
        assert [len(each.done) for each in over.held] == [done.over.total(place) for place in range(4)]  # type: ignore[attr-defined]


def test_no_mission_is_lost_or_made() -> None:
    for seed in range(20):
        for done in rounds(JOKRUMMY, setup(2 + seed % 5), Random(seed), 5):
            for deal in done.deals:
                assert isinstance(deal, play.Deal)
                held = [mission for mission in deal.missions if mission >= 0]
                every = (*deal.pack, *held, *(mission for row in deal.laid for mission in row))
                assert tuple(sorted(every)) == FULL_MISSIONS
                assert SURPRISE not in held
                assert max(deal.surprises) <= 2


def test_who_leaves_gives_all_missions_back_and_who_comes_gets_one() -> None:
    carry = left("s3a x5 free", "g3", "- g4", top="s5 x6 x7")
    deal = play.deal(Setup((PAU, ZOE, TEO), ZOE, 1, {}, (0, 1, 0), carry)).after(DEALER, "hand out")
    assert [KEYS[each] for each in deal.pack[-3:]] == ["s3a", "x5", "free"]
    assert deal.back == 3
    assert (keys(deal), deal.to_move) == (["g3", "s5", "x6"], (PAU,))


def test_after_a_round_on_paper_nobody_gets_more_surprises_than_can_be_left() -> None:
    """Nobody knows how many of the missions so far were surprises (jokrummy J12)."""
    first = ("free", "free", "s3a", "free", "free", "x5", "free", "g3")
    deal = play.deal(setup(3, totals=(0, 1, 2))).after(DEALER, pack(*first))
    assert (deal.gained, keys(deal), deal.back) == ((2, 1, 0), ["s3a", "x5", "g3"], 2)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(setup(), seats=(0,), totals=()),
        replace(setup(), seats=tuple(range(7)), totals=()),
        replace(setup(), seats=(0, 0, 1)),
        replace(setup(), starter=None),
        replace(setup(), starter=5),
        replace(setup(), direction=0),
        replace(setup(), totals=(1,)),
        setup(limit=6),
        setup(limit=0),
        setup(carry="pack s3a / back 0 / 0 -"),
        setup(carry="stock 1 2"),
        setup(carry=left("s3a", "x5").replace("back 0", "back 99")),
    ],
)
def test_a_setup_that_cannot_be_is_refused(wrong: Setup) -> None:
    assert refuses(JOKRUMMY.table.deal, ValueError, wrong)


def test_a_round_on_screens_begins_with_the_cards_when_all_have_missions() -> None:
    deal = played(handed("s3a", "x5", "g3"), shuffle())
    assert [len(hand) for hand in deal.hands] == [9, 9, 9]
    assert (len(deal.discard), len(deal.stock), deal.to_move) == (1, 60, (ANA,))
