"""What a person's matches add up to: rows of Career, from one match to all of them. Nothing is read or written here.

A tally of some matches and one of later matches make the tally of both, so that a year is counted from its matches,
and all time from its years.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from .summaries import ALL, PARTS

Tally = dict[str, Any]
"""The columns of a Career, but whose it is, of which group and year."""

MONTHS = 12
_SUMS = (
    *("matches", "won", "shares", "expected", "places", "players"),
    *("rounds", "points", "starts", "closings", "paid", "cost"),
)
_PEAKS = {
    "lowest": ("lowest", "lowest_match", "lowest_round"),
    "highest": ("highest", "highest_match", "highest_round"),
    "longest": ("longest", "longest_match"),
    "comeback": ("comeback", "comeback_match"),
}
"""The columns that tell of each peak."""
_OF_ONE_GAME = ("lowest", "highest", "comeback")
_ALIKE = (
    *("called", "game", "rounds", "points", "starts", "closings", "paid", "cost"),
    *("lowest", "lowest_round", "highest", "highest_round", "comeback"),
)
"""What a tally of one match has as the row says it."""


def of_match(row: Mapping[str, Any]) -> Tally:
    """The tally of one match, from a row of SeatResult with the `game` of its match and how many rounds it `lasted`."""
    match, won, at = row["match_id"], int(row["won"]), row["played_at"]
    months = [0] * MONTHS
    months[at.month - 1] = won
    tally = {
        **{name: row[name] for name in _ALIKE},
        "matches": 1,
        "won": won,
        "months": months,
        "shares": PARTS // row["winners"] if won else 0,
        "expected": PARTS // row["ranked"],
        "places": row["place"],
        "players": row["ranked"],
        "longest": row["lasted"] or None,
        **dict.fromkeys(("first_streak", "streak", "best_streak"), won),
        **dict.fromkeys(("first_streak_match", "best_streak_match"), match if won else None),
        "last_at": at,
        "last_won_at": at if won else None,
    }
    for peak in _PEAKS:
        tally[f"{peak}_match"] = None if tally[peak] is None else match
    return tally


def of_all(tally: Tally) -> Tally:
    """A tally as it counts for ALL games: points of unlike games add up to nothing, and are neither low nor high."""
    blank = dict.fromkeys(name for peak in _OF_ONE_GAME for name in _PEAKS[peak])
    return {**tally, **blank, "called": ALL, "game": "", "points": 0}


def together(tallies: Iterable[Tally]) -> Tally:
    """The tally of all these matches, from several in order of time; of one at least."""
    first, *others = tallies
    found = {**first, "months": [*first["months"]]}
    for later in others:
        _add(found, later)
    return found


def by_called(tallies: Iterable[Tally]) -> list[Tally]:
    """One tally for each name of a game, from several in order of time."""
    ordered = sorted(tallies, key=lambda tally: str(tally["called"]))
    return [together(those) for _, those in groupby(ordered, key=lambda tally: tally["called"])]


def fair(tally: Tally) -> float:
    """The wins against what luck alone would give, as if everybody had begun with one of each."""
    return float((tally["shares"] + PARTS) / (tally["expected"] + PARTS))


def _add(found: Tally, later: Tally) -> None:
    """Add matches that were played later. Thousands are added in a row, so it changes what it has."""
    _add_peaks(found, later)
    _add_streaks(found, later)
    for name in _SUMS:
        found[name] += later[name]
    if later["won"]:
        for month in range(MONTHS):
            found["months"][month] += later["months"][month]
        found["last_won_at"] = later["last_won_at"]
    found["game"], found["last_at"] = later["game"], later["last_at"]


def _add_peaks(found: Tally, later: Tally) -> None:
    """The peaks of both: the earlier of two that are alike."""
    for peak, kept in _PEAKS.items():
        old, new = found[peak], later[peak]
        if new is not None and (old is None or (new < old if peak == "lowest" else new > old)):
            for name in kept:
                found[name] = later[name]


def _add_streaks(found: Tally, later: Tally) -> None:
    """The wins in a row of both: a row may go on from the one to the other. `matches` is still without the later."""
    across, end = found["streak"] + later["first_streak"], later["first_streak_match"]
    if later["first_streak"] and found["first_streak"] == found["matches"]:
        found["first_streak"], found["first_streak_match"] = across, end
    # The row that goes on was completed before any other one of the later matches.
    for length, match in ((across, end), (later["best_streak"], later["best_streak_match"])):
        if match is not None and length > found["best_streak"]:
            found["best_streak"], found["best_streak_match"] = length, match
    found["streak"] = across if later["streak"] == later["matches"] else later["streak"]
