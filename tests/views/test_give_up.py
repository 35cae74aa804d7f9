"""A deal is given up by who plays: it is asked first, and all are told who did it; two who deal at once deal once."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import Table
from tests.views.conftest import written
from tests.views.playing import dealt_of, now
from tests.views.reading import read, words


@pytest.fixture
def zoe(table: Table) -> Table:
    """Zoé's own phone."""
    return table.guest(2)


@pytest.fixture
def dealt(table: Table, zoe: Table) -> Table:
    """A round on screens: Ana's phone is handed round with Pau, Zoé has her own."""
    table.phone.send(f"{table.url}/who", f"{table.url}/who", seat=["0", "1"])
    assert zoe.url == table.url
    assert table.phone.send(f"{table.url}/table", f"{table.url}/table/deal").status_code == 303
    return table


def abandon(table: Table) -> str:
    return f"{table.url}/table/abandon"


def test_it_is_asked_first(app: Flask, dealt: Table) -> None:
    (link,) = [one for one in read(dealt.phone.get(f"{dealt.url}/table")).all("a") if one.words == "Cancel this deal"]
    before = written(app)
    asked = dealt.phone.get(link.at["href"])
    assert "Round 1 is being played on screen by Ana, Pau, and Zoé." in words(asked)
    assert "All phones are told that this one did it." in words(asked)
    (stay,) = [one for one in read(asked).all("a") if one.words == "No, keep playing"]
    assert stay.at["href"] == f"{dealt.url}/table"
    hasty = dealt.phone.send(link.at["href"], abandon(dealt))
    assert (hasty.status_code, words(hasty)) == (200, words(asked)), "a form that did not ask gives nothing up"
    assert written(app) == before
    assert dealt.phone.send(link.at["href"], abandon(dealt), sure="1").location == f"{dealt.url}/table"
    assert now(dealt).dealing is None


def test_all_are_told_who_did_it_until_it_is_dealt_again(dealt: Table) -> None:
    marta, watcher = dealt.guest(), dealt.watcher()
    dealt.phone.send(f"{abandon(dealt)}?round=1", abandon(dealt), sure="1")
    said = "Ana and Pau gave up the deal of round 1: it counts for nobody."
    pages = [(marta, marta.url), (marta, f"{marta.url}/table"), (watcher, f"{dealt.url}/table")]
    pages.append((watcher, f"/tv/{dealt.public_id}"))
    for table, page in pages:
        assert said in words(table.phone.get(page)), page
    assert dealt.phone.send(f"{dealt.url}/table", f"{dealt.url}/table/deal").status_code == 303
    for table, page in pages:
        assert "gave up" not in words(table.phone.get(page)), page
    dealt.phone.send(f"{abandon(dealt)}?round=1", abandon(dealt), sure="1")
    dealt.enter(1, 0, "9")
    assert "gave up" not in words(dealt.pad()), "it is played with cards"


def test_a_phone_that_plays_nobody_is_told_that_it_may_not(app: Flask, dealt: Table) -> None:
    marta = dealt.guest()
    before = written(app)
    assert "Cancel this deal" not in words(marta.phone.get(f"{marta.url}/table"))
    assert "Give the deal up" not in words(marta.phone.get(f"{marta.cell(1, 0)}/edit"))
    asked = marta.phone.get(f"{abandon(marta)}?round=1")
    said = "Only who plays this round, or the host, can give it up."
    assert said in words(asked)
    assert not [one for one in read(asked).all("button") if one.at.get("name") == "sure"]
    forced = {"csrf_token": marta.phone.csrf(), "round": "1", "sure": "1"}
    answer = marta.phone.client.post(abandon(marta), data=forced)
    assert (answer.status_code, said in words(answer)) == (409, True)
    assert written(app) == before


def test_a_deal_that_is_over_meanwhile_is_said_to_be(dealt: Table, zoe: Table) -> None:
    fields = {**dealt.phone.form(f"{abandon(dealt)}?round=1", abandon(dealt)), "sure": "1"}
    zoe.phone.send(f"{abandon(zoe)}?round=1", abandon(zoe), sure="1")
    answer = dealt.phone.client.post(abandon(dealt), data=fields)
    assert answer.status_code == 409
    assert "This round is no longer on screen." in words(answer)
    assert "Zoé gave up the deal of round 1" in words(dealt.pad())


def test_two_phones_that_deal_at_once_both_come_to_the_one_deal(table: Table, zoe: Table) -> None:
    pages = [(one, f"{one.url}/table", one.phone.form(f"{one.url}/table", "/table/deal")) for one in (table, zoe)]
    answers = [one.phone.client.post(f"{page}/deal", data=fields) for one, page, fields in pages]
    assert [(answer.status_code, answer.location) for answer in answers] == [(303, f"{table.url}/table")] * 2
    assert dealt_of(table).last == 2, "one deal, one shuffle"
    again = zoe.phone.client.post(
        f"{zoe.url}/table/deal", data={**pages[1][2], "client_id": "by script"}, headers={"HX-Request": "true"}
    )
    assert again.status_code == 200
    assert 'data-round="1"' in again.text
