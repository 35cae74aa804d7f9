"""When figures are computed: marked by the write that changes them, worked off after the answer or by who reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from companion.cli import main
from companion.ledger import figures, rebuilding
from companion.ledger.base import db
from companion.ledger.busy import Busy
from companion.ledger.careers import careers_of, feats, ranking, rankings
from companion.ledger.chronicle import HouseFact
from companion.ledger.evenings import evenings_in
from companion.ledger.remembered import development, overview, rivalries, rivals
from companion.ledger.stale import is_stale
from companion.ledger.summaries import Career, Stale
from tests.conftest import Phone as Browser

from .cast import ANA, PAU, begin, caught_up, stored, typed
from .test_database import questions
from .test_figures_cases import GROUP, LATER, LONG_AGO, careers, mojo


def marks(app: Flask) -> list[Any]:
    """What is marked stale."""
    return stored(app, "stale")["stale"]


def test_a_hand_of_an_open_match_makes_nothing_stale(app: Flask) -> None:
    pad = begin(app)
    caught_up(app)
    for number in (1, 2):
        pad.round(number, 5, 6, 7)
    assert marks(app) == []


def test_the_end_of_a_match_makes_its_people_stale_and_what_the_group_has_together(app: Flask) -> None:
    pad = begin(app)
    pad.round(1, 0, 6, 7)
    caught_up(app)
    pad.decide("limit", 7)
    assert {person for _, _, person, *_ in marks(app)} == {0, *(seat.players[0] for seat in pad.now().seats)}
    caught_up(app)
    assert marks(app) == []


def test_what_changes_nothing_that_counts_makes_nothing_stale(app: Flask) -> None:
    pad = mojo(app, 0, 12, 13, client="one")
    caught_up(app)
    pad.enter(1, ANA, typed(0), closes=True)
    pad.decide("stop", None)
    assert marks(app) == []


@pytest.mark.sqlite
def test_whoever_reads_first_computes_and_the_next_one_reads_only(app: Flask) -> None:
    mojo(app, 0, 12, 13, client="one")
    assert marks(app)
    assert len(careers(app)) == 3
    assert marks(app) == []
    with questions(app) as asked, app.app_context():
        figures.fresh(GROUP)
        figures.fresh(GROUP)
    assert [one for one in asked if "stale" in one][1:] == []


def test_while_another_program_holds_the_database_what_is_there_is_read(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    mojo(app, 0, 12, 13, client="one")
    before = careers(app)
    mojo(app, 0, 12, 13, client="two")

    def held(*_: object) -> Any:
        raise Busy

    monkeypatch.setattr(figures, "writing", held)
    assert careers(app) == before
    monkeypatch.undo()
    assert careers(app)["Ana"].matches == 2


def test_to_correct_an_old_match_asks_no_more_than_to_end_a_new_one(app: Flask) -> None:
    def asked(act: Callable[[], object]) -> tuple[int, int]:
        """How many statements an act sends, and what comes after the answer."""
        with questions(app) as during:
            act()
        with questions(app) as after, app.app_context():
            figures.catch_up()
        return len(during), len(after)

    pads = [mojo(app, 0, 12, 13, client="first")]
    caught_up(app)
    early = asked(lambda: pads[0].enter(1, PAU, typed(11)))
    pads += [mojo(app, 0, 12, 13, client=f"match {number}") for number in range(12)]
    caught_up(app)
    assert asked(lambda: pads[0].enter(1, PAU, typed(12))) == early
    assert asked(lambda: pads[-1].enter(1, PAU, typed(11))) == early


def test_a_year_of_a_person_is_counted_once_however_many_marks_it_has(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        mojo(app, 0, 12, 13, client=f"match {number}")
    assert len([person for _, _, person, *_ in marks(app) if person]) == 4 * 3
    monkeypatch.setattr(figures, "AT_ONCE", 2)
    with questions(app) as asked:
        caught_up(app)
    # Each of the three has the year and all time.
    assert sum("DELETE FROM careers" in one for one in asked) == 3 * 2
    assert {career.matches for career in careers(app).values()} == {4}


def everything(app: Flask, person: int) -> list[Callable[[], object]]:
    """Each read of a page of figures."""
    return [
        lambda: is_stale(GROUP),
        lambda: overview(GROUP),
        lambda: ranking(GROUP, "Mojo"),
        lambda: rankings(GROUP, "Mojo"),
        lambda: feats(ranking(GROUP, "Mojo")),
        lambda: rivalries(GROUP, "Mojo"),
        lambda: evenings_in(GROUP, LONG_AGO, LATER),
        lambda: careers_of(person),
        lambda: rivals(person),
        lambda: development(person),
        lambda: development(person, "Mojo"),
    ]


@pytest.mark.sqlite
def test_every_read_goes_by_an_index_and_sorts_nothing(app: Flask) -> None:
    person = mojo(app, 0, 12, 13, client="one").now().seats[0].persons[0]
    caught_up(app)
    said: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, values: Any, *_rest: object) -> None:
        said.append((statement, values))

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
        for read in everything(app, person):
            read()
        event.remove(db.engine, "before_cursor_execute", note)
        asked = [(statement, values) for statement, values in said if statement.startswith("SELECT")]
        assert len(asked) == len(everything(app, person)) + 1  # Feats need their ranking.
        for statement, values in asked:
            plan = [
                row[-1] for row in db.session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            ]
            assert not [step for step in plan if "TEMP B-TREE" in step], (statement, plan)
            scanned = [step for step in plan if step.startswith("SCAN") and "CONSTANT" not in step]
            assert not scanned, (statement, plan)


def test_nothing_is_stale_once_the_answer_was_sent(app: Flask, phone: Browser) -> None:
    table = phone.begin("Ana", "Pau", limit="10")
    table.enter(1, 0, "1", mojo=True).close()
    answer = table.enter(1, 1, "12")
    assert marks(app)
    answer.close()
    assert marks(app) == []
    assert len(stored(app, "careers")["careers"]) == 2 * 4  # In the game and in all, this year and ever.


@pytest.mark.parametrize(("problem", "level"), [(RuntimeError("no"), "ERROR"), (Busy(), "INFO")])
def test_what_fails_after_an_answer_breaks_no_answer(
    app: Flask,
    phone: Browser,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    problem: Exception,
    level: str,
) -> None:
    def fail() -> None:
        raise problem

    caplog.set_level("INFO")
    monkeypatch.setattr("companion.views.afterwards.catch_up", fail)
    phone.begin("Ana", "Pau")
    answer = phone.get("/")
    assert answer.status_code == 200
    answer.close()
    assert [record.levelname for record in caplog.records if "figures" in record.getMessage()] == [level]


def told(progress: list[tuple[int, int]]) -> rebuilding.Told:
    """Notes how far it is."""
    return lambda done, of: progress.append((done, of))


def test_a_database_that_another_version_derived_is_derived_anew_once(app: Flask) -> None:
    mojo(app, 0, 12, 13, client="one")
    mojo(app, 0, 12, 13, client="two")
    before = caught_up(app)
    with app.app_context():
        for model in (Career, Stale):
            db.session.execute(model.__table__.delete())
        db.session.add(HouseFact(name="derived", value="0"))
        db.session.commit()
        progress: list[tuple[int, int]] = []
        rebuilding.fill(told(progress))
        assert progress == [(1, 2), (2, 2)]
        rebuilding.fill(told(progress))
        assert len(progress) == 2
    after = stored(app)
    assert after.pop("house_facts") == [("derived", rebuilding.DERIVED)]
    before.pop("house_facts")
    assert after == before


def test_every_command_fills_what_is_missing_and_says_how_far_it_is(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr(rebuilding, "rebuild", lambda say: [say(done, 1100) for done in range(1, 501)])
    with pytest.raises(SystemExit, match="There is no group yet"):
        main(["link"])
    assert capsys.readouterr().out.splitlines() == [
        f"Making the lists again. Matches done: {done} of 1100" for done in (250, 500)
    ]
    with pytest.raises(SystemExit, match="There is no group yet"):
        main(["link"])
    assert capsys.readouterr().out == ""
