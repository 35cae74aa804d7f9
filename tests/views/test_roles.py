"""Every address of the app for every kind of phone: what it answers, and that a phone without the right writes nothing.

A new address without a line here fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from flask import Flask

from companion.games.game import Game
from tests.conftest import Phone, Table
from tests.games.case import case_of
from tests.views.answers import ALL, CLASH, DONE, HOST, LOOK, ON_SCREENS, OVER, ROLES, TABLE, TOGETHER, WRONG, Line
from tests.views.conftest import written
from tests.views.playing import EVERY_GAME, EVERY_TABLE, begin, deal, play_on, write_down

LINES: list[Line] = [
    ("GET", "/static/css/base.css", {}, ALL),
    ("GET", "/static/0123456789/js/app.js", {}, ALL),
    ("GET", "/", {}, ALL),
    ("GET", "/new", {}, ALL),
    ("POST", "/new", {"name": "Ana"}, (422, 422, 422, 422, 422)),
    ("GET", "/history", {}, ALL),
    ("GET", "/people", {}, ALL),
    ("GET", "/people/1", {}, (200, 404, 404, 404, 404)),
    ("GET", "/people/1/edit", {}, (200, 404, 404, 404, 404)),
    ("POST", "/people/1/edit", {"name": " "}, (422, 404, 404, 404, 404)),
    ("GET", "/people/1/merge", {}, (200, 404, 404, 404, 404)),
    ("POST", "/people/1/merge", {"other": "1"}, (422, 404, 404, 404, 404)),
    ("POST", "/people/1/part", {}, (303, 404, 404, 404, 404)),
    ("GET", "/people/1/delete", {}, (200, 404, 404, 404, 404)),
    ("POST", "/people/1/delete", {}, (422, 404, 404, 404, 404)),
    ("GET", "/people/1/avatar", {}, (200, 404, 404, 404, 404)),
    ("POST", "/people/1/avatar", {"pair": "8"}, (422, 404, 404, 404, 404)),
    ("GET", "/rules/mojo", {}, ALL),
    ("GET", "/https", {}, ALL),
    ("GET", "/https/companion.crt", {}, (404, 404, 404, 404, 404)),
    ("GET", "/language/fr", {}, (303, 303, 303, 303, 303)),
    ("GET", "/join", {}, ALL),
    ("POST", "/join", {}, (409, 409, 409, 409, 409)),
    ("POST", "/join/code", {"code": "no code"}, (422, 422, 422, 422, 422)),
    ("GET", "/j/NOTHINGTHATOPENS2345", {}, (404, 404, 404, 404, 404)),
    ("GET", "/J/NOTHINGTHATOPENS2345", {}, (404, 404, 404, 404, 404)),
    ("GET", "/group", {}, ALL),
    ("POST", "/group/renew", {"group": "1"}, (303, 409, 409, 409, 409)),
    ("POST", "/group/name", {"group": "1", "name": "Friday round"}, (303, 409, 409, 409, 409)),
    ("POST", "/group/put-out", {"group": "1", "number": "3"}, (409, 409, 409, 409, 409)),
    ("POST", "/group/keeper", {"group": "1", "number": "3"}, (422, 409, 409, 409, 409)),
    ("GET", "/group/deleted", {}, ALL),
    ("POST", "/group/deleted/restore", {"what": "match", "number": "1"}, (404, 404, 404, 404, 404)),
    ("GET", "/group/deleted/erase?what=match&number=1", {}, (404, 404, 404, 404, 404)),
    ("POST", "/group/deleted/erase", {"what": "match", "number": "1"}, (404, 404, 404, 404, 404)),
    ("GET", "/import", {}, ALL),
    ("POST", "/import", {}, (422, 422, 422, 422, 422)),
    ("GET", "/import/nothing", {}, (404, 404, 404, 404, 404)),
    ("POST", "/import/nothing/start", {}, (404, 404, 404, 404, 404)),
    ("POST", "/sign-out", {}, (303, 303, 303, 303, 303)),
    ("GET", "{m}", {}, TABLE),
    ("GET", "{m}/sheet", {}, TABLE),
    ("GET", "{m}/who", {}, TABLE),
    ("POST", "{m}/who", {}, DONE),
    ("GET", "{m}/go", {}, DONE),
    ("GET", "/group/1/take", {}, (200, 404, 404, 404, 404)),
    ("GET", "/group/1/take/companion.json", {}, (200, 404, 404, 404, 404)),
    ("GET", "/people/1/take", {}, (200, 404, 404, 404, 404)),
    ("GET", "/people/1/take/rounds.csv", {}, (200, 404, 404, 404, 404)),
    ("GET", "{m}/take", {}, TABLE),
    ("GET", "{m}/take/companion.json", {}, TABLE),
    ("GET", "{m}/take/totals.csv", {}, TABLE),
    ("GET", "{m}/take/play.bgsplay", {}, TABLE),
    ("GET", "{m}/take/result.svg", {}, (404, 404, 404, 404, 404)),
    ("GET", "{m}/take/bgstats.svg", {}, (404, 404, 404, 404, 404)),
    ("GET", "{m}/phones", {}, TABLE),
    ("GET", "{m}/phones/here", {}, TABLE),
    ("POST", "{m}/phones/free", {"number": "1"}, HOST),
    ("POST", "{m}/phones/remove", {"number": "4"}, HOST),
    ("POST", "{m}/phones/joining", {"open": "1"}, HOST),
    ("POST", "{m}/phones/renew", {}, HOST),
    ("POST", "{m}/phones/table", {"number": "5"}, (422, 409, 404, 404, 404)),
    ("GET", "{m}/events", {}, LOOK),
    ("GET", "/tv/{id}", {}, LOOK),
    ("GET", "/tv/{id}/board", {}, LOOK),
    ("POST", "{m}/undo", {"version": "0"}, (409, 409, 404, 404, 404)),
    ("POST", "{m}/r/1/closer", {"closer": "9"}, WRONG),
    ("GET", "{m}/r/1/s/0", {}, TABLE),
    ("POST", "{m}/r/1/s/0/withdraw", {"seen/entry/1/0": "1"}, DONE),
    ("POST", "{m}/r/1/s/0/adjust", {"points": "x"}, WRONG),
    ("GET", "{m}/r/1/edit", {}, (404, 404, 404, 404, 404)),
    ("POST", "{m}/r/1/edit", {"told/0": "1"}, (404, 404, 404, 404, 404)),
    ("GET", "{m}/r/1/s/1/edit", {}, TABLE),
    ("POST", "{m}/r/1/s/1/edit", {"cards": "4"}, DONE),
    ("POST", "{m}/r/1/s/1/preview", {"cards": "4"}, TABLE),
    ("GET", "{m}/r/1/s/1/others?seen=0", {}, TABLE),
    ("POST", "{m}/r/1/s/1/typing", {}, (204, 204, 404, 404, 404)),
    ("GET", "{m}/menu", {}, TABLE),
    ("POST", "{m}/menu/limit", {"limit": "x"}, WRONG),
    ("GET", "{m}/note", {}, TABLE),
    ("POST", "{m}/note", {"note": "Teo cheated"}, DONE),
    ("POST", "{m}/menu/leave", {"seat": "9", "last_round": "0"}, WRONG),
    ("POST", "{m}/menu/join", {"name": ""}, WRONG),
    ("GET", "{m}/people/1/avatar", {}, TABLE),
    ("POST", "{m}/people/1/avatar", {"pair": "8"}, WRONG),
    ("POST", "{m}/menu/rename", {"seat": "0", "new_name": ""}, WRONG),
    ("POST", "{m}/menu/order", {"move": "up-2"}, DONE),
    ("POST", "{m}/menu/stop", {}, DONE),
    ("POST", "{m}/menu/finish", {"round": "1"}, WRONG),
    ("POST", "{m}/menu/archive", {}, DONE),
    ("GET", "{m}/delete", {}, (200, 404, 404, 404, 404)),
    ("POST", "{m}/delete", {}, (303, 410, 410, 404, 404)),
    ("GET", "{m}/menu/paper", {}, TABLE),
    ("POST", "{m}/menu/paper", {"total-0": "7"}, DONE),
    ("GET", "{m}/menu/group", {}, (200, 404, 404, 404, 404)),
    ("POST", "{m}/menu/group", {"group": "999"}, (422, 404, 404, 404, 404)),
    ("POST", "{m}/menu/rematch", {}, DONE),
    ("POST", "{m}/menu/rematch/go", {}, (404, 404, 404, 404, 404)),
    ("POST", "{m}/phones/host", {}, (303, 409, 404, 404, 404)),
    ("GET", "{m}/table", {}, LOOK),
    ("GET", "{m}/table/board", {}, LOOK),
    ("GET", "{m}/table/log", {}, LOOK),
    ("POST", "{m}/table/deal", {"round": "2"}, CLASH),
    ("POST", "{m}/table/move", {"seat": "0", "move": "play 8", "seen": "1"}, CLASH),
    ("GET", "{m}/table/abandon?round=1", {}, TABLE),
    ("POST", "{m}/table/abandon", {"round": "1", "sure": "1"}, CLASH),
    ("POST", "{m}/table/seat", {"seat": "0", "plays": "strong"}, (303, 409, 404, 404, 404)),
    ("GET", "{m}/table/r/1", {}, (404, 404, 404, 404, 404)),
    ("GET", "{m}/table/seals", {}, LOOK),
    ("GET", "{m}/table/seals/file", {}, LOOK),
    ("POST", "{m}/table/seals/open", {}, CLASH),
]
PAGES = [line for line in LINES if line[0] == "GET" and 303 not in line[3]]
OF_THE_MATCH = [line for line in LINES if "{" in line[1]]


def called(line: Line) -> str:
    return f"{line[0]} {line[1]}"


@pytest.fixture
def phones(table: Table) -> Mapping[str, Phone]:
    """One phone of each kind at a match whose first hand is in."""
    table.enter(1, 0, "9 1")
    return each_kind(table)


def each_kind(table: Table) -> Mapping[str, Phone]:
    """One phone of each kind at a match."""
    other, stranger = Phone(table.phone.app), Phone(table.phone.app)
    other.begin("Ida", "Kai")
    phones = (table.phone, table.guest(2).phone, table.watcher().phone, other, stranger)
    return dict(zip(ROLES, phones, strict=True))


def answer(phone: Phone, line: Line, table: Table) -> int:
    """The status of one line for one phone, with a token that is good."""
    method, path, typed, _ = line
    url = path.format(m=table.url, id=table.public_id)
    fields = {**typed, "csrf_token": phone.csrf()} if method == "POST" else None
    got = phone.client.open(url, method=method, data=fields)
    got.close()
    return got.status_code


def test_every_address_has_a_line(app: Flask) -> None:
    bound = app.url_map.bind("companion.test")
    known = set()
    for method, path, _, _ in LINES:
        rule, _ = bound.match(path.format(m="/m/x", id="x").partition("?")[0], method, return_rule=True)
        known.add((method, rule.rule))
    there = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert known == there


def test_every_act_of_the_phones_page_has_a_line(app: Flask) -> None:
    bound = app.url_map.bind("companion.test")
    posted = [path.format(m="/m/x") for method, path, _, _ in LINES if method == "POST" and "}/phones/" in path]
    acts = {bound.match(path, "POST")[1]["what"] for path in posted}
    rule = next(rule for rule in app.url_map.iter_rules() if rule.endpoint == "phones.decide")
    named = rule.rule.partition("any(")[2].partition(")")[0].split(",")
    assert acts == set(named)


def test_each_kind_of_phone_sees_its_pages(table: Table, phones: Mapping[str, Phone]) -> None:
    got = {called(line): tuple(answer(phones[role], line, table) for role in ROLES) for line in PAGES}
    assert got == {called(line): line[3] for line in PAGES}


@pytest.mark.parametrize("line", [line for line in LINES if line not in PAGES], ids=called)
def test_each_kind_of_phone_gets_its_answer(table: Table, phones: Mapping[str, Phone], line: Line) -> None:
    assert {role: answer(phones[role], line, table) for role in ROLES} == dict(zip(ROLES, line[3], strict=True))


def same_for_all(app: Flask, table: Table, phones: Mapping[str, Phone], lines: Iterable[Line]) -> None:
    """Each kind of phone gets its answers, and nothing is written by them."""
    before = written(app)
    for line in lines:
        assert [answer(phones[role], line, table) for role in ROLES] == list(line[3]), called(line)
        assert written(app) == before, called(line)


@EVERY_GAME
def test_the_pages_of_every_game_answer_each_kind_of_phone_alike(app: Flask, phone: Phone, game: Game) -> None:
    table = begin(phone, game, "Ana", "Pau", "Zoé")
    write_down(table, game, 1, 0, case_of(game).report)
    phones = each_kind(table)
    there = [line for line in OF_THE_MATCH if game.table or "/table" not in line[1]]
    if game.together is not None:
        there = [line for line in there if line[1] != "{m}/r/1/edit"] + TOGETHER
    same_for_all(app, table, phones, [line for line in there if line[0] == "GET" or 303 not in line[3]])


@EVERY_TABLE
def test_the_table_of_every_game_answers_each_kind_of_phone_alike(app: Flask, phone: Phone, game: Game) -> None:
    table = begin(phone, game, "Ana", "Pau", "Zoé")
    phones = each_kind(table)
    deal(table)
    by_hand: Line = ("POST", "{m}/r/1/s/1/edit", game.fields(case_of(game).report), CLASH)
    same_for_all(app, table, phones, [*ON_SCREENS, by_hand])
    play_on(table)
    same_for_all(app, table, phones, OVER)


@pytest.mark.parametrize("role", ["watcher", "other", "stranger"])
def test_a_phone_that_may_not_write_writes_nothing_anywhere(
    app: Flask, table: Table, phones: Mapping[str, Phone], role: str
) -> None:
    before = written(app)
    for line in OF_THE_MATCH:
        answer(phones[role], line, table)
        assert written(app) == before, called(line)


def test_a_guest_does_nothing_that_only_the_host_may(app: Flask, table: Table, phones: Mapping[str, Phone]) -> None:
    before = written(app)
    hosts = [line for line in OF_THE_MATCH if line[3] == HOST]
    assert [answer(phones["seat"], line, table) for line in hosts] == [409] * 6
    assert written(app) == before


@pytest.mark.parametrize("role", ["seat", "watcher", "stranger"])
def test_only_a_phone_of_the_group_renews_the_groups_link(
    app: Flask, table: Table, phones: Mapping[str, Phone], role: str
) -> None:
    renew: Line = ("POST", "/group/renew", {"group": "1"}, ALL)
    before = written(app)["groups"]
    answer(phones[role], renew, table)
    assert written(app)["groups"] == before
    answer(phones["host"], renew, table)
    assert written(app)["groups"] != before


def test_no_phone_writes_without_its_token(app: Flask, table: Table, phones: Mapping[str, Phone]) -> None:
    before = written(app)
    for line in OF_THE_MATCH:
        if line[0] == "POST":
            url = line[1].format(m=table.url, id=table.public_id)
            got = {phone.client.post(url, data=line[2]).status_code for phone in phones.values()}
            assert (called(line), got) == (called(line), {400})
            assert written(app) == before, called(line)


@pytest.mark.parametrize("role", ["seat", "watcher"])
def test_the_link_of_a_match_opens_no_other_of_the_group(table: Table, phones: Mapping[str, Phone], role: str) -> None:
    second = table.phone.begin("Ana", "Marta")
    for line in OF_THE_MATCH:
        assert answer(phones[role], line, second) == 404, called(line)
    assert second.url not in phones[role].get("/").text
    assert second.url not in phones[role].get("/history").text
    assert "Marta" not in phones[role].get("/people").text
    assert "Marta" not in phones[role].get("/new").text
