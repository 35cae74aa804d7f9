"""A round of Jok-R-ummy jr by the rules: dealing, turns, laying, adding, and how it ends (jokrummy J4 to J15)."""

from __future__ import annotations

import pytest

from companion.games.jokrummy.pack import spell
from companion.games.jokrummy.scoring import Report
from companion.games.jokrummy.stages import DRAW, OVER, RESHUFFLE
from companion.games.table import DEALER
from tests.games.cast import ANA, PAU, ZOE

from .tabletop import cards, hand, handed, laid, meld, number, played, shuffle

SOME = "a1 b3 c6 d9 a10"


def starting(deal: object, word: str) -> list[str]:
    """The legal moves of the seat in turn that begin with a word."""
    return [move for move in deal.moves(deal.to_move[0]) if move.startswith(word)]  # type: ignore[attr-defined]


def test_nine_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    """jokrummy J4."""
    deal = played(handed("s3a", "x5", starter=PAU, seats=2), shuffle("a1 b1 a2 b2 a3 b3 a4 b4 a5 b5"))
    assert set(hand("a1 a2 a3 a4 a5")) <= set(deal.hands[PAU])
    assert set(hand("b1 b2 b3 b4 b5")) <= set(deal.hands[ANA])
    assert (deal.to_move, deal.stage) == ((PAU,), DRAW)


def test_the_next_card_begins_the_discard() -> None:
    first = " ".join(["m"] * 8 + ["a1"] * 2 + ["a2"] * 2 + ["a3"] * 2 + ["a4"] * 2 + ["a5"] * 2 + ["c9", "d9"])
    deal = played(handed("s3a", "x5", seats=2), shuffle(first))
    assert (spell(deal.discard), spell(deal.stock[:1]), len(deal.stock)) == ("c9", "d9", 88 - 18 - 1)


def test_a_turn_begins_with_a_card_from_the_reserve_or_the_discard() -> None:
    """jokrummy J5."""
    deal = laid(SOME, SOME, stage=DRAW, stock="b7", discard="c2 c3")
    assert deal.moves(ANA) == ("draw stock", "draw discard")
    assert deal.moves(PAU) == ()
    drawn = played(deal, "draw stock")
    assert (drawn.hands[ANA], drawn.discard, drawn.known[ANA]) == (hand(f"{SOME} b7"), cards("c2 c3"), ())
    taken = played(deal, "draw discard")
    assert (taken.hands[ANA], taken.discard, taken.known[ANA]) == (hand(f"{SOME} c3"), cards("c2"), cards("c3"))


def test_a_turn_ends_with_a_discard_and_the_left_neighbour_follows() -> None:
    """jokrummy J4, J8."""
    deal = played(laid(SOME, SOME, SOME, turn=ZOE), "discard a10")
    assert (deal.discard, deal.to_move, deal.stage) == (cards("d1 a10"), (ANA,), DRAW)
    assert deal.hands[ZOE] == hand("a1 b3 c6 d9")


def test_a_card_taken_openly_is_known_until_it_is_seen_again() -> None:
    deal = laid(SOME, SOME, stage=DRAW, discard="c2 c3")
    deal = played(deal, "draw discard", "discard a1")
    assert deal.known[ANA] == cards("c3")
    assert played(deal, "draw stock", "discard a1", "draw stock", "discard c3").known[ANA] == ()


def test_before_the_mission_only_the_mission_can_be_laid() -> None:
    """jokrummy J6, J7."""
    deal = laid("a5 b5 c5 d6 d7", SOME, missions=["g3x8", "x5"], melds=[meld("s3d", "d3 d4 d5", PAU)])
    assert {move.split(" ")[0] for move in deal.moves(ANA)} == {"discard"}
    assert starting(laid("a8 b8 m d6", SOME, missions=["g3x8", "x5"]), "lay") == ["lay a8 b8 m"]


def test_doing_a_mission_shows_it_and_lays_its_cards() -> None:
    """jokrummy J6."""
    deal = played(laid("a5 m a7 b9 c1", SOME, missions=["s3a", "x5"]), "lay a5 m a7")
    assert deal.melds == (meld("s3a", "a5 m a7"),)
    assert (deal.done, deal.laid[ANA], deal.missions[ANA]) == ((1, 0), (number("s3a"),), -1)
    assert (deal.hands[ANA], deal.to_move) == (hand("b9 c1"), (ANA,))


def test_more_cards_of_the_suite_may_go_with_the_mission() -> None:
    """jokrummy J6."""
    deal = laid("a4 a5 a6 b7 c1", SOME, missions=["x4d", "x5"])
    assert starting(deal, "lay") == []
    deal = laid("a1 a4 a5 a6 a7", SOME, missions=["s3a", "x5"])
    assert starting(deal, "lay") == ["lay a4 a5 a6", "lay a4 a5 a6 a7", "lay a5 a6 a7"]
    deal = laid("b7 c7 d7 m c1", SOME, missions=["g3", "x5"])
    assert "lay b7 c7 d7 m" in deal.moves(ANA)


def test_a_suite_of_fixed_numbers_has_those() -> None:
    deal = laid("a1 a2 b3 m d5 c6", SOME, missions=["x1-4", "x5"])
    assert starting(deal, "lay") == ["lay a1 a2 b3 m", "lay a1 a2 b3 m d5", "lay a1 a2 b3 m d5 c6"]


def test_a_mixed_suite_shows_two_animals_and_a_monkey_may_be_one() -> None:
    """jokrummy J9."""
    assert starting(laid("a1 a2 a3 a4 a5", SOME, missions=["x5", "s5"]), "lay") == []
    assert starting(laid("a1 a2 a3 a4 m", SOME, missions=["x5", "s5"]), "lay") == ["lay a1 a2 a3 a4 m"]
    assert starting(laid("a1 a2 a3 a4 b5", SOME, missions=["x5", "s5"]), "lay") == ["lay a1 a2 a3 a4 b5"]


def test_numbers_do_not_wrap() -> None:
    """jokrummy J9."""
    assert starting(laid("a9 a10 a1 c4", SOME, missions=["s3a", "x5"]), "lay") == []
    assert starting(laid("a9 a10 m c4", SOME, missions=["s3a", "x5"]), "lay") == ["lay m a9 a10"]


def test_monkeys_alone_do_no_mission_and_no_group() -> None:
    """jokrummy J10."""
    assert starting(laid("m m m c4", SOME, missions=["s3a", "x5"]), "lay") == []
    group = starting(laid("m m m c4", SOME, done=[ANA]), "group")
    assert group == ["group c4 m m", "group c4 m m m"]


def test_the_same_card_twice_is_fine_in_a_group() -> None:
    """jokrummy J9."""
    assert starting(laid("c4 c4 d4 a1", SOME, done=[ANA]), "group") == ["group c4 c4 d4"]


def test_groups_and_additions_follow_in_the_same_turn() -> None:
    """jokrummy J7: on the runs and sets of all players."""
    deal = laid("a5 a6 a7 b2 c2 d2 d2 a8 b1", SOME, missions=["s3a", "x5"], melds=[meld("g3", "a1 c1 d1", PAU)])
    deal = played(deal, "lay a5 a6 a7", "group b2 c2 d2", "add d2 to 3", "add a8 to 2", "add b1 to 1")
    assert [spell(one.cards) for one in deal.melds] == ["a1 c1 d1 b1", "a5 a6 a7 a8", "b2 c2 d2 d2"]
    assert [one.owner for one in deal.melds] == [PAU, ANA, ANA]


def test_a_suite_of_one_animal_is_extended_by_that_animal_only() -> None:
    """jokrummy J9."""
    deal = laid("a4 b4 a8 b8 m", SOME, done=[ANA], melds=[meld("s3a", "a5 a6 a7")])
    assert starting(deal, "add") == ["add m to 1 at start", "add m to 1 at end", "add a4 to 1", "add a8 to 1"]
    deal = laid("a4 b4 a8 b8", SOME, done=[ANA], melds=[meld("x5", "a5 b6 m")])
    assert starting(deal, "add") == ["add a4 to 1", "add a8 to 1", "add b4 to 1", "add b8 to 1"]


def test_a_monkey_keeps_the_value_it_was_laid_for() -> None:
    """jokrummy J10."""
    deal = laid("m a8 a7 a4 c1", SOME, done=[ANA], melds=[meld("s3a", "a5 a6 m")])
    assert starting(deal, "add a7") == []
    deal = played(deal, "add m to 1 at end")
    assert starting(deal, "add") == ["add a4 to 1"]
    deal = played(
        laid("m a4 a2 c1", SOME, done=[ANA], melds=[meld("s3a", "a5 a6 a7")]), "add a4 to 1", "add m to 1 at start"
    )
    assert spell(played(deal, "add a2 to 1").melds[0].cards) == "a2 m a4 a5 a6 a7"


def test_suites_end_at_one_and_at_ten() -> None:
    deal = laid("m a1 c5", SOME, done=[ANA], melds=[meld("s3a", "a8 a9 a10"), meld("s3b", "b1 b2 b3")])
    assert starting(deal, "add") == ["add m to 1 at start", "add m to 2 at end"]


def test_the_last_discard_ends_the_round() -> None:
    """jokrummy J13."""
    deal = played(laid("a5", SOME, SOME, done=[ANA, ZOE]), "discard a5")
    assert (deal.stage, deal.closer, deal.to_move) == (OVER, ANA, ())
    assert deal.entries() == {ANA: Report(1), PAU: Report(0), ZOE: Report(1)}


@pytest.mark.parametrize(("held", "move"), [("a5 b5 m", "group a5 b5 m"), ("a8", "add a8 to 1")])
def test_the_last_cards_may_also_be_laid(held: str, move: str) -> None:
    """jokrummy J8, J13."""
    deal = played(laid(held, SOME, done=[ANA], melds=[meld("s3a", "a5 a6 a7")]), move)
    assert (deal.closer, deal.hands[ANA]) == (ANA, ())


def test_the_round_ends_at_once_when_all_missions_are_done_and_nobody_closed_it() -> None:
    """jokrummy J13."""
    deal = played(laid("a8 b8 c8 d9 d10", SOME, missions=["g3", ""], done=[PAU]), "lay a8 b8 c8")
    assert (deal.stage, deal.closer) == (OVER, None)
    assert deal.entries() == {ANA: Report(1), PAU: Report(1)}


def test_who_lays_a_mission_with_the_last_cards_has_closed_the_round() -> None:
    deal = played(laid("a8 b8 c8", SOME, missions=["g3", ""], done=[PAU]), "lay a8 b8 c8")
    assert (deal.stage, deal.closer) == (OVER, ANA)


def test_a_fourth_mission_wins_at_once_with_cards_in_hand() -> None:
    """jokrummy J15."""
    deal = laid("a8 b8 c8 d9 d10", SOME, SOME, missions=["g3", "x5", "x6"], totals=(3, 3, 0))
    deal = played(deal, "lay a8 b8 c8")
    assert (deal.stage, deal.closer) == (OVER, ANA)
    assert deal.entries()[ANA] == Report(1)


def test_an_empty_reserve_is_made_of_the_discard_but_for_its_top() -> None:
    """jokrummy J11."""
    deal = laid(SOME, SOME, stage=DRAW, discard="c2 c3")
    deal.stock = cards("b7")
    deal = played(deal, "draw stock", "discard b7")
    assert (deal.stage, deal.to_move, deal.unshuffled) == (RESHUFFLE, (DEALER,), hand("c2 c3"))
    assert deal.allows(DEALER, "reshuffle c3 c2")
    assert not deal.allows(DEALER, "shuffle c3 c2")
    deal = deal.after(DEALER, "reshuffle c3 c2")
    assert (deal.stock, deal.discard, deal.to_move, deal.stage) == (cards("c3 c2"), cards("b7"), (PAU,), DRAW)
    assert (sum(deal.fresh), deal.shuffles) == (2, 2)


def test_nothing_is_reported_before_the_end() -> None:
    deal = laid(SOME, SOME)
    for ask in (deal.entries, deal.carry):
        with pytest.raises(ValueError, match="not over"):
            ask()
