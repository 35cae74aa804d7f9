"""Entries and closers: appended with numbers, never rewritten, refused when a hand cannot be."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.games.cards import Hand
from companion.games.why import BadEntry, Refusal
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.pen import Conflict

from .cast import ANA, PAU, PAUS_PHONE, ZOE, Pad, begin, hand, stored, typed

ANAS_CELL = Cell(ENTRY, 1, ANA)


def test_what_is_written_stands(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10, 11, 3))
    assert pad.value(ANAS_CELL) == hand(10, 11, 3)
    cell = pad.now().sheet.rounds[0].cells[ANA]
    assert cell.state == "in"
    assert cell.count is not None
    assert cell.count.points == 24


def test_a_correction_is_one_more_record_with_the_next_number(pad: Pad) -> None:
    for entry in (hand(10), hand(11), typed(12)):
        pad.enter(1, ANA, entry)
    assert [(record.number, record.value) for record in pad.trail(ANAS_CELL)] == [
        (1, hand(10)),
        (2, hand(11)),
        (3, typed(12)),
    ]
    assert pad.value(ANAS_CELL) == typed(12)


def test_nothing_that_was_written_is_touched_by_later_writes(pad: Pad) -> None:
    facts = ("writes", "records")
    pad.enter(1, ANA, hand(10), closes=True)
    before = stored(pad.app, *facts)
    pad.enter(1, ANA, hand(11), closes=False)
    after = stored(pad.app, *facts)
    for table in facts:
        assert after[table][: len(before[table])] == before[table]


def test_the_trail_says_which_phone_wrote_and_when(pad: Pad) -> None:
    start = datetime.now(UTC)
    pad.enter(1, ANA, hand(10))
    between = datetime.now(UTC)
    pad.enter(1, ANA, hand(11), phone=PAUS_PHONE)
    first, second = pad.trail(ANAS_CELL)
    assert (first.phone, second.phone) == pad.phones
    assert start <= first.at <= between <= second.at <= datetime.now(UTC)
    assert first.at.tzinfo == UTC
    assert (first.version, second.version) == (2, 3)


def test_a_withdrawn_entry_leaves_the_seat_waiting_and_its_trail_there(pad: Pad) -> None:
    pad.round(1, 5, 6, 7)
    assert pad.now().sheet.rounds[0].complete
    pad.enter(1, PAU, None)
    round_ = pad.now().sheet.rounds[0]
    assert (round_.cells[PAU].state, round_.missing, round_.complete) == ("waiting", (PAU,), False)
    assert [record.value for record in pad.trail(Cell(ENTRY, 1, PAU))] == [typed(6), None]


def test_blank_is_not_zero(pad: Pad) -> None:
    pad.enter(1, ANA, hand(0))
    ana, pau, _ = pad.now().sheet.rounds[0].cells
    assert ana.count is not None
    assert ana.count.points == 0
    assert (pau.count, pau.total) == (None, None)


@pytest.mark.parametrize("entry", [hand(), hand(12, 0, 12, 5), typed(0), typed(17)])
def test_an_entry_survives_the_database(pad: Pad, entry: Hand) -> None:
    pad.enter(1, ANA, entry, closes=not entry.cards)
    assert pad.value(ANAS_CELL) == entry


def test_an_entry_and_its_closer_are_one_write_and_one_version(pad: Pad) -> None:
    after = pad.enter(1, ANA, hand(10), closes=True)
    assert after.version == 2
    assert pad.value(Cell(CLOSER, 1)) == ANA
    assert pad.trail(ANAS_CELL)[0].version == pad.trail(Cell(CLOSER, 1))[0].version == 2
    assert len(stored(pad.app, "writes")["writes"]) == 1


def test_not_having_taken_the_mojo_says_nothing_about_who_did(pad: Pad) -> None:
    pad.close(1, PAU)
    pad.enter(1, ANA, hand(10), closes=False)
    assert pad.value(Cell(CLOSER, 1)) == PAU
    assert len(pad.trail(Cell(CLOSER, 1))) == 1


def test_a_holder_who_says_no_leaves_the_mojo_to_nobody(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10), closes=True)
    pad.enter(1, ANA, hand(10), closes=False)
    assert pad.value(Cell(CLOSER, 1)) is None
    assert [record.value for record in pad.trail(Cell(CLOSER, 1))] == [ANA, None]


def test_the_mojo_can_be_taken_from_somebody(pad: Pad) -> None:
    for seat in (ANA, PAU, ZOE):
        pad.enter(1, seat, hand(10), closes=seat == ANA)
    after = pad.enter(1, PAU, hand(10), closes=True, phone=PAUS_PHONE)
    assert after.sheet.rounds[0].closer == PAU
    assert [(record.value, record.phone) for record in pad.trail(Cell(CLOSER, 1))] == [
        (ANA, pad.phones[0]),
        (PAU, pad.phones[1]),
    ]
    assert len(pad.trail(Cell(ENTRY, 1, PAU))) == 1


@pytest.mark.parametrize(
    ("entry", "closes"),
    [
        (hand(13), False),
        (hand(*[12] * 9), False),
        (hand(0, 0, 0, 0, 0), False),
        (hand(), False),
        (hand(1, 2, 3, 4), True),
        (typed(41), False),
        (typed(-1), False),
        (typed(36), True),
    ],
)
def test_an_impossible_hand_is_refused_and_nothing_is_written(pad: Pad, entry: Hand, closes: bool) -> None:
    before = stored(pad.app)
    with pytest.raises(BadEntry):
        pad.enter(1, ANA, entry, closes=closes)
    assert stored(pad.app) == before


def test_a_hand_too_large_for_the_mojo_is_refused_when_the_closer_is_written(pad: Pad) -> None:
    pad.enter(1, ANA, hand(1, 2, 3, 4))
    before = stored(pad.app)
    with pytest.raises(BadEntry):
        pad.close(1, ANA)
    assert stored(pad.app) == before


def test_the_hand_of_whoever_has_the_mojo_stays_small_in_a_correction(pad: Pad) -> None:
    pad.enter(1, ANA, hand(1, 2, 3), closes=True)
    before = stored(pad.app)
    with pytest.raises(BadEntry):
        pad.enter(1, ANA, hand(1, 2, 3, 4))
    assert stored(pad.app) == before
    pad.enter(1, ANA, hand(1, 2, 3, 4), closes=False)
    assert pad.value(ANAS_CELL) == hand(1, 2, 3, 4)


def test_a_fifth_zero_is_stored_and_the_round_carries_the_problem(pad: Pad) -> None:
    pad.enter(1, ANA, hand(0, 0), closes=True)
    pad.enter(1, PAU, hand(0, 0))
    pad.enter(1, ZOE, hand(0, 5))
    round_ = pad.now().sheet.rounds[0]
    assert [(problem.seats, problem.value) for problem in round_.problems] == [((ANA, PAU, ZOE), 0)]
    assert not round_.complete
    assert pad.value(Cell(ENTRY, 1, ZOE)) == hand(0, 5)


def test_a_problem_goes_when_a_hand_is_retyped_as_a_sum(pad: Pad) -> None:
    pad.enter(1, ANA, hand(0, 0), closes=True)
    pad.enter(1, PAU, hand(0, 0))
    pad.enter(1, ZOE, hand(0, 5))
    pad.enter(1, ZOE, typed(5))
    round_ = pad.now().sheet.rounds[0]
    assert (round_.problems, round_.complete) == ((), True)


def test_the_next_round_is_there_when_a_round_is_complete_and_not_before(pad: Pad) -> None:
    with pytest.raises(Refusal):
        pad.enter(2, ANA, hand(5))
    pad.round(1, 5, 6, 7)
    pad.enter(2, ANA, hand(5))
    assert pad.value(Cell(ENTRY, 2, ANA)) == hand(5)


@pytest.mark.parametrize(("round_", "seat"), [(0, ANA), (3, ANA), (1, 3), (1, -1)])
def test_there_is_no_cell_outside_the_sheet(pad: Pad, round_: int, seat: int) -> None:
    before = stored(pad.app)
    with pytest.raises(Refusal):
        pad.enter(round_, seat, hand(5))
    assert stored(pad.app) == before


def test_a_correction_of_an_early_round_moves_every_total_after_it(pad: Pad) -> None:
    for number in (1, 2, 3):
        pad.round(number, 0, 6, 7)
    pad.enter(1, PAU, typed(16))
    assert [round_.cells[PAU].total for round_ in pad.now().sheet.rounds[:3]] == [16, 22, 28]


def test_two_matches_on_one_database_do_not_mix(app: Flask) -> None:
    one, two = begin(app, client="one"), begin(app, client="two")
    one.enter(1, ANA, hand(10))
    two.enter(1, ANA, hand(11))
    assert (one.value(ANAS_CELL), two.value(ANAS_CELL)) == (hand(10), hand(11))
    assert one.now().version == two.now().version == 2


def test_releasing_leaves_the_mojo_to_nobody_whoever_had_it(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10), closes=True)
    pad.enter(1, PAU, hand(5), closes=False, phone=PAUS_PHONE, release=True)
    assert (pad.value(Cell(CLOSER, 1)), pad.value(Cell(ENTRY, 1, PAU))) == (None, hand(5))


def test_releasing_a_mojo_that_went_to_somebody_else_since_is_a_conflict(pad: Pad) -> None:
    pad.close(1, ANA)
    pad.close(1, ZOE)
    with pytest.raises(Conflict) as caught:
        pad.enter(1, PAU, hand(5), closes=False, phone=PAUS_PHONE, seen_closer=1, release=True)
    assert [(mine.value, theirs.value) for mine, theirs in caught.value.pairs] == [(None, ZOE)]
    assert pad.trail(Cell(ENTRY, 1, PAU)) == ()
