"""The fragment that an open pad fetches again and again."""

from __future__ import annotations

from tests.conftest import Table
from tests.views.reading import Node, read, totals, words


def test_the_fragment_is_the_sheet_without_the_page_around_it(table: Table) -> None:
    answer = table.phone.get(f"{table.url}/sheet")
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    assert "<html" not in answer.text
    tree = read(answer)
    (partial,) = tree.all("hx-partial")
    assert partial is [child for child in tree.inside if isinstance(child, Node)][-1], (
        "the pad's head follows the sheet"
    )
    assert partial.at["hx-target"] == "#pad-head"
    assert [head.words for head in partial.all("h1")] == [head.words for head in tree.all("h1")] == ["Mojo"]
    assert "Enter Ana’s cards" in words(answer)


def test_nothing_new_costs_a_304_without_a_body(table: Table) -> None:
    tag = table.phone.get(f"{table.url}/sheet").headers["ETag"]
    answer = table.phone.get(f"{table.url}/sheet", headers={"If-None-Match": tag})
    assert answer.status_code == 304
    assert answer.data == b""
    assert answer.headers["ETag"] == tag


def test_a_write_on_another_phone_changes_the_tag_and_the_sheet(table: Table, pau: Table) -> None:
    tag = table.phone.get(f"{table.url}/sheet").headers["ETag"]
    pau.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    answer = table.phone.get(f"{table.url}/sheet", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != tag
    assert totals(answer.text) == ["10", "4", "34"]


def test_a_save_that_changes_nothing_keeps_the_tag(table: Table) -> None:
    table.enter(1, 0, "9 1")
    tag = table.phone.get(f"{table.url}/sheet").headers["ETag"]
    table.enter(1, 0, "1 9")
    assert table.phone.get(f"{table.url}/sheet").headers["ETag"] == tag


def test_two_matches_never_share_a_tag(table: Table) -> None:
    other = table.phone.begin("Ana", "Pau", "Zoé")
    tags = {table.phone.get(f"{url}/sheet").headers["ETag"] for url in (table.url, other.url)}
    assert len(tags) == 2


def test_no_cache_between_may_keep_a_page(table: Table) -> None:
    for url in (table.url, f"{table.url}/sheet", "/", "/history"):
        control = table.phone.get(url).headers["Cache-Control"]
        assert "private" in control
        assert "no-cache" in control


def test_every_form_of_a_page_has_a_client_id_of_its_own_visit(table: Table) -> None:
    table.enter(1, 0, "9 1")
    action = f"{table.url}/undo"
    first, second = (table.phone.form(table.url, action)["client_id"] for _ in range(2))
    assert first != second
