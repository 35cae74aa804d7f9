"""What a person's matches add up to: rows of Career, from one match to all of them. Nothing is read or written here.

A tally of some matches and one of later matches make the tally of both, so that a year is counted from its matches,
and all time from its years.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import groupby
from typing import Any

from .summaries import ALL, PARTS

Tally = dict[str, Any]
"""The columns of a Career, but whose it is, of which group and year."""

MONTHS = range(1, 13)
_SUMS = (
    *("matches", "won", "shares", "expected", "places", "players"),
    *("rounds", "points", "starts", "closings", "paid", "cost"),
)
_PEAKS = {"lowest": ("match", "round"), "highest": ("match", "round"), "longest": ("match",), "comeback": ("match",)}
"""What is kept beside each peak."""
_OF_ONE_GAME = ("lowest", "highest", "comeback")


def of_match(row: Mapping[str, Any]) -> Tally:
    """The tally of one match, from a row of SeatResult with the `game` of its match and how many rounds it `lasted`."""
    match, won = row["match_id"], bool(row["won"])
    same = ("called", "game", "rounds", "points", "starts", "closings", "paid", "cost")
    streak = {"first_streak": int(won), "streak": int(won), "best_streak": int(won)}
    tally = {
        **{name: row[name] for name in same},
        "matches": 1,
        "won": int(won),
        "months": [int(won and month == row["played_at"].month) for month in MONTHS],
        "shares": PARTS // row["winners"] if won else 0,
        "expected": PARTS // row["ranked"],
        "places": row["place"],
        "players": row["ranked"],
        **{name: row[name] for name in ("lowest", "lowest_round", "highest", "highest_round", "comeback")},
        "longest": row["lasted"] or None,
        **streak,
        **dict.fromkeys(("first_streak_match", "best_streak_match"), match if won else None),
        "last_at": row["played_at"],
        "last_won_at": row["played_at"] if won else None,
    }
    return {**tally, **{f"{peak}_match": None if tally[peak] is None else match for peak in _PEAKS}}


def of_all(tally: Tally) -> Tally:
    """A tally as it counts for ALL games: points of unlike games add up to nothing, and are neither low nor high."""
    blank = {f"{peak}_{kept}": None for peak in _OF_ONE_GAME for kept in _PEAKS[peak]}
    return {**tally, **blank, **dict.fromkeys(_OF_ONE_GAME), "called": ALL, "game": "", "points": 0}


def joined(one: Tally, two: Tally) -> Tally:
    """The tally of some matches and of others, all of them later."""
    sums = {name: one[name] + two[name] for name in _SUMS}
    sums["months"] = [was + more for was, more in zip(one["months"], two["months"], strict=True)]
    last = {"last_at": two["last_at"], "last_won_at": two["last_won_at"] or one["last_won_at"]}
    return {"called": one["called"], "game": two["game"], **sums, **_peaks(one, two), **_streaks(one, two), **last}


def by_called(tallies: Iterable[Tally]) -> list[Tally]:
    """One tally for each name of a game, from several in order of time."""
    ordered = sorted(tallies, key=lambda tally: str(tally["called"]))
    return [reduce(joined, those) for _, those in groupby(ordered, key=lambda tally: tally["called"])]


def fair(tally: Tally) -> float:
    """The wins against what luck alone would give, as if everybody had begun with one of each."""
    return float((tally["shares"] + PARTS) / (tally["expected"] + PARTS))


def _peaks(one: Tally, two: Tally) -> Tally:
    """The peaks of both: the earlier of two that are alike."""
    found: Tally = {}
    for peak, kept in _PEAKS.items():
        low, old, new = peak == "lowest", one[peak], two[peak]
        later = new is not None and (old is None or (new < old if low else new > old))
        best = two if later else one
        found |= {name: best[name] for name in (peak, *(f"{peak}_{its}" for its in kept))}
    return found


def _streaks(one: Tally, two: Tally) -> Tally:
    """The wins in a row of both: a row may go on from the one to the other."""
    across = one["streak"] + two["first_streak"]
    whole_one, whole_two = one["first_streak"] == one["matches"], two["streak"] == two["matches"]
    # Nothing goes on where the later ones began with a defeat.
    end = two["first_streak_match"] or one["best_streak_match"]
    rows = [
        (one["best_streak"], one["best_streak_match"]),
        (across, end) if two["first_streak"] else (0, None),
        (two["best_streak"], two["best_streak_match"]),
    ]
    best, match = max(rows, key=lambda row: row[0])
    return {
        "first_streak": one["first_streak"] + two["first_streak"] if whole_one else one["first_streak"],
        "first_streak_match": end if whole_one and two["first_streak"] else one["first_streak_match"],
        "streak": across if whole_two else two["streak"],
        "best_streak": best,
        "best_streak_match": match,
    }
