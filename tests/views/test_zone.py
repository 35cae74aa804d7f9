"""Days and times as the clock of the phone shows them, from the server on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from babel.dates import get_timezone
from flask import Flask
from sqlalchemy import update

from companion.ledger.base import db
from companion.ledger.models import Match, Write
from companion.views import zone
from companion.views.words import CHOSEN, dated, moment
from tests.conftest import Phone, Table
from tests.views.reading import read, words

AT_NIGHT = datetime(2026, 11, 27, 23, 30, tzinfo=UTC)
"""Half past midnight in Warsaw, and the evening before in Lisbon and New York."""


def lives_in(phone: Phone, name: str) -> Phone:
    """The phone as its script has told where it is."""
    phone.client.set_cookie(zone.COOKIE, name)
    return phone


@pytest.fixture
def night(app: Flask, phone: Phone) -> Table:
    """A match that began in the night, and has ended."""
    table = phone.begin("Ana", "Pau", limit="20")
    table.round(1, "3", "10 12", mojo=0)
    with app.app_context():
        db.session.execute(update(Match).values(created_at=AT_NIGHT, played_at=AT_NIGHT))
        db.session.execute(update(Write).values(at=AT_NIGHT))
        db.session.commit()
    app.extensions["companion"].states.clear()
    return table


def shared(table: Table) -> str:
    """The first line of the result as text."""
    return read(table.phone.get(table.url)).id("share-text").words.partition("1.")[0].strip()


@pytest.mark.parametrize(
    ("name", "day"),
    [("Europe/Warsaw", "28 November 2026"), ("America/New_York", "27 November 2026"), ("Nowhere", "27 November 2026")],
)
def test_a_match_begun_after_midnight_is_shared_with_the_day_at_the_table(night: Table, name: str, day: str) -> None:
    lives_in(night.phone, name)
    assert shared(night) == f"Mojo, {day}"


def test_a_page_kept_for_one_zone_is_not_shown_in_another(night: Table) -> None:
    days = {name: shared(night) for name in ("Europe/Warsaw", "Europe/Lisbon") if lives_in(night.phone, name)}
    assert days == {"Europe/Warsaw": "Mojo, 28 November 2026", "Europe/Lisbon": "Mojo, 27 November 2026"}


def test_a_sheet_that_is_known_in_one_zone_is_sent_again_in_another(night: Table) -> None:
    lives_in(night.phone, "Europe/Warsaw")
    known = {"If-None-Match": night.phone.get(f"{night.url}/sheet").headers["ETag"]}
    assert night.phone.get(f"{night.url}/sheet", headers=known).status_code == 304
    lives_in(night.phone, "Europe/Lisbon")
    assert night.phone.get(f"{night.url}/sheet", headers=known).status_code == 200


def test_the_trail_and_the_lists_tell_the_time_of_the_phone(night: Table) -> None:
    lives_in(night.phone, "Europe/Warsaw")
    assert "00:30" in words(night.phone.get(night.cell(1, 0)))
    (last,) = read(night.phone.get("/")).all("time")
    assert last.words.startswith("Sat 28 Nov")
    assert last.at["datetime"] == AT_NIGHT.isoformat()


def test_a_year_is_told_if_it_is_not_this_one(app: Flask, night: Table) -> None:
    with app.app_context():
        db.session.execute(update(Match).values(played_at=AT_NIGHT.replace(year=2019)))
        db.session.commit()
    assert read(night.phone.get("/")).all("time")[0].words == "Wed 27 Nov 2019"


@pytest.mark.parametrize("said", ["", "x", "../../etc/passwd", "\u00e9", "Europe", "Europe/Warsaw\x00", "x" * 4000])
def test_a_zone_that_there_is_none_of_is_that_of_the_machine(night: Table, said: str) -> None:
    lives_in(night.phone, said)
    assert night.phone.get(night.url).status_code == 200


@pytest.mark.parametrize(("machine", "is_"), [("Asia/Tokyo", "Asia/Tokyo"), (None, "UTC")])
def test_a_phone_that_said_nothing_is_where_the_machine_is(
    app: Flask, monkeypatch: pytest.MonkeyPatch, machine: str | None, is_: str
) -> None:
    monkeypatch.setattr(zone, "LOCALTZ", get_timezone(machine) if machine else UTC)
    zone._zone.cache_clear()
    with app.test_request_context():
        assert zone.zone_name() == is_
    zone._zone.cache_clear()


@pytest.mark.parametrize(
    ("name", "began"),
    [("Europe/Warsaw", datetime(2025, 12, 31, 23, tzinfo=UTC)), ("America/Lima", datetime(2026, 1, 1, 5, tzinfo=UTC))],
)
def test_a_year_begins_at_midnight_of_the_phone(app: Flask, name: str, began: datetime) -> None:
    with app.test_request_context(headers={"Cookie": f"{zone.COOKIE}={name}"}):
        assert zone.new_year(2026) == began


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "Saturday, 1 August | Sat 1 Aug | 1 Aug 2026", "Sunday, 2 August | Sun 2 Aug | 2 Aug 2026"),
        ("fr", "samedi 1er août | sam. 1er août | 1er août 2026", "dimanche 2 août | dim. 2 août | 2 août 2026"),
        ("pl", "sobota, 1 sierpnia | sob., 1 sie | 1 sie 2026", "niedziela, 2 sierpnia | niedz., 2 sie | 2 sie 2026"),
    ],
)
def test_days_are_written_as_each_language_does(app: Flask, language: str, first: str, second: str) -> None:
    with app.test_request_context(headers={"Cookie": f"{CHOSEN}={language}; {zone.COOKIE}=Europe/Warsaw"}):
        for day, said in enumerate((first, second), 1):
            # Where the phone is the day has begun, in UTC it has not.
            at = datetime(2026, 8, day, tzinfo=UTC) - timedelta(hours=1)
            assert " | ".join((dated(at, "EEEE, d MMMM"), dated(at, "EEE d MMM"), dated(at, "d MMM y"))) == said


def test_a_moment_on_the_first_of_a_month_is_written_so_in_french_too(app: Flask) -> None:
    with app.test_request_context(headers={"Cookie": f"{CHOSEN}=fr; {zone.COOKIE}=UTC"}):
        assert moment(datetime(2019, 8, 1, 12, tzinfo=UTC), "date") == "jeu. 1er août 2019"
        assert moment(datetime(2019, 8, 11, 12, tzinfo=UTC), "date") == "dim. 11 août 2019"
        assert moment(datetime(2019, 8, 1, 12, tzinfo=UTC), "daytime") == "jeu. 1er août, 12:00"
