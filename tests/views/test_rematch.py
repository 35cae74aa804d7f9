"""The rematch takes everybody along: who writes and who watches, now or later; who was put out stays out."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.playing import deal, play_on
from tests.views.reading import read, words

SAID = "Ana started the rematch"


@pytest.fixture
def over(table: Table) -> Table:
    """A match that Ana, who enters for herself, has stopped."""
    table.phone.send(f"{table.url}/who", f"{table.url}/who", seat="0")
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    return table


def rematch(table: Table) -> Table:
    return Table(table.phone, table.phone.send(table.url, f"{table.url}/menu/rematch").location)


def told(table: Table, page: str) -> str:
    """What a page, or a part of one, says of the rematch; empty when it says nothing."""
    text = table.phone.get(page).text
    forms = read(text if "<html" in text else f"<main>{text}</main>").all("form")
    return " ".join(form.words for form in forms if "data-follow" in form.at)


def go(table: Table, page: str) -> tuple[int, str]:
    """Tap the button on a page; the status, and where it leads."""
    answer = table.phone.send(page, f"{table.url}/menu/rematch/go")
    return answer.status_code, answer.location or ""


def test_phones_and_television_are_told_who_started_it_and_a_tap_takes_them_along(over: Table) -> None:
    pau, marta = over.guest(1), over.watcher()
    screen, sheet = f"/tv/{over.public_id}", f"{over.url}/sheet"
    pages = ((pau, sheet), (pau, over.url), (marta, screen), (marta, f"{screen}/board"))
    assert [told(*page) for page in pages] == [""] * 4
    new = rematch(over)
    assert all(told(*page).startswith(SAID) for page in pages)
    assert '/menu/rematch"' not in over.pad(), "there is one rematch"
    assert go(pau, over.url) == (303, f"{new.url}/go")
    assert go(pau, screen) == (303, f"/tv/{new.public_id}")
    assert go(marta, screen) == (303, f"/tv/{new.public_id}")
    assert marta.phone.get(f"/tv/{new.public_id}").status_code == 200
    assert marta.phone.get(new.url).status_code == 404
    assert pau.phone.get(new.url).status_code == 200


def test_the_table_on_screens_tells_it_too_and_leads_to_the_new_table(table: Table) -> None:
    marta = table.watcher()
    deal(table)
    play_on(table)
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    pages = [(marta, f"{table.url}/table"), (table, f"{table.url}/table/board")]
    assert [told(*page) for page in pages] == [""] * 2
    new = rematch(table)
    assert all("started the rematch" in told(*page) for page in pages)
    assert go(marta, f"{table.url}/table") == (303, f"{new.url}/table")
    assert marta.phone.get(f"{new.url}/table").status_code == 200


def test_a_sheet_that_is_open_says_it_beside_the_keys(over: Table) -> None:
    over.enter(1, 0, "9")
    pau = over.guest(1)
    sheet = read(pau.phone.get(f"{over.cell(1, 0)}/edit"))
    rematch(over)
    assert SAID in words(f"<main>{pau.phone.get(sheet.id('others').at['hx-get']).text}</main>")


def test_whoever_came_in_after_the_rematch_began_comes_along_all_the_same(over: Table) -> None:
    new = rematch(over)
    pau, marta = over.guest(1), over.watcher()
    for phone in (pau.phone, marta.phone):
        assert phone.get(f"/tv/{new.public_id}").status_code == 404
    assert go(pau, over.url)[0] == go(marta, f"/tv/{over.public_id}")[0] == 303
    assert pau.phone.get(new.url).status_code == 200
    assert (marta.phone.get(f"/tv/{new.public_id}").status_code, marta.phone.get(new.url).status_code) == (200, 404)


def test_who_watched_and_writes_now_writes_in_the_rematch(over: Table) -> None:
    marta = over.watcher()
    new = rematch(over)
    assert marta.phone.join(over.links()[0]).status_code == 303
    assert go(marta, over.url)[0] == 303
    assert marta.phone.get(new.url).status_code == 200


def put_out(host: Table, number: int) -> None:
    there = f"{host.url}/phones"
    fields = {**host.phone.form(there, f"{there}/remove"), "number": str(number)}
    assert host.phone.client.post(f"{there}/remove", data=fields).status_code == 303


def test_a_phone_that_was_put_out_is_told_nothing_and_gets_nowhere(app: Flask, over: Table) -> None:
    pau = over.guest(1)
    put_out(over, 2)
    new = rematch(over)
    before = written(app)
    token = {"csrf_token": pau.phone.csrf()}
    assert pau.phone.get(over.url).status_code == 404
    assert pau.phone.client.post(f"{over.url}/menu/rematch/go", data=token).status_code == 404
    assert pau.phone.get(new.url).status_code == 404
    assert written(app) == before


def test_who_was_put_out_of_the_rematch_does_not_come_back_through_the_old_match(app: Flask, over: Table) -> None:
    pau, link = over.guest(1), over.links()[0]
    new = rematch(over)
    there = {"csrf_token": pau.phone.csrf(), "client_id": "go"}
    put_out(new, 2)
    before = written(app)
    assert pau.phone.client.post(f"{over.url}/menu/rematch/go", data=there).status_code == 404
    assert [pau.phone.get(url).status_code for url in (new.url, over.url, link)] == [404] * 3
    assert written(app) == before


def test_a_rematch_that_lets_no_new_phones_in_says_so_to_who_comes_late(app: Flask, over: Table) -> None:
    pau = over.guest(1)
    new = rematch(over)
    late, marta = over.guest(2), over.watcher()
    new.phone.send(f"{new.url}/phones", f"{new.url}/phones/joining", open="0")
    before = written(app)
    assert go(late, over.url) == (303, f"{over.url}/go")
    assert "The rematch lets no new phones in" in words(late.phone.get(over.url))
    assert go(marta, f"/tv/{over.public_id}") == (303, f"/tv/{over.public_id}")
    assert late.phone.get(new.url).status_code == marta.phone.get(f"/tv/{new.public_id}").status_code == 404
    assert written(app) == before
    assert go(pau, over.url) == (303, f"{new.url}/go"), "who is in stays in"


def test_a_match_that_goes_on_sends_nobody_away(over: Table) -> None:
    rematch(over)
    over.phone.send(over.url, f"{over.url}/menu/stop", again="1")
    assert "data-follow" not in over.pad()


def test_who_enters_for_nobody_is_called_by_what_the_phone_is(table: Table) -> None:
    pau = table.guest(1)
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    rematch(table)
    assert "The host’s phone started the rematch" in words(pau.pad())


def test_there_is_nowhere_to_go_before_somebody_started_it(app: Flask, over: Table, stranger: Phone) -> None:
    before = written(app)
    for phone in (over.phone, stranger):
        token = {"csrf_token": phone.csrf()}
        assert phone.client.post(f"{over.url}/menu/rematch/go", data=token).status_code == 404
    assert written(app) == before
