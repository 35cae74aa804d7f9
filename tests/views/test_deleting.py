"""Deleting for good, as phones see it: what is named before, what they are told, and the list of what can come back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from companion.app_state import app_state
from companion.ledger.base import db
from companion.ledger.deleting import KEPT
from companion.ledger.models import Match, Player, now
from companion.views import sweeping
from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import read, words

DELETED = "/group/deleted"


def over(table: Table) -> Table:
    """The match at its end."""
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    cell = table.cell(1, 2)
    assert table.phone.sure(cell, f"{cell}/adjust", points="90", note="late again").status_code == 303
    return table


def delete(table: Table) -> None:
    """Tap Delete in the menu, and then once more."""
    page = f"{table.url}/delete"
    assert page in [link.at.get("href") for link in read(table.phone.get(f"{table.url}/menu")).all("a")]
    assert table.phone.send(page, page).location == DELETED


def bring_back(phone: Phone, number: int = 0) -> str:
    """Tap Bring it back in a line of the list, and read what is said then."""
    form = [form for form in read(phone.get(DELETED)).all("form") if form.at["action"].endswith("/restore")][number]
    fields = {field.at["name"]: field.at.get("value", "") for field in form.all("input")}
    return words(phone.client.post(f"{DELETED}/restore", data=fields, follow_redirects=True))


def test_the_page_names_what_is_lost_and_what_stays(table: Table) -> None:
    over(table)
    said = words(table.phone.get(f"{table.url}/delete"))
    assert "Ana, Pau, and Zoé" in said
    assert "1 round, with all corrections." in said
    assert "1 note." in said
    assert "It counts in the statistics: these change." in said
    assert "For 30 days this phone can bring it back. Then it is erased for good." in said
    assert "Backups of the server" in said


def test_rounds_on_screens_and_what_does_not_count_are_named(table: Table) -> None:
    where = f"{table.url}/table"
    table.phone.send(where, f"{where}/deal")
    said = words(table.phone.get(f"{table.url}/delete"))
    assert "1 round played on screen, with its cards and its seals." in said
    assert "It doesn’t count in the statistics." in said


def test_a_match_that_was_deleted_is_on_no_page_and_each_of_its_own_says_so(app: Flask, table: Table) -> None:
    over(table)
    guest, watcher, stranger = table.guest(1).phone, table.watcher().phone, Phone(app)
    delete(table)
    for page in ("/", "/history", "/history?archived=1", "/people"):
        assert table.public_id not in table.phone.get(page).text, page
    for path in ("", "/sheet", "/menu", "/table", "/events", "/r/1/s/0", "/delete"):
        for phone in (table.phone, guest):
            assert phone.get(f"{table.url}{path}").status_code == 410, path
    gone = table.phone.get(table.url)
    assert "This match was deleted" in words(gone)
    assert [link.at["href"] for link in read(gone).classed("primary")] == ["/"]
    assert watcher.get(f"/tv/{table.public_id}").status_code == 410
    assert stranger.get(table.url).status_code == 404


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life come at once."""
    monkeypatch.setattr("companion.views.live.HEARTBEAT", 0.01)


@pytest.mark.usefixtures("quick")
def test_streams_that_are_open_end(table: Table) -> None:
    answer = table.guest(1).phone.get(f"{table.url}/events")
    parts: Iterator[bytes] = iter(answer.response)  # type: ignore[arg-type]
    assert next(parts).startswith(b"event: beat")
    delete(table)
    assert [part for part in parts if not part.startswith(b"event: beat")] == [b"event: out\ndata: \n\n"]
    answer.close()


def test_a_hand_that_waited_on_a_phone_is_refused_in_a_sentence(app: Flask, table: Table) -> None:
    sheet = f"{table.cell(1, 0)}/edit"
    fields = {**table.phone.form(sheet, sheet), "cards": "9 1"}
    delete(table)
    before = written(app)
    late = table.phone.client.post(sheet, data=fields, headers={"Accept": "application/json"})
    assert (late.status_code, late.json) == (410, {"said": "This match was deleted"})
    assert written(app) == before


def test_all_phones_of_the_group_see_the_list_and_its_keeper_brings_things_back(table: Table, pau: Table) -> None:
    over(table)
    table.phone.get(table.url)  # Its notice is shown once.
    before = words(table.phone.get(table.url))
    delete(table)
    for phone, said in ((table.phone, "this phone"), (pau.phone, "a phone from")):
        (line,) = read(phone.get(DELETED)).classed("phones")[0].all("li")
        assert "Mojo · Ana, Pau, and Zoé" in line.words
        assert f"Deleted by {said}" in line.words
    assert not [form for form in read(pau.phone.get(DELETED)).all("form") if "deleted" in form.at["action"]]
    assert "It is back, as it was." in bring_back(table.phone)
    assert words(table.phone.get(table.url)) == before
    assert "Nothing here" in words(table.phone.get(DELETED))


def test_a_phone_that_keeps_nothing_deletes_nothing(app: Flask, table: Table, pau: Table) -> None:
    guest = table.guest(2).phone
    for phone in (pau.phone, guest):
        assert f"{table.url}/delete" not in phone.get(f"{table.url}/menu").text
        for url in (f"{table.url}/delete", "/people/1/delete"):
            assert phone.get(url).status_code == 404
            assert phone.client.post(url, data={"csrf_token": phone.csrf()}).status_code == 404
    delete(table)
    before = written(app)
    for phone in (pau.phone, guest):
        for what in ("restore", "erase"):
            fields = {"csrf_token": phone.csrf(), "what": "match", "number": "1"}
            assert phone.client.post(f"{DELETED}/{what}", data=fields).status_code == 404
        assert phone.get(f"{DELETED}/erase?what=match&number=1").status_code == 404
    assert written(app) == before
    assert table.public_id not in guest.get(DELETED).text
    assert "Zoé" not in words(guest.get(DELETED))


def test_erasing_it_now_is_asked_first_and_then_it_is_in_no_list(app: Flask, table: Table) -> None:
    over(table)
    delete(table)
    page = f"{DELETED}/erase?what=match&number=1"
    assert "Nobody can bring it back after that." in words(table.phone.get(page))
    assert table.phone.send(page, f"{DELETED}/erase").location == DELETED
    assert "Nothing here" in words(table.phone.get(DELETED))
    assert written(app)["matches"] == []
    assert table.phone.get(table.url).status_code == 410


def test_somebody_who_was_deleted_has_no_name_on_any_page(app: Flask, table: Table) -> None:
    over(table)
    number = next(row[0] for row in written(app)["players"] if "Zoé" in row)
    page = f"/people/{number}/delete"
    said = words(table.phone.get(page))
    assert "The figures from 1 match." in said
    assert "Not searched: notes, places and names of games." in said
    assert table.phone.send(page, page).location == DELETED
    assert "Zoé is deleted." in words(table.phone.get(DELETED))
    for path in ("", "/sheet", "/menu", "/r/1/s/2", "/r/1/s/0", "/phones", "/who", "/table"):
        text = table.phone.get(f"{table.url}{path}").text
        assert "Zoé" not in text, path
    for path in ("/", "/history", "/people", "/new", f"/tv/{table.public_id}", "/group"):
        assert "Zoé" not in table.phone.get(path).text, path
    assert "someone" in words(table.phone.get(table.url))
    assert "?" in [one.words for one in read(table.phone.get(table.url)).classed("person-8")]
    assert table.phone.get(f"/people/{number}").status_code == 404
    assert table.phone.get(page).status_code == 404
    assert "It is back, as it was." in bring_back(table.phone)
    assert "Zoé" in words(table.phone.get(table.url))


def test_who_was_deleted_is_called_in_the_language_of_the_page(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    over(table)
    page = "/people/3/delete"
    table.phone.send(page, page)
    monkeypatch.setattr("companion.views.words.gettext", lambda said, **values: "jemand" if said == "someone" else said)
    assert "jemand" in words(table.phone.get(f"{table.url}/r/1/s/2"))
    assert "jemand" in words(table.phone.get("/history"))


def test_who_plays_in_an_open_match_is_refused_with_what_to_do(app: Flask, table: Table) -> None:
    before = written(app)
    answer = table.phone.send("/people/3/delete", "/people/3/delete")
    assert answer.status_code == 422
    assert "Zoé plays in a match that is open: finish it, or say in its menu that Zoé has left." in words(answer)
    assert written(app) == before


def test_a_rematch_with_somebody_who_was_deleted_is_refused(table: Table) -> None:
    over(table)
    table.phone.send("/people/3/delete", "/people/3/delete")
    again = f"{table.url}/menu/rematch"
    assert table.phone.client.post(again, data={"csrf_token": table.phone.csrf()}).location == "/new"
    new = table.phone.get("/new")
    assert "Someone who played here was deleted: start a new match." in words(new)
    assert "someone" not in [field.at.get("value") for field in read(new).all("input")]


def test_what_is_due_is_erased_after_an_answer_once_an_hour(app: Flask, table: Table) -> None:
    over(table)
    delete(table)
    with app.app_context():
        db.session.execute(update(Match).values(deleted_at=now() - KEPT - timedelta(minutes=1)))
        db.session.execute(update(Player).where(Player.id == 3).values(deleted_at=now() - KEPT + timedelta(minutes=1)))
        db.session.commit()
    table.phone.get("/").close()
    assert len(written(app)["matches"]) == 1
    app_state(app).swept -= sweeping.EVERY
    table.phone.get("/").close()
    assert written(app)["matches"] == []
    assert any("Zoé" in row for row in written(app)["players"])
