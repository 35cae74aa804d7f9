"""The next match: the same people and phones, once however many tap."""

from __future__ import annotations

import pytest

from companion.ledger import access, opening
from companion.ledger.cells import SPAN, Cell
from companion.ledger.pen import Late, Pen
from companion.ledger.state import MatchState, read_state

from .cast import ANA, ANAS_PHONE, MARTAS, PAU, PAUS_PHONE, TEOS, TOKENS, ZOE, Pad, find, stored

ANAS, PAUS = TOKENS


def rematch(pad: Pad, phone: int = ANAS_PHONE, client: str = "again", old: MatchState | None = None) -> str:
    """The public id of the next match, as a phone that looked at `old` begins it."""
    state = old or pad.now()
    with pad.app.app_context():
        return opening.rematch(Pen(pad.id, pad.phones[phone], client), TOKENS[phone], state)


def opened(pad: Pad, public_id: str, token: str = ANAS) -> MatchState:
    """The match as a phone reads it."""
    with pad.app.app_context():
        found = access.find(public_id, token)
        assert found is not None
        return read_state(found)


def test_the_people_in_play_sit_down_again_in_their_order(pad: Pad) -> None:
    pad.reorder(ZOE, ANA, PAU)
    pad.decide("limit", 60)
    pad.leave(PAU, 1)
    pad.join("Teo", 1)
    new = opened(pad, rematch(pad))
    assert [seat.name for seat in new.seats] == ["Zoé", "Ana", "Teo"]
    assert (new.first_starter, new.sheet.limit, new.version, new.group_id) == (1, 60, 1, pad.now().group_id)


def test_the_old_match_leads_to_the_next(pad: Pad) -> None:
    new = rematch(pad)
    assert pad.now().next == new != pad.public_id


def test_phones_and_their_seats_come_along(pad: Pad) -> None:
    marta, teo = pad.let_in(MARTAS), pad.let_in(TEOS, pad.links().watch)
    pad.hold(ANA)
    pad.hold(PAU, ZOE, phone=marta)
    pad.reorder(ZOE, ANA, PAU)
    new = opened(pad, rematch(pad))
    ana, martas = pad.phones[ANAS_PHONE], pad.phones[marta]
    assert dict(new.holders) == {0: martas, 1: ana, 2: martas}
    found = [find(pad.app, new.public_id, token) for token in (MARTAS, TEOS, PAUS)]
    assert [None if one is None else (one.writes, one.member) for one in found] == [
        (True, False),
        (False, False),
        (True, True),
    ]
    assert pad.phones[teo] not in new.holders.values()


def test_a_phone_that_came_by_a_link_may_begin_the_next_match_in_the_same_group(pad: Pad) -> None:
    marta = pad.let_in(MARTAS)
    pad.hold(PAU, phone=marta)
    with pad.app.app_context():
        new = opening.rematch(Pen(pad.id, pad.phones[marta], "again"), MARTAS, pad.now())
    assert opened(pad, new).group_id == pad.now().group_id
    found = find(pad.app, new, MARTAS)
    assert found is not None
    assert (found.writes, found.member) == (True, False)


def test_a_removed_phone_is_out_of_the_next_match_too(pad: Pad) -> None:
    marta = pad.let_in(MARTAS)
    pad.remove(marta)
    pad.remove(PAUS_PHONE)
    new = rematch(pad)
    assert find(pad.app, new, MARTAS) is None
    assert find(pad.app, new, PAUS) is None


def test_the_seats_that_came_along_are_no_write_to_undo(pad: Pad) -> None:
    pad.hold(ANA)
    assert opened(pad, rematch(pad)).trails.last_write(pad.phones[ANAS_PHONE]) == ()


def test_the_form_sent_twice_is_one_match(pad: Pad) -> None:
    old = pad.now()
    first = rematch(pad, old=old)
    before = stored(pad.app)
    assert rematch(pad, old=old) == rematch(pad) == first
    assert stored(pad.app) == before


def test_whoever_taps_later_is_led_to_the_match_that_was_begun(pad: Pad) -> None:
    first = rematch(pad)
    assert rematch(pad, PAUS_PHONE, "another form") == first
    assert len(stored(pad.app, "matches")["matches"]) == 2


def test_two_phones_that_tap_at_once_begin_one_match(pad: Pad) -> None:
    old = pad.now()
    first = rematch(pad, ANAS_PHONE, "a form", old)
    assert rematch(pad, PAUS_PHONE, "another form", old) == first
    assert len(stored(pad.app, "matches")["matches"]) == 2


def test_one_person_alone_has_no_rematch(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    pad.round(1, 0, 6, 7)
    pad.join("Teo", 2)
    pad.leave(PAU, 1)
    pad.leave(ZOE, 1)
    pad.undo()
    pad.undo()
    before = stored(pad.app)
    assert len(before["matches"]) == 1
    old = pad.now().what_if({Cell(SPAN, seat=seat): {"first": 1, "last": 1, "start": 0} for seat in (PAU, ZOE, 3)})
    monkeypatch.setattr(opening, "read_state", lambda _: old)
    with pytest.raises(Late):
        rematch(pad, old=old)
    assert stored(pad.app) == before
