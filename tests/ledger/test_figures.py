"""What a group remembers over many matches, in matches that are made by hand."""

from __future__ import annotations

from flask import Flask

from companion.ledger.careers import careers_of, feats, ranking, rankings
from companion.ledger.evenings import evenings_in
from companion.ledger.figures import fresh
from companion.ledger.remembered import Year, development, overview, rivalries, rivals
from companion.ledger.summaries import ALL, EVER

from .test_figures_cases import GROUP, LATER, LONG_AGO, careers, mojo


def test_who_won_most_against_luck_comes_first(app: Flask) -> None:
    mojo(app, 0, 12, 13, client="one")
    mojo(app, 12, 0, client="two", names=("Ana", "Zoé"), closer=1)
    told = careers(app)
    # Of two and of three matches: (1 + 1) / (1/2 + 1/3 + 1) and so on.
    assert {name: round(career.fair, 4) for name, career in told.items()} == {"Ana": 1.0909, "Zoé": 1.0909, "Pau": 0.75}
    assert list(told) == ["Ana", "Zoé", "Pau"]
    assert [(one.won, one.average_place) for one in told.values()] == [(1, 1.5), (1, 2.0), (0, 2.0)]


def test_a_group_has_its_games_seasons_feats_rivals_and_evenings(app: Flask) -> None:
    pads = [mojo(app, 0, 12, 13, client=client) for client in ("one", "two")]
    ana, pau, zoe = pads[0].now().seats[0].persons + pads[0].now().seats[1].persons + pads[0].now().seats[2].persons
    with app.app_context():
        fresh(GROUP)
        told = overview(GROUP)
        assert [(one.called, one.matches, one.rounds, one.lowest_wins) for one in told.games] == [("Mojo", 2, 2, True)]
        assert (told.matches, told.rounds, told.evenings) == (2, 2, 1)
        assert told.seasons == (Year(pads[0].now().created_at.year, 2, 2),)
        ranked = ranking(GROUP, "Mojo")
        named = {one.kind: (one.value, [who.name for who in one.people], one.match) for one in feats(ranked)}
        first, last = (pad.public_id for pad in pads)
        assert named == {
            "lowest": (0, ["Ana"], first),
            "highest": (13, ["Zoé"], first),
            "longest": (1, ["Ana", "Pau", "Zoé"], first),
            "best_streak": (2, ["Ana"], last),
        }
        assert [(one.person.name, one.ahead, one.behind) for one in rivals(pau)] == [("Ana", 0, 2), ("Zoé", 2, 0)]
        assert rivalries(GROUP)[ana, zoe] == (2, 0, 0)
        steps = [(first, 2, 12), (last, 2, 12)]
        assert [(one.match, one.place, one.total) for one in development(pau, "Mojo")] == steps
        assert [one.matches for one in evenings_in(GROUP, LONG_AGO, LATER)] == [2]
        assert {called for called, _ in careers_of(ana)} == {ALL, "Mojo"}


def test_the_rankings_of_a_game_in_all_years_and_of_all_games_in_one_are_read_at_once(app: Flask) -> None:
    at = mojo(app, 0, 12, 13, client="one").now().created_at
    with app.app_context():
        fresh(GROUP)
        for called, year in ((ALL, EVER), ("Mojo", at.year), ("Chess", EVER)):
            keys = {(one, in_year) for one in (ALL, "Mojo") for in_year in (EVER, at.year)}
            wanted = {key: ranking(GROUP, *key) for key in keys if key[0] == called or key[1] == year}
            assert rankings(GROUP, called, year) == wanted


def test_wins_are_parted_by_the_month_of_their_match(app: Flask) -> None:
    for client in ("one", "two"):
        month = mojo(app, 0, 12, 13, client=client).now().created_at.month
    told = careers(app)
    assert told["Ana"].months == tuple(2 if number == month else 0 for number in range(1, 13))
    assert told["Pau"].months == (0,) * 12
