"""Hands hidden until all are in (house H4): no page of the app tells a phone what it may not see yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app_state import app_state
from companion.games.cards import Hand
from companion.games.points.scoring import Typed
from companion.ledger.cells import ENTRY, Cell
from companion.ledger.state import MatchState, _assemble
from companion.ledger.trails import Trails
from companion.views.ways_out import FILES
from tests.conftest import Phone, Table
from tests.views.playing import now
from tests.views.reading import read, totals, words
from tests.views.test_roles import LINES

SECRET = 48613
ANA, PAU, ZOE = range(3)
OTHERS = ("host", "seat", "watcher", "group")
"""Ana, who began it; Zoé's phone; Marta, who watches; a phone of the family that has no seat."""
NO_ANSWER = ("static", "live.events", "join.follow", "join.go")
OWN = re.compile(r'(name="(?:csrf_token|client_id)" value="|client_id=)[^"&]*')


def uno(phone: Phone, **options: str) -> Table:
    """A long match of three, its hands hidden, with one round that is complete."""
    fields = {"game": "points", "called": "Uno", "length": "group", "closer": "yes", "hands": "hidden", **options}
    table = phone.begin("Ana", "Pau", "Zoé", **fields)
    for seat, points in enumerate(("7", "8", "9")):
        assert table.enter(1, seat, points=points, mojo=seat == ANA).status_code == 303
    return table


def seated(table: Table) -> dict[str, Table]:
    """The phones of a match, Pau's too."""
    phones = {"pau": table.guest(PAU), "seat": table.guest(ZOE), "watcher": table.watcher(), "host": table}
    group = Phone(table.phone.app)
    shown = table.phone.get("/group").text
    link = re.search(r'value="[a-z]+://[^/"]+(/J/[A-Z2-7]{20})"', shown)
    assert link
    group.join(link[1])
    table.phone.send(f"{table.url}/who", f"{table.url}/who", seat=[str(ANA)])
    return {**phones, "group": Table(group, table.url)}


def secret(phone: Phone, **options: str) -> dict[str, Table]:
    """The phones of a match in whose second round only Pau's hand is in."""
    phones = seated(uno(phone, **options))
    assert phones["pau"].enter(2, PAU, points=str(SECRET)).status_code == 303
    return phones


def addresses(app: Flask, table: Table) -> Iterator[str]:
    """Every page and fragment there is, with the cells of two rounds."""
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in NO_ANSWER:
            continue
        for round_ in (1, 2) if "round_" in rule.arguments else (1,):
            for seat in range(3) if "seat" in rule.arguments else (0,):
                given = {"public_id": table.public_id, "round_": round_, "seat": seat, "key": "points", "player": 1}
                for what in FILES if "what" in rule.arguments else ("",):
                    named = {**given, "group": 1, "what": what, "said": "en"}
                    with app.test_request_context():
                        url = rule.build({k: v for k, v in named.items() if k in rule.arguments})
                    assert url is not None
                    yield url[1]
    yield f"/rules/points?match={table.public_id}"


def tells(answer: TestResponse) -> bool:
    """Whether the secret stands anywhere in an answer, its headers too."""
    shown = answer.text + str(answer.headers)
    return any(text in shown for text in (str(SECRET), f"{SECRET:,}", str(SECRET + 8), f"{SECRET + 8:,}"))


@pytest.mark.parametrize("role", OTHERS)
def test_no_page_shows_a_phone_what_it_may_not_see(app: Flask, phone: Phone, role: str) -> None:
    phones = secret(phone)
    seen = (tells(phones["pau"].phone.get(url)) for url in addresses(app, phones["pau"]))
    assert any(seen), "its own phone shows it somewhere"
    for url in addresses(app, phones[role]):
        assert not tells(phones[role].phone.get(url)), url


POSTS = [(url, fields) for method, url, fields, _ in LINES if method == "POST"]
POSTS += [(url.replace("/r/1/", "/r/2/"), fields) for url, fields in POSTS if "/r/1/" in url]
EDIT = "{m}/r/2/s/1/edit"
POSTS += [
    (EDIT, {"points": "5"}),
    (EDIT, {"points": "5", "closed": "1"}),
    (EDIT, {"points": "x"}),
    (EDIT, {"points": "5", "seen/entry/2/1": "1", "json": "1"}),
    ("{m}/r/2/s/1/preview", {"points": "5", "seen/entry/2/1": "1"}),
    ("{m}/r/2/s/1/adjust", {"points": "5", "note": "", "seen/adjust/2/1": "0"}),
    ("{m}/r/2/s/1/adjust", {"points": "5", "note": ""}),
    ("{m}/r/2/s/0/preview", {"points": "5"}),
    ("{m}/r/1/s/0/preview", {"points": "5", "seen/entry/1/0": "1"}),
    ("{m}/r/1/s/0/edit", {"points": "5", "seen/entry/1/0": "1"}),
    ("{m}/r/2/closer", {"closer": "1"}),
    ("{m}/r/2/closer", {"closer": "1"}),
]


@pytest.mark.parametrize("role", OTHERS)
def test_no_answer_to_what_a_phone_sends_shows_it(phone: Phone, role: str) -> None:
    """Whatever it writes over, takes back or asks for; when that ends the secret, the next one is in another match."""
    phones = secret(phone)
    for number, (url, fields) in enumerate(POSTS):
        mine = phones[role]
        data = {"csrf_token": mine.phone.csrf(), "client_id": f"{role} {number}", **fields}
        accept = {"Accept": "application/json"} if data.pop("json", "") else {}
        there = url.format(m=mine.url, id=mine.public_id)
        answer = mine.phone.client.post(there, data=data, headers=accept)
        assert not tells(answer), there
        if answer.status_code == 303 and answer.location:
            assert not tells(mine.phone.get(answer.location)), there
        written = now(phones["pau"]).trails.value(Cell(ENTRY, 2, PAU))
        if mine.phone.get(f"/tv/{mine.public_id}").status_code != 200 or written != Typed(SECRET):
            phones = secret(phone)


def other(state: MatchState, entry: Any) -> MatchState:
    """The match as it would be, had Pau entered something else."""
    cell = Cell(ENTRY, len(state.sheet.rounds), PAU)
    trail = tuple(replace(record, value=entry) for record in state.trails.of(cell))
    trails = Trails({**state.trails.cells, cell: trail})
    return _assemble(replace(state, trails=trails), trails.value, trails.cells)


def shown(app: Flask, table: Table) -> dict[str, str]:
    """Every page of a phone, without what differs from answer to answer."""
    found = {}
    for url in addresses(app, table):
        with table.phone.get(url) as answer:
            found[url] = OWN.sub(r"\1", answer.text)
    return found


def own(pau: Table) -> list[str]:
    """What Pau's phone shows of the hand: its stories in both rounds."""
    return [words(pau.phone.get(pau.cell(round_, PAU))) for round_ in (1, 2)]


@pytest.mark.parametrize("role", OTHERS)
@pytest.mark.parametrize("game", ["points", "mojo", "problem"])
def test_with_another_hand_every_page_would_be_the_same(app: Flask, phone: Phone, role: str, game: str) -> None:
    """What no page shows in any way: not the hand, not how many cards it has, not what cannot be beside others."""
    if game == "points":
        phones, otherwise = secret(phone), Typed(31)
    else:
        phones = seated(phone.begin("Ana", "Pau", "Zoé", game="mojo", hands="hidden"))
        phones["host"].enter(1, ANA, "12 0 0 0")
        phones["pau"].enter(1, PAU, "0 0 11" if game == "problem" else "11 3")
        if game == "problem":
            phones["seat"].enter(1, ZOE, "4")
        otherwise = Hand((0, 0, 0, 1)) if game == "problem" else Hand(points=20)
    state = now(phones["pau"])
    phones[role].pad()  # What was saved is said once.
    before = shown(app, phones[role])
    house, key = app_state(app), (state.public_id, state.version)
    house.states.put(key, other(state, otherwise), 1)
    house.pieces.clear()
    after, swapped = shown(app, phones[role]), own(phones["pau"])
    assert [url for url in before if before[url] != after[url]] == []
    house.states.put(key, state, 1)
    house.pieces.clear()
    assert own(phones["pau"]) != swapped, "its own phone shows it"


def test_hands_that_are_in_show_a_tick_and_their_points_when_the_round_is_complete(phone: Phone) -> None:
    phones = secret(phone)
    label = "Pau, round 2: in, hidden until all are"
    for each in ("host", "pau", "seat"):
        cell = next(one for one in read(phones[each].pad()).all("a") if one.at.get("aria-label") == label)
        assert cell.words == "✓"
    assert totals(phones["host"].pad()) == ["7", "8", "9"]
    phones["host"].enter(2, ANA, points="5", mojo=True)
    phones["seat"].enter(2, ZOE, points="6")
    assert totals(phones["host"].pad()) == ["12", str(SECRET + 8), "15"]
    assert str(SECRET) in words(phones["host"].phone.get(phones["host"].cell(2, PAU)))


def test_corrections_of_a_complete_round_are_open(phone: Phone) -> None:
    phones = secret(phone)
    phones["host"].enter(2, ANA, points="5", mojo=True)
    phones["seat"].enter(2, ZOE, points="6")
    preview = f"{phones['host'].cell(2, PAU)}/preview"
    form = phones["host"].phone.form(f"{phones['host'].cell(2, PAU)}/edit", f"{phones['host'].cell(2, PAU)}/edit")
    answer = phones["host"].phone.client.post(preview, data={**form, "points": "3"})
    assert str(SECRET) in words(answer)


def test_whoever_wrote_it_or_enters_for_the_seat_sees_it(phone: Phone) -> None:
    phones = secret(phone)
    assert str(SECRET) in words(phones["pau"].phone.get(phones["pau"].cell(2, PAU)))
    assert read(phones["pau"].phone.get(f"{phones['pau'].cell(2, PAU)}/edit")).values("points") == [str(SECRET)]
    story = words(phones["host"].phone.get(phones["host"].cell(2, PAU)))
    assert "In. It is hidden until all hands of the round are." in story
    assert read(phones["host"].phone.get(f"{phones['host'].cell(2, PAU)}/edit")).values("points") == [""]
    phones["host"].enter(2, ANA, points="1234")
    assert "1234" in words(phones["host"].phone.get(phones["host"].cell(2, ANA)))


def test_a_conflict_says_another_value_and_one_tap_keeps_mine(phone: Phone) -> None:
    phones = secret(phone)
    edit = f"{phones['seat'].cell(2, PAU)}/edit"
    answer = phones["seat"].phone.send(edit, edit, points="5")
    assert answer.status_code == 409
    assert "Pau’s phone: another value" in words(answer)
    assert "Keep yours: 5" in words(answer)
    keep = next(form for form in read(answer).all("form") if form.at.get("action") == edit)
    fields = {one.at["name"]: one.at["value"] for one in keep.all("input")}
    assert phones["seat"].phone.client.post(edit, data=fields).status_code == 303
    assert now(phones["pau"]).trails.value(Cell(ENTRY, 2, PAU)) == Typed(5)


def test_a_guess_learns_nothing_from_being_asked(phone: Phone) -> None:
    phones = secret(phone)
    edit = f"{phones['seat'].cell(2, PAU)}/edit"
    answer = phones["seat"].phone.send(edit, edit, points=str(SECRET))
    assert answer.status_code == 409
    assert "Pau’s phone: another value" in words(answer)


def test_a_hand_that_was_taken_back_in_a_round_that_is_gone_stays_hidden(phone: Phone) -> None:
    phones = secret(phone)
    for number, seat, who in ((2, PAU, "pau"), (1, ANA, "host")):
        cell = phones[who].cell(number, seat)
        assert phones[who].phone.sure(cell, f"{cell}/withdraw").status_code in (200, 303)
    assert not tells(phones["host"].phone.get(phones["host"].url))


def test_undo_after_somebody_wrote_there_says_no_value(phone: Phone) -> None:
    phones = secret(phone, length="limit", limit="99999")
    seat = phones["seat"]
    edit = f"{seat.cell(2, PAU)}/edit"
    seat.phone.send(edit, edit, points="5", **{"seen/entry/2/1": "1"})
    undo = {**seat.phone.form(seat.url, f"{seat.url}/undo")}
    phones["pau"].enter(2, PAU, points="77777")
    answer = seat.phone.client.post(f"{seat.url}/undo", data=undo)
    assert answer.status_code == 409
    assert "Pau, round 2 has been changed on another phone. Nothing was undone." in words(answer)
    assert "77777" not in answer.text
    assert not tells(answer)


def test_a_problem_says_only_whom_it_concerns(phone: Phone) -> None:
    phones = seated(phone.begin("Ana", "Pau", "Zoé", game="mojo", hands="hidden"))
    phones["host"].enter(1, ANA, "0 0 0")
    answer = phones["pau"].enter(1, PAU, "0 0")
    said = "Round 1: These cards can’t all be right: check them together. Check: Ana"
    for each in ("host", "pau", "seat"):
        page = words(phones[each].pad())
        assert said in page
        assert "with 0" not in page
    assert "with 0" not in words(phones["pau"].phone.get(answer.location))


def test_why_a_hidden_hand_cannot_have_ended_a_round_is_told_to_its_phone_only(phone: Phone) -> None:
    phones = seated(phone.begin("Ana", "Pau", "Zoé", game="mojo", hands="hidden"))
    for each, seat, cards in (("host", ANA, "1"), ("pau", PAU, "12 11 10 9"), ("seat", ZOE, "2")):
        phones[each].enter(1, seat, cards)
    for each, told in (("host", False), ("pau", True)):
        mine = phones[each]
        answer = mine.phone.send(mine.url, f"{mine.url}/r/1/closer", closer=str(PAU))
        assert answer.status_code == 422
        assert ("3 cards at most" in words(answer)) == told
        assert ("Pau can’t have ended the round with these cards" in words(answer)) != told


def test_everybody_sees_hands_where_the_match_says_nothing_of_it(phone: Phone) -> None:
    phones = secret(phone, hands="open")
    assert str(SECRET) in words(phones["seat"].pad())


def test_nonsense_is_no_answer_to_how_hands_are_shown(phone: Phone) -> None:
    answer = phone.send("/new", "/new", name=["Ana", "Pau"], hands="x")
    assert answer.status_code == 422
    assert "Choose one." in words(answer)
