"""A game without a table: everything that leads to one is gone, and nothing of it is a broken page."""

from __future__ import annotations

import pytest

from companion.games import by_key
from tests.conftest import Phone, Table

from .reading import words

MATCH_PAGES = ("", "/phones", "/menu", "/r/1/s/0", "/r/1/s/0/edit")


@pytest.fixture(autouse=True)
def _no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_key("mojo"), "table", None)


def test_the_tables_address_leads_to_the_pad(table: Table) -> None:
    answer = table.phone.get(f"{table.url}/table")
    assert (answer.status_code, answer.location) == (302, table.url)


@pytest.mark.parametrize("address", ["/table/board", "/table/r/1", "/table/seals", "/table/seals/file"])
def test_there_is_no_page_of_a_table(table: Table, address: str) -> None:
    assert table.phone.get(table.url + address).status_code == 404


@pytest.mark.parametrize("form", ["deal", "move", "abandon", "seat", "seals/open"])
def test_there_is_nothing_to_do_at_a_table(table: Table, form: str) -> None:
    fields = {"csrf_token": table.phone.csrf(), "client_id": "1", "seat": "0", "plays": "easy", "move": "draw"}
    before = table.pad()
    assert table.phone.client.post(f"{table.url}/table/{form}", data=fields).status_code == 404
    assert table.pad() == before


def test_no_page_of_the_match_leads_to_a_table(table: Table) -> None:
    table.round(1, "10 3", "2", "1", mojo=2)
    for page in [*(table.url + rest for rest in MATCH_PAGES), f"/tv/{table.public_id}"]:
        answer = table.phone.get(page)
        assert answer.status_code == 200, page
        assert f"{table.url}/table" not in answer.text, page


def test_a_new_match_of_it_has_no_bots(phone: Phone) -> None:
    assert "bot" not in words(phone.get("/new")).lower()
