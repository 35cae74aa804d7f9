"""The digital table over HTTP, for every game: dealing, moving, the curtain, refusals, and who plays."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app_state import app_state
from companion.games.game import Game
from companion.ledger.cells import ENTRY, Cell
from tests.conftest import Phone, Table
from tests.games.case import case_of, table_case

from .playing import EVERY_TABLE, TABLES, begin, deal, dealt_of, move, now, write_down
from .reading import read, words


@pytest.fixture(params=TABLES, ids=lambda game: game.key)
def dealt(phone: Phone, request: pytest.FixtureRequest) -> Table:
    """A round on screens: Ana's phone is handed round between Ana and Zoé, Pau has his own."""
    table = begin(phone, request.param, "Ana", "Pau", "Zoé")
    table.guest(1)
    assert phone.send(page(table), f"{page(table)}/deal").status_code == 303
    return table


def page(table: Table) -> str:
    return f"{table.url}/table"


def first_move(table: Table) -> dict[str, str]:
    """What tapping the first card would send."""
    shown = read(table.phone.get(f"{page(table)}?eyes=0.99999999"))
    return {
        **table.phone.form(f"{page(table)}?eyes=0.99999999", "/table/move"),
        "move": shown.named("move").at["value"],
    }


def moved(table: Table, **fields: str) -> TestResponse:
    """Tap the first card, or send something else."""
    return table.phone.client.post(f"{page(table)}/move", data={**first_move(table), **fields})


@EVERY_TABLE
def test_before_the_deal_it_says_who_plays_where(phone: Phone, game: Game) -> None:
    said = words(phone.get(page(begin(phone, game, "Ana", "Pau", "Zoé"))))
    assert "Round 1 on screen: who plays?" in said
    assert "Pass this phone round: Ana, Pau, and Zoé." in said
    assert ("Ana starts, clockwise" in said) == game.asks_starter


def test_dealing_shows_nobodys_cards_before_somebody_takes_the_phone(dealt: Table) -> None:
    answer = dealt.phone.get(page(dealt))
    assert "Pass the phone to Ana." in words(answer)
    assert 'id="hand"' not in answer.text
    assert 'id="hand"' in dealt.phone.get(f"{page(dealt)}?eyes=0.99999999").text


def test_the_curtain_opens_for_those_in_turn_alone(dealt: Table) -> None:
    turn = dealt_of(dealt).deal.to_move
    for seat in (1, 2, 9):
        answer = dealt.phone.get(f"{page(dealt)}?eyes={seat}.99999999")
        opened = seat == 2 and seat in turn
        assert ("Pass the phone to Ana." in words(answer)) != opened
        assert ('id="hand"' in answer.text) == opened


def test_every_card_says_what_it_does_and_all_moves_are_offered(dealt: Table) -> None:
    shown = read(dealt.phone.get(f"{page(dealt)}?eyes=0.99999999"))
    taps = [node for node in shown.all("button") if node.at.get("name") == "move"]
    assert {tap.at["value"] for tap in taps} == set(dealt_of(dealt).deal.moves(0))
    assert all(tap.at.get("data-effect") and (tap.at.get("aria-label") or tap.words) for tap in taps)


def test_a_move_without_script_comes_back_to_the_table(dealt: Table) -> None:
    answer = moved(dealt)
    assert (answer.status_code, answer.location) == (303, f"{page(dealt)}?eyes=0.99999999")
    assert table_case(now(dealt).game).first in words(dealt.phone.get(answer.location))


def test_a_move_by_script_brings_the_table_as_a_piece(dealt: Table) -> None:
    answer = dealt.phone.client.post(f"{page(dealt)}/move", data=first_move(dealt), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.startswith('<div id="board"')


def test_a_move_sent_twice_is_one_move(dealt: Table) -> None:
    fields = first_move(dealt)
    dealt.phone.client.post(f"{page(dealt)}/move", data=fields)
    before = now(dealt)
    assert dealt.phone.client.post(f"{page(dealt)}/move", data=fields).status_code == 303
    assert now(dealt).version == before.version


def test_a_stale_move_is_answered_once_and_clearly(dealt: Table) -> None:
    fields = first_move(dealt)
    dealt.phone.client.post(f"{page(dealt)}/move", data=fields)
    before = now(dealt)
    answer = dealt.phone.client.post(f"{page(dealt)}/move", data={**fields, "client_id": "another tap"})
    assert answer.status_code == 409
    assert "Something just changed on the table: look again, then choose." in words(answer)
    assert now(dealt).version == before.version


def test_two_phones_pick_at_the_same_time(phone: Phone) -> None:
    table = begin(phone, TABLES[1], "Ana", "Pau", "Zoé")
    pau = table.guest(1)
    deal(table)
    fields = {**pau.phone.form(page(pau), "/table/move"), "move": "pick 5"}
    move(table, 0, "pick 1")
    assert pau.phone.client.post(f"{page(pau)}/move", data=fields).status_code == 303
    assert dealt_of(table).deal.observe(1).picks == (4,)  # type: ignore[attr-defined]
    assert "Choose two of your cards to turn over." in words(table.phone.get(f"{page(table)}?eyes=2.99999999"))


def test_a_move_that_the_rules_refuse_gets_their_sentence(dealt: Table) -> None:
    before, (wrong, said) = now(dealt), table_case(now(dealt).game).unfit
    answer = moved(dealt, move=wrong)
    assert answer.status_code == 422
    assert said in words(answer)
    assert now(dealt).version == before.version


def test_what_is_no_move_is_refused_by_name(dealt: Table) -> None:
    answer = moved(dealt, move="<b>castle")
    assert answer.status_code == 422
    assert f"“<b>castle” isn’t a move in {now(dealt).game.name}." in words(answer)


def test_another_phones_seat_is_left_alone(dealt: Table) -> None:
    answer = moved(dealt, seat="1")
    assert answer.status_code == 422
    assert "Another phone plays for this player." in words(answer)


def test_a_phone_that_is_not_at_the_table_finds_none(dealt: Table, stranger: Phone) -> None:
    fields = {**first_move(dealt), "csrf_token": stranger.csrf()}
    before = now(dealt)
    assert stranger.client.post(f"{page(dealt)}/move", data=fields).status_code == 404
    assert stranger.get(page(dealt)).status_code == 404
    assert now(dealt).version == before.version


def test_the_piece_costs_a_304_while_nothing_changes(dealt: Table) -> None:
    first = dealt.phone.get(f"{page(dealt)}/board")
    tag = {"If-None-Match": first.headers["ETag"]}
    assert dealt.phone.get(f"{page(dealt)}/board", headers=tag).status_code == 304
    moved(dealt)
    assert dealt.phone.get(f"{page(dealt)}/board", headers=tag).status_code == 200


def test_htmx_is_sent_to_the_whole_page(dealt: Table) -> None:
    answer = dealt.phone.get(page(dealt), headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == page(dealt)


def test_the_pad_leads_to_the_table_and_refuses_hands_meanwhile(dealt: Table) -> None:
    game = now(dealt).game
    assert "Round 1 is on screen: go to the table" in words(dealt.phone.get(dealt.url))
    assert dealt.phone.get(f"{dealt.url}/go").location == page(dealt)
    entry, fields = f"{dealt.cell(1, 0)}/edit", game.fields(case_of(game).report)
    answer = dealt.phone.client.post(entry, data={**dealt.phone.form(entry, "/edit"), **fields})
    assert answer.status_code == 409
    assert str(game.words.on_screens) % {"round": 1} in words(answer)
    shown = read(answer)
    assert {name: shown.values(name)[0] for name, value in fields.items() if value} == {
        name: value for name, value in fields.items() if value
    }


def test_the_deal_can_be_given_up_from_the_entry_sheet(dealt: Table) -> None:
    entry, game = f"{dealt.cell(1, 0)}/edit", now(dealt).game
    (link,) = [one for one in read(dealt.phone.get(entry)).all("a") if one.words.startswith("Cancel this deal")]
    answer = dealt.phone.send(link.at["href"], f"{page(dealt)}/abandon", sure="1")
    assert answer.location == entry
    assert now(dealt).dealing is None
    write_down(dealt, game, 1, 0, case_of(game).report)
    assert now(dealt).trails.value(Cell(ENTRY, 1, 0)) == case_of(game).report


def test_a_seat_is_handed_to_a_bot_and_back(dealt: Table) -> None:
    token = dealt.phone.csrf()
    seat = f"{page(dealt)}/seat"
    assert dealt.phone.client.post(seat, data={"csrf_token": token, "seat": "1", "plays": "strong"}).status_code == 303
    assert now(dealt).bots == {1: "strong"}
    assert "bot, hard" in words(dealt.phone.get(page(dealt)))
    assert dealt.phone.client.post(seat, data={"csrf_token": token, "seat": "1", "plays": "person"}).status_code == 303
    assert now(dealt).bots == {}
    assert dealt.phone.client.post(seat, data={"csrf_token": token, "seat": "1", "plays": "mighty"}).status_code == 422


def test_nobody_moves_for_a_seat_that_a_bot_plays(dealt: Table) -> None:
    fields = first_move(dealt)
    dealt.phone.client.post(
        f"{page(dealt)}/seat", data={"csrf_token": fields["csrf_token"], "seat": "0", "plays": "easy"}
    )
    answer = dealt.phone.client.post(f"{page(dealt)}/move", data=fields)
    assert answer.status_code == 409
    assert "A bot plays for this player: take over from the bot first." in words(answer)


def test_a_watcher_sees_the_table_without_hands_and_forms(dealt: Table) -> None:
    answer = dealt.watcher().phone.get(page(dealt))
    waits = "Everyone chooses two cards to turn over." if len(dealt_of(dealt).deal.to_move) > 1 else "It’s Ana’s turn."
    assert waits in words(answer)
    assert "<form" not in answer.text
    assert 'id="hand"' not in answer.text


@EVERY_TABLE
def test_a_watcher_is_offered_nothing_before_the_deal(phone: Phone, game: Game) -> None:
    answer = (table := begin(phone, game, "Ana", "Pau")).watcher().phone.get(page(table))
    assert "plays on this phone" in words(answer)
    assert "<form" not in answer.text


@EVERY_TABLE
def test_a_match_with_bots_begins_at_the_table(phone: Phone, game: Game) -> None:
    form = phone.send("/new", "/new", name=["Ana", "", ""], act="bot", game=game.key)
    assert "Robo" in form.text
    fields = {**phone.form(f"/new?game={game.key}", "/new"), "name": ["Ana", "Robo"], "plays": ["", "easy"]}
    answer = phone.client.post("/new", data=fields)
    assert answer.location.endswith("/table")
    table = Table(phone, answer.location.removesuffix("/table"))
    assert (now(table).game, now(table).bots, len(now(table).holders)) == (game, {1: "easy"}, 1)
    assert now(table).dealing == 1, "whoever is alone among bots is asked nothing more"
    assert "Robo" in words(phone.get(answer.location))
    again = phone.client.post("/new", data=fields)
    assert again.location == answer.location


@EVERY_TABLE
def test_of_several_people_among_bots_the_table_asks_who_plays_where(phone: Phone, game: Game) -> None:
    page_of = f"/new?game={game.key}"
    form = phone.send(page_of, "/new", name=["Ana", "Pau", "Robo"], plays=["", "", "easy"])
    assert form.location.endswith("/table")
    table = Table(phone, form.location.removesuffix("/table"))
    assert now(table).dealing is None
    assert "bot, easy" in words(phone.get(form.location))


def test_a_table_with_a_strong_bot_says_when_bots_think_less_and_only_then(app: Flask, phone: Phone) -> None:
    said = "Many tables are playing: bots think less just now."
    with_strong = phone.begin("Ana", "Robo", plays=["", "strong"])
    without = phone.begin("Ana", "Pau")
    tables = [f"{table.url}/table" for table in (with_strong, without)]
    for table in (with_strong, without):
        deal(table)
    assert not any(said in phone.get(table).text for table in tables)
    app_state(app).hurried = lambda: True
    assert [said in phone.get(table).text for table in tables] == [True, False]
    tag = phone.get(f"{tables[0]}/board").headers["ETag"]
    app_state(app).hurried = lambda: False
    assert phone.get(f"{tables[0]}/board", headers={"If-None-Match": tag}).status_code == 200
    assert said not in phone.get(tables[0]).text
