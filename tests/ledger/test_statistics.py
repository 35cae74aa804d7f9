"""Who won how often: counted in SQL, and against a count of the sheets themselves."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from flask import Flask

from companion.games import by_key
from companion.games.jokrummy.scoring import Report
from companion.ledger import opening, rebuilding
from companion.ledger.opening import Opening
from companion.ledger.statistics import Career, Played, careers_of, games_of

from .cast import ANA, ANAS_PHONE, PAU, PAUS_PHONE, TEOS, TOKENS, ZOE, Pad, begin, typed

TOKEN = TOKENS[ANAS_PHONE]


def careers(app: Flask, token: str | None = TOKEN, game: str = "mojo") -> dict[str, Career]:
    """What a phone is told, by name."""
    with app.app_context():
        return {career.name: career for career in careers_of(token, Played(game, by_key(game).name))}


def counted(pads: Iterable[Pad]) -> dict[str, tuple[int, int, int, int, int]]:
    """Matches, wins, rounds, points and closings by name, from the sheets of these matches."""
    found: dict[str, tuple[int, int, int, int, int]] = {}
    for pad in pads:
        sheet = pad.now().sheet
        for seat in pad.now().playing:
            scores = [cell.score.points for round_ in sheet.rounds if (cell := round_.cells[seat]) and cell.score]
            closings = sum(round_.closer == seat for round_ in sheet.rounds if round_.counted)
            facts = (1, seat in sheet.winners, len(scores), sum(scores), closings)
            name = pad.now().name(seat)
            before = found.get(name, (0, 0, 0, 0, 0))
            found[name] = tuple(a + b for a, b in zip(before, facts, strict=True))  # type: ignore[assignment]
    return found


def test_random_matches_count_as_their_sheets_do(app: Flask) -> None:
    luck, pads = Random(5), []
    for number in range(8):
        pad = begin(app, luck.sample(("Ana", "Pau", "Zoé", "Teo"), luck.randint(2, 4)), f"match {number}")
        pad.decide("limit", 30)
        while pad.now().status == "open":
            seats, round_ = pad.now().playing, pad.now().current
            closer = luck.choice(seats)
            for seat in seats:
                pad.enter(round_, seat, typed(luck.randint(0, 12)), closes=seat == closer or None)
        pads.append(pad)
    told = careers(app)
    facts = {n: (c.matches, c.won, c.rounds, c.points, c.closings) for n, c in told.items()}
    assert facts == counted(pads)
    assert sum(career.won for career in told.values()) >= len(pads)


def test_best_and_worst_are_single_rounds_and_the_average_is_of_all(app: Flask) -> None:
    pad = begin(app)
    for number, (ana, pau) in enumerate(((8, 20), (2, 30)), 1):
        pad.round(number, ana, pau, 9, mojo=ZOE)
    ana = careers(app)["Ana"]
    assert (ana.best, ana.worst, ana.points, ana.average) == (2, 8, 10, 5.0)
    assert careers(app)["Pau"].worst == 30


def test_a_match_counts_once_it_has_ended_and_as_long_as_it_is_not_in_the_archive(app: Flask) -> None:
    pad = begin(app)
    pad.round(1, 0, 6, 7)
    assert careers(app) == {}
    pad.decide("limit", 7)
    assert careers(app)["Ana"].won == 1
    pad.decide("archive", True)
    assert careers(app) == {}
    with app.app_context():
        assert games_of(TOKEN) == ()
    pad.decide("archive", False)
    assert careers(app)["Ana"].won == 1


def test_a_stopped_match_gives_nobody_a_win(app: Flask) -> None:
    pad = begin(app)
    pad.round(1, 0, 6, 7)
    pad.decide("stop", True)
    assert careers(app) == {}


def test_who_left_before_the_end_is_not_counted(app: Flask) -> None:
    pad = begin(app)
    pad.round(1, 9, 6, 7, mojo=PAU)
    pad.leave(ZOE, 1)
    pad.decide("limit", 30)
    pad.enter(2, ANA, typed(5), closes=True)
    pad.enter(2, PAU, typed(34))
    assert set(careers(app)) == {"Ana", "Pau"}


def test_a_shared_victory_is_a_win_for_each(app: Flask) -> None:
    pad = begin(app)
    pad.decide("limit", 20)
    pad.round(1, 5, 5, 24, mojo=ZOE)
    assert {name: career.won for name, career in careers(app).items()} == {"Ana": 1, "Pau": 1, "Zoé": 0}


def test_the_one_who_won_most_comes_first_then_who_needed_fewer_matches(app: Flask) -> None:
    for number, hands in enumerate(((0, 6, 7), (6, 0, 7), (6, 0, 7))):
        pad = begin(app, client=f"match {number}")
        pad.decide("limit", 6)
        pad.round(1, *hands, mojo=ZOE)
    extra = begin(app, ("Ana", "Teo"), "extra")
    extra.decide("limit", 6)
    extra.round(1, 6, 0, mojo=ANA)
    assert list(careers(app)) == ["Pau", "Teo", "Ana", "Zoé"]


def test_each_game_counts_for_itself_and_the_one_played_last_is_named_first(app: Flask) -> None:
    first = begin(app, client="first")
    first.decide("limit", 7)
    first.round(1, 0, 6, 7)
    with app.app_context():
        public_id = opening.create(TOKEN, "second", Opening(by_key("jokrummy"), ("Ana", "Pau"), {"limit": 1}, 0))
        assert games_of(TOKEN) == (Played("mojo", "Mojo"),)
    second = Pad(app, public_id, first.id + 1, first.phones)
    second.enter(1, ANA, Report(1), closes=True)
    second.enter(1, PAU, Report(0))
    with app.app_context():
        assert games_of(TOKEN) == (Played("jokrummy", "Jok-R-ummy jr"), Played("mojo", "Mojo"))
    told = careers(app, game="jokrummy")
    assert (told["Ana"].best, told["Ana"].worst, told["Ana"].won, told["Pau"].won) == (1, 1, 1, 0)
    assert careers(app)["Ana"].matches == 1


def test_phones_of_the_group_see_it_and_nobody_else(app: Flask) -> None:
    pad = begin(app)
    pad.decide("limit", 7)
    pad.round(1, 0, 6, 7)
    pad.let_in(TEOS)
    assert careers(app, TOKENS[PAUS_PHONE]) == careers(app) != {}
    assert careers(app, TEOS) == careers(app, "a stranger's phone") == careers(app, None) == {}
    with app.app_context():
        assert games_of(TEOS) == games_of(None) == ()


def test_rebuilt_rows_tell_the_same(app: Flask) -> None:
    pad = begin(app)
    pad.decide("limit", 7)
    pad.round(1, 0, 6, 7)
    before = careers(app)
    with app.app_context():
        rebuilding.rebuild()
    assert careers(app) == before
