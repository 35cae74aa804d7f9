"""Random tables of Mojo, dealt from the real pack, against the plain reading of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.cards import Hand
from companion.games.game import COUNTER_CLOCKWISE
from companion.games.why import BadEntry
from tests.games.cast import MOJO, alone, bare, closing, facts, hand, judged, mojo, sheet, typed

from . import reference

DIRECTION_OF_FACE = {"0": 1, "+10": COUNTER_CLOCKWISE}


@dataclass(frozen=True)
class Table:
    """The cards left at the end of a round, by seat, and the seat that ended it."""

    hands: tuple[tuple[int, ...], ...]
    holder: int

    @property
    def counts(self) -> list[int]:
        """What every hand counts, by the reference."""
        return [reference.hand_count(cards) for cards in self.hands]

    def entries(self) -> list[Any]:
        """Every hand as cards."""
        return [closing(Hand(cards), seat == self.holder) for seat, cards in enumerate(self.hands)]

    def typed(self) -> list[Any]:
        """Every hand as its counted sum."""
        return [typed(count, seat == self.holder) for seat, count in enumerate(self.counts)]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Rounds of two to eight seats that could have been played."""
    seats = draw(st.integers(2, 8))
    holder = draw(st.integers(0, seats - 1))
    most = reference.most_cards_of_holder(seats)
    sizes = [draw(st.integers(0, most) if seat == holder else st.integers(1, 8)) for seat in range(seats)]
    places = draw(st.lists(st.integers(0, 77), unique=True, min_size=sum(sizes), max_size=sum(sizes)))
    cards = iter([reference.DECK[place] for place in places])
    return Table(tuple(tuple(next(cards) for _ in range(size)) for size in sizes), holder)


HANDS = st.lists(st.integers(0, 77), unique=True, max_size=8).map(
    lambda places: tuple(reference.DECK[place] for place in places)
)
ANY_HANDS = st.lists(st.integers(-2, 14), max_size=10).map(tuple)
CROWDED = st.lists(st.sampled_from([0, 1, 2]), min_size=1, max_size=4).map(tuple)


def points_of(entries: list[Any]) -> list[int]:
    """The round points of every seat."""
    return [score.points for score in MOJO.score(judged(entries))]


@given(HANDS)
def test_a_hand_counts_as_the_reference_counts(cards: tuple[int, ...]) -> None:
    assert MOJO.count(hand(*cards), {}).points == reference.hand_count(cards)


@given(HANDS)
def test_a_reason_is_a_sum_of_counting_cards_that_comes_out(cards: tuple[int, ...]) -> None:
    score = MOJO.count(hand(*cards), {})
    summands, _, total = str(score.why).rpartition(" = ")
    if len(reference.counting_cards(cards)) > 1:
        shown = [int(card) for card in summands.split(" + ")]
        assert tuple(sorted(shown, reverse=True)) == reference.counting_cards(cards)
        assert int(total) == sum(shown) == score.points
    else:
        assert str(score.points) in str(score.why)


@given(tables())
def test_a_round_scores_as_the_reference_scores(table: Table) -> None:
    scores = MOJO.score(judged(table.entries()))
    assert [score.points for score in scores] == reference.round_points(table.counts, table.holder)
    assert scores[table.holder].mark == reference.face_after(table.counts, table.holder)


@given(tables())
def test_a_round_that_was_played_is_complete_and_without_fault(table: Table) -> None:
    entries = table.entries()
    for entry in entries:
        MOJO.check(*alone(entry, len(entries)))
    assert MOJO.complete(judged(entries))
    assert MOJO.problems(judged(entries)) == ()


@given(tables())
def test_typed_sums_score_and_are_accepted_like_the_cards(table: Table) -> None:
    for entry in table.typed():
        MOJO.check(*alone(entry, len(table.hands)))
    assert points_of(table.typed()) == points_of(table.entries())


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter_to_the_points(table: Table, random: Random) -> None:
    shuffled = tuple(tuple(random.sample(cards, len(cards))) for cards in table.hands)
    assert points_of(Table(shuffled, table.holder).entries()) == points_of(table.entries())


@given(tables(), st.randoms(use_true_random=False))
def test_only_what_a_hand_counts_matters_to_the_points(table: Table, random: Random) -> None:
    counting = tuple(reference.counting_cards(cards) for cards in table.hands)
    mixed = [random.choice(pair) for pair in zip(table.entries(), table.typed(), strict=True)]
    assert points_of(Table(counting, table.holder).entries()) == points_of(table.entries())
    assert points_of(mixed) == points_of(table.entries())


@given(HANDS.filter(bool), st.data())
def test_a_lower_card_of_a_held_colour_changes_nothing(cards: tuple[int, ...], data: st.DataObject) -> None:
    top = data.draw(st.sampled_from(reference.counting_cards(cards)))
    heap = next(heap for heap in reference.COLOUR_HEAPS if top in heap)
    lower = data.draw(st.sampled_from([value for value in heap if value <= top]))
    assert MOJO.count(hand(*cards, lower), {}).points == MOJO.count(hand(*cards), {}).points


@given(HANDS, st.integers(0, 12))
def test_one_more_card_never_counts_less(cards: tuple[int, ...], more: int) -> None:
    assert MOJO.count(hand(*cards, more), {}).points >= MOJO.count(hand(*cards), {}).points


@given(tables(), st.randoms(use_true_random=False))
def test_a_round_does_not_depend_on_where_people_sit(table: Table, random: Random) -> None:
    seats = random.sample(range(len(table.hands)), len(table.hands))
    moved = points_of([table.entries()[seat] for seat in seats])
    assert moved == [points_of(table.entries())[seat] for seat in seats]


@given(tables())
def test_a_round_that_nobody_ended_is_not_complete(table: Table) -> None:
    assert not MOJO.complete(judged([bare(entry) for entry in table.entries()]))


@given(tables())
def test_a_round_waits_for_every_seat(table: Table) -> None:
    for seat in range(len(table.hands)):
        entries: list[Any] = list(table.entries())
        entries[seat] = None
        assert not MOJO.complete(judged(entries))


@given(tables())
def test_the_holder_begins_the_next_round_the_way_the_face_says(table: Table) -> None:
    result = sheet(facts(*table.entries()), seats=len(table.hands), limit=999)
    face = reference.face_after(table.counts, table.holder)
    assert (result.starter, result.direction) == (table.holder, DIRECTION_OF_FACE[face])


@given(ANY_HANDS, st.booleans(), st.integers(2, 8))
@example((0, 0, 0, 0, 0), False, 3)
@example((), False, 2)
@example((4, 4, 4), True, 2)
def test_a_hand_is_refused_exactly_when_it_cannot_be(cards: tuple[int, ...], closed: bool, seats: int) -> None:
    entry = mojo(*cards) if closed else hand(*cards)
    if reference.impossible_alone(cards, closed, seats):
        with pytest.raises(BadEntry):
            MOJO.check(*alone(entry, seats))
    else:
        MOJO.check(*alone(entry, seats))


@given(st.integers(-50, 50), st.booleans(), st.integers(2, 8))
def test_a_sum_is_refused_exactly_when_no_cards_make_it(total: int, closed: bool, seats: int) -> None:
    most = reference.most_cards_of_holder(seats) if closed else MOJO.pack.most
    if total in reference.reachable_counts(most, fewest=0 if closed else 1):
        MOJO.check(*alone(typed(total, closed), seats))
    else:
        with pytest.raises(BadEntry):
            MOJO.check(*alone(typed(total, closed), seats))


@given(st.lists(CROWDED, min_size=2, max_size=8))
def test_the_values_over_the_pack_are_found_with_all_their_seats(hands: list[tuple[int, ...]]) -> None:
    entries = [hand(*cards) for cards in hands[1:]]
    found = MOJO.problems(judged([mojo(*hands[0][:2]), *entries]))
    laid = [hands[0][:2], *hands[1:]]
    expected = {
        value: tuple(seat for seat, cards in enumerate(laid) if value in cards)
        for value in reference.values_over_deck(laid)
    }
    assert {problem.value: problem.seats for problem in found} == expected
