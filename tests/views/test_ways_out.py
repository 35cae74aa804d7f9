"""Ways out: what each page offers, what its files hold, and that nothing in them opens anything."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from companion.app_state import app_state
from companion.interchange.bgstats_out import ADDRESS
from companion.interchange.companionfile import read as read_file
from companion.ledger import deleting
from companion.ledger.base import db
from companion.ledger.models import Group, Match, Player, now
from companion.ledger.models import Phone as PhoneRow
from companion.ledger.outgoing import of_group
from companion.ledger.results import results
from companion.ledger.state import read_afresh
from tests.conftest import Phone, Table
from tests.interchange.test_csv_out import read as read_sheet
from tests.views.playing import deal
from tests.views.reading import read

WAYS = ("companion.json", "rounds.csv", "totals.csv", "plays.json")
HANDS = ("9 1", "0 4", "2")


def ended(phone: Phone, *names: str, **options: str) -> Table:
    """A match of three that is over after two rounds; Zoé wins."""
    table = phone.begin(*(names or ("Ana", "Pau", "Zoé")), **{"limit": "20", **options})
    for number in (1, 2):
        table.round(number, *HANDS, mojo=2)
    return table


def sheet(answer: TestResponse, comma: str = ",") -> list[dict[str, str]]:
    """A spreadsheet as a program reads it."""
    assert answer.status_code == 200
    return read_sheet(answer.text, comma)


def cookie(phone: Phone, zone: str) -> None:
    """The phone says its zone."""
    phone.client.set_cookie("zone", zone)


def test_the_menu_the_result_and_the_group_lead_there(phone: Phone) -> None:
    table = ended(phone)
    for page in (table.url, f"{table.url}/menu"):
        assert f'href="{table.url}/take"' in phone.get(page).text
    assert 'href="/group/1/take"' in phone.get("/group").text
    assert 'href="/people/1/take"' in phone.get("/people/1").text


def test_every_link_of_a_page_gives_what_it_says(phone: Phone) -> None:
    table = ended(phone)
    for page in (f"{table.url}/take", "/group/1/take", "/people/1/take"):
        links = [node.at["href"] for node in read(phone.get(page)).all("a") if "/take/" in node.at.get("href", "")]
        assert len(links) >= 6
        for link in links:
            answer = phone.get(link)
            assert answer.status_code == 200
            saved = answer.headers.get("Content-Disposition", "")
            assert saved.startswith("attachment") or link.endswith("result.svg"), link
            answer.close()


def test_before_the_end_there_is_no_picture_and_nothing_for_bg_stats(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", "Zoé")
    shown = phone.get(f"{table.url}/take").text
    assert "result.svg" not in shown
    assert "bgstatsapp" not in shown
    assert "once it has ended" in shown
    assert json.loads(phone.get(f"{table.url}/take/plays.json").text)["plays"] == []


def test_a_running_round_is_refused_with_the_way_to_the_table(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", "Zoé")
    deal(table)
    for page in (f"{table.url}/take", "/group/1/take", "/people/1/take"):
        assert phone.get(page).status_code == 200
        for way in WAYS:
            answer = phone.get(f"{page}/{way}")
            assert answer.status_code == 409
            assert "Round 1 of Mojo is being played on screen" in answer.text
            assert f'href="{table.url}/table"' in answer.text
            assert "Content-Disposition" not in answer.headers


def test_the_file_of_a_match_is_named_by_its_day_at_the_table(app: Flask, phone: Phone) -> None:
    table = ended(phone)
    with app.app_context():
        match = db.session.scalars(select(Match)).one()
        match.created_at = match.created_at.replace(year=2026, month=5, day=3, hour=22, minute=30)
        db.session.commit()
        app_state().states.clear()
    cookie(phone, "Europe/Warsaw")
    saved = phone.get(f"{table.url}/take/companion.json").headers["Content-Disposition"]
    assert saved == 'attachment; filename="mojo-2026-05-04.json"'
    began = sheet(phone.get(f"{table.url}/take/totals.csv"))[0]["began"]
    assert began.startswith("2026-05-04T00:30:")
    assert began.endswith("+02:00")
    play = json.loads(phone.get(f"{table.url}/take/play.bgsplay").text)["plays"][0]
    assert play["playDate"].startswith("2026-05-04 00:30:")
    address = next(node.at["href"] for node in read(phone.get(f"{table.url}/take")).all("a")
                   if node.at["href"].startswith(ADDRESS))  # fmt: skip
    assert json.loads(unquote(address.removeprefix(ADDRESS)))["playDate"].startswith("2026-05-03 22:30:")


@pytest.mark.parametrize(
    ("language", "comma"),
    [("en", ","), ("en-GB,fr;q=0.5", ","), ("fr-FR,en;q=0.5", ";"), ("pl", ";"), ("*", ","), ("", ","), ("xx", ",")],
)
def test_a_spreadsheet_fits_the_readers_language_and_the_other_way_is_offered(
    phone: Phone, language: str, comma: str
) -> None:
    table = ended(phone)
    headers = {"Accept-Language": language}
    rows = sheet(phone.get(f"{table.url}/take/rounds.csv", headers=headers), comma)
    assert [(row["name"], row["points"], row["total"]) for row in rows[:3]] == [
        ("Ana", "10", "10"), ("Pau", "4", "4"), ("Zoé", "0", "0")
    ]  # fmt: skip
    shown = phone.get(f"{table.url}/take", headers=headers).text
    other = re.search(r"rounds\.csv\?between=(\w+)", shown)
    assert other
    between = "," if comma == ";" else ";"
    assert sheet(phone.get(f"{table.url}/take/rounds.csv?between={other[1]}", headers=headers), between) == rows


def test_a_house_rule_and_a_formula_are_in_the_sheet_as_they_are_and_harmless(phone: Phone) -> None:
    table = phone.begin("=1+1", "Pau", "Zoé")
    table.round(1, *HANDS, mojo=2)
    phone.sure(table.cell(1, 0), f"{table.cell(1, 0)}/adjust", points="-5", note="@late")
    row = sheet(phone.get(f"{table.url}/take/rounds.csv"))[0]
    assert (row["name"], row["house"], row["why"], row["points"]) == ("'=1+1", "-5", "'@late", "5")


def test_what_the_rows_say_is_what_the_sheet_says(app: Flask, phone: Phone) -> None:
    for names in (("Ana", "Pau", "Zoé"), ("Teo", "Iris", "Noé")):
        ended(phone, *names)
    with app.app_context():
        out = of_group(1)
        for match_id, result in zip(out.ids, results(out, rounds=True), strict=True):
            state = read_afresh(match_id)
            told = {(cell.round, cell.seat): (cell.points, cell.total, cell.ended) for cell in result.cells}
            assert told == {
                (round_.number, seat): (cell.score.points, cell.total, seat == round_.closer)
                for round_ in state.sheet.rounds
                if round_.counted
                for seat, cell in enumerate(round_.cells)
                if cell.score
            }
            assert [(seat.total, seat.place, seat.won) for seat in result.seats] == [
                (state.sheet.totals[n], state.sheet.places[n], n in state.sheet.winners) for n in range(3)
            ]


def test_no_link_code_token_or_client_id_is_in_any_file(app: Flask, phone: Phone) -> None:
    table = ended(phone)
    table.guest(1)
    table.watcher()
    with app.app_context():
        secrets = list(db.session.scalars(select(PhoneRow.token)))
        for match in db.session.scalars(select(Match)):
            secrets += [match.link, match.watch_link, match.code, match.client_id]
        secrets += [group.link for group in db.session.scalars(select(Group))]
    assert len(secrets) == 3 + 4 + 1
    pages = [f"{page}/{way}" for page in (f"{table.url}/take", "/group/1/take", "/people/1/take") for way in WAYS]
    pages += [f"{table.url}/take{more}" for more in ("", "/play.bgsplay", "/result.svg")]
    for url in [*pages, "/group/1/take", "/people/1/take"]:
        told = phone.get(url).text
        assert [secret for secret in secrets if secret in told] == [], url


def test_whoever_came_by_a_link_gets_the_match_and_nothing_of_the_group(phone: Phone) -> None:
    table = ended(phone)
    other = ended(phone, "Ana", "Teo", "Iris")
    guest = table.guest(1)
    told = guest.phone.get(f"{table.url}/take/companion.json").text
    assert [match.public_id for match in read_file(told.encode()).matches] == [table.public_id]
    assert "Teo" not in told
    assert guest.phone.get(f"{other.url}/take/companion.json").status_code == 404


def test_somebody_who_was_deleted_has_no_name_in_any_file(app: Flask, phone: Phone) -> None:
    table = ended(phone, "Ana", "Pau", "Sigismund")
    assert "Sigismund" in phone.get(table.url).text, "what was saved is said once"
    with phone.client.session_transaction() as session:
        token = session["phone"]
    with app.app_context():
        player = db.session.scalars(select(Player.id).where(Player.name == "Sigismund")).one()
        deleting.delete_person(token, player)
    pages = [f"/group/1/take/{way}" for way in WAYS] + [f"{table.url}/take/{way}" for way in (*WAYS, "play.bgsplay")]
    for page in (*pages, "/group/1/take", f"{table.url}/take", f"{table.url}/take/result.svg"):
        assert "Sigismund" not in phone.get(page).text, page
    assert "someone 0 👑" in evening(phone)
    assert ">someone</text>" in phone.get(f"{table.url}/take/result.svg").text


def test_the_code_for_bg_stats_is_drawn_when_it_is_wanted(phone: Phone) -> None:
    table = ended(phone)
    shown = read(phone.get(f"{table.url}/take"))
    (code,) = [node.at for node in shown.all("img") if "bgstats" in node.at["src"]]
    assert code["loading"] == "lazy"
    drawn = phone.get(code["src"])
    assert drawn.mimetype == "image/svg+xml"
    assert ElementTree.fromstring(drawn.text).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_code_that_no_phone_could_read_is_not_offered(app: Flask, phone: Phone) -> None:
    table = ended(phone)
    with app.app_context():
        db.session.scalars(select(Match)).one().note = "é" * 400
        db.session.commit()
    assert phone.get(f"{table.url}/take/bgstats.svg").status_code == 404
    shown = phone.get(f"{table.url}/take").text
    assert "bgstats.svg" not in shown
    assert ADDRESS in shown


def evening(phone: Phone) -> str:
    return phone.get("/group/1/take").text.partition('rows="')[2].partition(">")[2].partition("</textarea>")[0]


def test_the_last_evening_is_told_as_text(app: Flask, phone: Phone) -> None:
    ended(phone, "Ida", "Kai", "Uma")
    with app.app_context():
        old = db.session.scalars(select(Match)).one()
        old.created_at, old.played_at = (now() - timedelta(hours=hours) for hours in (9, 5))
        db.session.commit()
    ended(phone)
    ended(phone, "Ana", "Teo", "Zoé")
    phone.begin("Ana", "Pau").round(1, "5", "", mojo=1)
    day, first, second, third, *rest = evening(phone).splitlines()
    assert re.fullmatch(r"\w+day, \d+ \w+ \d{4}", day)
    assert (first, second) == ("Mojo: Zoé 0 👑, Pau 8, Ana 20", "Mojo: Zoé 0 👑, Teo 8, Ana 20")
    assert third == "Mojo, unfinished: Pau 0, Ana 5"
    assert rest == ["", "Zoé won 2 matches"]


def test_a_group_that_played_nothing_yet_has_no_evening(app: Flask, phone: Phone) -> None:
    table = phone.begin("Ana", "Pau")
    phone.send(f"{table.url}/menu", f"{table.url}/menu/archive")
    assert "textarea" not in phone.get("/group/1/take").text
    assert len(read_file(phone.get("/group/1/take/companion.json").data).matches) == 1


def test_a_person_has_their_own_matches(phone: Phone) -> None:
    ended(phone)
    ended(phone, "Teo", "Iris", "Noé")
    told: Any = json.loads(phone.get("/people/1/take/companion.json").text)
    assert len(told["matches"]) == 1
    rows = sheet(phone.get("/people/1/take/totals.csv"))
    # What a match is called may begin with a minus.
    assert {row["match"].removeprefix("'") for row in rows} == {told["matches"][0]["public_id"]}
