"""The line chart of the totals, as numbers for a small SVG."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from companion.ledger.state import MatchState

from .pieces import piece
from .words import signed

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 26, 78, 14, 24
RIGHT_EDGE = WIDTH - RIGHT
LABEL_GAP = 15
ROOM = 8.5
"""How many letters of middling width fit beside the chart."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One seat's totals. `style` numbers its colour, dash and marker, as its people have them; `tie` leads to its
    label, which `label_y` keeps apart from the others; `said` is how it ends, in words.
    """

    style: int
    short: str
    path: str
    tie: str
    label_y: float
    said: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything in SVG units. `levels` are (y, points) and stand at `axis_x`, `rounds` are (x, number or name) and
    stand at `axis_y`, the names of the curves at `label_x`.
    """

    width: int
    height: int
    left: int
    right: int
    axis_x: int
    axis_y: int
    label_x: int
    limit_y: float | None
    curves: tuple[Curve, ...]
    levels: tuple[tuple[float, str], ...]
    rounds: tuple[tuple[float, int | str], ...]


Run = tuple[tuple[int, int], ...]


class Runs(NamedTuple):
    """What a chart draws: the rounds that count, or whatever else the steps are, and of each seat, or person, the pair
    of colour and shape, the name, and the totals as (number of the step, points).
    """

    limit: int | None
    rounds: tuple[int | str, ...]
    seats: tuple[tuple[int, str, Run], ...]


def totals_by_round(state: MatchState) -> Markup:
    """The chart of a match; empty before the first complete round."""
    runs = _runs(state)
    return piece(drawn, runs) if runs.rounds else Markup("")


def drawn(runs: Runs) -> str:
    """The chart as SVG."""
    return render_template("pad/_chart.html", chart=chart(runs))


def _runs(state: MatchState) -> Runs:
    done = state.complete
    seats = []
    for seat in state.order:
        span = state.seats[seat].span
        run = [(0, span.start_points)] if span.first_round == 1 else []
        totals = ((at, round_.cells[seat].total) for at, round_ in enumerate(done, 1))
        run += [(at, total) for at, total in totals if total is not None]
        if len(run) > (span.first_round == 1):
            seats.append((state.seats[seat].avatar.pair, state.name(seat), tuple(run)))
    return Runs(state.sheet.limit, tuple(round_.number for round_ in done), tuple(seats))


def chart(runs: Runs) -> Chart:
    """The totals after each round, as lines."""
    values = [total for _, _, run in runs.seats for _, total in run]
    low, high = min(0, *values), max(0 if runs.limit is None else runs.limit, *values)
    high += low == high
    steps = len(runs.rounds)

    def place(at: int, total: int) -> tuple[float, float]:
        down = (high - total) / (high - low) * (HEIGHT - TOP - BOTTOM)
        return round(LEFT + at * (RIGHT_EDGE - LEFT) / steps, 1), round(TOP + down, 1)

    marks = [tuple(place(at, total) for at, total in run) for _, _, run in runs.seats]
    labels = spread({at: points[-1][1] for at, points in enumerate(marks)}, LABEL_GAP, HEIGHT - 4)
    curves = tuple(
        _curve(pair, name, marks[at], labels[at], run[-1][1]) for at, (pair, name, run) in enumerate(runs.seats)
    )
    every = max(1, -(-steps // 8))
    return Chart(
        WIDTH,
        HEIGHT,
        LEFT,
        RIGHT_EDGE,
        axis_x=LEFT - 6,
        axis_y=HEIGHT - 6,
        label_x=RIGHT_EDGE + 13,
        limit_y=None if runs.limit is None else place(0, runs.limit)[1],
        curves=curves,
        levels=tuple((place(0, level)[1], signed(level)) for level in ticks(low, high)),
        rounds=tuple((place(at, 0)[0], runs.rounds[at - 1]) for at in range(every, steps + 1, every)),
    )


def _curve(pair: int, name: str, marks: tuple[tuple[float, float], ...], label_y: float, total: int) -> Curve:
    path = " ".join(f"{x},{y}" for x, y in marks)
    tie = f"M{marks[-1][0]} {marks[-1][1]}L{RIGHT_EDGE + 10} {label_y}"
    return Curve(pair, _label(name), path, tie, label_y, f"{name} {signed(total)}")


def _label(name: str) -> str:
    """As much of a name as fits beside the chart; wide letters and emoji take more room."""
    used = 0.0
    for at, letter in enumerate(name):
        used += 2.2 if unicodedata.east_asian_width(letter) in "WF" else 1.55 if letter in "WMwm@%" else 1.0
        if used > ROOM:
            return f"{name[: max(at - 1, 1)]}…"
    return name


def ticks(low: int, high: int, most: int = 6) -> list[int]:
    """Round numbers from `low` to `high`, at most `most` of them, evenly spaced by 1, 2 or 5 times a power of ten."""
    scale = 1
    while True:
        for factor in (1, 2, 5):
            step = factor * scale
            first = -(-low // step) * step
            marks = list(range(first, high + 1, step))
            if len(marks) <= most:
                return marks
        scale *= 10


def spread(wanted: dict[int, float], gap: float, bottom: float) -> dict[int, float]:
    """Heights as close as can be to those wanted, each at least `gap` below the one before, none below `bottom`."""
    placed: dict[int, float] = {}
    floor = float("-inf")
    for key in sorted(wanted, key=lambda key: wanted[key]):
        floor = max(wanted[key], floor + gap)
        placed[key] = floor
    ceiling = bottom
    for key in sorted(placed, key=lambda key: placed[key], reverse=True):
        placed[key] = ceiling = min(placed[key], ceiling)
        ceiling -= gap
    return placed
