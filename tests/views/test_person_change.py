"""What a group says of one of its people, over HTTP: names, two that are one, and out of the lists."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.playing import now
from tests.views.reading import beside, heads, read, words
from tests.views.test_avatars import player
from tests.views.test_groups import two_groups
from tests.views.test_people import chips


def home_of(app: Flask, name: str) -> str:
    """The page of the person called so."""
    return f"/people/{player(app, name)}"


def merge(app: Flask, phone: Phone, person: str, other: str) -> None:
    """Merge two people on the page for that."""
    page = f"{home_of(app, person)}/merge"
    answer = phone.send(page, page, other=str(player(app, other)))
    assert answer.status_code == 303, answer.text


def test_a_person_gets_another_name_and_a_nickname(app: Flask, table: Table) -> None:
    home = home_of(app, "Zoé")
    page = f"{home}/edit"
    assert read(table.phone.get(page)).values("name") == ["Zoé"]
    assert table.phone.send(page, page, name=" Zoë ", nickname="the fox").location == home
    said = words(table.phone.get(home))
    assert "Saved." in said
    assert "Zoë the fox" in said
    assert heads(table.pad()) == ["Ana", "Pau", "Zoë"]


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("name", "  ", "Enter a name."),
        ("name", "x" * 41, "A name can have 40 characters at most: this one has 41."),
        ("nickname", "x" * 41, "Keep the nickname to 40 characters: this one has 41."),
        ("name", "PAU", "PAU is someone else in your group."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_stays(
    app: Flask, table: Table, field: str, typed: str, said: str
) -> None:
    page, before = f"{home_of(app, 'Zoé')}/edit", written(app)
    answer = table.phone.send(page, page, **{field: typed})
    assert answer.status_code == 422
    assert said in beside(answer, field)
    assert read(answer).values(field) == [typed]
    assert written(app) == before


def test_a_name_that_is_somebody_elses_offers_to_merge_the_two(app: Flask, table: Table) -> None:
    table.phone.begin("Paul", "Teo")
    page = f"{home_of(app, 'Pau')}/edit"
    answer = table.phone.send(page, page, name="paul")
    (way,) = [a.at["href"] for a in read(answer).all("a") if "they are the same person" in a.words.lower()]
    assert way == f"{home_of(app, 'Pau')}/merge?other={player(app, 'Paul')}"
    chosen = [one.words for one in read(table.phone.get(way)).all("option") if "selected" in one.at]
    assert chosen == ["Paul"]


def test_two_names_are_one_person_until_they_are_parted(app: Flask, table: Table) -> None:
    other = table.phone.begin("Paul", "Teo")
    old, home = home_of(app, "Paul"), home_of(app, "Pau")
    merge(app, table.phone, "Pau", "Paul")
    assert "all matches count for Pau" in words(table.phone.get(home))
    assert heads(other.pad()) == ["Pau", "Teo"]
    assert (table.phone.get(old).status_code, table.phone.get(old).location) == (302, home)
    assert "Paul" not in chips(table.phone)
    assert table.phone.send(f"{home}/edit", f"{old}/part").location == old
    assert "They are two people again." in words(table.phone.get(old))
    assert heads(other.pad()) == ["Paul", "Teo"]


def test_the_avatar_of_an_old_name_is_the_persons(app: Flask, table: Table) -> None:
    table.phone.begin("Paul", "Teo")
    old, home = home_of(app, "Paul"), home_of(app, "Pau")
    merge(app, table.phone, "Pau", "Paul")
    page = read(table.phone.get(f"{old}/avatar"))
    assert f"{home}/avatar" in [form.at["action"] for form in page.all("form")]
    assert home in [a.at["href"] for a in page.all("a") if "href" in a.at]


def test_who_cannot_be_merged_is_said_beside_the_list(app: Flask, table: Table) -> None:
    page, before = f"{home_of(app, 'Pau')}/merge", written(app)
    answer = table.phone.send(page, page, other=str(player(app, "Zoé")))
    assert answer.status_code == 422
    assert "Pau and Zoé sat in one match together, so they are two people." in beside(answer, "other")
    for nonsense in ("", "x", "99999", "9" * 30):
        refused = table.phone.client.post(page, data={**table.phone.form(page, page), "other": nonsense})
        assert refused.status_code == 422
        assert "Choose someone from the list." in beside(refused, "other")
    assert written(app) == before


def test_a_person_of_another_group_is_not_there(app: Flask, table: Table, stranger: Phone) -> None:
    stranger.begin("Kim", "Lou")
    page, before = f"{home_of(app, 'Pau')}/merge", written(app)
    answer = table.phone.client.post(page, data={**table.phone.form(page, page), "other": str(player(app, "Kim"))})
    assert (answer.status_code, "Kim" in answer.text) == (409, False)
    for url in ("", "/edit", "/merge", "/avatar"):
        assert table.phone.get(f"{home_of(app, 'Kim')}{url}").status_code == 404
    assert written(app) == before


def test_out_of_the_lists_and_back(app: Flask, table: Table) -> None:
    home = home_of(app, "Pau")
    table.phone.begin("Zoé", "Teo")
    assert table.phone.send(f"{home}/edit", f"{home}/out").status_code == 303
    assert chips(table.phone) == ["Ana"]
    assert heads(table.pad()) == ["Ana", "Pau", "Zoé"]
    assert "Out of the lists: not offered for a new match" in words(table.phone.get(home))
    assert table.phone.send(f"{home}/edit", f"{home}/back").status_code == 303
    assert sorted(chips(table.phone)) == ["Ana", "Pau"]


def test_both_names_of_one_person_at_one_table_are_refused_beside_the_names(app: Flask, table: Table) -> None:
    table.phone.begin("Paul", "Teo")
    merge(app, table.phone, "Pau", "Paul")
    before = written(app)
    answer = table.phone.send("/new", "/new", name=["Pau", "Zoé", "Paul"])
    assert answer.status_code == 422
    assert "Pau and Paul are one person in your group" in read(answer).id("names").words
    assert read(answer).values("name") == ["Pau", "Zoé", "Paul"]
    assert written(app) == before


def test_a_match_that_goes_to_the_familys_group_is_played_by_the_people_it_shows(app: Flask, table: Table) -> None:
    guest, own = two_groups(app, table)
    guest.begin("Annie", "Teo")
    mine = f"/people/{now(own).seats[0].players[0]}"
    other = next(row[0] for row in written(app)["players"] if "Annie" in row)
    guest.send(f"{mine}/merge", f"{mine}/merge", other=str(other))
    page = f"{own.url}/menu/group"
    assert guest.send(page, page, group=str(now(table).group_id)).status_code == 303
    assert [seat.name for seat in now(own).seats] == ["Ana", "Teo"]
    assert now(own).seats[0].players == now(table).seats[0].players


def test_a_match_of_two_whom_the_family_knows_as_one_goes_nowhere(app: Flask, table: Table) -> None:
    table.phone.begin("Annie", "Zoé")
    merge(app, table.phone, "Ana", "Annie")
    guest, _ = two_groups(app, table)
    mine = next(value for name, value in groups_of(guest).items() if "Teo" in name)
    begun = guest.send("/new", "/new", name=["Ana", "Annie"], group=mine)
    own = Table(guest, "/".join(begun.location.split("/")[:3]))
    page, before = f"{own.url}/menu/group", now(own)
    answer = guest.send(page, page, group=str(now(table).group_id))
    assert answer.status_code == 422
    assert "Ana and Annie are one person in your group" in words(answer)
    assert now(own) == before


def groups_of(phone: Phone) -> dict[str, str]:
    """The groups that a new match can be for, by name."""
    options = read(phone.get("/new")).all("button")
    return {
        one.words: one.at["value"].removeprefix("group-")
        for one in options
        if one.at.get("value", "").startswith("group-")
    }
