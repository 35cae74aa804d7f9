"""Garbage in any field, in any order, of any size: never a broken page, never a changed match."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.games.game import Game
from tests.conftest import LONG, Phone, Table, as_many
from tests.games.case import case_of
from tests.views.conftest import written
from tests.views.playing import EVERY_GAME, EVERY_TABLE, begin, deal, dealt_of, write_down

ROUTES = [
    "undo", "menu/limit", "menu/leave", "menu/join", "menu/order", "menu/stop", "menu/finish",
    "menu/archive", "menu/paper", "menu/group", "note",
    "menu/rematch", "menu/rematch/go", "menu/rename", "people/1/avatar",
    "who", "phones/free", "phones/remove", "phones/joining", "phones/table", "phones/renew", "phones/host",
    "r/{r}/closer", "r/{r}/edit", "r/{r}/s/{s}/edit", "r/{r}/s/{s}/preview",
    "r/{r}/s/{s}/withdraw", "r/{r}/s/{s}/adjust", "r/{r}/s/{s}/typing",
    "table/deal", "table/move", "table/abandon", "table/seat", "table/seals/open",
]  # fmt: skip
PEOPLE = ["/people/1/edit", "/people/1/merge", "/people/1/part", "/people/1/out", "/people/1/back"]
OF_GROUP = ["/group/name", "/group/renew", "/group/put-out", "/group/keeper"]
OUTSIDE = ["/join", "/join/code", *OF_GROUP, "/import", "/sign-out"]
GONE = ["/people/1/delete", "/group/deleted/restore", "/group/deleted/erase"]
KEYS = [
    "cards", "points", "bonus", "closed", "seen", "seen_closer", "seen/entry/1/0", "seen/entry/0/99",
    "seen/closer/1", "seen/limit", "seen/", "seen/x/y", "confirmed", "client_id", "note", "limit",
    "seat", "last_round", "first_round", "name", "move", "again", "back", "closer", "youngest",
    "code", "number", "open", "watch", "new_name", "what", "version", "release",
    "told/0", "told/99", "told/x", "points/0", "bonus/0", "closed/0", "closed/1", "without", "also",
    "round", "plays", "pair", "emoji", "eyes", "act", "game", "discards", "edition", "clockwise_face",
    "total", "total-0", "day", "group", "other", "nickname", "place", "at", "seen/note", "seen/place",
]  # fmt: skip
PLAUSIBLE = [
    *map(str, range(-1, 14)),
    *(
        "9 1",
        "0 0 0 0 0",
        "12 11 10",
        "up-1",
        "down-0",
        "up-",
        "drop-1",
        "more",
        "add-x",
        "Teo",
        "mojo",
        "pl",
        "play 8",
        "pick 1",
        "take discard",
        "discard m",
        "keep",
        "x x x x",
        "-2 x",
        "draw stock",
        "strong",
        "me",
        "person",
    ),
    *("²", "٣", "1e9", "\x00", "-", "−1", "9" * 30, "x" * 41, "history", "None", "[]", "{}", "%s", "%(points)s"),
]
VALUES = st.sampled_from(PLAUSIBLE) | st.text(max_size=60) | st.integers(10, 4000).map(lambda size: "9 " * size)
FIELDS = st.lists(st.tuples(st.sampled_from(KEYS) | st.text(max_size=8), VALUES), max_size=14)
PLACES = st.tuples(st.sampled_from([0, 1, 1, 1, 2, 3, 10**9, 10**20]), st.sampled_from([0, 1, 2, 3, 99, 10**20]))

steady = settings(
    max_examples=as_many(4, 100),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def match(table: Table) -> Table:
    """A match in its second round."""
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.enter(2, 0, "9")
    return table


def test_every_route_that_writes_gets_its_garbage(app: Flask) -> None:
    posts = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    paths = [*(f"/m/x/{path}".format(r=1, s=1) for path in ROUTES), "/new", *OUTSIDE, *PEOPLE, *GONE, "/m/x/delete"]
    paths.append("/import/x/start")
    assert posts == {app.url_map.bind("").match(path, "POST")[0] for path in paths}


def post(phone: Phone, url: str, token: str, fields: list[tuple[str, str]]) -> TestResponse:
    """Send fields in their order with a token that is good."""
    return phone.client.post(url, data=MultiDict([*fields, ("csrf_token", token)]))


def pelt(app: Flask, match: Table, path: str) -> None:
    """Send garbage to a route of a match, again and again: what is not done changes nothing."""
    token = match.phone.csrf()

    @steady
    @given(fields=FIELDS, place=PLACES)
    def send(fields: list[tuple[str, str]], place: tuple[int, int]) -> None:
        before = written(app)
        url = f"{match.url}/{path}".format(r=place[0], s=place[1])
        answer = post(match.phone, url, token, fields)
        assert answer.status_code in (200, 204, 303, 404, 409, 422)
        if answer.status_code != 303:
            assert written(app) == before
        assert match.phone.get(match.url).status_code == 200

    send()


@pytest.mark.parametrize("path", ROUTES)
def test_a_member_who_sends_garbage_breaks_nothing(app: Flask, match: Table, path: str) -> None:
    pelt(app, match, path)


@EVERY_GAME
@pytest.mark.parametrize("path", ["r/{r}/edit", "r/{r}/s/{s}/edit", "r/{r}/s/{s}/preview"])
def test_garbage_on_the_sheet_of_any_game_breaks_nothing(app: Flask, phone: Phone, game: Game, path: str) -> None:
    match = begin(phone, game, "Ana", "Pau", "Zoé")
    write_down(match, game, 1, 0, case_of(game).report)
    pelt(app, match, path)


@EVERY_TABLE
def test_garbage_on_the_table_of_any_game_is_a_move_or_a_refusal(app: Flask, phone: Phone, game: Game) -> None:
    """Also a move that looks like one, for a seat whose turn it is and with the newest number."""
    match = begin(phone, game, "Ana", "Pau", "Zoé")
    deal(match)
    token = phone.csrf()

    @steady
    @given(move=VALUES, fields=FIELDS, seat=st.sampled_from(["0", "1", "2", "-1", "x"]))
    def send(move: str, fields: list[tuple[str, str]], seat: str) -> None:
        before, screen = written(app), dealt_of(match)
        legal = seat.isdecimal() and move in screen.deal.moves(int(seat))
        sent = [("move", move), ("seat", seat), ("seen", str(screen.last)), ("client_id", str(screen.last)), *fields]
        answer = post(phone, f"{match.url}/table/move", token, sent)
        assert answer.status_code == (303 if legal else 422)
        assert (written(app) == before) != legal
        assert phone.get(f"{match.url}/table").status_code == 200

    send()


@pytest.mark.parametrize("path", PEOPLE)
def test_garbage_about_a_person_is_a_change_or_a_refusal(app: Flask, match: Table, path: str) -> None:
    token, visitor = match.phone.csrf(), Phone(app)

    @steady
    @given(fields=FIELDS)
    def send(fields: list[tuple[str, str]]) -> None:
        before = written(app)
        assert post(visitor, path, visitor.csrf(), fields).status_code == 404
        answer = post(match.phone, path, token, fields)
        assert answer.status_code in (303, 422)
        if answer.status_code != 303:
            assert written(app) == before
        assert match.phone.get("/people/1").status_code == match.phone.get(match.url).status_code == 200

    send()


@pytest.mark.parametrize("path", OUTSIDE)
def test_garbage_outside_of_a_match_is_answered_and_lets_nobody_in(app: Flask, match: Table, path: str) -> None:
    visitor = Phone(app)

    @steady
    @given(fields=FIELDS)
    def send(fields: list[tuple[str, str]]) -> None:
        before = written(app)
        assert post(visitor, path, visitor.csrf(), fields).status_code in (303, 409, 422, 429)
        assert written(app) == before
        assert visitor.get(match.url).status_code == 404

    send()


def test_a_new_match_of_garbage_is_a_match_or_a_refusal(app: Flask, phone: Phone) -> None:
    token = phone.csrf()

    @steady
    @given(fields=FIELDS, names=st.lists(VALUES, max_size=10))
    def send(fields: list[tuple[str, str]], names: list[str]) -> None:
        before = written(app)
        answer = post(phone, "/new", token, [*fields, *(("name", name) for name in names)])
        assert answer.status_code in (200, 303, 422)
        assert (written(app) == before) == (answer.status_code != 303)
        if answer.status_code == 303:
            assert phone.get(answer.location).status_code == 200

    send()


def test_a_stranger_who_writes_changes_nothing(app: Flask, match: Table, stranger: Phone) -> None:
    before = written(app)
    fields = {"cards": "9", "limit": "9", "name": "x", "points": "1", "first_round": "2", "seat": "0", "closer": "1"}
    for path in ROUTES:
        url = f"{match.url}/{path}".format(r=2, s=1)
        assert stranger.client.post(url, data=fields).status_code == 400
        assert stranger.client.post(url, data={**fields, "csrf_token": stranger.csrf()}).status_code == 404
        assert written(app) == before, path


FORM = "application/x-www-form-urlencoded"
BODIES: dict[str, dict[str, Any]] = {
    "json numbers": {"json": dict.fromkeys(KEYS, 7)},
    "json lists": {"json": {key: [["7"], {}] for key in KEYS}},
    "json nulls": {"json": dict.fromkeys(KEYS)},
    "a json list": {"json": [1, 2, 3]},
    "a json word": {"json": "cards"},
    "broken json": {"data": "{", "content_type": "application/json"},
    "plain text": {"data": "cards=9", "content_type": "text/plain"},
    "broken utf-8": {
        "data": b"cards=\xff\xfe&name=\xc3&points=%ff",
        "content_type": "application/x-www-form-urlencoded",
    },
    "broken multipart": {"data": b"--x\r\nnothing", "content_type": "multipart/form-data; boundary=x"},
    "no boundary": {"data": b"--x", "content_type": "multipart/form-data"},
    "nothing": {},
}


@pytest.mark.parametrize("body", BODIES)
def test_any_kind_of_body_is_answered(app: Flask, match: Table, body: str) -> None:
    header = {"X-CSRFToken": match.phone.csrf()}
    for path in ("/new", *(f"{match.url}/{path}".format(r=2, s=1) for path in ROUTES)):
        before = written(app)
        answer = match.phone.client.post(path, headers=header, **BODIES[body])
        assert answer.status_code in (200, 204, 303, 400, 404, 409, 415, 422), path
        if answer.status_code != 303:
            assert written(app) == before


@pytest.mark.parametrize("path", ["/new", *ROUTES])
def test_a_file_in_any_field_is_answered(app: Flask, match: Table, path: str) -> None:
    url = path if path == "/new" else f"{match.url}/{path}".format(r=2, s=1)
    token = match.phone.csrf()
    for keys in (KEYS, *([key] for key in KEYS if LONG)):
        before = written(app)
        files = {key: (io.BytesIO(b"9"), "hand.txt") for key in keys}
        answer = match.phone.client.post(url, data={**files, "csrf_token": token})
        assert answer.status_code in (200, 204, 303, 400, 404, 409, 422), keys
        if answer.status_code != 303:
            assert written(app) == before


def test_too_many_fields_are_refused(app: Flask, match: Table) -> None:
    before = written(app)
    fields = MultiDict([("csrf_token", match.phone.csrf()), *(("name", "x" * 90) for _ in range(5000))])
    for path in ("/new", *(f"{match.url}/{path}".format(r=2, s=1) for path in ROUTES)):
        assert match.phone.client.post(path, data=fields).status_code == 413
    assert written(app) == before


QUERIES = ("page=%ff", "game=%00", "archived=1&archived=2", "page[]=1", "=", "&&&", "x" * 3000)


def test_garbage_in_the_address_is_answered(table: Table) -> None:
    for query in QUERIES:
        for path in ("/", "/new", "/history", table.url, f"{table.url}/menu", f"{table.cell(1, 0)}/edit"):
            assert table.phone.get(f"{path}?{query}").status_code == 200


HEADERS = ("", '"', "*;q=x", "é" * 50, "xx-YY-zz;q=9,,;", 'W/"a",*', "=;=;=" * 40)


@pytest.mark.parametrize("header", ["If-None-Match", "Accept-Language", "Referer", "Cookie", "HX-Request"])
def test_garbage_in_a_header_is_answered(table: Table, header: str) -> None:
    path = f"{table.url}/sheet" if header == "If-None-Match" else "/"
    for value in HEADERS:
        assert table.phone.get(path, headers={header: value}).status_code in (200, 304)


@pytest.mark.parametrize("path", GONE)
def test_garbage_deletes_and_erases_nobody(app: Flask, match: Table, path: str) -> None:
    """Ana plays in an open match; nothing is deleted but a match of two others."""
    other = match.phone.begin("Iris", "Lou")
    match.phone.send(f"{other.url}/delete", f"{other.url}/delete")
    token = match.phone.csrf()

    @steady
    @given(fields=FIELDS)
    def send(fields: list[tuple[str, str]]) -> None:
        before = written(app)
        assert post(match.phone, path, token, fields).status_code in (404, 422)
        assert written(app) == before

    send()
