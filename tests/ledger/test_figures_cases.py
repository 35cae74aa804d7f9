"""What counts for whom: one case after the other, each in matches that are made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from companion.games import by_key
from companion.games.jokrummy.scoring import Report
from companion.games.points.scoring import Typed
from companion.ledger import merging, moving, opening, pen, persons
from companion.ledger.base import db
from companion.ledger.careers import CareerFigures, feats, ranking
from companion.ledger.evenings import evenings_in
from companion.ledger.figures import fresh
from companion.ledger.models import Group, Match, Membership, Player, now
from companion.ledger.opening import Opening
from companion.ledger.remembered import overview, rivalries, rivals
from companion.ledger.summaries import ALL, EVER

from .cast import ANA, ANAS_PHONE, PAU, TOKENS, ZOE, Pad, begin, typed

GROUP = 1
LONG_AGO, LATER = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
THREE = ("Ana", "Pau", "Zoé")


def of(app: Flask, game: str, names: Sequence[str], client: str = "a match", **more: Any) -> Pad:
    """A match of that game on Ana's phone; `bots` by seat, all else are options."""
    with app.app_context():
        bots = more.pop("bots", {})
        public_id = opening.create(TOKENS[ANAS_PHONE], client, Opening(by_key(game), names, more, 0, bots))
        row = db.session.query(Match).filter_by(public_id=public_id).one()
        return Pad(app, public_id, row.id, (row.phone_id or 0,))


def careers(app: Flask, called: str = ALL, year: int = EVER) -> dict[str, CareerFigures]:
    """The ranking of the group by name, in its order."""
    with app.app_context():
        fresh(GROUP)
        return {one.person.name: one.career for one in ranking(GROUP, called, year)}


def ids(app: Flask) -> dict[str, int]:
    """The people of the group by name."""
    with app.app_context():
        return {one.name: one.id for one in db.session.query(Player).filter_by(bot=False)}


def mojo(app: Flask, *points: int, client: str, names: Sequence[str] = THREE, closer: int = 0, limit: int = 10) -> Pad:
    """A match of Mojo that ends with its one round."""
    pad = begin(app, names, client)
    pad.decide("limit", limit)
    pad.round(1, *points, mojo=closer)
    assert pad.now().status == "over"
    return pad


def test_a_shared_victory_is_a_win_for_each_and_half_a_share(app: Flask) -> None:
    mojo(app, 5, 5, 24, client="tie", closer=ZOE, limit=20)
    told = careers(app)
    assert {name: (one.won, one.shares, one.places) for name, one in told.items()} == {
        "Ana": (1, 0.5, 1),
        "Pau": (1, 0.5, 1),
        "Zoé": (0, 0.0, 3),
    }
    people = ids(app)
    with app.app_context():
        assert rivalries(GROUP)[people["Ana"], people["Pau"]] == (0, 0, 1)


def test_where_the_last_round_parts_equals_one_of_them_has_won_alone(app: Flask) -> None:
    pad = begin(app, THREE, "parted", limit=20, ties="last_round")
    pad.round(1, 8, 5, 9, mojo=ZOE)
    pad.round(2, 2, 5, 9, mojo=ZOE)
    assert pad.now().sheet.totals[:2] == (10, 10)
    told = careers(app)
    assert [(name, one.won, one.places) for name, one in told.items()][:2] == [("Ana", 1, 1), ("Pau", 0, 2)]


def test_who_left_before_the_end_is_not_counted_and_nobody_met_them(app: Flask) -> None:
    pad = begin(app)
    pad.round(1, 9, 6, 7, mojo=PAU)
    pad.leave(ZOE, 1)
    pad.decide("limit", 30)
    pad.enter(2, ANA, typed(5), closes=True)
    pad.enter(2, PAU, typed(34))
    told = careers(app)
    assert {name: (one.players, one.expected) for name, one in told.items()} == {"Ana": (2, 0.5), "Pau": (2, 0.5)}
    with app.app_context():
        assert [one.person.name for one in rivals(ids(app)["Ana"])] == ["Pau"]


@pytest.mark.parametrize("kind", ["stop", "archive"])
def test_a_match_that_is_stopped_or_put_away_counts_for_nobody(app: Flask, kind: str) -> None:
    pad = begin(app)
    pad.round(1, 0, 6, 7)
    assert careers(app) == {}
    if kind == "archive":
        pad.decide("limit", 7)
        assert set(careers(app)) == set(THREE)
    pad.decide(kind, True)
    assert careers(app) == {}
    with app.app_context():
        told = overview(GROUP)
        assert (told.games, told.seasons, told.matches) == ((), (), 0)
        # It was an evening all the same, unless nobody should see it.
        assert [one.matches for one in evenings_in(GROUP, LONG_AGO, LATER)] == ([1] if kind == "stop" else [])


def test_a_bot_is_ranked_with_the_others_and_no_person(app: Flask) -> None:
    pad = of(app, "mojo", THREE, bots={ZOE: "easy"}, limit=10)
    for seat, points in enumerate((0, 12, 13)):
        pad.enter(1, seat, typed(points), closes=seat == ANA or None)
    assert pad.now().status == "over"
    told = careers(app)
    assert {name: one.players for name, one in told.items()} == {"Ana": 3, "Pau": 3}
    assert told["Ana"].expected == pytest.approx(1 / 3)
    with app.app_context():
        assert [one.person.name for one in rivals(ids(app)["Ana"])] == ["Pau"]


def test_two_on_one_seat_have_won_both_and_are_no_rivals(app: Flask) -> None:
    pad = of(app, "points", ("Ana + Zoé", "Pau"), called="Uno", limit=30)
    pad.enter(1, 0, Typed(40))
    pad.enter(1, 1, Typed(10))
    told = careers(app, "Uno")
    assert {name: (one.won, one.shares, one.highest and one.highest.value) for name, one in told.items()} == {
        "Ana": (1, 1.0, 40),
        "Zoé": (1, 1.0, 40),
        "Pau": (0, 0.0, 10),
    }
    people = ids(app)
    with app.app_context():
        assert (people["Ana"], people["Zoé"]) not in rivalries(GROUP, "Uno")
        assert [(one.person.name, one.ahead) for one in rivals(people["Zoé"], "Uno")] == [("Pau", 1)]
        assert overview(GROUP).game("Uno") == overview(GROUP).games[0]
        assert not overview(GROUP).games[0].lowest_wins


def test_missions_are_points_of_a_match_and_all_games_together_have_none(app: Flask) -> None:
    pad = of(app, "jokrummy", ("Ana", "Pau"), limit=2)
    for number in (1, 2):
        pad.enter(number, ANA, Report(1), closes=True)
        pad.enter(number, PAU, Report(0))
    ana = careers(app, "Jok-R-ummy jr")["Ana"]
    assert (ana.points, ana.matches, ana.rounds, ana.closings) == (2, 1, 2, 2)
    everything = careers(app)["Ana"]
    assert (everything.points, everything.lowest, everything.highest, everything.comeback) == (0, None, None, None)
    assert everything.longest is not None
    assert everything.longest.value == 2


def test_whoever_was_last_and_won_came_back_from_as_far_as_the_first_was_ahead(app: Flask) -> None:
    pad = begin(app, THREE, "back", limit=49)
    pad.round(1, 30, 5, 0, mojo=ZOE)
    pad.round(2, 0, 31, 20, mojo=ANA)
    pad.round(3, 0, 11, 30, mojo=ANA)
    assert pad.now().sheet.winners == (ANA,)
    with app.app_context():
        fresh(GROUP)
        (back,) = [one for one in feats(ranking(GROUP, "Mojo")) if one.kind == "comeback"]
    assert ([who.name for who in back.people], back.value, back.match) == (["Ana"], 30, pad.public_id)


def test_wins_in_a_row_go_on_from_one_year_to_the_next_and_end_with_a_defeat(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = datetime(2023, 12, 30, 20, tzinfo=UTC)
    for number, points in enumerate(((0, 12), (0, 12), (0, 12), (12, 0), (0, 12))):
        for room in (pen, opening):
            monkeypatch.setattr(room, "now", lambda day=number: at + timedelta(days=day))
        mojo(app, *points, client=f"match {number}", names=("Ana", "Pau"), closer=points.index(0))
    ever, old, new = (careers(app, year=year)["Ana"] for year in (EVER, 2023, 2024))
    assert [(one.matches, one.streak, one.best_streak and one.best_streak.value) for one in (ever, old, new)] == [
        (5, 1, 3),
        (2, 2, 2),
        (3, 1, 1),
    ]
    assert ever.best_streak is not None
    assert ever.best_streak.match == 3
    with app.app_context():
        told = overview(GROUP)
        assert [(one.year, one.matches) for one in told.seasons] == [(2024, 3), (2023, 2)]
        assert told.evenings == 5


@pytest.mark.parametrize(("minutes", "evenings"), [(239, 1), (240, 2)])
def test_less_than_four_hours_between_two_matches_make_one_evening(
    app: Flask, minutes: int, evenings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = datetime(2026, 3, 1, 20, tzinfo=UTC)
    for number in range(2):
        for room in (pen, opening):
            monkeypatch.setattr(room, "now", lambda late=number * minutes: at + timedelta(minutes=late))
        mojo(app, 0, 12, 13, client=f"match {number}")
    with app.app_context():
        fresh(GROUP)
        nights = evenings_in(GROUP, at, at + timedelta(days=1))
        assert len(nights) == overview(GROUP).evenings == evenings
        assert nights[0].began_at == at
        assert evenings_in(GROUP, at + timedelta(days=1), LATER) == ()


def test_two_who_are_one_have_one_career_until_they_are_parted(app: Flask) -> None:
    mojo(app, 0, 12, client="one", names=("Ana", "Pau"))
    mojo(app, 0, 12, client="two", names=("Anna", "Pau"))
    people = ids(app)
    with app.app_context():
        merging.merge(TOKENS[ANAS_PHONE], people["Ana"], people["Anna"])
    told = careers(app)
    assert {name: (one.matches, one.won) for name, one in told.items()} == {"Ana": (2, 2), "Pau": (2, 0)}
    with app.app_context():
        assert [(one.person.name, one.behind) for one in rivals(people["Pau"])] == [("Ana", 2)]
        merging.part(TOKENS[ANAS_PHONE], people["Anna"])
    assert {name: (one.matches, one.won) for name, one in careers(app).items()} == {
        "Ana": (1, 1),
        "Anna": (1, 1),
        "Pau": (2, 0),
    }


@pytest.mark.parametrize("how", ["unlisted", "deleted"])
def test_who_is_out_of_the_lists_is_in_no_ranking_and_nobodys_rival(app: Flask, how: str) -> None:
    mojo(app, 0, 12, 13, client="one")
    people = ids(app)
    careers(app)
    with app.app_context():
        if how == "unlisted":
            persons.put_in_lists(TOKENS[ANAS_PHONE], people["Ana"], False)
        else:
            db.session.get_one(Player, people["Ana"]).deleted_at = now()
            db.session.commit()
    assert list(careers(app)) == ["Pau", "Zoé"]
    with app.app_context():
        assert [one.person.name for one in rivals(people["Pau"])] == ["Zoé"]
        ranked = ranking(GROUP, "Mojo")
        assert {who.name for one in feats(ranked) for who in one.people} == {"Pau", "Zoé"}
        assert overview(GROUP).matches == 1


def test_a_match_that_goes_to_another_group_counts_there_and_no_more_where_it_was(app: Flask) -> None:
    pad = mojo(app, 0, 12, 13, client="moves")
    mojo(app, 0, 12, 13, client="stays")
    with app.app_context():
        other = Group(keeper_id=pad.phones[ANAS_PHONE])
        db.session.add(other)
        db.session.flush()
        db.session.add(Membership(phone_id=pad.phones[ANAS_PHONE], group_id=other.id))
        db.session.commit()
        moving.move_to(pad.id, TOKENS[ANAS_PHONE], pad.phones[ANAS_PHONE], other.id, "move it")
        for group in (GROUP, other.id):
            fresh(group)
            assert [(one.person.name, one.career.matches) for one in ranking(group)] == [(name, 1) for name in THREE]
            told = overview(group)
            assert (told.matches, told.evenings) == (1, 1)
        assert not {one.person.id for one in ranking(GROUP)} & {one.person.id for one in ranking(other.id)}
