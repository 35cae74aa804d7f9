"""What the group decides about a match: its limit, stopping, the archive, the order, house rules."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.games.why import Refusal
from companion.ledger import decisions
from companion.ledger.cells import ADJUST, Cell
from companion.ledger.history import MatchRow, matches_of
from companion.ledger.pen import Conflict

from .cast import (
    ANA,
    ANAS_PHONE,
    PAU,
    PAUS_PHONE,
    TEO,
    TOKENS,
    ZOE,
    Pad,
    begin,
    put_away,
    results,
    standing,
    stored,
    typed,
)


def listed(pad: Pad, **asked: Any) -> list[MatchRow]:
    """The list of matches as Ana's phone shows it."""
    with pad.app.app_context():
        return matches_of(TOKENS[ANAS_PHONE], **asked)


def archive(pad: Pad) -> list[str]:
    """The archive as Ana's phone shows it."""
    with pad.app.app_context():
        return put_away(TOKENS[ANAS_PHONE])


def test_a_stopped_match_is_ranked_as_it_stands_and_nobody_wins(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    state = pad.decide("stop", True)
    assert (state.status, state.sheet.places, state.sheet.winners) == ("stopped", (1, 2, 3), ())
    [line] = listed(pad, states=["stopped"])
    assert (line.winners, [person.place for person in line.people]) == ((), [1, 2, 3])


def test_a_stopped_match_takes_corrections_but_no_new_hands(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.decide("stop", True)
    pad.enter(1, PAU, typed(8))
    with pytest.raises(Refusal):
        pad.enter(2, ANA, typed(5))
    assert pad.now().sheet.totals == (0, 8, 7)


def test_a_stopped_match_can_be_opened_again(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.decide("stop", True)
    state = pad.decide("stop", None, phone=PAUS_PHONE)
    assert state.status == "open"
    assert [record.value for record in pad.trail("stop")] == [True, None]
    pad.enter(2, ANA, typed(5))
    assert [line.state for line in listed(pad)] == ["open"]


def test_a_match_that_is_over_cannot_be_stopped(pad: Pad) -> None:
    pad.decide("limit", 7)
    pad.round(1, 0, 6, 7)
    before = stored(pad.app)
    with pytest.raises(Refusal):
        pad.decide("stop", True)
    assert stored(pad.app) == before


def test_an_archived_match_is_in_the_other_list_until_it_comes_back(pad: Pad) -> None:
    assert pad.decide("archive", True).archived
    assert (len(listed(pad)), len(archive(pad))) == (0, 1)
    assert not pad.decide("archive", None).archived
    assert (len(listed(pad)), len(archive(pad))) == (1, 0)


def test_deciding_what_stands_already_writes_nothing(pad: Pad) -> None:
    pad.decide("archive", True)
    before = standing(pad.app)
    assert pad.decide("archive", True, phone=PAUS_PHONE).version == 2
    assert standing(pad.app) == before


def test_the_end_moves_earlier_with_a_lower_limit_and_later_rounds_stay_uncounted(pad: Pad) -> None:
    for number in (1, 2, 3):
        pad.round(number, 0, 6, 7)
    sheet = pad.decide("limit", 14).sheet
    assert (sheet.over_round, sheet.winners, sheet.totals) == (2, (ANA,), (0, 12, 14))
    assert [round_.counted for round_ in sheet.rounds] == [True, True, False]
    rows = results(pad.app, pad.id, "closings")
    assert {row[0] for row in rows["round_results"]} == {1, 2}
    assert rows["seat_results"] == [(2,), (0,), (0,)]
    [line] = listed(pad)
    assert (line.state, line.round, line.winners) == ("over", 2, ("Ana",))


def test_the_end_moves_away_with_a_higher_limit(pad: Pad) -> None:
    pad.decide("limit", 14)
    pad.round(1, 0, 6, 7)
    assert pad.round(2, 0, 6, 7).status == "over"
    state = pad.decide("limit", 20)
    assert (state.status, state.sheet.over_round, state.current) == ("open", None, 3)
    assert [(line.state, line.winners) for line in listed(pad)] == [("open", ())]


def test_the_end_moves_with_a_correction_in_both_directions(pad: Pad) -> None:
    for number in (1, 2, 3):
        pad.round(number, 0, 6, 7)
    pad.decide("limit", 30)
    assert pad.enter(1, PAU, typed(24)).sheet.over_round == 2
    assert pad.enter(1, PAU, typed(6)).sheet.over_round is None
    assert pad.now().status == "open"


def test_the_limit_a_match_began_with_is_remembered(pad: Pad) -> None:
    state = pad.decide("limit", 70)
    assert (state.options["limit"], state.agreed.get("limit", 50)) == (70, 50)


def test_a_new_order_moves_the_people_and_not_their_points(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    state = pad.reorder(ZOE, ANA, PAU)
    assert (state.order, state.playing, state.sheet.totals) == ((2, 0, 1), (2, 0, 1), (0, 6, 7))


@pytest.mark.parametrize("order", [(), (0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 3)])
def test_an_order_names_every_seat_once(pad: Pad, order: tuple[int, ...]) -> None:
    before = stored(pad.app)
    with pytest.raises(Refusal) as caught:
        pad.reorder(*order)
    assert caught.value.field == "order"
    assert stored(pad.app) == before


def test_a_house_rule_changes_the_points_of_its_cell(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    sheet = pad.adjust(1, PAU, -4, "birthday").sheet
    assert sheet.totals == (0, 2, 7)
    assert sheet.rounds[0].cells[PAU].adjust == -4
    assert pad.value(Cell(ADJUST, 1, PAU)) == {"points": -4, "note": "birthday"}


def test_a_house_rule_of_no_points_takes_it_away(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.adjust(1, PAU, -4, "birthday")
    assert pad.adjust(1, PAU, 0, phone=PAUS_PHONE).sheet.totals == (0, 6, 7)
    assert [record.value for record in pad.trail(Cell(ADJUST, 1, PAU))] == [{"points": -4, "note": "birthday"}, None]


def test_a_house_rule_needs_a_cell_that_is_there(pad: Pad) -> None:
    before = stored(pad.app)
    with pytest.raises(Refusal):
        pad.adjust(2, PAU, 5)
    assert stored(pad.app) == before


def test_two_phones_that_decide_differently_are_asked(pad: Pad) -> None:
    pad.decide("limit", 60, seen=0)
    before = stored(pad.app)
    with pytest.raises(Conflict) as caught:
        pad.decide("limit", 70, phone=PAUS_PHONE, seen=0)
    assert [(mine.value, theirs.value) for mine, theirs in caught.value.pairs] == [(70, 60)]
    assert stored(pad.app) == before
    assert pad.decide("limit", 70, phone=PAUS_PHONE, seen=1).sheet.limit == 70
    assert pad.decide("limit", 80).sheet.limit == 80


def move(pad: Pad, seat: int, steps: int) -> tuple[int, ...]:
    """The order after a seat was moved."""
    return pad.act(decisions.move, ANAS_PHONE, None, seat, steps).order


def test_a_seat_moves_among_the_others(pad: Pad) -> None:
    assert move(pad, ANA, 1) == (PAU, ANA, ZOE)
    assert move(pad, ZOE, -2) == (ZOE, PAU, ANA)


@pytest.mark.parametrize(("seat", "steps"), [(ANA, -1), (ZOE, 1), (PAU, 2), (ANA, 3), (3, 1), (-1, 1)])
def test_at_the_ends_nothing_moves(pad: Pad, seat: int, steps: int) -> None:
    before = standing(pad.app)
    assert move(pad, seat, steps) == (ANA, PAU, ZOE)
    assert standing(pad.app) == before


def test_a_seat_that_was_taken_back_is_no_step(pad: Pad) -> None:
    pad.join("Teo", 1)
    move(pad, TEO, -1)
    pad.undo()
    pad.undo()
    assert pad.now().seats[TEO].absent
    assert move(pad, ZOE, 1) == (ANA, PAU, ZOE, TEO)
    assert move(pad, ZOE, -1) == (ANA, ZOE, PAU, TEO)


def test_a_person_is_called_by_the_new_name_in_all_matches_of_the_group(app: Flask) -> None:
    one, two = begin(app, client="one"), begin(app, ("Pau", "Ana"), client="two")
    assert two.now().name(1) == "Ana"
    one.act(decisions.rename, PAUS_PHONE, None, ANA, "Anna")
    assert (one.now().name(ANA), two.now().name(1)) == ("Anna", "Anna")
    assert one.trail("name/0")[0].phone == one.phones[PAUS_PHONE]
    assert begin(app, ("Anna", "Pau"), client="three").now().seats[0].players == one.now().seats[ANA].players


@pytest.mark.parametrize("name", ["Pau", "PAU", " pau"])
def test_nobody_takes_the_name_of_somebody_else(pad: Pad, name: str) -> None:
    before = stored(pad.app)
    with pytest.raises(Refusal) as caught:
        pad.act(decisions.rename, ANAS_PHONE, None, ANA, name)
    assert caught.value.field == "new_name"
    assert stored(pad.app) == before


def test_a_name_may_be_spelled_otherwise(pad: Pad) -> None:
    assert pad.act(decisions.rename, ANAS_PHONE, None, ANA, "ANA").name(ANA) == "ANA"
