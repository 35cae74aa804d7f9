"""Random tables of Skyjo, dealt from the real pack, against the plain reading of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import Hand
from companion.games.scoresheet import RoundFacts, SeatSpan, scoresheet
from companion.games.why import BadEntry
from tests.games.cast import SKYJO, alone, bare, closing, facts, hand, judged, sheet, typed

from . import reference


@dataclass(frozen=True)
class Table:
    """The grids at the end of a round, by seat, and the seat that closed it."""

    grids: tuple[tuple[int, ...], ...]
    closer: int

    @property
    def counts(self) -> list[int]:
        """What every grid counts, by the reference."""
        return [reference.grid_count(cards) for cards in self.grids]

    def entries(self) -> list[Any]:
        """Every grid as cards."""
        return [closing(Hand(cards), seat == self.closer) for seat, cards in enumerate(self.grids)]

    def typed(self) -> list[Any]:
        """Every grid as its counted sum."""
        return [typed(count, seat == self.closer) for seat, count in enumerate(self.counts)]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Rounds of two to eight seats that could have been played; low packs make ties and columns likely."""
    seats = draw(st.integers(2, 8))
    closer = draw(st.integers(0, seats - 1))
    sizes = [3 * draw(st.integers(0, 4)) for _ in range(seats)]
    deck = reference.DECK if draw(st.booleans()) else reference.DECK[: max(sum(sizes), 30)]
    rng = draw(st.randoms(use_true_random=False))
    cards = iter(rng.sample(deck, sum(sizes)))
    return Table(tuple(tuple(next(cards) for _ in range(size)) for size in sizes), closer)


ANY_CARDS = st.lists(st.integers(-3, 13), max_size=14).map(tuple)


def points_of(entries: list[Any]) -> list[int]:
    """The round points of every seat."""
    return [score.points for score in SKYJO.score(judged(entries))]


@given(tables())
def test_a_round_scores_as_the_reference_scores(table: Table) -> None:
    assert [SKYJO.count(hand(*cards), {}).points for cards in table.grids] == table.counts
    assert points_of(table.entries()) == reference.round_points(table.counts, table.closer)


@given(tables())
def test_a_round_that_was_played_is_complete_and_without_fault(table: Table) -> None:
    entries = table.entries()
    for entry in entries:
        SKYJO.check(*alone(entry, len(entries)))
    assert SKYJO.complete(judged(entries))
    assert SKYJO.problems(judged(entries)) == ()


@given(tables())
def test_typed_sums_score_and_are_accepted_like_the_cards(table: Table) -> None:
    for entry in table.typed():
        SKYJO.check(*alone(entry, len(table.grids)))
    assert points_of(table.typed()) == points_of(table.entries())


@given(tables())
def test_a_grid_reported_after_the_last_columns_are_gone_scores_the_same(table: Table) -> None:
    """S9, S13: before or after the strike."""
    left = [tuple(face.value for face in SKYJO.faces(hand(*cards)) if face.counts) for cards in table.grids]
    struck = [closing(Hand(cards), seat == table.closer) for seat, cards in enumerate(left)]
    assert points_of(struck) == points_of(table.entries())


@given(tables(), st.randoms(use_true_random=False))
def test_neither_the_columns_order_nor_the_order_in_one_matters(table: Table, random: Random) -> None:
    def turned(cards: tuple[int, ...]) -> tuple[int, ...]:
        columns = [random.sample(cards[at : at + 3], 3) for at in range(0, len(cards), 3)]
        return tuple(card for column in random.sample(columns, len(columns)) for card in column)

    other = Table(tuple(map(turned, table.grids)), table.closer)
    assert points_of(other.entries()) == points_of(table.entries())
    assert all(SKYJO.same(bare(one), bare(two)) for one, two in zip(table.entries(), other.entries(), strict=True))


@given(tables(), st.randoms(use_true_random=False))
def test_a_round_does_not_depend_on_where_people_sit(table: Table, random: Random) -> None:
    seats = random.sample(range(len(table.grids)), len(table.grids))
    moved = points_of([table.entries()[seat] for seat in seats])
    assert moved == [points_of(table.entries())[seat] for seat in seats]


@given(tables())
def test_a_reason_ends_in_the_points_and_is_true(table: Table) -> None:
    for cards, score in zip(table.grids, SKYJO.score(judged(table.entries())), strict=True):
        said = str(score.why).replace("−", "-")
        assert ("× 2" in said) == (score.mark == "×2")
        if score.mark:
            count = reference.grid_count(cards)
            assert f"{count} × 2 = {score.points}, because seat " in said
        elif " = " in said:
            summands, _, total = said.partition(",")[0].rpartition(" = ")
            assert int(total) == score.points
            assert summands == "no cards" or eval(summands) == score.points


@given(ANY_CARDS, st.booleans())
def test_a_grid_is_refused_exactly_when_it_cannot_be(cards: tuple[int, ...], closed: bool) -> None:
    entry = closing(hand(*cards), closed)
    if reference.impossible_alone(cards):
        with pytest.raises(BadEntry):
            SKYJO.check(*alone(entry, 4))
    else:
        SKYJO.check(*alone(entry, 4))


@given(st.lists(st.lists(st.sampled_from([-2, -1]), min_size=3, max_size=3).map(tuple), min_size=2, max_size=8))
def test_the_values_over_the_pack_are_found_with_all_their_seats(grids: list[tuple[int, ...]]) -> None:
    found = SKYJO.problems(judged([hand(*cards) for cards in grids]))
    expected = {
        value: tuple(seat for seat, cards in enumerate(grids) if value in cards)
        for value in reference.values_over_deck(grids)
    }
    assert {problem.value: problem.seats for problem in found} == expected


ENTRIES = st.one_of(
    st.builds(Hand, cards=ANY_CARDS),
    st.builds(Hand, points=st.integers(-200, 200)),
    st.builds(Hand, points=st.integers(-5, 30)),
)
FACTS = st.builds(
    RoundFacts,
    entries=st.dictionaries(st.integers(-1, 5), ENTRIES, max_size=6),
    closer=st.none() | st.integers(-1, 5),
    adjust=st.dictionaries(st.integers(0, 5), st.integers(-60, 60), max_size=2),
)
SPANS = st.builds(SeatSpan, first_round=st.integers(0, 3), last_round=st.none() | st.integers(0, 4))


@given(
    st.lists(SPANS | st.just(SeatSpan()), min_size=1, max_size=6),
    st.lists(FACTS, max_size=4),
    st.sampled_from([{}, {"starter": "closer"}, {"limit": 20}]),
    st.integers(-1, 6),
)
def test_a_sheet_of_any_facts_whatever_is_written_and_every_reason_can_be_read(
    seats: list[SeatSpan], rounds: list[RoundFacts], options: dict[str, int | str], first: int
) -> None:
    result = scoresheet(SKYJO, seats, rounds, options, first)
    for round_ in result.rounds:
        assert round_.start.seat is None or options
        for cell in round_.cells:
            assert cell.score is None or str(cell.score.why)
        assert all(str(problem.why) for problem in round_.problems)


@given(tables())
def test_who_is_named_on_a_sheet_is_not_higher(table: Table) -> None:
    result = sheet(facts(*table.entries()), seats=len(table.grids), game=SKYJO, limit=9999)
    score = result.rounds[0].cells[table.closer].score
    assert score is not None
    if score.mark:
        named = int(str(score.why).rpartition("seat ")[2].split()[0])
        assert named != table.closer
        lower = table.counts[named] < table.counts[table.closer]
        assert table.counts[named] <= table.counts[table.closer]
        assert str(score.why).endswith("is lower" if lower else "is not higher")


@given(st.integers(-17, 140))
def test_the_closer_alone_below_all_others_is_never_doubled(count: int) -> None:
    assert points_of([typed(count, closed=True), typed(141)]) == [count, 141]
