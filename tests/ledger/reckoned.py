"""What a group remembers, reckoned from the matches themselves in plain Python: by no row that statistics read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import groupby
from typing import Any

from companion.ledger.cells import ADJUST, CLOSER, ENTRY
from companion.ledger.state import MatchState

Key = tuple[int, str, int]
"""Somebody (or a group), what a game is called, a year."""


@dataclass(frozen=True)
class Played:
    """One person in one match that counts."""

    state: MatchState
    person: int
    seat: int
    at: datetime

    @property
    def place(self) -> int:
        """In which place."""
        return self.state.sheet.places[self.seat] or 0

    @property
    def won(self) -> bool:
        """Whether this seat won."""
        return self.seat in self.state.sheet.winners

    @property
    def rounds(self) -> dict[int, Any]:
        """The rounds that are complete and count, in which this seat has points, by number."""
        return {one.number: one for one in counted(self.state) if one.cells[self.seat].score}

    @property
    def points(self) -> dict[int, int]:
        """What each of its rounds brought."""
        return {number: one.cells[self.seat].score.points for number, one in self.rounds.items()}

    @property
    def behind(self) -> int:
        """How far this winner was behind after a round in which nobody was behind them."""
        most = 0
        for one in self.rounds.values() if self.won else ():
            totals = [total for seat in one.playing if (total := one.cells[seat].total) is not None]
            gaps = [total - one.cells[self.seat].total for total in totals]
            ahead = [-gap if self.state.agreement.lowest_wins else gap for gap in gaps]
            if min(ahead) >= 0:
                most = max(most, *ahead)
        return most


def counted(state: MatchState) -> list[Any]:
    """The rounds that are complete and count."""
    return [one for one in state.sheet.rounds if one.complete and one.counted]


def ended_at(state: MatchState) -> datetime:
    """When something was written where nothing stood, for the last time."""
    on_sheet = [trail for cell, trail in state.trails.cells.items() if cell.kind in (ENTRY, CLOSER, ADJUST)]
    lines = [state.dealt.lines[-1].at] if state.dealt and state.dealt.lines else []
    return max([trail[0].at for trail in on_sheet] + lines, default=state.created_at)


def there(states: Iterable[MatchState]) -> list[MatchState]:
    """The matches that are neither in the archive nor deleted."""
    return [state for state in states if not state.archived and not state.deleted]


def everybody(states: Iterable[MatchState]) -> list[Played]:
    """Who played what, in order of time."""
    found = []
    for state in there(states):
        places = state.sheet.places
        of_match: dict[int, Played] = {}
        # Who sits twice has the match once, by the better place.
        for seat in sorted(state.seats, key=lambda seat: (places[seat.number] or 99, seat.number)):
            if state.sheet.over and not seat.bot and not seat.absent and places[seat.number] is not None:
                for person in seat.persons:
                    of_match.setdefault(person, Played(state, person, seat.number, ended_at(state)))
        found += of_match.values()
    return sorted(found, key=lambda one: (one.at, one.state.id))


def parted(played: Iterable[Played]) -> dict[Key, list[Played]]:
    """By person, game and year; with all games under "", and all years under 0."""
    found: dict[Key, list[Played]] = {}
    for one in played:
        for called in (one.state.called, ""):
            for year in (one.at.year, 0):
                found.setdefault((one.person, called, year), []).append(one)
    return found


def careers(states: Iterable[MatchState]) -> dict[Key, dict[str, Any]]:
    """Every row of careers."""
    return {key: career(key[1], those) for key, those in parted(everybody(states)).items()}


def career(called: str, those: list[Played]) -> dict[str, Any]:
    """The figures of one person in one game and year."""
    shares = sum(Fraction(1, len(one.state.sheet.winners)) for one in those if one.won)
    expected = sum(Fraction(1, sum(place is not None for place in one.state.sheet.places)) for one in those)
    rounds = [(one, number, points) for one in those for number, points in one.points.items()]
    closed = [
        each.cells[one.seat].score.paid for one in those for each in one.rounds.values() if each.closer == one.seat
    ]
    seen = [(each, one.seat) for one in those for each in counted(one.state)]
    runs = list(streaks(those))
    return {
        "game": those[-1].state.game.key if called else "",
        "matches": len(those),
        "won": sum(one.won for one in those),
        "months": [sum(one.won and one.at.month == month for one in those) for month in range(1, 13)],
        "shares": shares,
        "expected": expected,
        "fair": float((shares + 1) / (expected + 1)),
        "places": sum(one.place for one in those),
        "players": sum(place is not None for one in those for place in one.state.sheet.places),
        "rounds": len(rounds),
        "points": sum(points for _, _, points in rounds) if called else 0,
        "starts": sum(each.start.seat == seat for each, seat in seen),
        "closings": sum(each.closer == seat for each, seat in seen),
        "paid": closed.count(True),
        "cost": closed.count(False),
        **peaks(called, those, rounds),
        "first_streak": runs[0][0] if those[0].won else 0,
        "first_streak_match": runs[0][1] if those[0].won else None,
        "streak": runs[-1][0] if those[-1].won else 0,
        "best_streak": max([length for length, _ in runs], default=0),
        "best_streak_match": max(runs, key=lambda run: run[0], default=(0, None))[1],
        "last_at": those[-1].at,
        "last_won_at": max((one.at for one in those if one.won), default=None),
    }


def peaks(called: str, those: list[Played], rounds: list[tuple[Played, int, int]]) -> dict[str, Any]:
    """The first of the lowest and highest rounds, of the longest matches, of the greatest comebacks."""
    found: dict[str, Any] = {}
    for name, pick in (("lowest", min), ("highest", max)):
        one, number, points = pick(rounds, key=lambda each: each[2]) if rounds and called else (None, None, None)
        found |= {name: points, f"{name}_round": number, f"{name}_match": one.state.id if one else None}
    lasted = [(len(counted(one.state)), one.state.id) for one in those]
    behind = [(one.behind, one.state.id) for one in those]
    for name, each in (("longest", lasted), ("comeback", behind if called else [])):
        value, match = max(each, key=lambda pair: pair[0], default=(0, None))
        found |= {name: value or None, f"{name}_match": match if value else None}
    return found


def streaks(those: list[Played]) -> Iterator[tuple[int, int]]:
    """The runs of wins, oldest first: how many, and the match that completed it."""
    for won, run in groupby(those, key=lambda one: one.won):
        if won:
            matches = list(run)
            yield len(matches), matches[-1].state.id


def rivalries(states: Iterable[MatchState]) -> dict[tuple[int, str, int, int], tuple[int, int, int]]:
    """Every row of rivalries."""
    found: dict[tuple[int, str, int, int], list[int]] = {}
    played = everybody(states)
    pairs = [(one, two) for one in played for two in played if one.state.id == two.state.id and one.seat != two.seat]
    for one, two in pairs:
        for called in (one.state.called, ""):
            for year in (one.at.year, 0):
                row = found.setdefault((one.person, called, year, two.person), [0, 0, 0])
                row[0] += one.place < two.place
                row[1] += one.place > two.place
                row[2] += one.place == two.place
    return {key: (row[0], row[1], row[2]) for key, row in found.items()}


def seasons(states: Iterable[MatchState]) -> dict[Key, tuple[int, int, datetime]]:
    """Every row of seasons, by group: matches, rounds, and when the last match was."""
    found: dict[Key, tuple[int, int, datetime]] = {}
    for state in there(states):
        if state.sheet.over:
            rounds, at = len(counted(state)), ended_at(state)
            for called in (state.called, ""):
                for year in (at.year, 0):
                    matches, before, last = found.get((state.group_id, called, year), (0, 0, at))
                    found[state.group_id, called, year] = matches + 1, before + rounds, max(last, at)
    return found


def evenings(states: Iterable[MatchState]) -> list[tuple[int, datetime, datetime, int]]:
    """Every row of evenings: the group, from when to when, how many matches."""
    found: list[tuple[int, datetime, datetime, int]] = []
    spans = []
    for state in there(states):
        till = ended_at(state) if state.sheet.over or state.stopped else state.created_at
        spans.append((state.group_id, min(till, max(state.created_at, till - timedelta(hours=12))), till))
    for group, start, end in sorted(spans):
        if found and found[-1][0] == group and start < found[-1][2] + timedelta(hours=4):
            _, began, last, matches = found.pop()
            found.append((group, began, max(last, end), matches + 1))
        else:
            found.append((group, start, end, 1))
    return found


def feats(figures: dict[int, dict[str, Any]], those: dict[int, list[Played]]) -> dict[str, tuple[int, set[int], Any]]:
    """The feats of people with these figures: how much, who, in which round; the first of several that are alike."""
    at = {one.state.id: (one.at, one.state.id) for played in those.values() for one in played}
    found = {}
    for kind, pick in (("lowest", min), ("highest", max), ("longest", max), ("comeback", max), ("best_streak", max)):
        values = {who: row for who, row in figures.items() if row[f"{kind}_match"] is not None}
        if values:
            top = pick(row[kind] for row in values.values())
            done = {
                who: (*at[row[f"{kind}_match"]], row.get(f"{kind}_round"))
                for who, row in values.items()
                if row[kind] == top
            }
            first = min(done.values(), key=lambda when: (when[0], when[1], when[2] or 0))
            found[kind] = (top, {who for who, when in done.items() if when == first}, first[2])
    return found
