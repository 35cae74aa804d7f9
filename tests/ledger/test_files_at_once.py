"""The same file at two processes at once: every match comes in once, nothing by half, and all of it can go again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from companion.ledger import bringing, importing, links
from companion.ledger.base import Base, db
from companion.ledger.chronicle import Erased, Import
from companion.ledger.figures import catch_up
from companion.ledger.importing import Brought
from companion.ledger.models import Group, Match, Player
from companion.ledger.rebuilding import rebuild
from tests.interchange.test_ways_in import log, sample
from tests.ledger.brought import SAMPLE, THEIRS, again, bring, come, looked, read, take_back
from tests.ledger.cast import begin, follow, stored
from tests.ledger.test_outgoing import group_text

from .at_once import another, answer, at_once

OURS = "the token of their other phone"
CAME = ("matches", "seats", "writes", "records", "move_records", "players", "phones")
DERIVED = ("round_results", "seat_results", "careers", "rivalries", "seasons", "evenings", "match_words")


@pytest.fixture
def beside(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Another process of the same house; in both of them a file comes in match by match, so that they meet often."""
    monkeypatch.setattr(bringing, "AT_ONCE", 1)
    with another(app) as other:
        yield other


@pytest.fixture(params=["ours", "plays"])
def data(request: pytest.FixtureRequest, elsewhere: Flask) -> bytes:
    """A file with several matches, as this program writes it or another one."""
    if request.param == "plays":
        return sample(SAMPLE)
    for number in range(6):
        begin(elsewhere, client=f"evening {number}").round(1, 0, 6, 7)
    return group_text(elsewhere).encode()


def begun(app: Flask, data: bytes, token: str = THEIRS, with_erased: bool = False) -> Brought:
    """A file that was told to come in."""
    with app.app_context():
        file = looked(data, token)
        importing.begin(token, file.public_id, {}, with_erased)
        return file


def go_on(app: Flask, file: Brought) -> None:
    """What a process does for a file, beside the requests."""
    with app.app_context():
        bringing.run(file.public_id, read, UTC)


def shown(app: Flask, file: Brought, token: str = THEIRS) -> Brought:
    with app.app_context():
        return again(file, token)


def of_one_group(app: Flask) -> None:
    """Let another phone into their group."""
    with app.app_context():
        looked(log())
        secret = links.link_of_group(db.session.scalars(select(Group.id)).one())
    follow(app, secret, OURS)


def counted(app: Flask, model: type[Base]) -> int:
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(model)) or 0


def sound(app: Flask) -> None:
    """What follows from the matches is what would be made of them anew."""
    with app.app_context():
        catch_up()
    before = stored(app, *DERIVED)
    with app.app_context():
        rebuild()
        catch_up()
    assert stored(app, *DERIVED) == before


def test_one_file_that_processes_bring_in_together_comes_in_once_and_goes_as_a_whole(
    app: Flask, beside: Flask, data: bytes
) -> None:
    file = begun(app, data)
    before = stored(app, *CAME)
    at_once(*(partial(go_on, each, file) for each in (app, beside, app, beside)))
    after = shown(app, file)
    assert (after.state, after.report["in"], counted(app, Match)) == ("done", file.total, file.total)
    assert sorted(after.choices["new"]) == [row[0] for row in stored(app, "players")["players"]]
    sound(app)
    with app.app_context():
        importing.take_back(THEIRS, file.public_id)
    at_once(*(partial(go_on, each, file) for each in (app, beside)))
    assert shown(app, file).state == "undone"
    assert stored(app, *CAME) == before


def test_two_phones_that_bring_the_same_file_bring_each_match_once(app: Flask, beside: Flask, data: bytes) -> None:
    of_one_group(app)
    before = stored(app, *CAME)
    files = begun(app, data), begun(app, data, OURS)
    at_once(*(partial(go_on, each, file) for each, file in zip((app, beside), files, strict=True)))
    came = [shown(app, file) for file in files]
    assert [one.state for one in came] == ["done", "done"]
    assert sum(one.report.get("in", 0) for one in came) == counted(app, Match) == files[0].total
    sound(app)
    take_back(app, files[0])
    assert counted(app, Match) == came[1].report.get("in", 0)
    sound(app)
    take_back(beside, files[1])
    assert stored(app, *CAME) == before


def test_what_was_erased_comes_back_once_however_many_want_it(
    app: Flask, beside: Flask, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bring(app, data)
    with app.app_context():
        names = [name for row in db.session.execute(select(Match.public_id, Match.source)) for name in row if name]
    take_back(app, first)
    with app.app_context():
        db.session.add_all(Erased(group_id=first.group, name=name) for name in names)
        db.session.commit()
    files = [begun(app, data, with_erased=True) for _ in range(2)]
    after_a_look(monkeypatch, lambda: go_on(beside, files[1]))
    go_on(app, files[0])
    assert [shown(app, file).report.get("in", 0) for file in files] == [0, files[0].total]
    assert counted(app, Match) == files[0].total


def after_a_look(monkeypatch: pytest.MonkeyPatch, meanwhile: Any) -> None:
    """Let something happen as soon as the next process knows what of its file is here already."""
    really = bringing.sifted

    def sifted(*given: Any) -> Any:
        monkeypatch.setattr(bringing, "sifted", really)
        found = really(*given)
        meanwhile()
        return found

    monkeypatch.setattr(bringing, "sifted", sifted)


def test_nothing_is_left_of_a_file_that_is_taken_back_while_another_process_begins_with_it(
    app: Flask, beside: Flask, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = begun(app, data)
    before = stored(app, *CAME)
    after_a_look(monkeypatch, lambda: take_back(beside, file))
    go_on(app, file)
    assert shown(app, file).state == "undone"
    assert stored(app, *CAME) == before


def test_a_file_that_is_in_stays_so_for_a_process_that_finds_it_damaged_too_late(
    app: Flask, beside: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its data is gone as soon as it is in."""
    file = begun(app, log())
    really = bringing.file_in

    def file_in(_: object) -> bytes:
        monkeypatch.setattr(bringing, "file_in", really)
        go_on(beside, file)
        return b""

    monkeypatch.setattr(bringing, "file_in", file_in)
    go_on(app, file)
    assert (shown(app, file).state, counted(app, Match)) == ("done", 1)


def play(*people: str, uuid: str) -> dict[str, Any]:
    """One play, as another program tells it, and its people."""
    told: dict[str, Any] = json.loads(log(uuid=uuid))
    told["players"] = [{"id": at, "name": name} for at, name in enumerate(people, 1)]
    return told


def test_somebody_who_came_with_a_file_that_is_taken_back_comes_again_with_the_next(
    app: Flask, beside: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bring(app, json.dumps(play("Ana", "Pau", uuid="A-1")))
    told = play("Ida", "Kai", "Ana", uuid="B-1")
    also = {**told["plays"][0], "uuid": "B-2", "playDate": "2026-05-04 20:15:00"}
    also["playerScores"] = [{**score, "playerRefId": 4 - score["playerRefId"]} for score in also["playerScores"]]
    told["plays"].append(also)
    second = begun(app, json.dumps(told).encode())
    really = bringing._some

    def some(*given: Any) -> bool:
        monkeypatch.setattr(bringing, "_some", really)
        more = really(*given)
        take_back(beside, first)
        return more

    monkeypatch.setattr(bringing, "_some", some)
    go_on(app, second)
    assert (shown(app, second).state, counted(app, Match)) == ("done", 2)
    with app.app_context():
        assert set(db.session.scalars(select(Player.name))) == {"Ida", "Kai", "Ana"}
    take_back(app, second)
    assert (counted(app, Match), counted(app, Player)) == (0, 0)


def test_a_phone_that_brings_many_files_at_once_has_one_group_and_keeps_the_newest_few(
    app: Flask, beside: Flask
) -> None:
    def look(each: Flask) -> str:
        with each.app_context():
            # It may be gone before it could be shown: the others bring newer ones.
            return come(log())

    told = at_once(*(partial(look, each) for each in (app, beside) * 4))
    rows = stored(app, "imports", "groups", "phones", "memberships")
    assert {name: len(found) for name, found in rows.items()} == {
        "imports": importing.MOST_KEPT,
        "groups": 1,
        "phones": 1,
        "memberships": 1,
    }
    with app.app_context():
        assert set(db.session.scalars(select(Import.public_id))) < set(told)


def test_of_those_who_begin_forget_and_take_back_one_file_at_once_one_is_heard(app: Flask, beside: Flask) -> None:
    with app.app_context():
        file = looked(log())

    def begin_it(each: Flask) -> str:
        with each.app_context():
            importing.begin(THEIRS, file.public_id, {}, False)
            return "begun"

    def forget_it(each: Flask) -> str:
        with each.app_context():
            importing.forget(THEIRS, file.public_id)
            return "forgotten"

    acts = [partial(act, each) for act in (begin_it, forget_it) for each in (app, beside)]
    heard = [one for one in at_once(*acts) if isinstance(one, str)]
    assert len(heard) == 1
    states = [row.state for row in rows_of(app)]
    assert states == (["running"] if heard == ["begun"] else [])
    assert not isinstance(answer(partial(go_on, app, file)), Exception)


def rows_of(app: Flask) -> list[Import]:
    with app.app_context():
        return list(db.session.scalars(select(Import)))
