"""Putting out, signing out and new links: one act, after which nothing that a phone knew opens anything."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from companion.games.why import Refusal
from companion.ledger import access, door, links, phones
from companion.ledger.base import db
from companion.ledger.groups import see, seen_before_today
from companion.ledger.members import kept_by, members_of
from companion.ledger.models import Group, Match, Phone, today
from companion.ledger.pen import settle, writing

from .cast import ANA, ANAS_PHONE, MARTAS, PAU, PAUS_PHONE, TEOS, TOKENS, ZOE, Pad, begin, find, follow, hand, stored

ANAS, PAUS = TOKENS


def secrets(app: Flask) -> set[str]:
    """Every link and code that opens something."""
    with app.app_context():
        found = {link for row in db.session.execute(select(Match.link, Match.watch_link, Match.code)) for link in row}
        return found | set(db.session.scalars(select(Group.link)))


def opens(app: Flask, secret: str) -> bool:
    """Whether a link or a code opens anything."""
    with app.app_context():
        return (links.by_code(secret) or links.follow(secret)) is not None


def done(pad: Pad, act: Callable[..., None], token: str, *number: int) -> None:
    """An act of a phone in the pad's group."""
    with pad.app.app_context():
        act(token, pad.now().group_id, *number)


def refused(pad: Pad, act: Callable[[], object]) -> None:
    """An act is refused, and nothing is written."""
    before = stored(pad.app)
    with pytest.raises(Refusal):
        act()
    assert stored(pad.app) == before


def test_a_phone_put_out_of_the_group_is_out_of_all_its_matches_in_one_act(app: Flask) -> None:
    pad, other = begin(app, client="one"), begin(app, client="two")
    ana, pau = pad.phones
    pad.hold(ANA)
    pad.hold(PAU, ZOE, phone=PAUS_PHONE)
    other.hold(PAU, phone=PAUS_PHONE)
    marta = pad.let_in(MARTAS)
    pad.joining(True)
    before, known = stored(app), secrets(app)
    done(pad, door.put_out_of_group, ANAS, pau)
    assert [find(app, one.public_id, PAUS) for one in (pad, other)] == [None, None]
    assert (dict(pad.now().holders), dict(other.now().holders)) == ({ANA: ana}, {})
    assert not known & secrets(app)
    assert not any(opens(app, secret) for secret in known)
    assert pad.found(MARTAS) is not None
    assert pad.now() == pad.afresh()
    for one in (pad, other):
        assert one.value(f"gone/{pau}") is True
        assert one.now().renewed == 1
    after = stored(app)
    assert after["phones"] == before["phones"]
    assert len(after["memberships"]) == len(before["memberships"]) - 1
    assert pad.hold(PAU, phone=marta).holders[PAU] == pad.phones[marta]


def test_a_link_that_was_noted_before_lets_nobody_in_afterwards(pad: Pad) -> None:
    with pad.app.app_context():
        group = links.group_link(ANAS)
        assert group is not None
        noted = [links.follow(secret) for secret in (pad.links().match, pad.links().watch, group)]
    done(pad, door.put_out_of_group, ANAS, pad.phones[PAUS_PHONE])
    for link in noted:
        assert link is not None
        for token in (PAUS, TEOS):
            with pad.app.app_context(), pytest.raises(Refusal):
                links.enter_by(link, token)
    assert pad.found(PAUS) is None


def test_who_was_put_out_by_mistake_comes_back_by_a_new_link(pad: Pad) -> None:
    done(pad, door.put_out_of_group, ANAS, pad.phones[PAUS_PHONE])
    follow(pad.app, pad.links().match, PAUS)
    found = pad.found(PAUS)
    assert found is not None
    assert (found.writes, found.member) == (True, False)


def test_only_who_keeps_the_group_puts_out_and_hands_on_and_never_itself(pad: Pad) -> None:
    ana, pau = pad.phones
    pad.let_in(MARTAS)
    for token in (PAUS, MARTAS, "a stranger's phone", ""):
        refused(pad, lambda token=token: done(pad, door.put_out_of_group, token, ana))  # type: ignore[misc]
        refused(pad, lambda token=token: done(pad, door.hand_on, token, pau))  # type: ignore[misc]
    for number in (ana, 99):
        refused(pad, lambda number=number: done(pad, door.put_out_of_group, ANAS, number))  # type: ignore[misc]
    done(pad, door.hand_on, ANAS, pau)
    refused(pad, lambda: done(pad, door.put_out_of_group, ANAS, pau))
    done(pad, door.put_out_of_group, PAUS, ana)
    assert pad.found(ANAS) is None
    assert find(pad.app, pad.public_id, PAUS) is not None


def test_a_host_who_is_put_out_hosts_no_more(pad: Pad) -> None:
    pad.hold(ANA)
    done(pad, door.hand_on, ANAS, pad.phones[PAUS_PHONE])
    done(pad, door.put_out_of_group, PAUS, pad.phones[ANAS_PHONE])
    with pad.app.app_context():
        found = access.find(pad.public_id, PAUS)
        assert found is not None
    state = pad.afresh()
    assert (state.host, dict(state.holders)) == (pad.phones[PAUS_PHONE], {})


def test_a_guest_put_out_by_the_host_is_out_of_all_matches_that_it_came_to(app: Flask) -> None:
    pad, other, third = (begin(app, client=client) for client in ("one", "two", "three"))
    marta = pad.let_in(MARTAS)
    follow(app, other.links().match, MARTAS)
    kept, group = third.links(), stored(app)["groups"]
    old = [pad.links().match, other.links().match]
    pad.remove(marta)
    assert [find(app, one.public_id, MARTAS) for one in (pad, other)] == [None, None]
    assert not any(opens(app, secret) for secret in old)
    assert third.links() == kept
    assert stored(app)["groups"] == group
    assert [one.now().renewed for one in (pad, other, third)] == [1, 1, None]


def test_a_host_puts_out_a_phone_of_the_group_only_if_it_keeps_that(pad: Pad) -> None:
    pad.hold(PAU, phone=PAUS_PHONE)
    pad.act(phones.take_over, PAUS_PHONE, None, phones.HOST_AWAY)
    refused(pad, lambda: pad.remove(ANAS_PHONE, phone=PAUS_PHONE))
    done(pad, door.hand_on, ANAS, pad.phones[PAUS_PHONE])
    pad.remove(ANAS_PHONE, phone=PAUS_PHONE)
    assert pad.found(ANAS) is None
    assert kept(pad.app, ANAS) == 0


def kept(app: Flask, token: str) -> int:
    """In how many groups a phone is."""
    with app.app_context():
        return len(kept_by(token))


def test_the_links_of_a_match_are_made_new_by_its_host_and_again_in_the_same_round(pad: Pad) -> None:
    marta = pad.let_in(MARTAS)
    refused(pad, lambda: pad.act(phones.renew, marta, None))
    for _ in range(2):
        old, version = pad.links(), pad.now().version
        pad.act(phones.renew, ANAS_PHONE, None)
        assert not {old.match, old.watch, old.code} & secrets(pad.app)
        assert pad.now().version == version + 1
    assert pad.found(MARTAS) is not None


def test_any_phone_of_the_group_makes_its_links_new_and_nobody_else(pad: Pad) -> None:
    pad.let_in(MARTAS)
    known = secrets(pad.app)
    refused(pad, lambda: done(pad, door.renew_group, MARTAS))
    done(pad, door.renew_group, PAUS)
    assert not known & secrets(pad.app)
    assert all(pad.found(token) is not None for token in (ANAS, PAUS, MARTAS))


def test_a_phone_that_signs_out_belongs_to_nothing_and_all_others_stay(app: Flask) -> None:
    pad = begin(app)
    pad.hold(PAU, phone=PAUS_PHONE)
    known = secrets(app)
    with app.app_context():
        door.sign_out(PAUS)
    assert pad.found(PAUS) is None
    assert (dict(pad.now().holders), secrets(app)) == ({}, known)
    pad.let_in(MARTAS)
    with app.app_context():
        door.sign_out(MARTAS)
        door.sign_out("a stranger's phone")
    assert pad.found(MARTAS) is None


def test_who_keeps_a_group_hands_it_on_before_it_goes(pad: Pad) -> None:
    def go() -> None:
        with pad.app.app_context():
            door.sign_out(ANAS)

    refused(pad, go)
    done(pad, door.hand_on, ANAS, pad.phones[PAUS_PHONE])
    go()
    assert pad.found(ANAS) is None


def test_the_last_phone_may_go_and_whoever_comes_next_keeps_the_group(pad: Pad) -> None:
    with pad.app.app_context():
        secret = links.group_link(ANAS)
        door.sign_out(PAUS)
        door.sign_out(ANAS)
    assert secret is not None
    follow(pad.app, secret, TEOS)
    with pad.app.app_context():
        (group,) = kept_by(TEOS)
    assert group.keeper == group.phone


def test_the_keepers_link_works_once(pad: Pad) -> None:
    with pad.app.app_context():
        secret = links.keeper_link(pad.now().group_id)
    follow(pad.app, secret, MARTAS)
    with pad.app.app_context():
        (group,) = kept_by(MARTAS)
        assert group.keeper == group.phone
        assert links.follow(secret) is None


def test_the_phones_of_a_group_are_called_by_whom_they_entered_for_last(app: Flask) -> None:
    pad = begin(app, client="one")
    pad.hold(PAU, ZOE, phone=PAUS_PHONE)
    pad.enter(1, PAU, hand(5))
    later = begin(app, client="two")
    later.hold(ANA)
    later.hold()
    with app.app_context():
        members = members_of(pad.now().group_id)
    assert [(one.people, one.seen) for one in members] == [((), today()), (("Pau", "Zoé"), today())]


def test_a_day_on_which_a_phone_was_seen_is_noted_once(pad: Pad) -> None:
    with pad.app.app_context():
        assert not seen_before_today(ANAS)
        db.session.scalars(select(Phone).where(Phone.token == ANAS)).one().seen = today() - timedelta(days=3)
        db.session.commit()
        assert seen_before_today(ANAS)
        with writing():
            see(ANAS)
            settle()
        assert not seen_before_today(ANAS)
        assert not seen_before_today("a stranger's phone")
