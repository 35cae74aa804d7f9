"""The line chart of the totals, as numbers for a small SVG."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from flask import render_template
from markupsafe import Markup

from companion.ledger.state import MatchState

from .kept import kept
from .words import language

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 26, 78, 14, 24
LABEL_GAP = 15
ROOM = 8.5
"""How many letters of middling width fit beside the chart."""


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's totals. `style` numbers its dash and marker; `label_y` keeps labels apart."""

    style: int
    name: str
    short: str
    path: str
    label_y: float
    end: tuple[float, float]
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything in SVG units. `levels` are (y, points), `rounds` are (x, number)."""

    width: int
    height: int
    left: int
    right: int
    limit_y: float
    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    rounds: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class Runs:
    """What a chart draws: the rounds that count, and each seat's totals as (number of the step, points)."""

    limit: int
    rounds: tuple[int, ...]
    seats: tuple[tuple[int, str, tuple[tuple[int, int], ...]], ...]


def chart_html(state: MatchState) -> Markup:
    """The chart of a match, drawn anew only when a total changed; empty before the first complete round."""
    runs = _runs(state)
    if not runs.rounds:
        return Markup("")
    return Markup(kept(("chart", language(), runs), lambda: render_template("pad/_chart.html", chart=chart(runs))))


def _runs(state: MatchState) -> Runs:
    done = [round_ for round_ in state.sheet.rounds if round_.counted and round_.complete]
    seats = []
    for seat in state.order:
        span = state.seats[seat].span
        run = [(0, span.start_points)] if span.first_round == 1 else []
        totals = ((at, round_.cells[seat].total) for at, round_ in enumerate(done, 1))
        run += [(at, total) for at, total in totals if total is not None]
        if len(run) > (span.first_round == 1):
            seats.append((seat, state.name(seat), tuple(run)))
    return Runs(state.sheet.limit, tuple(round_.number for round_ in done), tuple(seats))


def chart(runs: Runs) -> Chart:
    """The totals after each round, as lines."""
    values = [total for _, _, run in runs.seats for _, total in run]
    low, high = min(0, *values), max(runs.limit, *values)
    steps = len(runs.rounds)

    def place(at: int, total: int) -> tuple[float, float]:
        down = (high - total) / (high - low) * (HEIGHT - TOP - BOTTOM)
        return round(LEFT + at * (WIDTH - LEFT - RIGHT) / steps, 1), round(TOP + down, 1)

    marks = {seat: tuple(place(at, total) for at, total in run) for seat, _, run in runs.seats}
    labels = spread({seat: points[-1][1] for seat, points in marks.items()}, LABEL_GAP, HEIGHT - 4)
    lines = tuple(_line(seat, name, marks[seat], labels[seat], run[-1][1]) for seat, name, run in runs.seats)
    every = max(1, -(-steps // 8))
    rounds = tuple((place(at, 0)[0], runs.rounds[at - 1]) for at in range(every, steps + 1, every))
    levels = tuple((place(0, level)[1], level) for level in ticks(low, high))
    return Chart(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, place(0, runs.limit)[1], lines, levels, rounds)


def _line(seat: int, name: str, marks: tuple[tuple[float, float], ...], label_y: float, total: int) -> Line:
    path = " ".join(f"{x},{y}" for x, y in marks)
    return Line(seat % 8, name, _label(name), path, label_y, marks[-1], total)


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
