"""Capability links: what each opens, and what it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import event

from companion.games import by_key
from companion.games.why import Refusal
from companion.ledger import door, links, opening, phones
from companion.ledger.access import find as find_match
from companion.ledger.base import db
from companion.ledger.cells import HOLDER, Cell
from companion.ledger.history import matches_of
from companion.ledger.models import SYMBOLS, Match, new_code, new_link
from companion.ledger.opening import Opening
from companion.ledger.persons import remembered_people
from companion.ledger.state import read_state
from tests.databases import SQLITE

from .cast import ANAS_PHONE, MARTAS, NAMES, PAUS_PHONE, TEOS, TOKENS, ZOE, Pad, begin, find, follow, stored

ANAS = TOKENS[ANAS_PHONE]


def opens(app: Flask, secret: str) -> links.Link | None:
    """What a secret opens."""
    with app.app_context():
        return links.follow(secret)


def group_secret(app: Flask, token: str | None = ANAS) -> str:
    """The group link that a phone shows."""
    with app.app_context():
        secret = links.group_link(token)
    assert secret is not None
    return secret


def code(app: Flask, typed: str) -> str | None:
    """The link behind a code that was typed."""
    with app.app_context():
        return links.by_code(typed)


def others_match(app: Flask) -> str:
    """A match of a phone in another group."""
    with app.app_context():
        return opening.create(TEOS, "begin", Opening(by_key("mojo"), NAMES[3:5], {}, 0))


def seen(app: Flask, token: str | None, *public_ids: str) -> list[tuple[bool, bool] | None]:
    """For each match: may the phone write, is it in the group; None for a match it does not find."""
    found = [find(app, public_id, token) for public_id in public_ids]
    return [None if one is None else (one.writes, one.member) for one in found]


def test_a_link_says_what_it_opens_and_for_whom(pad: Pad) -> None:
    secrets = pad.links()
    for kind, secret in (("match", secrets.match), ("watch", secrets.watch)):
        link = opens(pad.app, secret)
        assert link is not None
        assert (link.kind, link.id, link.public_id) == (kind, pad.id, pad.public_id)
        with pad.app.app_context():
            shown = links.shown_by(link, None)
            assert shown is not None
            assert [seat.name for seat in shown.seats] == ["Ana", "Pau", "Zoé"]
    link = opens(pad.app, group_secret(pad.app))
    assert link is not None
    assert (link.kind, link.id) == ("group", pad.now().group_id)
    with pad.app.app_context():
        assert links.shown_by(link, None) is None


@pytest.mark.parametrize(
    ("kind", "here", "sibling"),
    [("match", (True, False), None), ("watch", (False, False), None), ("group", (True, True), (True, True))],
)
def test_a_link_opens_what_it_should_and_nothing_else(
    app: Flask, kind: str, here: tuple[bool, bool], sibling: tuple[bool, bool] | None
) -> None:
    pad, other, foreign = begin(app, client="one"), begin(app, client="two"), others_match(app)
    secrets = {"match": pad.links().match, "watch": pad.links().watch, "group": group_secret(app)}
    assert seen(app, MARTAS, pad.public_id, other.public_id, foreign) == [None, None, None]
    follow(app, secrets[kind], MARTAS)
    assert seen(app, MARTAS, pad.public_id, other.public_id, foreign) == [here, sibling, None]
    assert seen(app, None, pad.public_id) == seen(app, "a stranger's phone", pad.public_id) == [None]
    with app.app_context():
        assert (links.group_link(MARTAS) is not None) == (kind == "group")
        assert bool(remembered_people(MARTAS)) == (kind == "group")


def test_nothing_but_a_whole_secret_opens_anything(pad: Pad) -> None:
    secrets = pad.links()
    wrong = ["", "A" * 20, secrets.code, pad.public_id, secrets.match[:-1], secrets.match + "A", "%" * 20, "ß" * 20]
    wrong += [f" {secrets.match}", ANAS, "x" * 5000]
    assert [opens(pad.app, secret) for secret in wrong] == [None] * len(wrong)
    whole = opens(pad.app, secrets.match)
    assert whole is not None
    assert opens(pad.app, secrets.match.lower()) == whole


def test_secrets_are_long_and_different(app: Flask) -> None:
    made = {new_link() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(secret) == 20 and set(secret) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") for secret in made)
    one, two = begin(app, client="one").links(), begin(app, client="two").links()
    assert len({one.match, one.watch, two.match, two.watch, group_secret(app)}) == 5


def test_a_watcher_who_comes_again_by_the_match_link_may_write(pad: Pad) -> None:
    secrets = pad.links()
    follow(pad.app, secrets.watch, MARTAS)
    follow(pad.app, secrets.match, MARTAS)
    assert seen(pad.app, MARTAS, pad.public_id) == [(True, False)]


def test_a_writer_who_opens_the_watch_link_still_writes(pad: Pad) -> None:
    secrets = pad.links()
    follow(pad.app, secrets.match, MARTAS)
    follow(pad.app, secrets.watch, MARTAS)
    assert seen(pad.app, MARTAS, pad.public_id) == [(True, False)]


@pytest.mark.parametrize("kind", ["match", "watch"])
def test_a_phone_of_the_group_needs_no_grant_and_loses_nothing(pad: Pad, kind: str) -> None:
    before = stored(pad.app)
    follow(pad.app, getattr(pad.links(), kind), TOKENS[PAUS_PHONE])
    assert stored(pad.app) == before
    assert seen(pad.app, TOKENS[PAUS_PHONE], pad.public_id) == [(True, True)]


@pytest.mark.parametrize("kind", ["match", "watch", "group"])
def test_a_link_tapped_twice_is_one_phone_let_in_once(pad: Pad, kind: str) -> None:
    secrets = {"match": pad.links().match, "watch": pad.links().watch, "group": group_secret(pad.app)}
    follow(pad.app, secrets[kind], MARTAS)
    before = stored(pad.app)
    follow(pad.app, secrets[kind], MARTAS)
    assert stored(pad.app) == before


def test_one_tap_joins_and_takes_seats_once_and_a_seat_that_is_taken_lets_nobody_in(pad: Pad) -> None:
    def tap(token: str, *seats: int) -> None:
        with pad.app.app_context():
            link = links.follow(pad.links().match)
            assert link is not None
            links.enter_by(link, token, seats, "one tap")

    for _ in range(2):
        tap(MARTAS, ZOE)
    version = pad.now().version
    assert [pad.now().holders[ZOE]] == [record.value for record in pad.now().trails.of(Cell(HOLDER, seat=ZOE))]
    before = stored(pad.app)
    with pytest.raises(Refusal):
        tap("another phone", ZOE)
    assert (stored(pad.app), pad.now().version) == (before, version)


def test_a_match_that_is_closed_lets_no_new_phone_in_and_makes_no_phone(pad: Pad) -> None:
    secrets = pad.links()
    pad.let_in(MARTAS)
    pad.joining(False)
    before = stored(pad.app)
    for secret in (secrets.match, secrets.watch):
        with pytest.raises(Refusal):
            follow(pad.app, secret, TEOS)
    follow(pad.app, secrets.match, MARTAS)
    assert stored(pad.app) == before
    assert seen(pad.app, MARTAS, pad.public_id) == [(True, False)]
    pad.joining(True)
    follow(pad.app, secrets.match, TEOS)
    assert seen(pad.app, TEOS, pad.public_id) == [(True, False)]


def test_a_watcher_does_not_become_a_writer_of_a_closed_match(pad: Pad) -> None:
    secrets = pad.links()
    follow(pad.app, secrets.watch, MARTAS)
    pad.joining(False)
    with pytest.raises(Refusal):
        follow(pad.app, secrets.match, MARTAS)
    assert seen(pad.app, MARTAS, pad.public_id) == [(False, False)]


def test_a_renewed_group_link_shuts_out_the_old_one_and_keeps_who_is_in(pad: Pad) -> None:
    old = group_secret(pad.app)
    follow(pad.app, old, MARTAS)
    with pad.app.app_context():
        door.renew_group(ANAS, pad.now().group_id)
    new = group_secret(pad.app)
    assert opens(pad.app, old) is None
    assert group_secret(pad.app, MARTAS) == new != old
    assert seen(pad.app, MARTAS, pad.public_id) == [(True, True)]
    follow(pad.app, new, TEOS)
    assert seen(pad.app, TEOS, pad.public_id) == [(True, True)]


def test_a_phone_in_no_group_renews_nothing(pad: Pad) -> None:
    pad.let_in(MARTAS)
    before = stored(pad.app)
    with pad.app.app_context():
        for token in (MARTAS, "a stranger's phone", ""):
            with pytest.raises(Refusal):
                door.renew_group(token, pad.now().group_id)
        assert links.group_link(None) is None
    assert stored(pad.app) == before


def test_a_group_link_renewed_in_one_group_stays_in_the_other(pad: Pad) -> None:
    others_match(pad.app)
    theirs = group_secret(pad.app, TEOS)
    with pad.app.app_context():
        door.renew_group(ANAS, pad.now().group_id)
    assert group_secret(pad.app, TEOS) == theirs


@pytest.mark.parametrize(
    "spell", [str, str.lower, " ".join, "-".join, lambda code: f"  {code[:3]} {code[3:].lower()}\n"]
)
def test_a_code_is_read_however_it_is_written(pad: Pad, spell: Callable[[str], str]) -> None:
    secrets = pad.links()
    assert code(pad.app, spell(secrets.code)) == secrets.match


def test_a_code_that_is_not_whole_or_unknown_opens_nothing(pad: Pad) -> None:
    known = pad.links().code
    other = known[:-1] + ("2" if known[-1] != "2" else "3")
    assert [code(pad.app, typed) for typed in ("", known[:5], known + "2", other, "O0I1LU", "２２２２２２")] == [
        None
    ] * 6


def test_a_code_works_only_while_the_match_is_open(pad: Pad) -> None:
    secrets = pad.links()
    pad.decide("stop", True)
    assert code(pad.app, secrets.code) is None
    pad.decide("stop", None)
    assert code(pad.app, secrets.code) == secrets.match
    pad.decide("limit", 7)
    pad.round(1, 0, 6, 7)
    assert code(pad.app, secrets.code) is None


def test_a_code_that_two_open_matches_share_opens_neither(app: Flask) -> None:
    one, two = begin(app, client="one"), begin(app, client="two")
    with app.app_context():
        db.session.execute(db.update(Match).values(code=one.links().code))
        db.session.commit()
    assert code(app, one.links().code) is None
    two.decide("stop", True)
    assert code(app, one.links().code) == one.links().match


def test_codes_have_no_signs_that_look_alike() -> None:
    codes = [new_code() for _ in range(1000)]
    assert not set(SYMBOLS) & set("01ILOU")
    assert all(len(one) == 6 and set(one) <= set(SYMBOLS) for one in codes)
    assert len(set(codes)) > 990


def test_looking_writes_nothing_and_makes_no_phone(pad: Pad, engine_kind: str) -> None:
    secrets, group = pad.links(), group_secret(pad.app)
    before, asked = stored(pad.app), list[str]()

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement.split()[0])

    with pad.app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
        for token in (ANAS, "a stranger's phone", None):
            found = find_match(pad.public_id, token)
            if found is not None:
                read_state(found)
            matches_of(token), remembered_people(token), links.group_link(token)
        for secret in (secrets.match, secrets.watch, group, "A" * 20):
            links.follow(secret)
        links.by_code(secrets.code), links.links_of(pad.id), phones.phones_of(pad.id)
        event.remove(db.engine, "before_cursor_execute", note)
    assert set(asked) == ({"BEGIN", "SELECT"} if engine_kind == SQLITE else {"SELECT"})
    assert stored(pad.app) == before
