"""The rules of every game, one tap from where they are needed."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import by_key
from companion.games.game import Game
from tests.conftest import Phone
from tests.views.conftest import written
from tests.views.playing import EVERY_GAME, EVERY_TABLE, TABLES, begin
from tests.views.reading import read, words
from tests.views.test_every_page import faults


@EVERY_GAME
def test_every_game_has_its_rules(app: Flask, phone: Phone, game: Game) -> None:
    before = written(app)
    page = phone.get(f"/rules/{game.key}")
    assert list(faults(page)) == []
    assert game.words.rules % {"game": game.name} in words(page)
    assert "How to score" in words(page)
    assert game.table is None or str(game.agreement({}).limit) in words(page)
    assert written(app) == before


@EVERY_TABLE
def test_the_rules_say_how_many_can_play(phone: Phone, game: Game) -> None:
    said = f"For {game.seats.start} to {game.seats.stop - 1} players."
    assert said in words(phone.get(f"/rules/{game.key}"))


@pytest.mark.parametrize(("doubling", "told"), [("yes", True), ("no", False)])
def test_an_example_of_doubling_is_told_only_where_points_are_doubled(phone: Phone, doubling: str, told: bool) -> None:
    match = begin(phone, by_key("skyjo"), "Ana", "Pau", doubling=doubling)
    page = words(phone.get(f"/rules/skyjo?match={match.public_id}"))
    assert "4 − 2 + 12 = 14" in page
    assert ("Ana ended the round, but Pau has 9: 14 × 2 = 28." in page) == told


def test_a_game_that_is_not_in_the_house_has_none(phone: Phone) -> None:
    assert phone.get("/rules/bridge").status_code == 404


@EVERY_GAME
def test_the_rules_are_one_tap_from_home_new_menu_and_the_entry_sheet(phone: Phone, game: Game) -> None:
    wanted = f"/rules/{game.key}"
    for url in ("/", f"/new?game={game.key}"):
        assert any(link.at.get("href") == wanted for link in read(phone.get(url)).all("a")), url
    match = begin(phone, game, "Ana", "Pau", "Zoé")
    for url in (f"{match.url}/menu", f"{match.cell(1, 0)}/edit"):
        links = [link.at["href"] for link in read(phone.get(url)).all("a")]
        assert f"{wanted}?match={match.public_id}" in links, url
    assert f'href="{match.url}"' in phone.get(f"{wanted}?match={match.public_id}").text


@EVERY_TABLE
def test_the_rules_are_one_tap_from_the_table_and_lead_back_to_it(phone: Phone, game: Game) -> None:
    match = begin(phone, game, "Ana", "Pau", "Zoé")
    table, wanted = f"{match.url}/table", f"/rules/{game.key}?match={match.public_id}&at=table"
    assert any(link.at.get("href") == wanted for link in read(phone.get(table)).all("a"))
    assert phone.sure(table, f"{table}/deal", round="1").status_code == 303
    assert any(link.at.get("href") == wanted for link in read(phone.get(table)).all("a"))
    for shown in (wanted, wanted.replace(game.key, "mojo")):
        back = next(link for link in read(phone.get(shown)).all("a") if link.at.get("aria-label") == "Back")
        assert back.at["href"] == table


def test_a_pack_of_our_own_is_called_so_before_the_deal(phone: Phone) -> None:
    for game in TABLES:
        match = begin(phone, game, "Ana", "Pau", "Zoé")
        assert ("with our own cards" in words(phone.get(f"{match.url}/table"))) == (game.key == "jokrummy")


def test_the_way_back_leads_to_any_match(phone: Phone) -> None:
    page = read(phone.get("/rules/mojo?match=QfLi-zI_IxAJ"))
    assert next(link for link in page.all("a") if link.at.get("aria-label") == "Back").at["href"] == "/m/QfLi-zI_IxAJ"


@pytest.mark.parametrize("where", ["//evil.example", "../x", "a b", "x" * 41, "%22", ""])
def test_the_way_back_leads_nowhere_else(phone: Phone, where: str) -> None:
    page = read(phone.get(f"/rules/mojo?match={where}"))
    back = next(link for link in page.all("a") if link.at.get("aria-label") == "Back")
    assert back.at["href"] == "/"


def test_the_rules_say_first_what_the_match_is_set_to(phone: Phone, stranger: Phone) -> None:
    uno = begin(phone, by_key("points"), "Ana", "Pau", called="Uno", length="rounds", rounds="7", winner="lowest")
    there = f"/rules/points?match={uno.public_id}"
    for answer in ("What do you play? Uno", "Who wins Lowest total", "Number of rounds 7"):
        assert answer in words(phone.get(there))
    assert "Play to" not in words(phone.get(there)), "a number of rounds was agreed on, no total"
    assert "In this match" not in words(phone.get(f"/rules/mojo?match={uno.public_id}"))
    assert "In this match" not in words(stranger.get(there))
