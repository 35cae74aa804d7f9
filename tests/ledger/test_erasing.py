"""What was deleted thirty days ago is in no table any more."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from companion.games.why import Refusal
from companion.ledger import deals, decisions, deleting, erasing, pen
from companion.ledger.base import db
from companion.ledger.models import Match, Player

from .cast import ANA, ANAS_PHONE, MARTAS, PAU, PAUS_PHONE, stored
from .gone import ANAS, DERIVED, LATER, again, delete, delete_person, everything, figures_of, played


def test_after_thirty_days_a_match_is_in_no_table(app: Flask) -> None:
    first = played(app, names=("Ana", "Pau"))
    figures_of(app)
    untouched = stored(app)
    pad = again(app, first)
    gone = pad.public_id
    with app.app_context():
        deals.begin(pen.Pen(pad.id, pad.phones[0], "deal"), 1, handed_round=True)
    pad.decide("note", "Teo cheated")
    pad.let_in(MARTAS)
    with app.app_context():
        db.session.execute(update(Match).where(Match.id == pad.id).values(source="bgstats 77"))
        db.session.commit()
    delete(app, pad)
    with app.app_context():
        assert erasing.erase_due(LATER - timedelta(seconds=1)) == 0
        assert erasing.erase_due(LATER) == 1
        assert erasing.erase_due(LATER) == 0
    assert {row[1] for row in stored(app)["erased"]} == {gone, "bgstats 77"}
    figures_of(app)
    rest = stored(app)
    del rest["erased"]
    assert gone not in json.dumps(rest, default=str)
    assert "Teo cheated" not in json.dumps(rest, default=str)
    for table in ("move_records", "seats", "grants", *DERIVED):
        assert rest[table] == untouched[table], table
    assert first.afresh().next is None


def test_the_match_after_an_erased_one_stands_by_itself(app: Flask) -> None:
    first = played(app)
    second = again(app, first)
    delete(app, first)
    with app.app_context():
        erasing.erase_due(LATER)
    assert first.public_id not in json.dumps({k: v for k, v in stored(app).items() if k != "erased"}, default=str)
    second.round(1, 9, 3, 4)
    second.adjust(1, ANA, 50)
    assert again(app, second).public_id != second.public_id


def test_after_thirty_days_nobody_is_called_so_in_any_table(app: Flask) -> None:
    pad = played(app, names=("Ana", "Paulinho", "Zoé"))
    pad.act(decisions.rename, ANAS_PHONE, None, PAU, "Paulinha")
    pad.act(decisions.rename, PAUS_PHONE, None, PAU, "Paulette")
    other = played(app, "other", ("Iris", "Zoé"))
    other.act(decisions.rename, ANAS_PHONE, None, 0, "Paulette B.")
    with app.app_context():
        person = db.session.scalars(select(Player).where(Player.name == "Paulette")).one()
        person.nickname, person.emoji, alias = "Polly", "🐬", Player(group_id=1, name="Paolo", key="paolo", pair=1)
        alias.stands_for = person.id
        public_id = person.public_id
        db.session.add(alias)
        db.session.commit()
    sheet = pad.now().sheet
    number = delete_person(app, "Paulette")
    with app.app_context():
        assert erasing.erase_due(LATER - timedelta(seconds=1)) == 0
        assert erasing.erase_due(LATER) == 1
        assert erasing.erase_due(LATER) == 0
    held = everything(app).replace("Paulette B.", "").replace("paulette b.", "")
    assert [name for name in ("Paul", "paul", "Polly", "🐬", "Paolo", "paolo", public_id) if name in held] == []
    assert pad.now().sheet == sheet
    assert pad.now().name(PAU) == "someone"
    with app.app_context(), pytest.raises(Refusal):
        deleting.restore_person(ANAS, number)


def test_what_is_erased_now_says_by_which_phone(app: Flask) -> None:
    pad = played(app)
    delete(app, pad)
    number = delete_person(app, "Zoé")
    with app.app_context():
        erasing.erase_match(pad.id, ANAS)
        erasing.erase_person(number, ANAS)
    deeds = [(deed[2], deed[4], deed[5]) for deed in stored(app)["deeds"]]
    assert deeds[-2:] == [(pad.phones[0], "erase match", pad.id), (pad.phones[0], "erase person", number)]
