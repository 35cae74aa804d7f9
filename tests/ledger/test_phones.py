"""The phones of a match: seats, host, closing the door, putting a phone out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from companion.games.why import Refusal
from companion.ledger import phones
from companion.ledger.phones import HOST_AWAY

from .cast import ANA, ANAS_PHONE, MARTAS, PAU, PAUS_PHONE, TEOS, ZOE, Pad, hand, standing, stored


def refused(pad: Pad, act: Callable[[], object]) -> str:
    """The field that a refusal is about; nothing may be written by it."""
    before = stored(pad.app)
    with pytest.raises(Refusal) as caught:
        act()
    assert stored(pad.app) == before
    return caught.value.field


def free(pad: Pad, seat: int, phone: int = ANAS_PHONE) -> dict[int, int]:
    """Who enters for whom after a seat was freed."""
    return dict(pad.act(phones.free, phone, None, seat).holders)


def take_over(pad: Pad, phone: int, gone_for: float) -> int | None:
    """The host after a phone asked to be it."""
    return pad.act(phones.take_over, phone, None, gone_for).host


def test_a_match_begins_with_its_first_phone_as_host_and_nobody_at_a_seat(pad: Pad) -> None:
    state = pad.now()
    assert (state.host, state.joining, dict(state.holders), state.next) == (pad.phones[ANAS_PHONE], True, {}, None)


def test_a_phone_may_enter_for_several_seats(pad: Pad) -> None:
    ana, pau = pad.phones
    pad.hold(ANA, ZOE)
    state = pad.hold(PAU, phone=PAUS_PHONE)
    assert dict(state.holders) == {ANA: ana, PAU: pau, ZOE: ana}
    assert (state.seats_of(ana), state.seats_of(pau), state.seats_of(99)) == ((ANA, ZOE), (PAU,), ())


def test_seats_of_a_phone_are_those_in_play_clockwise(pad: Pad) -> None:
    pad.hold(ANA, PAU, ZOE)
    pad.reorder(ZOE, ANA, PAU)
    assert pad.leave(PAU, 0).seats_of(pad.phones[ANAS_PHONE]) == (ZOE, ANA)


def test_who_says_anew_who_they_are_gives_the_other_seats_back(pad: Pad) -> None:
    pad.hold(ANA, PAU)
    assert dict(pad.hold(PAU, ZOE).holders) == {PAU: pad.phones[0], ZOE: pad.phones[0]}
    assert dict(pad.hold().holders) == {}


def test_a_seat_of_another_phone_is_refused_with_all_that_was_asked(pad: Pad) -> None:
    pad.hold(ANA)
    assert refused(pad, lambda: pad.hold(ANA, PAU, phone=PAUS_PHONE)) == "seat"
    assert dict(pad.now().holders) == {ANA: pad.phones[ANAS_PHONE]}


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_nothing_to_hold_beside_the_table(pad: Pad, seat: int) -> None:
    assert refused(pad, lambda: pad.hold(seat)) == "seat"


def test_holding_what_a_phone_holds_already_is_no_new_version(pad: Pad) -> None:
    pad.hold(ANA)
    before = standing(pad.app)
    assert pad.hold(ANA).version == 2
    assert standing(pad.app) == before


def test_who_holds_a_seat_says_nothing_about_who_may_write_there(pad: Pad) -> None:
    pad.hold(ANA)
    pad.enter(1, ANA, hand(5), phone=PAUS_PHONE)
    assert pad.trail("entry/1/0")[0].phone == pad.phones[PAUS_PHONE]


def test_the_host_frees_a_seat_and_another_phone_takes_it(pad: Pad) -> None:
    pad.hold(PAU, phone=PAUS_PHONE)
    marta = pad.let_in(MARTAS)
    assert free(pad, PAU) == {}
    assert dict(pad.hold(PAU, phone=marta).holders) == {PAU: pad.phones[marta]}
    assert [record.value for record in pad.trail("holder/1")] == [pad.phones[PAUS_PHONE], None, pad.phones[marta]]


@pytest.mark.parametrize("seat", [-1, 3, PAU])
def test_freeing_what_nobody_holds_writes_nothing(pad: Pad, seat: int) -> None:
    before = standing(pad.app)
    free(pad, seat)
    assert standing(pad.app) == before


def test_only_the_host_frees_closes_and_removes(pad: Pad) -> None:
    pad.hold(ANA)
    pad.hold(PAU, phone=PAUS_PHONE)
    marta = pad.let_in(MARTAS)
    for phone in (PAUS_PHONE, marta):
        refused(pad, partial(free, pad, ANA, phone))
        refused(pad, partial(pad.joining, False, phone=phone))
        refused(pad, partial(pad.remove, marta, phone=phone))


def test_joining_closes_and_opens(pad: Pad) -> None:
    assert not pad.joining(False).joining
    assert pad.joining(True).joining


@pytest.mark.parametrize("gone_for", [0.0, 20.0, HOST_AWAY - 0.001])
def test_nobody_takes_over_from_a_host_who_is_there_or_was_a_moment_ago(pad: Pad, gone_for: float) -> None:
    pad.hold(PAU, phone=PAUS_PHONE)
    refused(pad, lambda: take_over(pad, PAUS_PHONE, gone_for))


@pytest.mark.parametrize("gone_for", [HOST_AWAY, 10_000.0])
def test_somebody_who_plays_takes_over_after_five_minutes(pad: Pad, gone_for: float) -> None:
    assert HOST_AWAY == 5 * 60
    pad.hold(PAU, phone=PAUS_PHONE)
    assert take_over(pad, PAUS_PHONE, gone_for) == pad.phones[PAUS_PHONE]
    assert not pad.joining(False, phone=PAUS_PHONE).joining
    refused(pad, lambda: pad.joining(True))


def test_who_holds_no_seat_in_play_cannot_host(pad: Pad) -> None:
    refused(pad, lambda: take_over(pad, PAUS_PHONE, HOST_AWAY))
    pad.hold(ZOE, phone=PAUS_PHONE)
    pad.leave(ZOE, 0)
    refused(pad, lambda: take_over(pad, PAUS_PHONE, HOST_AWAY))


def test_the_host_stays_host_whenever_it_asks(pad: Pad) -> None:
    assert take_over(pad, ANAS_PHONE, 0.0) == pad.phones[ANAS_PHONE]


def test_a_removed_phone_finds_nothing_and_its_seats_are_free(pad: Pad) -> None:
    marta = pad.let_in(MARTAS)
    pad.hold(PAU, ZOE, phone=marta)
    pad.hold(ANA)
    state = pad.remove(marta)
    assert dict(state.holders) == {ANA: pad.phones[ANAS_PHONE]}
    assert pad.found(MARTAS) is None
    assert dict(pad.hold(PAU, phone=PAUS_PHONE).holders)[PAU] == pad.phones[PAUS_PHONE]


def test_what_a_removed_phone_wrote_stays(pad: Pad) -> None:
    marta = pad.let_in(MARTAS)
    pad.enter(1, PAU, hand(5), phone=marta)
    pad.remove(marta)
    assert pad.value("entry/1/1") == hand(5)
    assert pad.trail("entry/1/1")[0].phone == pad.phones[marta]


def test_the_host_cannot_be_removed(pad: Pad) -> None:
    refused(pad, lambda: pad.remove(ANAS_PHONE))


def test_a_phone_that_does_not_exist_cannot_be_removed(pad: Pad) -> None:
    refused(pad, lambda: pad.act(phones.remove, ANAS_PHONE, None, 99))


def test_the_phones_that_came_by_a_link_are_listed_with_what_they_may_do(pad: Pad) -> None:
    marta, teo = pad.let_in(MARTAS), pad.let_in(TEOS, pad.links().watch)
    with pad.app.app_context():
        assert phones.phones_of(pad.id) == {pad.phones[marta]: "write", pad.phones[teo]: "watch"}
    pad.remove(marta)
    with pad.app.app_context():
        assert phones.phones_of(pad.id) == {pad.phones[teo]: "watch"}
