"""What may be laid, against a plain reading of the rules, on random hands (jokrummy J3, J6, J7, J9, J10)."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.jokrummy.melds import lays, meld_of, sets
from companion.games.jokrummy.missions import FULL_MISSIONS, MISSIONS, REGULAR, SURPRISE, read_missions, spell_missions
from companion.games.jokrummy.moves import legal, read, spell
from companion.games.jokrummy.pack import FULL_PACK, PACK, SPELLING, Cards
from companion.games.jokrummy.pack import read as read_cards
from companion.games.jokrummy.pack import spell as spell_cards
from companion.games.jokrummy.plan import EASE, nearest
from companion.games.jokrummy.stages import PLAY
from tests.conftest import as_many

from . import reference
from .tabletop import hand

MOST_MOVES = 2_000


def hands(most: int) -> st.SearchStrategy[Cards]:
    """Sorted hands from the pack."""
    places = st.lists(st.integers(0, len(FULL_PACK) - 1), unique=True, min_size=3, max_size=most)
    return places.map(lambda found: tuple(sorted(FULL_PACK[place] for place in found)))


NEIGHBOURS = [place for place, value in enumerate(FULL_PACK) if SPELLING[value][1:] in ("", "4", "5", "6", "7")]
CLOSE = st.lists(st.sampled_from(NEIGHBOURS), unique=True, min_size=3, max_size=6).map(
    lambda found: tuple(sorted(FULL_PACK[place] for place in found))
)


def rows(found: tuple[Cards, ...]) -> set[tuple[str, ...]]:
    """Ways to lay as texts; no way is there twice."""
    assert len(set(found)) == len(found)
    return {tuple(SPELLING[value] for value in cards) for cards in found}


def texts(cards: Cards) -> tuple[str, ...]:
    return tuple(SPELLING[value] for value in cards)


@settings(max_examples=as_many(30, 600))
@given(CLOSE | hands(6))
@example(hand("m m m m a5 b6"))
@example(hand("a1 a2 a3 a4 a5 b6"))
@example(hand("a9 a10 b1 m m m"))
def test_every_mission_is_laid_in_exactly_the_ways_of_the_reference(held: Cards) -> None:
    for number, mission in enumerate(REGULAR):
        assert rows(lays(number, held)) == reference.ways(mission.key, texts(held)), mission.key


@settings(max_examples=as_many(60, 2_000))
@given(CLOSE | hands(8))
@example(hand("a5 a5 b5 b5 c5 c5 d5 d5"))
@example(hand("m m m m m m m a5"))
def test_new_groups_are_those_of_the_reference(held: Cards) -> None:
    assert rows(sets(held)) == reference.groups(texts(held))


@given(hands(10), st.sampled_from(range(SURPRISE)))
@example(hand("m m m m m m m m a5 b6"), 10)
@example(hand("m m m m a5 b5 a6 b6 a7 b7"), 10)
@example(hand("m m m a4 b4 a5 b5 a6 b6 a7"), 10)
@example(hand("m m a4 b4 c4 a5 b5 c5 a6 b6"), 19)
@example(hand("m m a4 a4 b4 b4 c4 c4 d4 d4"), 20)
def test_the_moves_are_few_and_each_reads_as_it_was_written(held: Cards, mission: int) -> None:
    melds = tuple(meld_of(0, "run", -2, cards) for cards in (hand("a5 a6"), hand("b2 b3")))
    for done in (0, 1):
        found = legal(PLAY, held, mission, done, melds)
        assert len(found) <= MOST_MOVES
        assert len(set(found)) == len(found)
        for move in found:
            act = read(move)
            assert act is not None
            assert spell(act) == move


@given(hands(10), st.sampled_from(range(SURPRISE)))
def test_what_can_be_laid_is_not_missed(held: Cards, mission: int) -> None:
    """The rough distance of the bots is never more than the truth."""
    if lays(mission, held):
        assert nearest(mission, held) <= 0


def test_every_card_and_every_mission_reads_as_it_is_spelled() -> None:
    assert read_cards(spell_cards(FULL_PACK)) == FULL_PACK
    assert read_missions(spell_missions(FULL_MISSIONS)) == FULL_MISSIONS
    assert len({*SPELLING.values(), *(mission.key for mission in MISSIONS)}) == len(PACK) + len(MISSIONS)
    assert [read_cards(text) for text in ("", "a11", "e1", "a1  a2", "M", "a0")] == [None] * 6
    assert [read_missions(text) for text in ("", "s3e", "x8")] == [None] * 3


def test_the_pack_and_the_missions_are_those_of_the_house() -> None:
    """jokrummy J1 to J3."""
    assert len(FULL_PACK) == sum(PACK.values()) == 88
    assert (PACK[0], {copies for value, copies in PACK.items() if value}) == (8, {2})
    assert (len(REGULAR), FULL_MISSIONS.count(SURPRISE), len(FULL_MISSIONS)) == (30, 8, 38)
    kinds = [mission.key[0] for mission in REGULAR]
    assert (kinds.count("s"), kinds.count("x"), kinds.count("g")) == (10, 10, 10)
    assert len(EASE) == len(REGULAR)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("s3a", "run of 3, all axolotl"),
        ("s5", "run of 5, same animal"),
        ("x6", "run of 6, mixed animals"),
        ("x7-10", "run from 7 to 10, mixed animals"),
        ("x4d", "run of 4, all different animals"),
        ("g3x10", "set of 3, number 10"),
        ("g4d", "set of 4, all different animals"),
        ("free", "surprise: a free mission"),
    ],
)
def test_a_mission_says_what_it_asks_for(key: str, said: str) -> None:
    assert [str(mission.said) for mission in MISSIONS if mission.key == key] == [said]
