"""Databases of earlier versions open with the sheets, trails and seals that their own code made of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion import seals as promises
from companion.ledger import rebuilding, seals
from companion.ledger.base import db
from companion.ledger.state import MatchState
from tests.conftest import LONG, Phone, close
from tests.reworded import reworded

from .everyverb import Evening, verbs
from .told import RELICS, database, opened, states

pytestmark = pytest.mark.sqlite
NAMES = sorted(path.stem for path in RELICS.glob("*.sqlite3"))


@pytest.fixture(params=NAMES)
def relic(request: pytest.FixtureRequest) -> str:
    """The name of each relic in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A relic at the newest migration, which it is brought to once in each process of tests."""
    folder = tmp_path_factory.mktemp("relics")

    @cache
    def bring(relic: str) -> Path:
        with opened(relic, folder) as app:
            close(app)
        return folder / f"{relic}.sqlite3"

    return bring


@pytest.fixture
def migrated(relic: str, brought: Callable[[str], Path]) -> Path:
    """What the app of a test begins with: a copy of the relic."""
    return brought(relic)


def test_a_relic_says_what_it_always_said(app: Flask, relic: str) -> None:
    expected = json.loads((RELICS / f"{relic}.json").read_text(encoding="utf-8"))
    with app.app_context():
        found = database()
    assert found.keys() == expected.keys()
    for public_id, match in expected.items():
        for part, told in match.items():
            assert found[public_id][part] == (sealed(match) if part == "seals" else reworded(told)), (public_id, part)


def sealed(match: dict[str, Any]) -> list[dict[str, Any]]:
    """The shuffles of a match as they are told today: those of Jok-R-ummy jr are sealed until they were all opened."""
    told: list[dict[str, Any]] = match["seals"]
    if match["match"]["game"] != "jokrummy":
        return told
    shut = [{**each, "cards": " ".join("." for _ in each["cards"].split(" "))} for each in told]
    opened = match["match"]["opened"] or 0
    return told[:opened] + shut[opened:]


def test_its_derived_rows_are_those_of_today(app: Flask) -> None:
    with app.app_context():
        before = database()
        rebuilding.rebuild()
        assert database() == before


def test_every_card_that_is_open_is_the_one_that_was_sealed(app: Flask) -> None:
    with app.app_context():
        for state in (state for state in states() if state.shuffles):
            assert promises.check(seals.spelled(state, seals.shuffles(state))) == []


def member(app: Flask, public_id: str) -> Phone:
    """The phone that has belonged to the match's group longest."""
    first = (
        "SELECT token FROM matches JOIN memberships USING (group_id) JOIN phones ON phones.id = memberships.phone_id"
        " WHERE public_id = :match ORDER BY phones.id"
    )
    with app.app_context():
        token = db.session.scalar(text(first), {"match": public_id})
    phone = Phone(app)
    with phone.client.session_transaction() as session:
        session["phone"] = token
    return phone


def test_its_matches_have_all_their_pages_and_can_be_written_on(app: Flask, relic: str) -> None:
    for public_id in json.loads((RELICS / f"{relic}.json").read_text(encoding="utf-8")):
        phone, url = member(app, public_id), f"/m/{public_id}"
        seals = phone.get(f"{url}/table", follow_redirects=True).request.path.endswith("/table")
        for page in ("", "/menu", "/phones", "/r/1/s/0", "/r/1/s/1/edit", *(["/table/seals"] if seals else [])):
            assert phone.get(url + page).status_code == 200, url + page
        assert phone.send(f"{url}/menu", f"{url}/menu/archive").status_code == 303


def alike(state: MatchState) -> tuple[Any, ...]:
    """What says of a match what can be done in it: `make soak` does all in each, `make test` in one of each kind."""
    return (state.public_id,) if LONG else (state.game, state.status)


def test_everything_can_be_done_in_its_matches(app: Flask) -> None:
    """Each verb in some match at least; what is in memory after it is what is on the disk. A round of each game, in
    `make soak` of each match, is played to its end.
    """
    with app.app_context():
        matches = {alike(state): (state.public_id, state.game) for state in states()}
    done, played = set(), set()
    for public_id, game in matches.values():
        with app.app_context():
            evening = Evening(public_id)
            evening.all(to_the_end=LONG or game not in played)
            played.add(game)
            done |= set(evening.done)
        phone, url = member(app, public_id), f"/m/{public_id}"
        for page in (url, f"{url}/menu", f"{url}/phones", f"{url}/r/1/s/0", "/", "/history", "/people"):
            assert phone.get(page).status_code == 200, page
    assert done == verbs()


BOTS = {"0.3.0": {"Robo"}, "three-games": {"Robo"}, "every-cell": {"Iris", "Lea"}}


def test_who_is_a_bot_is_told_by_where_they_sat_and_who_keeps_a_group_by_who_began_it(app: Flask, relic: str) -> None:
    """A bot that plays on for a person, or did in the match before a rematch, makes no bot of that person."""
    bots = "SELECT name FROM players WHERE bot ORDER BY name"
    began = "SELECT count(*) FROM groups WHERE keeper_id IS NULL OR keeper_id NOT IN (SELECT phone_id FROM memberships)"
    with app.app_context():
        assert set(db.session.scalars(text(bots))) == BOTS.get(relic, set())
        assert db.session.scalar(text(began)) == 0
        assert db.session.scalar(text("SELECT count(*) FROM phones WHERE seen IS NULL")) == 0
