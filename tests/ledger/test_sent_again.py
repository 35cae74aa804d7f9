"""A form sent again after a lost reply gets its first answer, whoever wrote in between."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.ledger import decisions, hands, phones
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.pen import Conflict

from .cast import ANA, ANAS_PHONE, PAU, PAUS_PHONE, ZOE, Pad, begin, hand, stored

ANAS_CELL = Cell(ENTRY, 1, ANA)
Verb = Callable[[Pad], object]

VERBS: dict[str, Verb] = {
    "enter": lambda pad: pad.enter(2, ANA, hand(10), closes=True, client="lost", seen=0, seen_closer=0),
    "enter all": lambda pad: pad.act(
        hands.enter_all, ANAS_PHONE, "lost", 2, {ANA: hand(10), PAU: hand(3)}, {ANA: True}
    ),
    "withdraw": lambda pad: pad.enter(1, ANA, None, client="lost", seen=1, seen_closer=1),
    "close": lambda pad: pad.close(2, PAU, client="lost", seen=0),
    "adjust": lambda pad: pad.adjust(1, ANA, 5, "late", client="lost", seen=0),
    "limit": lambda pad: pad.decide("limit", 70, client="lost"),
    "stop": lambda pad: pad.decide("stop", True, client="lost"),
    "archive": lambda pad: pad.decide("archive", True, client="lost"),
    "leave": lambda pad: pad.leave(ZOE, 1, client="lost"),
    "join": lambda pad: pad.join("Teo", 2, 6, client="lost"),
    "undo": lambda pad: pad.undo(client="lost", version=4),
    "move": lambda pad: pad.act(decisions.move, ANAS_PHONE, "lost", ANA, 1),
    "rename": lambda pad: pad.act(decisions.rename, ANAS_PHONE, "lost", ANA, "Anna"),
    "hold": lambda pad: pad.hold(ANA, ZOE, client="lost"),
    "free": lambda pad: pad.act(phones.free, ANAS_PHONE, "lost", PAU),
    "joining": lambda pad: pad.joining(False, client="lost"),
    "remove": lambda pad: pad.remove(PAUS_PHONE, client="lost"),
    "host": lambda pad: pad.act(phones.take_over, ANAS_PHONE, "lost", 0.0),
}


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_sent_twice_is_one_write(pad: Pad, name: str) -> None:
    pad.round(1, 5, 6, 7)
    VERBS[name](pad)
    before = stored(pad.app)
    VERBS[name](pad)
    assert stored(pad.app) == before


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_sent_again_after_somebody_wrote_is_still_one_write(pad: Pad, name: str) -> None:
    pad.round(1, 5, 6, 7)
    VERBS[name](pad)
    pad.decide("limit", 80, phone=PAUS_PHONE)
    before = stored(pad.app)
    VERBS[name](pad)
    assert stored(pad.app) == before


def test_the_later_value_of_another_phone_stands(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10), client="lost", seen=0, seen_closer=0)
    pad.enter(1, ANA, hand(11), phone=PAUS_PHONE)
    pad.enter(1, ANA, hand(10), client="lost", seen=0, seen_closer=0)
    assert [record.value for record in pad.trail(ANAS_CELL)] == [hand(10), hand(11)]


def test_the_later_mojo_of_another_phone_stands(pad: Pad) -> None:
    pad.close(1, ANA, client="lost", seen=0)
    pad.close(1, PAU, phone=PAUS_PHONE)
    pad.close(1, ANA, client="lost", seen=0)
    assert pad.value(Cell(CLOSER, 1)) == PAU


def test_the_answer_names_the_match_as_it_is(pad: Pad) -> None:
    first = pad.enter(1, ANA, hand(10), client="lost", seen=0, seen_closer=0)
    assert pad.enter(1, ANA, hand(10), client="lost", seen=0, seen_closer=0).version == first.version
    pad.enter(1, PAU, hand(11), phone=PAUS_PHONE)
    again = pad.enter(1, ANA, hand(10), client="lost", seen=0, seen_closer=0)
    assert again.trails.value(ANAS_CELL) == hand(10)
    assert again.trails.value(Cell(ENTRY, 1, PAU)) == hand(11)


def test_a_form_that_asked_nothing_gets_the_same_answer_again(pad: Pad) -> None:
    """Its value stood already, so nothing was written; and still the later value must not be asked about."""
    pad.enter(1, ANA, hand(10), phone=PAUS_PHONE)
    pad.enter(1, ANA, hand(10), client="lost", seen=0, seen_closer=0)
    pad.enter(1, ANA, hand(11), phone=PAUS_PHONE)
    pad.enter(1, ANA, hand(10), client="lost", seen=0, seen_closer=0)
    assert pad.value(ANAS_CELL) == hand(11)


def test_a_limit_that_stood_already_does_not_come_back_with_a_late_repeat(pad: Pad) -> None:
    pad.decide("limit", 60, phone=PAUS_PHONE)
    pad.decide("limit", 60, phone=ANAS_PHONE, client="lost")
    pad.decide("limit", 70, phone=PAUS_PHONE)
    pad.decide("limit", 60, phone=ANAS_PHONE, client="lost")
    assert pad.now().sheet.limit == 70


def test_the_same_client_id_with_other_content_is_another_write(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10), client="a form")
    pad.enter(1, ANA, hand(11), client="a form")
    pad.enter(1, PAU, hand(11), client="a form")
    assert [record.value for record in pad.trail(ANAS_CELL)] == [hand(10), hand(11)]
    assert pad.value(Cell(ENTRY, 1, PAU)) == hand(11)
    assert pad.now().version == 4


def test_a_form_that_was_refused_may_be_sent_again(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10))
    with pytest.raises(Conflict):
        pad.enter(1, ANA, hand(11), phone=PAUS_PHONE, client="a form", seen=0)
    pad.enter(1, ANA, hand(11), phone=PAUS_PHONE, client="a form", seen=1)
    assert pad.value(ANAS_CELL) == hand(11)


def test_a_long_client_id_is_no_trouble(pad: Pad) -> None:
    pad.enter(1, ANA, hand(10), client="x" * 500)
    before = stored(pad.app)
    pad.enter(1, ANA, hand(10), client="x" * 500)
    assert stored(pad.app) == before


def test_a_form_is_known_by_what_it_came_with_and_in_its_match_only(pad: Pad) -> None:
    first = pad.enter(1, ANA, hand(10), closes=True, client="a form")
    assert pad.enter(1, ANA, hand(10), closes=True, client="a form", seen=0, seen_closer=0).version == first.version
    assert pad.enter(1, ANA, hand(11), closes=True, client="a form").version == first.version + 1
    other = begin(pad.app, client="another")
    assert other.enter(1, ANA, hand(10), closes=True, client="a form").version == 2
