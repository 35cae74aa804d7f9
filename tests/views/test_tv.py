"""The television in the middle of the table."""

from __future__ import annotations

import pytest

from companion.views.phones import qr
from tests.conftest import Phone, Table
from tests.views.reading import read, words


def board(table: Table) -> str:
    return table.phone.get(f"/tv/{table.public_id}/board").text


def ranks(table: Table) -> list[str]:
    """Places, names and totals, in their order."""
    lines = read(board(table)).all("ol")[0].all("li")
    return [" ".join([line.all("span")[0].words, line.all("span")[2].words, line.all("b")[-1].words]) for line in lines]


@pytest.fixture
def played(table: Table) -> Table:
    """After one round: Ana 10, Pau 4, Zoé 34."""
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    return table


def test_the_totals_stand_in_their_order(played: Table) -> None:
    assert ranks(played) == ["1 Pau 4", "2 Ana 10", "3 Zoé 34"]


def test_the_last_round_stands_beside_them(played: Table) -> None:
    last = [node.words for node in read(board(played)).all("span") if node.at.get("class") == "gained"]
    assert last == ["+4", "+10", "+10 +34"]


def test_nothing_new_costs_no_board(played: Table) -> None:
    url = f"/tv/{played.public_id}/board"
    known = {"If-None-Match": played.phone.get(url).headers["ETag"]}
    assert played.phone.get(url, headers=known).status_code == 304
    played.enter(2, 0, "9")
    assert played.phone.get(url, headers=known).status_code == 200


def test_it_says_who_starts_who_is_missing_and_how_far_it_is(played: Table) -> None:
    assert "Waiting for" not in words(board(played))
    assert "Zoé starts, anticlockwise" in words(board(played))
    assert "Closest to 50: Zoé, 16 points to go" in words(board(played))
    played.enter(2, 1, "9")
    assert "Waiting for Ana and Zoé" in words(board(played))


def test_the_chart_tells_the_totals(played: Table) -> None:
    drawn = [node.words for node in read(board(played)).all("svg") if node.at.get("role") == "img"]
    assert any(all(said in words_ for said in ("Ana 10", "Pau 4", "Zoé 34")) for words_ in drawn)


def test_it_says_who_won(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", limit="20")
    match.round(1, "3", "10 12", mojo=0)
    assert "Ana wins" in words(board(match))
    podium = [place.words for place in read(board(match)).all("ol")[0].all("li")]
    assert podium == ["P Pau 22 2nd", "A Ana 0 1st"]
    assert "Waiting for" not in words(board(match))
    assert "starts" not in words(board(match))


def test_the_code_to_join_is_there_while_joining_is_open(table: Table) -> None:
    link, code = "http://localhost" + table.links()[0], table.code()
    assert str(qr(link)) in board(table)
    assert code in words(board(table))
    table.phone.send(f"{table.url}/phones", f"{table.url}/phones/joining")
    assert str(qr(link)) not in board(table)
    assert code not in words(board(table))
    assert not [svg for svg in read(board(table)).all("svg") if "qr" in svg.at.get("class", "")]


def test_a_watch_link_only_looks_until_the_host_says_that_its_screen_stands_on_the_table(table: Table) -> None:
    link, code, screen = "http://localhost" + table.links()[0], table.code(), table.watcher()
    other = table.watcher()
    shown = f"{table.url}/phones"

    def invited(watcher: Table) -> bool:
        text = board(watcher) + watcher.phone.get(f"/tv/{table.public_id}").text
        seen = {str(qr(link)) in text, code in words(text)}
        assert len(seen) == 1
        return seen == {True}

    assert not invited(screen)
    tag = read(screen.phone.get(f"/tv/{table.public_id}")).all("main")[0].at["data-version"]
    assert table.phone.send(shown, f"{table.url}/phones/table").status_code == 303
    assert read(screen.phone.get(f"/tv/{table.public_id}")).all("main")[0].at["data-version"] != tag
    assert [invited(screen), invited(other)] == [True, False]
    assert "on the table" in words(table.phone.get(shown))
    assert table.phone.send(shown, f"{table.url}/phones/table").status_code == 303
    assert not invited(screen)


def test_a_match_that_is_over_or_stopped_invites_nobody(table: Table) -> None:
    code = table.code()
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    assert code not in words(board(table))


def test_the_code_on_the_screen_is_for_the_address_that_was_asked(table: Table) -> None:
    first = board(table)
    cookie = table.phone.client.get_cookie("companion")
    assert cookie is not None
    table.phone.client.set_cookie("companion", cookie.value, domain="192.168.1.7")
    other = table.phone.get(f"/tv/{table.public_id}/board", base_url="http://192.168.1.7:8000/").text
    assert str(qr("http://localhost" + table.links()[0])) in first
    assert str(qr("http://192.168.1.7:8000" + table.links()[0])) in other


def test_the_page_holds_the_board_and_fetches_it_again(table: Table) -> None:
    tree = read(table.phone.get(f"/tv/{table.public_id}"))
    assert [head.words for head in tree.all("h1")] == ["Mojo"]
    (main,) = tree.all("main")
    assert main.at["hx-get"] == f"/tv/{table.public_id}/board"
    there, _, head = board(table).partition("<hx-partial")
    assert main.words == read(there).words
    assert "Round 1 · to 50" in words(f"<hx-partial{head}")
    assert "<html" not in board(table)


def test_a_watcher_reads_the_board_and_nothing_else(table: Table) -> None:
    watcher = table.watcher()
    table.enter(1, 0, "9")
    assert "Waiting for Pau and Zoé" in words(board(watcher))
    assert watcher.phone.get(f"/tv/{table.public_id}").status_code == 200
    for path in ("", "/sheet", "/menu", "/phones", "/phones/here", "/who", "/go", "/r/1/s/0", "/r/1/s/0/edit"):
        assert watcher.phone.get(table.url + path).status_code == 404, path


def test_the_television_offers_nothing_to_write(table: Table) -> None:
    tree = read(table.watcher().phone.get(f"/tv/{table.public_id}"))
    assert tree.all("form", "input") == []


def test_a_board_shows_a_write_at_once(table: Table) -> None:
    watcher = table.watcher()
    assert ranks(watcher) == ["1 Ana 0", "1 Pau 0", "1 Zoé 0"]
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    assert ranks(watcher)[0] == "1 Pau 4"
