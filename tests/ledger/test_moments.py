"""When a round ended: once, whatever is corrected, taken back or entered again later."""

from __future__ import annotations

from flask import Flask

from companion.ledger.base import db
from companion.ledger.models import Match
from companion.ledger.moments import ending
from companion.ledger.state import read_afresh
from tests.conftest import Phone, Table


def ended(app: Flask) -> tuple[int, int] | None:
    """The round that ended last, and the version by which it did."""
    with app.app_context():
        found = ending(read_afresh(db.session.query(Match.id).scalar()))
    return found and (found[0].number, found[1].version)


def test_a_round_ends_by_the_write_that_completes_it_until_the_next_one_begins(app: Flask, table: Table) -> None:
    assert ended(app) is None
    table.enter(1, 0, "9")
    table.enter(1, 1, "4")
    assert ended(app) is None
    table.enter(1, 2, "2", mojo=True)
    assert ended(app) == (1, 4)
    table.phone.send(f"{table.url}/phones", f"{table.url}/phones/joining")
    assert ended(app) == (1, 4), "what else is written changes nothing"
    table.enter(2, 0, "9")
    assert ended(app) is None


def test_a_correction_does_not_end_a_round_again(app: Flask, table: Table) -> None:
    table.round(1, "9", "4", "2", mojo=2)
    table.enter(1, 0, "10")
    assert ended(app) == (1, 4)


def test_a_hand_that_is_taken_back_and_entered_again_does_not_either(app: Flask, table: Table) -> None:
    table.round(1, "9", "4", "2", mojo=2)
    table.phone.send(table.url, f"{table.url}/undo")
    assert ended(app) is None
    table.enter(1, 2, "3", mojo=True)
    assert ended(app) == (1, 4)


def test_hands_that_cannot_lie_together_end_no_round_until_that_is_put_right(app: Flask, table: Table) -> None:
    table.round(1, "0 0 0 9", "0 0 4", "2", mojo=2)
    assert ended(app) is None
    table.enter(1, 0, "9")
    assert ended(app) == (1, 5)


def test_who_ended_it_may_be_said_last(app: Flask, table: Table) -> None:
    for seat, cards in enumerate(("9", "4", "2")):
        table.enter(1, seat, cards)
    assert ended(app) is None
    table.phone.send(table.url, f"{table.url}/r/1/closer", closer="2")
    assert ended(app) == (1, 5)


def test_a_round_that_nobody_ended_does_not_end_again_when_somebody_is_said_to_have(app: Flask, phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", "Zoé", unclosed="yes")
    for seat, cards in enumerate(("9", "4", "2")):
        table.enter(1, seat, cards)
    table.phone.send(table.url, f"{table.url}/r/1/closer", closer="nobody")
    assert ended(app) == (1, 5)
    table.enter(1, 2, "2", mojo=True)
    assert ended(app) == (1, 5)


def test_an_earlier_round_that_is_open_again_hides_it(app: Flask, table: Table) -> None:
    table.round(1, "9", "4", "2", mojo=2)
    table.round(2, "9", "4", "2", mojo=2)
    assert ended(app) == (2, 7)
    for seat in range(3):
        table.phone.sure(table.cell(1, seat), f"{table.cell(1, seat)}/withdraw")
        assert ended(app) is None


def test_a_stopped_match_has_none(app: Flask, table: Table) -> None:
    table.round(1, "9", "4", "2", mojo=2)
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    assert ended(app) is None


def test_where_the_group_ends_the_match_that_is_a_moment_of_its_own(app: Flask, phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", game="points", called="Uno", length="group")
    for seat, points in enumerate(("5", "7")):
        match.enter(1, seat, points=points)
    assert ended(app) == (1, 3)
    match.phone.send(match.url, f"{match.url}/menu/finish")
    assert ended(app) == (1, 4)
