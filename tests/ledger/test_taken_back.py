"""A file that came in goes again, or was interrupted, or is forgotten."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from companion.games.why import Refusal
from companion.ledger import bringing, decisions, importing
from companion.ledger.base import db
from companion.ledger.chronicle import Deed, Import
from companion.ledger.figures import catch_up
from companion.ledger.models import Match, Player, now
from companion.ledger.state import read_afresh
from tests.interchange.test_ways_in import log, sample
from tests.ledger.brought import SAMPLE, THEIRS, again, begin_in, bring, looked, read, take_back
from tests.ledger.cast import Pad, hand, stored
from tests.ledger.everyverb import Evening
from tests.ledger.test_outgoing import group_text


def test_taken_back_it_is_as_if_it_had_never_come(elsewhere: Flask, app: Flask, pad: Pad) -> None:
    begin_in(elsewhere, "Ana", "Ida")
    with elsewhere.app_context():
        catch_up()
    tables = ("matches", "seats", "writes", "records", "move_records", "players", "phones", "seat_results", "careers")
    before = stored(elsewhere, *tables, "seasons", "evenings", "match_words", "rivalries")
    pad.enter(1, 0, hand(3))
    for data in (group_text(app).encode(), sample(SAMPLE)):
        file = bring(elsewhere, data)
        with elsewhere.app_context():
            catch_up()
        assert take_back(elsewhere, file).state == "undone"
        with elsewhere.app_context():
            catch_up()
        assert stored(elsewhere, *before) == before


def test_a_match_in_which_somebody_has_written_since_stays(elsewhere: Flask) -> None:
    file = bring(elsewhere, sample(SAMPLE))
    with elsewhere.app_context():
        match = db.session.scalars(select(Match).order_by(Match.id)).first()
        assert match is not None
        evening = Evening(match.public_id)
        evening.do(decisions.describe, "changed", "")
        assert [one.public_id for one in bringing.changed_since(file.public_id, 9)] == [match.public_id]
    take_back(elsewhere, file)
    with elsewhere.app_context():
        assert db.session.scalars(select(Match.public_id)).all() == [match.public_id]
        assert len(read_afresh(match.id).seats) > 1


def test_a_crash_in_the_middle_is_gone_on_with_or_taken_back(elsewhere: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bringing, "AT_ONCE", 2)
    with elsewhere.app_context():
        file = looked(sample(SAMPLE))
        importing.begin(THEIRS, file.public_id, {}, False)
        with monkeypatch.context() as dying:
            turns = iter([None] * 5)  # After each match and each transaction; then there is a crash.
            dying.setattr(bringing, "give_way", lambda: next(turns))
            with pytest.raises(StopIteration):
                bringing.run(file.public_id, read, UTC)
        db.session.rollback()
        assert (again(file).state, again(file).done, count()) == ("running", 4, 4)
        bringing.run(file.public_id, read, UTC)
        assert (again(file).state, count()) == ("done", 7)
        assert db.session.scalar(select(func.count(Player.id)).where(Player.name == "Ana")) == 1


def count() -> int:
    return db.session.scalar(select(func.count(Match.id))) or 0


def test_old_files_that_nobody_brought_in_are_forgotten(elsewhere: Flask) -> None:
    with elsewhere.app_context():
        for _ in range(8):
            looked(log())
        assert db.session.scalar(select(func.count(Import.id))) == importing.MOST_KEPT
        db.session.execute(update(Import).values(at=now() - timedelta(days=2)))
        db.session.commit()
        looked(log())
        assert db.session.scalar(select(func.count(Import.id))) == 1


def test_who_brought_and_took_back_is_written_down(elsewhere: Flask) -> None:
    take_back(elsewhere, bring(elsewhere, log()))
    with elsewhere.app_context():
        assert db.session.scalars(select(Deed.kind).order_by(Deed.id)).all() == ["bring in", "take back"]


def test_what_is_done_already_is_refused(elsewhere: Flask) -> None:
    file = bring(elsewhere, log())
    with elsewhere.app_context():
        for verb in (
            lambda: importing.begin(THEIRS, file.public_id, {}, False),
            lambda: importing.forget(THEIRS, file.public_id),
        ):
            with pytest.raises(Refusal, match="already"):
                verb()
