"""One person of a group: name and nickname, and out of the lists."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games.why import Refusal
from companion.ledger import merging, persons
from companion.ledger.company import companies_of

from .cast import MARTAS, Pad, begin, stored
from .test_merging import ANAS, chips, done, merge, player


def call(app: Flask, who: str, name: str, nickname: str = "") -> None:
    """Give a person a name and a nickname."""
    done(app, persons.call, player(app, who), name, nickname)


def shown(app: Flask, who: str) -> persons.Person:
    """A person, as the group's phones see them."""
    found: persons.Person = done(app, persons.person_for, player(app, who))
    return found


def unlisted(app: Flask, phone: str = ANAS) -> list[str]:
    """Who of the phone's groups is out of the lists, as the page of a group is told."""
    people = [one for company in done(app, companies_of, phone=phone) for one in company.people.values()]
    return [one.name for one in people if not one.listed]


def test_a_name_and_a_nickname_are_cleaned_and_the_name_shows_everywhere(app: Flask, pad: Pad) -> None:
    other = begin(app, ("Teo", "Zoé"), client="other")
    call(app, "Zoé", "  Zoë\u200b  Maria ", " the \t fox ")
    assert (shown(app, "Zoë Maria").name, shown(app, "Zoë Maria").nickname) == ("Zoë Maria", "the fox")
    assert (pad.now().name(2), other.now().name(1)) == ("Zoë Maria", "Zoë Maria")
    assert pad.now() == pad.afresh()


def test_a_nickname_alone_turns_no_match_and_can_be_taken_away(app: Flask, pad: Pad) -> None:
    call(app, "Zoé", "Zoé", "the fox")
    assert pad.now().version == 1
    call(app, "Zoé", "Zoé")
    assert shown(app, "Zoé").nickname == ""


@pytest.mark.parametrize(
    ("name", "nickname", "field", "said"),
    [
        ("", "fox", "name", "Enter a name"),
        (" \u200b ", "", "name", "Enter a name"),
        ("x" * 41, "", "name", "40 characters at most: this one has 41"),
        ("Zoé", "x" * 41, "nickname", "40 characters: this one has 41"),
        ("pau", "", "name", "pau is someone else in your group"),
    ],
)
def test_what_cannot_be_is_refused(app: Flask, pad: Pad, name: str, nickname: str, field: str, said: str) -> None:
    before = stored(app)
    with pytest.raises(Refusal, match=said) as refused:
        call(app, "Zoé", name, nickname)
    assert refused.value.field == field
    assert stored(app) == before


def test_forty_characters_are_a_name_and_a_nickname(app: Flask, pad: Pad) -> None:
    call(app, "Zoé", "x" * 40, "👵" * 40)
    assert shown(app, "x" * 40).nickname == "👵" * 40


def test_whose_name_it_is_is_told(app: Flask, pad: Pad) -> None:
    begin(app, ("Paul", "Teo"), client="other")
    merge(app, "Pau", "Paul")
    with pytest.raises(persons.Namesake) as refused:
        call(app, "Zoé", "Paul")
    assert refused.value.other == player(app, "Pau")


def test_a_persons_own_other_name_is_said_to_be_that(app: Flask, pad: Pad) -> None:
    begin(app, ("Paul", "Teo"), client="other")
    merge(app, "Pau", "Paul")
    with pytest.raises(Refusal, match="Paul is this person’s other name"):
        call(app, "Pau", "Paul")


def test_by_another_name_of_theirs_the_person_is_called_otherwise(app: Flask, pad: Pad) -> None:
    begin(app, ("Paul", "Teo"), client="other")
    merge(app, "Pau", "Paul")
    call(app, "Paul", "Paula")
    assert pad.now().name(1) == "Paula"


def test_out_of_the_lists_is_not_offered_and_what_was_played_stays(app: Flask, pad: Pad) -> None:
    pad.round(1, 3, 4, 20)
    results, state = stored(app, "seat_results", "matches"), pad.now()
    done(app, persons.put_in_lists, player(app, "Pau"), False)
    assert chips(app) == ["Ana", "Zoé"]
    assert unlisted(app) == ["Pau"]
    assert stored(app, "seat_results", "matches") == results
    assert pad.now() == state
    assert not shown(app, "Pau").listed
    done(app, persons.put_in_lists, player(app, "Pau"), True)
    assert chips(app) == ["Ana", "Pau", "Zoé"]
    assert unlisted(app) == []


def test_who_is_put_out_twice_is_out_once(app: Flask, pad: Pad) -> None:
    for _ in range(2):
        done(app, persons.put_in_lists, player(app, "Pau"), False)
    assert len(stored(app, "deeds")["deeds"]) == 1


def test_of_another_group_nobody_is_called_or_listed(app: Flask, pad: Pad) -> None:
    before = stored(app)
    for verb, rest in ((persons.call, ("Paula", "")), (persons.put_in_lists, (False,))):
        with pytest.raises(Refusal, match="no longer in the group"):
            done(app, verb, player(app, "Pau"), *rest, phone=MARTAS)
    assert stored(app) == before
    assert done(app, persons.person_for, player(app, "Pau"), phone=MARTAS) is None
    assert unlisted(app, phone=MARTAS) == []


def test_everybody_of_the_group_can_be_merged_with(app: Flask, pad: Pad) -> None:
    begin(app, ("Teo", "Paul"), client="other")
    merge(app, "Pau", "Paul")
    done(app, persons.put_in_lists, player(app, "Teo"), False)
    others = done(app, merging.others_in_group, player(app, "Zoé"))
    assert [other.name for other in others] == ["Ana", "Pau", "Teo"]
