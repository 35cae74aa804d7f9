"""Beginning a match: once for every form, in the phone's group, with people who are remembered."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import by_key
from companion.games.mojo.scoring import Mojo
from companion.games.options import Options
from companion.ledger import access, opening
from companion.ledger.base import db
from companion.ledger.history import matches_of
from companion.ledger.models import Membership, Player
from companion.ledger.opening import Opening
from companion.ledger.persons import remembered_people
from companion.ledger.players import clean
from companion.ledger.state import read_state

from .cast import ANAS_PHONE, NAMES, TOKENS, begin, stored

ANAS = TOKENS[ANAS_PHONE]


def create(app: Flask, client: str, names: tuple[str, ...], token: str = ANAS) -> str:
    """Begin a match in a context of its own."""
    with app.app_context():
        return opening.create(token, client, Opening(by_key("mojo"), names, {"limit": 60}, 1))


def test_a_match_begins_with_its_people_in_seat_order_at_round_1(app: Flask) -> None:
    state = begin(app, ("Ana", "Pau", "Zoé"), limit=60).now()
    assert [seat.name for seat in state.seats] == ["Ana", "Pau", "Zoé"]
    assert (state.version, state.current, state.status) == (1, 1, "open")
    assert state.sheet.limit == 60
    assert state.sheet.starter == 0


def test_the_form_sent_twice_is_one_match(app: Flask) -> None:
    first = create(app, "a form", NAMES[:3])
    before = stored(app)
    assert create(app, "a form", NAMES[:3]) == first
    assert stored(app) == before


def test_another_form_with_the_same_people_is_another_match(app: Flask) -> None:
    assert create(app, "a form", NAMES[:3]) != create(app, "another form", NAMES[:3])


def test_a_form_that_was_changed_and_sent_again_is_another_match(app: Flask) -> None:
    assert create(app, "a form", NAMES[:3]) != create(app, "a form", NAMES[:2])


def test_the_same_client_id_on_two_phones_is_two_matches(app: Flask) -> None:
    assert create(app, "a form", NAMES[:3]) != create(app, "a form", NAMES[:3], "a stranger's phone")


def test_all_matches_of_a_phone_are_in_its_one_group(app: Flask) -> None:
    create(app, "a form", NAMES[:3])
    create(app, "another form", NAMES[:2])
    rows = stored(app, "matches", "groups", "phones", "memberships")
    assert [len(rows[name]) for name in ("matches", "groups", "phones", "memberships")] == [2, 1, 1, 1]
    with app.app_context():
        assert len(matches_of(ANAS)) == 2


def test_a_second_phone_has_a_group_of_its_own(app: Flask) -> None:
    create(app, "a form", NAMES[:3])
    create(app, "a form", NAMES[:3], "a stranger's phone")
    with app.app_context():
        pairs = db.session.query(Membership.phone_id, Membership.group_id).all()
    assert len({group for _, group in pairs}) == len(pairs) == 2


def test_only_phones_of_the_group_find_the_match(app: Flask) -> None:
    public_id = create(app, "a form", NAMES[:3])
    create(app, "a form", NAMES[:3], "a stranger's phone")
    with app.app_context():
        assert access.find(public_id, ANAS) is not None
        assert access.find(public_id, "a stranger's phone") is None
        assert access.find(public_id, None) is None
        assert access.find("no such match", ANAS) is None


@pytest.mark.parametrize("again", ["ZOÉ", "zoé", "Zoe\u0301", "ZOE\u0301", "  Zoé ", "Zo\u200bé"])
def test_a_name_is_remembered_without_case_and_however_its_accent_is_spelled(app: Flask, again: str) -> None:
    create(app, "a form", ("Ana", "Zoé"))
    create(app, "another form", ("Ana", again))
    with app.app_context():
        assert db.session.query(Player).count() == 2


def test_a_name_is_stored_composed_and_trimmed(app: Flask) -> None:
    create(app, "a form", ("Ana", "  Zoe\u0301\tP. "))
    with app.app_context():
        assert sorted(db.session.scalars(db.select(Player.name))) == ["Ana", "Zo\u00e9 P."]


def test_the_spelling_that_came_last_is_kept(app: Flask) -> None:
    create(app, "a form", ("ana", "ZOÉ"))
    create(app, "another form", ("Ana", "Zoé"))
    with app.app_context():
        assert sorted(db.session.scalars(db.select(Player.name))) == ["Ana", "Zoé"]


def test_different_names_are_different_people(app: Flask) -> None:
    create(app, "a form", ("Zoe", "Zoé"))
    with app.app_context():
        assert db.session.query(Player).count() == 2


def test_another_group_remembers_its_own_people(app: Flask) -> None:
    create(app, "a form", ("Ana", "Pau"))
    create(app, "a form", ("Ana", "Marta"), "a stranger's phone")
    with app.app_context():
        assert {one.name for one in remembered_people(ANAS)} == {"Ana", "Pau"}
        assert {one.name for one in remembered_people("a stranger's phone")} == {"Ana", "Marta"}
        assert remembered_people(None) == ()
        assert db.session.query(Player).count() == 4


class ByTheBook(Mojo):
    """A game whose book has another limit for every number of people."""

    def settled(self, options: Options, seats: int) -> Options:
        """Ten points for each of them."""
        return {"limit": 10 * seats, **options}


def test_a_game_may_settle_what_depends_on_how_many_begin(app: Flask) -> None:
    with app.app_context():
        for client, chose, limit in (("by the book", {}, 40), ("by choice", {"limit": 60}, 60)):
            new = opening.create(ANAS, client, Opening(ByTheBook(), NAMES[:4], chose, 0))
            found = access.find(new, ANAS)
            assert found is not None
            assert read_state(found).agreement.limit == limit


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\u3164", "\u2800 \u115f", "\u200d", "\u202e\u2066", "\x00"])
def test_a_name_that_cannot_be_seen_is_no_name(name: str) -> None:
    assert clean(name) == ""


@pytest.mark.parametrize(
    ("name", "stored_as"),
    [("A\u202ena\u3164", "Ana"), ("\ufeffPau\u200b", "Pau"), ("a\nb", "a b"), ("👩\u200d👧", "👩\u200d👧")],
)
def test_what_cannot_be_seen_is_taken_out_of_a_name(name: str, stored_as: str) -> None:
    assert clean(name) == stored_as
