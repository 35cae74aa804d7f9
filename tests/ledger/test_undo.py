"""Undo takes back the last write of this phone, unless somebody has written there since."""

from __future__ import annotations

import pytest

from companion.games.why import Refusal
from companion.ledger import decisions, door, hands, phones
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.pen import Conflict, Pen

from .cast import ANA, ANAS_PHONE, PAU, PAUS_PHONE, TEO, TOKENS, ZOE, Pad, hand, stored, typed

ANAS_CELL = Cell(ENTRY, 1, ANA)


def test_undo_writes_what_stood_there_before(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, hand(11))
    assert pad.undo().trails.value(ANAS_CELL) == hand(10)
    assert [record.value for record in pad.trail(ANAS_CELL)] == [hand(10), hand(11), hand(10)]


def test_undo_of_the_first_hand_leaves_the_seat_waiting(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    assert pad.undo().sheet.rounds[0].cells[ANA].state == "waiting"


def test_undo_brings_back_a_hand_that_was_withdrawn(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, None)
    assert pad.undo().trails.value(ANAS_CELL) == hand(10)


def test_undo_takes_back_one_write_after_the_other(pad: Pad) -> None:
    for seat in (ANA, PAU, ZOE):
        pad.enter(1, seat, hand(5 + seat))
    missing = [pad.undo().sheet.rounds[0].missing for _ in range(3)]
    assert missing == [(ZOE,), (PAU, ZOE), (ANA, PAU, ZOE)]
    with pytest.raises(Refusal):
        pad.undo()


def test_what_is_written_after_an_undo_is_what_the_next_undo_takes_back(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, hand(11))
    pad.undo()
    pad.enter(1, ANA, hand(12))
    assert pad.undo().trails.value(ANAS_CELL) == hand(10)
    assert pad.undo().trails.value(ANAS_CELL) is None
    with pytest.raises(Refusal):
        pad.undo()


def test_undo_restores_the_hand_and_the_mojo_together(pad: Pad) -> None:
    pad.enter(1, PAU, hand(7), closes=True)
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, hand(11), closes=True)
    state = pad.undo()
    assert (state.trails.value(ANAS_CELL), state.trails.value(Cell(CLOSER, 1))) == (hand(10), PAU)
    assert state.version == 5


def test_there_is_nothing_to_take_back_for_a_phone_that_wrote_nothing(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    before = stored(pad.app)
    with pytest.raises(Refusal):
        pad.undo(phone=PAUS_PHONE)
    assert stored(pad.app) == before


def test_undo_takes_back_the_write_of_this_phone_and_not_the_last_of_all(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, PAU, hand(11), phone=PAUS_PHONE)
    state = pad.undo()
    assert (state.trails.value(ANAS_CELL), state.trails.value(Cell(ENTRY, 1, PAU))) == (None, hand(11))


def test_undo_shows_both_values_when_somebody_wrote_there_since(pad: Pad) -> None:
    pad.enter(1, ANA, hand(9))
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, hand(11), phone=PAUS_PHONE)
    before = stored(pad.app)
    with pytest.raises(Conflict) as caught:
        pad.undo()
    [(mine, theirs)] = caught.value.pairs
    assert (mine.value, theirs.value, theirs.phone) == (hand(9), hand(11), pad.phones[PAUS_PHONE])
    assert stored(pad.app) == before


def test_undo_of_two_cells_is_refused_as_one_when_one_of_them_was_written_since(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10), closes=True)
    pad.close(1, PAU, phone=PAUS_PHONE)
    with pytest.raises(Conflict) as caught:
        pad.undo()
    assert [mine.cell for mine, _ in caught.value.pairs] == [Cell(CLOSER, 1)]
    assert pad.value(ANAS_CELL) == hand(10)


def test_undo_is_possible_again_when_the_other_phone_took_its_write_back(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, hand(11), phone=PAUS_PHONE)
    assert pad.undo(phone=PAUS_PHONE).trails.value(ANAS_CELL) == hand(10)
    assert pad.undo().trails.value(ANAS_CELL) is None


def test_undo_names_the_write_it_takes_back(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.undo()
    first, second = pad.trail(ANAS_CELL)
    assert (first.undoes, second.undoes) == (None, first.version)


def test_undo_of_a_join_makes_the_seat_absent(pad: Pad) -> None:
    pad.join("Teo", 1)
    state = pad.undo()
    assert state.seats[TEO].absent
    assert state.playing == (ANA, PAU, ZOE)
    assert {row[1] for row in stored(pad.app, "seat_results")["seat_results"]} == {ANA, PAU, ZOE}
    assert pad.join("Teo", 1).playing == (ANA, PAU, ZOE, TEO + 1)


def test_undo_of_leaving_brings_the_seat_back(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.leave(ZOE, 1)
    state = pad.undo()
    assert (state.playing, state.sheet.places) == ((ANA, PAU, ZOE), (1, 2, 3))


def test_undo_of_a_second_leaving_restores_the_first(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.leave(ZOE, 2)
    pad.leave(ZOE, 1)
    assert pad.undo().seats[ZOE].span.last_round == 2


def test_undo_of_a_limit_moves_the_end_back(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    assert pad.decide("limit", 7).status == "over"
    state = pad.undo()
    assert (state.status, state.sheet.limit) == ("open", 50)


def test_undo_of_stopping_opens_the_match(pad: Pad) -> None:
    pad.decide("stop", True)
    assert pad.undo().status == "open"


def test_undo_of_opening_again_stops_the_match(pad: Pad) -> None:
    pad.decide("stop", True)
    pad.decide("stop", None)
    assert pad.undo().status == "stopped"


def test_undo_of_an_order_and_of_a_house_rule_and_of_the_archive(pad: Pad) -> None:
    pad.reorder(ZOE, ANA, PAU)
    pad.adjust(1, ANA, 5, "late")
    pad.decide("archive", True)
    assert not pad.undo().archived
    assert pad.undo().sheet.rounds[0].cells[ANA].adjust == 0
    assert pad.undo().order == (ANA, PAU, ZOE)


def test_undo_of_a_correction_moves_the_totals_back(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    pad.round(2, 0, 6, 7)
    pad.enter(1, PAU, typed(16))
    assert pad.undo().sheet.totals == (0, 12, 14)


def test_undo_takes_back_only_the_write_that_the_phone_was_shown(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, hand(11))
    before = stored(pad.app)
    for version in (1, 2, 4, 0):
        with pytest.raises(Refusal):
            pad.undo(version=version)
    assert stored(pad.app) == before
    assert pad.undo(version=3).trails.value(ANAS_CELL) == hand(10)


def test_undo_leaves_alone_who_enters_for_whom_and_who_hosts(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.hold(ANA, ZOE)
    pad.hold(PAU, phone=PAUS_PHONE)
    pad.joining(False)
    state = pad.act(phones.take_over, PAUS_PHONE, None, 300.0)
    with pad.app.app_context():
        door.hand_on(TOKENS[ANAS_PHONE], state.group_id, pad.phones[PAUS_PHONE])
    pad.remove(ANAS_PHONE, phone=PAUS_PHONE)
    pad.hold(ZOE, phone=PAUS_PHONE)
    with pad.app.app_context():
        state = hands.undo(Pen(pad.id, pad.phones[ANAS_PHONE], "undo"), 2)
    assert state.trails.value(ANAS_CELL) is None
    assert (dict(state.holders), state.host, state.joining) == ({ZOE: pad.phones[1]}, pad.phones[1], False)
    with pad.app.app_context(), pytest.raises(Refusal):
        hands.undo(Pen(pad.id, pad.phones[PAUS_PHONE], "another undo"), state.version - 1)


def test_undo_leaves_a_new_name_alone(pad: Pad) -> None:
    pad.enter(1, ANA, hand(9))
    assert pad.act(decisions.rename, ANAS_PHONE, None, ANA, "Anna").name(ANA) == "Anna"
    after = pad.undo()
    assert after.name(ANA) == "Anna"
    assert after.trails.value(Cell(ENTRY, 1, 0)) is None
