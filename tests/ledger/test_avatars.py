"""Avatars: the pair of a colour and a shape that a person keeps, the letters, and one emoji."""

from __future__ import annotations

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from companion.app_state import app_state
from companion.games import by_key
from companion.games.why import Refusal
from companion.ledger import decisions, opening, persons
from companion.ledger.avatars import PAIRS, Avatar, apart, is_emoji, letters_of, next_pair, signs
from companion.ledger.base import db
from companion.ledger.models import Match, Player
from companion.ledger.opening import Opening
from companion.ledger.seats import read_seats

from .cast import ANAS_PHONE, NAMES, PAU, TOKENS, ZOE, Pad, begin


def pairs(pad: Pad) -> list[int]:
    """The pairs of those at the table, by seat."""
    return [seat.avatar.pair for seat in pad.now().seats]


def player(app: Flask, name: str) -> int:
    """The id of the person called so."""
    with app.app_context():
        return db.session.scalars(select(Player.id).where(Player.name == name)).one()


def dress(app: Flask, name: str, pair: int, emoji: str = "") -> None:
    """Give the person called so another avatar."""
    who = player(app, name)
    with app.app_context():
        persons.dress(who, pair, emoji)


def test_everybody_new_gets_the_pair_that_the_group_uses_least(app: Flask, pad: Pad) -> None:
    assert pairs(pad) == [0, 1, 2]
    dress(app, "Zoé", 3)
    assert pairs(begin(app, ("Iris", "Noé"), client="other")) == [2, 4]


def test_a_person_keeps_it_in_every_match_and_on_every_seat(app: Flask, pad: Pad) -> None:
    other = begin(app, ("Zoé", "Teo", "Ana"), client="other")
    assert pairs(other) == [2, 3, 0]
    assert pairs(pad) == [0, 1, 2]


def test_after_eight_people_the_pairs_begin_again(app: Flask) -> None:
    assert pairs(begin(app, NAMES)) == list(range(PAIRS))
    assert pairs(begin(app, ("Uma", "Vic"), client="other")) == [0, 1]


def test_of_two_with_one_pair_the_later_one_borrows_another_for_this_match(app: Flask, pad: Pad) -> None:
    dress(app, "Pau", 2)
    assert pairs(pad) == [0, 2, 1]
    assert pairs(begin(app, ("Zoé", "Pau"), client="other")) == [2, 0]
    assert pairs(begin(app, ("Ana", "Zoé"), client="third")) == [0, 2]


@given(st.lists(st.tuples(st.integers(0, PAIRS - 1), st.booleans()), max_size=PAIRS))
def test_no_two_of_eight_are_alike_and_who_comes_first_keeps_theirs(people: list[tuple[int, bool]]) -> None:
    own = [(NAMES[at], Avatar(pair, bot=bot)) for at, (pair, bot) in enumerate(people)]
    found = apart(own)
    assert len({avatar.pair for avatar in found}) == len(own)
    for at, (_, avatar) in enumerate(own):
        before = [other.pair for other_at, (_, other) in enumerate(own) if (other.bot, other_at) < (avatar.bot, at)]
        assert (found[at].pair == avatar.pair) is (avatar.pair not in before)


@given(st.lists(st.integers(0, PAIRS - 1)), st.booleans())
def test_nobody_new_gets_a_pair_that_more_people_have_than_another(taken: list[int], bot: bool) -> None:
    assert taken.count(next_pair(taken, bot)) == min(map(taken.count, range(PAIRS)))


def test_bots_begin_with_the_last_pair_so_that_people_keep_theirs(app: Flask) -> None:
    with app.app_context():
        opening.create(
            TOKENS[ANAS_PHONE], "begin", Opening(by_key("mojo"), ("Ana", "Teo", "Pau"), {}, 0, {1: "normal"})
        )
        seats = read_seats(db.session.scalars(select(Match.id)).one())
    assert [(seat.avatar.pair, seat.avatar.bot) for seat in seats] == [(0, False), (7, True), (1, False)]


LETTERS = [
    (("Ana", "Pau", "Zoé"), ("A", "P", "Z")),
    (("Uncle Tom", "Zoé"), ("UT", "Z")),
    (("Anna K", "Anna N"), ("AK", "AN")),
    (("Mateo", "Młoda"), ("MA", "MŁ")),
    (("Marta", "Marek"), ("MA", "MR")),
    (("Ana", "Anna N", "Pau"), ("AA", "AN", "P")),
    (("Ana K", "Ana K."), ("AK", "AN")),
    (("J", "J J"), ("J2", "JJ")),
    (("Ana + Zoé", "Pau + Teo"), ("AZ", "PT")),
    (("🦊", "🦊 "), ("🦊2", "🦊3")),
    (("👩🏽‍🚀 Zoé", "👨‍👩‍👧"), ("Z", "👨‍👩‍👧")),
    (("élodie", "ßen"), ("É", "ß")),
    (("نور", "دانيال حسن"), ("ن", "دح")),
]


@pytest.mark.parametrize(("names", "letters"), LETTERS)
def test_letters_tell_people_apart(names: tuple[str, ...], letters: tuple[str, ...]) -> None:
    assert letters_of(names) == letters


@given(st.lists(st.text(min_size=1, max_size=6).filter(str.strip), max_size=10))
def test_no_two_people_have_the_same_letters(names: list[str]) -> None:
    found = letters_of(names)
    assert len(found) == len(names) == len(set(found))
    assert all(found)


def test_an_emoji_is_one_sign_with_all_that_belongs_to_it() -> None:
    assert signs("Zoé👩🏽‍🚀") == ["Z", "o", "é", "👩🏽‍🚀"]


@pytest.mark.parametrize(
    "emoji",
    ["🦊", "❤️", "☀", "👍🏽", "👩🏽‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🇵🇱", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "7️⃣", "⭐", "🂡", "🫨", "👩‍❤️‍💋‍👨", "🧑🏿‍🤝‍🧑🏻"],
)
def test_one_emoji_is_one(emoji: str) -> None:
    assert is_emoji(emoji)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "7",
        "é",
        "🦊🦊",
        "🦊a",
        "a🦊",
        "🦊 ",
        "\u200d",
        "🦊\u200d",
        "🇵",
        "🏽",
        "\ufe0f",
        "─",
        "<",
        "🦊\n",
        "ab" * 99,
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert not is_emoji(text)


def test_another_avatar_shows_in_all_matches_of_that_person_at_once(app: Flask, pad: Pad) -> None:
    other = begin(app, ("Teo", "Pau"), client="other")
    without = begin(app, ("Teo", "Ana"), client="third")
    told: list[tuple[str, int]] = []
    app_state(app).hub.on_publish(lambda match, version: told.append((match, version)))
    dress(app, "Pau", 6, "🦊")
    assert sorted(told) == sorted([(pad.public_id, 2), (other.public_id, 2)])
    assert [one.now().seats[1].avatar for one in (pad, other)] == [Avatar(6, "🦊", letters="P")] * 2
    assert (pad.now(), other.now()) == (pad.afresh(), other.afresh())
    assert without.now().version == 1
    dress(app, "Pau", 6, "🦊")
    assert len(told) == 2


@pytest.mark.parametrize(("pair", "emoji", "field"), [(8, "", "pair"), (-1, "", "pair"), (0, "fox", "emoji")])
def test_what_is_no_avatar_is_refused_and_turns_nothing(
    app: Flask, pad: Pad, pair: int, emoji: str, field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        dress(app, "Pau", pair, emoji)
    assert refused.value.field == field
    assert (pad.now().version, pairs(pad)) == (1, [0, 1, 2])


def test_writing_goes_on_over_the_gap(app: Flask, pad: Pad) -> None:
    dress(app, "Pau", 6)
    assert pad.decide("limit", 60).version == 3
    assert pad.now() == pad.afresh()


def test_who_comes_in_the_middle_or_sits_there_instead_brings_their_own(app: Flask, pad: Pad) -> None:
    begin(app, ("Teo", "Marta"), client="other")
    pad.act(decisions.replace, ANAS_PHONE, None, PAU, "Marta")
    assert pairs(pad) == [0, 4, 2]
    pad.act(decisions.join, ANAS_PHONE, None, "Teo", 1, 0)
    assert pairs(pad) == [0, 4, 2, 3]


def test_a_person_is_there_for_the_phones_of_the_group_only(app: Flask, pad: Pad) -> None:
    who = player(app, "Zoé")
    with app.app_context():
        zoe = persons.Person(who, "Zoé", Avatar(2, letters="Z"), pad.now().group_id)
        assert persons.person_for(TOKENS[ANAS_PHONE], who) == zoe
        assert persons.person_for("a stranger", who) is None
        assert persons.person_for(None, who) is None
        assert persons.person_for(TOKENS[ANAS_PHONE], 999) is None
        assert [one.name for one in persons.people_at(pad.now().seats[ZOE].players)] == ["Zoé"]
