"""Phones that come in and go at two processes at once: each place is one phone's, and nobody is in by half."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.ledger import access, deleting, door, erasing, hands, links, phones
from companion.ledger.base import db
from companion.ledger.cells import ENTRY, Cell
from companion.ledger.models import Group
from companion.ledger.pen import Pen
from companion.ledger.state import read_state

from .at_once import another, at_once
from .cast import ANA, ANAS_PHONE, MARTAS, PAU, TOKENS, ZOE, Pad, begin, find, hand, stored
from .gone import delete, played

MANY = [f"the token of phone {number}" for number in range(8)]
TIMES = 4
ANAS = TOKENS[ANAS_PHONE]


@pytest.fixture
def beside(app: Flask) -> Iterator[Flask]:
    """Another process of the same house."""
    with another(app) as other:
        yield other


def inside(app: Flask, work: Callable[[], Any]) -> Callable[[], Any]:
    """An act in a process."""

    def act() -> Any:
        with app.app_context():
            return work()

    return act


def tap(app: Flask, secret: str, token: str, *seats: int) -> Callable[[], None]:
    """Open a link on a phone and tap names there."""

    def act() -> None:
        link = links.follow(secret)
        assert link is not None
        links.enter_by(link, token, seats or None)

    return inside(app, act)


def test_of_eight_phones_that_tap_one_name_one_is_in(app: Flask, beside: Flask, pad: Pad) -> None:
    secret, before = pad.links().match, stored(app, "phones", "grants")
    taps = [tap(each, secret, token, ZOE) for each, token in zip((app, beside) * 4, MANY, strict=True)]
    got = at_once(*taps)
    assert [getattr(one, "field", None) for one in got].count("seat") == 7
    (number,) = pad.now().holders.values()
    inside_now = [token for token in MANY if find(app, pad.public_id, token)]
    assert inside_now == [MANY[got.index(None)]]
    after = stored(app, "phones", "grants")
    assert [row for row in after["phones"] if row not in before["phones"]] == [after["phones"][-1]]
    assert [row[:3] for row in after["grants"]] == [(pad.id, number, "write")]
    assert pad.now() == pad.afresh()


def test_one_new_phone_that_opens_two_links_at_once_is_one_phone(app: Flask, beside: Flask, pad: Pad) -> None:
    other = begin(app, client="another evening")
    at_once(tap(app, pad.links().match, MARTAS, PAU), tap(beside, other.links().match, MARTAS, ZOE))
    rows = stored(app, "phones", "grants")
    (phone,) = {row[1] for row in rows["grants"]}
    assert len(rows["phones"]) == 3
    assert (dict(pad.now().holders), dict(other.now().holders)) == ({PAU: phone}, {ZOE: phone})


def test_of_eight_phones_with_the_keepers_link_one_keeps_the_group(app: Flask, beside: Flask, pad: Pad) -> None:
    with app.app_context():
        secret = links.keeper_link(1)
        link = links.follow(secret)
    assert link is not None
    works = [
        inside(each, partial(links.enter_by, link, token)) for each, token in zip((app, beside) * 4, MANY, strict=True)
    ]
    got = at_once(*works)
    assert got.count(None) == 1
    with app.app_context():
        group = db.session.scalars(select(Group)).one()
        found = find(app, pad.public_id, MANY[got.index(None)])
        assert found is not None
        assert (group.keeper_id, group.keeper_link) == (found.phone, None)
    assert [token for token in MANY if find(app, pad.public_id, token)] == [MANY[got.index(None)]]


def test_links_that_two_phones_make_new_at_once_are_new_and_of_one_group(app: Flask, beside: Flask, pad: Pad) -> None:
    with app.app_context():
        old = links.link_of_group(1), *(getattr(pad.links(), name) for name in ("match", "watch", "code"))
    for _ in range(TIMES):
        got = at_once(
            *(inside(each, partial(door.renew_group, token, 1)) for each in (app, beside) for token in TOKENS)
        )
        assert got == [None] * 4
    with app.app_context():
        new = links.link_of_group(1), *(getattr(pad.links(), name) for name in ("match", "watch", "code"))
        assert not set(old) & set(new)
    assert len(pad.trail("renewed")) == 4 * TIMES
    assert pad.now() == pad.afresh()


def test_phones_that_are_put_out_while_they_write_leave_whole_writes_and_no_seat(
    app: Flask, beside: Flask, pad: Pad
) -> None:
    for time in range(TIMES):
        tokens = [f"{token} {time}" for token in MANY[:3]]
        guests = [pad.let_in(token) for token in tokens]

        def write(each: Flask, seat: int, time: int = time, tokens: list[str] = tokens) -> None:
            for number in range(6):
                client = f"{seat} {time} {number}"
                with each.app_context():
                    if (found := access.find(pad.public_id, tokens[seat])) is None:
                        return
                    phones.hold(Pen(found.id, found.phone, client), [seat])
                    seen = read_state(found).trails.numbers(Cell(ENTRY, 1, seat))
                    hands.enter(Pen(found.id, found.phone, client, seen), 1, seat, hand(number))

        def put_out(guests: list[int] = guests) -> None:
            for guest in guests:
                pad.remove(guest)

        at_once(*(partial(write, each, seat) for seat, each in enumerate((app, beside, app))), put_out)
        assert not [token for token in tokens if find(app, pad.public_id, token)]
        state = pad.now()
        assert not {pad.phones[guest] for guest in guests} & set(state.holders.values())
        assert state == pad.afresh()
        assert pad.found(ANAS) is not None


def test_of_those_who_erase_and_bring_back_at_once_one_has_done_it(app: Flask, beside: Flask) -> None:
    for time in range(TIMES):
        pad = played(app, f"evening {time}")
        delete(app, pad)
        acts = [
            inside(each, partial(verb, *given))
            for each in (app, beside)
            for verb, given in ((erasing.erase_match, (pad.id, ANAS)), (deleting.restore_match, (ANAS, pad.id)))
        ]
        got = at_once(*acts)
        assert got.count(None) == 1
        there = got.index(None) % 2 == 1
        assert (find(app, pad.public_id, ANAS) is not None) is there
        assert (find(beside, pad.public_id, ANAS) is not None) is there
        if there:
            assert pad.enter(1, ANA, hand(5)).version == pad.afresh().version
