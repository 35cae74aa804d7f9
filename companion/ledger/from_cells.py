"""The rounds of a spreadsheet as what was written in a match: only where the sheet says exactly what the file does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from companion.games import by_key
from companion.games.cards import Hand
from companion.games.game import Game
from companion.games.house import NOBODY
from companion.games.jokrummy.scoring import Report
from companion.games.options import FINISHED, Options
from companion.games.points.scoring import Typed
from companion.games.scoresheet import RoundFacts, Scoresheet, SeatSpan, scoresheet
from companion.interchange.plays import Cells, Play

POINTS = "points"
LIMITS = range(50, 1_001, 50)
"""What a match may have been played to that says nothing of it, where only one of these can be."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was written in a match: the options it began with, who played when, and the rounds from the first on.
    `finish`: after which one the group ended it; `stopped`: it did not come to its end.
    """

    options: Options
    spans: tuple[SeatSpan, ...]
    rounds: tuple[RoundFacts, ...]
    finish: int | None
    stopped: bool


def told(play: Play) -> Told | None:
    """What was written in a match of which the points of each round are told; None where no sheet of ours says that."""
    if play.cells is None:
        return None
    game, over = by_key(play.key), any(end.won for end in play.ends)
    last = max((round_ for round_, _ in play.cells.points), default=0)
    for options, spans in product(_options(play, last, over), _spans(play, play.cells, last)):
        rounds = _rounds(game, options, play.cells, last, len(play.names))
        finish = last if over and game.agreement(options).length is None else None
        if rounds is not None:
            decided = options if finish is None else {**options, FINISHED: finish}
            sheet = scoresheet(game, spans, rounds, decided, play.starter)
            if _says(sheet, play, play.cells, over):
                return Told(options, spans, rounds, finish, not over)
    return None


def _options(play: Play, last: int, over: bool) -> Iterator[Options]:
    """What may have been agreed."""
    assert play.cells is not None
    own: dict[str, int | str] = {}
    if play.key == POINTS:
        below = {"below_zero": "yes"} if min(play.cells.points.values(), default=0) < 0 else {}
        closer = {"closer": "yes"} if play.cells.ended else {}
        for winner in ("highest", "lowest"):
            yield {"called": play.called, "winner": winner, "length": "group", **below, **closer}
        return
    if any(round_ not in play.cells.ended for round_ in range(1, last + 1)) and play.key != "jokrummy":
        own["unclosed"] = "yes"
    yield own
    limits = [limit for limit in LIMITS if _ends_with(play, limit, last) is over]
    if over and len(limits) == 1:
        yield {**own, "limit": limits[0]}


def _ends_with(play: Play, limit: int, last: int) -> bool:
    """Whether somebody has that many points after the last round, and nobody has before it."""
    assert play.cells is not None
    ends = [(end.total or 0, play.cells.points.get((last, seat), 0)) for seat, end in enumerate(play.ends)]
    return max(total for total, _ in ends) >= limit > max(total - points for total, points in ends)


def _spans(play: Play, cells: Cells, last: int) -> Iterator[tuple[SeatSpan, ...]]:
    """Who may have played when, and with how many points they began."""
    seats = range(len(play.ends))
    played = [[round_ for round_ in range(1, last + 1) if (round_, seat) in cells.points] for seat in seats]
    had = [
        (end.total or 0) - sum(cells.points[round_, seat] for round_ in rounds)
        for seat, (end, rounds) in enumerate(zip(play.ends, played, strict=True))
    ]
    yield tuple(SeatSpan(1, None, start) for start in had)
    yield tuple(
        SeatSpan(rounds[0] if rounds else 1, None if rounds and rounds[-1] == last else (rounds or [0])[-1], start)
        for rounds, start in zip(played, had, strict=True)
    )


def _rounds(game: Game[Any], options: Options, cells: Cells, last: int, seats: int) -> tuple[RoundFacts, ...] | None:
    closes = game.agreement(options).closes
    facts = []
    for round_ in range(1, last + 1):
        ended = cells.ended.get(round_, NOBODY if options.get("unclosed") else None) if closes else None
        there = [seat for seat in range(seats) if (round_, seat) in cells.points]
        house = {seat: cells.house[round_, seat] for seat in there if (round_, seat) in cells.house}
        points = {seat: cells.points[round_, seat] - house.get(seat, 0) for seat in there}
        found = _facts(game, options, points, ended, house)
        if found is None:
            return None
        facts.append(found)
    return tuple(facts)


def _facts(
    game: Game[Any], options: Options, points: Mapping[int, int], ended: int | None, house: Mapping[int, int]
) -> RoundFacts | None:
    """A round in which these seats have these points; None where there is none."""
    entries = {seat: _entry(game.key, had) for seat, had in points.items()}
    spans = [SeatSpan() if seat in points else _AWAY for seat in range(max(points, default=0) + 1)]
    closer = ended if ended is not None and ended in points else None
    for had in (0,) if closer is None else _before(game.key, points[closer]):
        told_so = entries if closer is None else {**entries, closer: _entry(game.key, had)}
        facts = RoundFacts(told_so, ended, house)
        (round_, *_) = scoresheet(game, spans, [facts], options, 0).rounds
        scored = {seat: cell.score.points - cell.adjust for seat, cell in enumerate(round_.cells) if cell.score}
        if scored == points and not round_.problems:
            return facts
    return None


_AWAY = SeatSpan(1, 0)


def _before(key: str, points: int) -> Sequence[int]:
    """What the seat that ended a round may have had before that cost it something."""
    if key == "mojo":
        return (points, points - 10)
    return (points, points // 2) if key == "skyjo" else (points,)


def _entry(key: str, points: int) -> Any:
    if key == POINTS:
        return Typed(points)
    return Report(min(points, 1), max(points - 1, 0)) if key == "jokrummy" else Hand(points=points)


def _says(sheet: Scoresheet, play: Play, cells: Cells, over: bool) -> bool:
    """Whether a sheet says what the file says: every point, every total, every place, who won, and that it is over."""
    points = {
        (round_.number, seat): cell.score.points
        for round_ in sheet.rounds
        if round_.counted
        for seat, cell in enumerate(round_.cells)
        if cell.score is not None
    }
    won = {seat for seat, end in enumerate(play.ends) if end.won}
    ends = [(end.total, end.place) for end in play.ends]
    return (
        points == dict(cells.points)
        and list(zip(sheet.totals, sheet.places, strict=True)) == ends
        and set(sheet.winners) == won
        and (sheet.over is not None) is over
    )
