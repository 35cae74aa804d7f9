"""The lists of matches, made from derived rows that can be recreated at any time."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Flask
from sqlalchemy import text

from companion.ledger import rebuilding
from companion.ledger.base import db
from companion.ledger.history import MatchRow, matches_of

from .cast import (
    ANA,
    ANAS_PHONE,
    MARTAS,
    PAU,
    PAUS_PHONE,
    TEOS,
    TOKENS,
    ZOE,
    Pad,
    begin,
    caught_up,
    results,
    stored,
    typed,
)


def listed(app: Flask, token: str | None = TOKENS[ANAS_PHONE], **asked: Any) -> list[MatchRow]:
    """The list as a phone shows it."""
    with app.app_context():
        return matches_of(token, **asked)


def eventful(app: Flask) -> Pad:
    """A match in which everything has happened that derived rows depend on."""
    pad = begin(app, ("Ana", "Pau", "Zoé"))
    pad.round(1, 9, 6, 7, mojo=ANA)
    pad.leave(ZOE, 1)
    pad.join("Teo", 2, 6)
    for seat in (ANA, PAU, 3):
        pad.enter(2, seat, typed(5), closes=seat == PAU)
    pad.adjust(2, ANA, 30, "late")
    pad.decide("archive", True)
    return pad


def test_the_derived_rows_hold_points_totals_places_wins_and_closings(app: Flask) -> None:
    pad = eventful(app)
    assert pad.now().status == "over"
    rows = results(app, pad.id, "seat", "total", "place", "won", "closings", "counts")
    assert rows["round_results"] == [
        (1, ANA, 19, 19, True),
        (1, PAU, 6, 6, False),
        (1, ZOE, 7, 7, False),
        (2, ANA, 35, 54, False),
        (2, PAU, 0, 6, True),
        (2, 3, 5, 11, False),
    ]
    assert rows["seat_results"] == [
        (ANA, 54, 3, False, 1, False),  # It is in the archive.
        (PAU, 6, 1, True, 1, False),
        (ZOE, 7, None, False, 0, False),
        (3, 11, 2, False, 0, False),
    ]


def test_rebuild_changes_nothing(app: Flask) -> None:
    eventful(app)
    begin(app, client="another").round(1, 0, 6, 7)
    before = caught_up(app)
    with app.app_context():
        assert rebuilding.rebuild() == 2
    assert stored(app) == before


def test_rebuild_puts_right_whatever_became_of_the_derived_rows(app: Flask) -> None:
    eventful(app)
    before = caught_up(app)
    with app.app_context():
        db.session.execute(text("DELETE FROM round_results WHERE round = 2"))
        db.session.execute(text("UPDATE seat_results SET total = 99, won = true, place = 1"))
        db.session.execute(text("UPDATE matches SET state = 'open', round = 9, archived = 0, played_at = created_at"))
        db.session.commit()
        assert stored(app) != before
        rebuilding.rebuild()
    assert stored(app) == before


def test_rebuild_leaves_versions_alone_so_that_no_page_is_stale(app: Flask) -> None:
    pad = eventful(app)
    state = pad.now()
    with app.app_context():
        rebuilding.rebuild()
    assert pad.now() == state


def test_results_of_a_round_that_is_open_again_go(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    assert len(stored(pad.app, "round_results")["round_results"]) == 3
    pad.enter(1, PAU, None)
    assert stored(pad.app, "round_results")["round_results"] == []


def test_whoever_played_last_is_first_in_the_list(app: Flask) -> None:
    one, two = begin(app, client="one"), begin(app, client="two")
    assert [line.public_id for line in listed(app)] == [two.public_id, one.public_id]
    one.enter(1, ANA, typed(5))
    assert [line.public_id for line in listed(app)] == [one.public_id, two.public_id]


def test_a_list_is_as_long_as_it_is_wanted(app: Flask) -> None:
    ids = [begin(app, client=f"match {number}").public_id for number in range(3)]
    assert [line.public_id for line in listed(app, most=2)] == ids[:0:-1]
    assert listed(app, groups=[], by_link=False) == []


def test_a_list_can_be_asked_for_some_states(app: Flask) -> None:
    open_, stopped, over = (begin(app, client=name) for name in ("open", "stopped", "over"))
    stopped.decide("stop", True)
    over.decide("limit", 7)
    over.round(1, 0, 6, 7)
    found = {state: [line.public_id for line in listed(app, states=[state])] for state in ("open", "stopped", "over")}
    assert found == {"open": [open_.public_id], "stopped": [stopped.public_id], "over": [over.public_id]}
    assert len(listed(app, states=["open", "over"])) == 2


def test_every_phone_of_the_group_sees_the_same_list_and_a_stranger_sees_none(app: Flask) -> None:
    begin(app).round(1, 0, 6, 7)
    assert listed(app, TOKENS[PAUS_PHONE]) == listed(app)
    assert listed(app) != []
    assert listed(app, "a stranger's phone") == listed(app, None) == []


def test_nobody_leads_before_the_points_differ(pad: Pad) -> None:
    assert listed(pad.app)[0].leaders == ()
    pad.round(1, 6, 0, 7, mojo=PAU)
    [line] = listed(pad.app)
    assert (line.leaders, line.best_total, line.winners, line.round) == (("Pau",), 0, (), 2)


def test_only_playing_counts_as_played(app: Flask) -> None:
    one, two = begin(app, client="one"), begin(app, client="two")
    began = listed(app)
    one.decide("limit", 60)
    one.reorder(ZOE, ANA, PAU)
    one.hold(ANA)
    one.joining(False)
    one.join("Teo", 1)
    assert [(line.public_id, line.played_at) for line in listed(app)] == [(m.public_id, m.played_at) for m in began]
    plays = partial(one.close, 1, ANA), partial(two.adjust, 1, ANA, 5), partial(one.enter, 1, ANA, typed(5))
    for play in plays:
        last = listed(app)[0].played_at
        state = play()
        assert listed(app)[0].public_id == state.public_id
        assert listed(app)[0].played_at > last


def test_a_phone_that_came_by_the_match_link_lists_that_match_only_until_it_is_removed(app: Flask) -> None:
    one, _ = begin(app, client="one"), begin(app, client="two")
    marta, teo = one.let_in(MARTAS), one.let_in(TEOS, one.links().watch)
    assert [line.public_id for line in listed(app, MARTAS)] == [one.public_id]
    assert listed(app, TEOS) == [], "a television lists no matches"
    for phone in (marta, teo, PAUS_PHONE):
        one.remove(phone)
    assert listed(app, MARTAS) == listed(app, TEOS) == []
    assert listed(app, TOKENS[PAUS_PHONE]) == [], "a phone of the group is out of all its matches"
