"""Two pens on one cell: the same value asks nothing, another one shows both and writes nothing."""

from __future__ import annotations

import pytest

from companion.games.cards import Hand
from companion.ledger.cells import ADJUST, CLOSER, ENTRY, Cell
from companion.ledger.pen import Conflict

from .cast import ANA, ANAS_PHONE, PAU, PAUS_PHONE, ZOE, Pad, hand, standing, stored, typed

ANAS_CELL = Cell(ENTRY, 1, ANA)


@pytest.mark.parametrize("again", [hand(10, 11, 3), hand(3, 10, 11), hand(11, 3, 10)])
def test_the_same_hand_from_two_phones_asks_nothing_in_whatever_order_it_was_tapped(pad: Pad, again: Hand) -> None:
    pad.enter(1, ANA, hand(10, 11, 3))
    before = standing(pad.app)
    after = pad.enter(1, ANA, again, phone=PAUS_PHONE, seen=0)
    assert after.version == 2
    assert standing(pad.app) == before


def test_the_same_number_of_points_in_other_cards_is_another_value(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10, 3))
    with pytest.raises(Conflict):
        pad.enter(1, ANA, typed(13), phone=PAUS_PHONE, seen=0)


def test_a_stale_write_shows_both_values_and_writes_nothing(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    before = stored(pad.app)
    with pytest.raises(Conflict) as caught:
        pad.enter(1, ANA, hand(11), phone=PAUS_PHONE, seen=0)
    [(mine, theirs)] = caught.value.pairs
    assert (mine.cell, mine.value) == (ANAS_CELL, hand(11))
    assert (theirs.value, theirs.number, theirs.phone) == (hand(10), 1, pad.phones[ANAS_PHONE])
    assert stored(pad.app) == before


def test_the_conflict_is_about_what_stands_now_and_not_about_what_was_seen(pad: Pad) -> None:
    for entry in (hand(10), hand(11), hand(12)):
        pad.enter(1, ANA, entry)
    with pytest.raises(Conflict) as caught:
        pad.enter(1, ANA, hand(9), phone=PAUS_PHONE, seen=2)
    assert caught.value.pairs[0][1].value == hand(12)


def test_a_phone_that_saw_what_stands_may_write_another_value(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, hand(11), phone=PAUS_PHONE, seen=1)
    assert pad.value(ANAS_CELL) == hand(11)


def test_a_stale_withdrawal_is_a_conflict_too(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, hand(11))
    with pytest.raises(Conflict):
        pad.enter(1, ANA, None, phone=PAUS_PHONE, seen=1)
    assert pad.value(ANAS_CELL) == hand(11)


def test_a_withdrawal_in_between_is_shown_as_a_blank(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    pad.enter(1, ANA, None)
    with pytest.raises(Conflict) as caught:
        pad.enter(1, ANA, hand(11), phone=PAUS_PHONE, seen=1)
    assert caught.value.pairs[0][1].value is None


def test_different_cells_never_conflict(pad: Pad) -> None:
    for seat in (ANA, PAU, ZOE):
        pad.enter(1, seat, hand(5 + seat), phone=seat % 2, seen=0, seen_closer=0)
    pad.close(1, ZOE, phone=PAUS_PHONE, seen=0)
    pad.adjust(1, ANA, 5, seen=0)
    round_ = pad.now().sheet.rounds[0]
    assert (round_.complete, round_.closer) == (True, ZOE)


def test_the_closer_is_a_cell_with_conflicts_of_its_own(pad: Pad) -> None:
    pad.close(1, ANA)
    before = stored(pad.app)
    with pytest.raises(Conflict) as caught:
        pad.close(1, PAU, phone=PAUS_PHONE, seen=0)
    [(mine, theirs)] = caught.value.pairs
    assert (mine.cell, mine.value, theirs.value) == (Cell(CLOSER, 1), PAU, ANA)
    assert stored(pad.app) == before


def test_two_phones_that_name_the_same_closer_ask_nothing(pad: Pad) -> None:
    pad.close(1, ANA)
    assert pad.close(1, ANA, phone=PAUS_PHONE, seen=0).version == 2


def test_a_hand_whose_closer_conflicts_is_not_written_either(pad: Pad) -> None:
    pad.close(1, ANA)
    before = stored(pad.app)
    with pytest.raises(Conflict) as caught:
        pad.enter(1, PAU, hand(5), closes=True, phone=PAUS_PHONE, seen=0, seen_closer=0)
    assert [mine.cell for mine, _ in caught.value.pairs] == [Cell(CLOSER, 1)]
    assert stored(pad.app) == before


def test_a_hand_and_its_closer_may_both_conflict(pad: Pad) -> None:
    pad.enter(1, PAU, hand(7))
    pad.close(1, ANA)
    with pytest.raises(Conflict) as caught:
        pad.enter(1, PAU, hand(5), closes=True, phone=PAUS_PHONE, seen=0, seen_closer=0)
    values = {mine.cell: (mine.value, theirs.value) for mine, theirs in caught.value.pairs}
    assert values == {Cell(ENTRY, 1, PAU): (hand(5), hand(7)), Cell(CLOSER, 1): (PAU, ANA)}


def test_a_hand_does_not_conflict_because_somebody_else_closed_in_between(pad: Pad) -> None:
    pad.close(1, ANA)
    pad.enter(1, PAU, hand(5), closes=False, phone=PAUS_PHONE, seen=0, seen_closer=0)
    assert (pad.value(Cell(ENTRY, 1, PAU)), pad.value(Cell(CLOSER, 1))) == (hand(5), ANA)


def test_one_tap_keeps_mine_after_a_conflict(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    with pytest.raises(Conflict) as caught:
        pad.enter(1, ANA, hand(11), phone=PAUS_PHONE, seen=0)
    pad.enter(1, ANA, hand(11), phone=PAUS_PHONE, seen=caught.value.pairs[0][1].number)
    assert pad.value(ANAS_CELL) == hand(11)


def test_house_rules_conflict_like_hands(pad: Pad) -> None:
    pad.adjust(1, ANA, 5, "late")
    with pytest.raises(Conflict):
        pad.adjust(1, ANA, 3, "late", phone=PAUS_PHONE, seen=0)
    assert pad.adjust(1, ANA, 5, "late", phone=PAUS_PHONE, seen=0).version == 2
    assert pad.value(Cell(ADJUST, 1, ANA)) == {"points": 5, "note": "late"}
