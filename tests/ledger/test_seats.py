"""Who leaves and who joins, from which round, with which points."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games.why import Refusal
from companion.ledger.persons import remembered_people

from .cast import ANA, ANAS_PHONE, NAMES, PAU, TEO, TOKENS, ZOE, Pad, begin, stored, typed


def refused(pad: Pad, verb: str, *what: str | int) -> str:
    """The field that a refusal is about; nothing may be written by it."""
    before = stored(pad.app)
    with pytest.raises(Refusal) as caught:
        getattr(pad, verb)(*what)
    assert stored(pad.app) == before
    return caught.value.field


def test_who_leaves_keeps_the_total_and_is_out_of_the_ranking(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    sheet = pad.leave(ZOE, 1).sheet
    assert (sheet.totals, sheet.places) == ((0, 6, 7), (1, 2, None))
    assert sheet.rounds[1].playing == (ANA, PAU)
    pad.enter(2, ANA, typed(0))
    pad.enter(2, PAU, typed(5))
    assert pad.close(2, ANA).sheet.rounds[1].complete


def test_who_left_does_not_play_the_rounds_after(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.leave(ZOE, 1)
    assert refused(pad, "enter", 2, ZOE, typed(5)) == ""  # type: ignore[arg-type]


def test_somebody_can_leave_in_the_middle_of_a_round_or_after_it(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.enter(2, ZOE, typed(5))
    assert pad.leave(ZOE, 2).sheet.rounds[1].playing == (ANA, PAU, ZOE)
    assert pad.leave(ZOE, 1).sheet.rounds[1].playing == (ANA, PAU)
    assert pad.trail("entry/2/2")[-1].value == typed(5)


def test_two_people_at_least_stay(pad: Pad) -> None:
    pad.leave(ZOE, 1)
    assert refused(pad, "leave", PAU, 1) == "seat"


def test_who_leaves_later_does_not_count_as_staying(app: Flask) -> None:
    pad = begin(app)
    pad.round(1, 0, 6, 7)
    pad.leave(ZOE, 2)
    assert refused(pad, "leave", PAU, 1) == "seat"


@pytest.mark.parametrize("last_round", [-1, 3, 99])
def test_the_last_round_is_one_that_is_on_the_sheet(pad: Pad, last_round: int) -> None:
    pad.round(1, 0, 6, 7)
    assert refused(pad, "leave", ZOE, last_round) == "last_round"


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_somebody_at_the_table_can_leave(pad: Pad, seat: int) -> None:
    assert refused(pad, "leave", seat, 1) == "seat"


def test_who_joins_sits_last_and_begins_with_the_points_agreed(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    state = pad.join("Teo", 2, 6)
    assert [seat.name for seat in state.seats] == ["Ana", "Pau", "Zoé", "Teo"]
    assert (state.order, state.sheet.totals) == ((0, 1, 2, 3), (0, 6, 7, 6))
    assert [round_.playing for round_ in state.sheet.rounds] == [(ANA, PAU, ZOE), (ANA, PAU, ZOE, TEO)]
    assert pad.round(2, 0, 5, 5, 5).sheet.totals == (0, 11, 12, 11)


def test_somebody_can_join_the_round_after_this_one(pad: Pad) -> None:
    state = pad.join("Teo", 2)
    assert state.sheet.rounds[0].playing == (ANA, PAU, ZOE)
    assert pad.round(1, 0, 6, 7).sheet.rounds[1].playing == (ANA, PAU, ZOE, TEO)


@pytest.mark.parametrize("first_round", [0, 1, 4])
def test_nobody_joins_a_round_that_is_done_or_far_away(pad: Pad, first_round: int) -> None:
    pad.round(1, 0, 6, 7)
    assert refused(pad, "join", "Teo", first_round) == "first_round"


@pytest.mark.parametrize("name", ["Zoé", "ZOÉ", "Zoe\u0301", " zoé "])
def test_nobody_sits_at_the_table_twice(pad: Pad, name: str) -> None:
    assert refused(pad, "join", name, 1) == "name"


def test_nobody_plays_a_round_twice_by_leaving_after_it_and_joining_in_it(pad: Pad) -> None:
    pad.leave(ZOE, 1)
    assert refused(pad, "join", "Zoé", 1) == "name"


def test_who_left_can_come_back_on_a_new_seat(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.leave(ZOE, 1)
    state = pad.join("Zoé", 2, 7)
    assert state.sheet.rounds[1].playing == (ANA, PAU, TEO)
    assert state.seats[ZOE].players == state.seats[TEO].players


def test_eight_people_at_most_sit_at_the_table(app: Flask) -> None:
    pad = begin(app, NAMES[:7])
    pad.join("Lea", 1)
    assert refused(pad, "join", "Max", 1) == "name"


def test_a_place_is_free_after_the_last_round_of_who_leaves_and_not_in_it(app: Flask) -> None:
    pad = begin(app, NAMES)
    pad.leave(7, 1)
    assert refused(pad, "join", "Max", 1) == "name"
    assert len(pad.join("Max", 2).seats) == 9


def test_nobody_joins_a_match_that_is_over(pad: Pad) -> None:
    pad.decide("limit", 7)
    pad.round(1, 0, 6, 7)
    assert refused(pad, "join", "Teo", 1) == ""


def test_who_joins_is_remembered_by_the_group(pad: Pad) -> None:
    pad.join("Teo", 1)
    with pad.app.app_context():
        assert {one.name for one in remembered_people(TOKENS[ANAS_PHONE])} == {"Ana", "Pau", "Zoé", "Teo"}


def test_a_refused_join_leaves_nobody_remembered(pad: Pad) -> None:
    assert refused(pad, "join", "Teo", 5) == "first_round"
    with pad.app.app_context():
        assert "Teo" not in [one.name for one in remembered_people(TOKENS[ANAS_PHONE])]


def test_nobody_leaves_before_a_round_in_which_they_have_points(pad: Pad) -> None:
    for number in (1, 2):
        pad.round(number, 0, 6, 7)
    for last_round in (0, 1):
        assert refused(pad, "leave", ZOE, last_round) == "last_round"
    assert pad.leave(ZOE, 2).sheet.totals == (0, 12, 14)


def test_a_round_that_was_begun_keeps_two_people_too(app: Flask) -> None:
    pad = begin(app)
    pad.round(1, 0, 6, 7)
    pad.join("Teo", 3)
    assert refused(pad, "leave", ZOE, 0) == "last_round"
    pad.leave(ZOE, 1)
    assert refused(pad, "leave", PAU, 1) == "seat"
    assert pad.leave(PAU, 2).sheet.rounds[1].playing == (ANA, PAU)


def test_only_a_joiner_who_was_taken_back_is_absent(pad: Pad) -> None:
    pad.leave(ZOE, 0)
    assert not pad.now().seats[ZOE].absent
    pad.join("Teo", 1)
    assert not pad.now().seats[TEO].absent
    assert pad.undo().seats[TEO].absent
