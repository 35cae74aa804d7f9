"""How somebody developed: the totals of the last matches as a line, or the places where the games are unlike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from companion.ledger.persons import Person
from companion.ledger.remembered import Step
from companion.ledger.summaries import ALL

from .chart import ticks
from .words import gettext, moment, ngettext, signed

WIDTH, HEIGHT = 360, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 350, 16, 146
FEW = 2
"""From so many matches on there is a line."""
LEVELS = 5


@dataclass(frozen=True, slots=True)
class Dot:
    """A match on the line, in SVG units; one that was won is a star."""

    x: float
    y: float
    won: bool


@dataclass(frozen=True, slots=True)
class PersonCurve:
    """Everything in SVG units. `levels` are (y, what stands there) and go from `left` to `right`; `first`, `last`: the
    days at both ends; `title`: what it shows, `story`: what it comes to.
    """

    width: int
    height: int
    left: int
    right: int
    title: str
    story: str
    style: int
    path: str
    dots: tuple[Dot, ...]
    levels: tuple[tuple[float, str], ...]
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class StepText:
    """A match of the line in words; `total` is empty where only places are known, and so is `called` in one game."""

    url: str
    day: str
    called: str
    total: str
    place: str
    won: bool


def line_of(its: Person, called: str, steps: Sequence[Step]) -> PersonCurve | None:
    """The line of some matches, the oldest first; None while they are too few. Places of unlike games, else totals."""
    numbers = [(step, step.place if called == ALL else step.total) for step in steps]
    known = [(step, number) for step, number in numbers if number is not None]
    if len(known) < FEW:
        return None
    low, high = min(number for _, number in known), max(number for _, number in known)
    high += low == high
    # The first place is at the top; totals stand as on the pad, whatever is good.
    top, bottom = (TOP, BOTTOM) if called == ALL else (BOTTOM, TOP)

    def height(number: int) -> float:
        return round(top + (number - low) / (high - low) * (bottom - top), 1)

    apart = (RIGHT - LEFT - 8) / (len(known) - 1)
    dots = tuple(
        Dot(round(LEFT + 4 + at * apart, 1), height(number), step.won) for at, (step, number) in enumerate(known)
    )
    return PersonCurve(
        *(WIDTH, HEIGHT, LEFT, RIGHT),
        title=_title(called, known[-1][0]),
        story=_story(known),
        style=its.avatar.pair,
        path=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        dots=dots,
        levels=tuple((height(level), signed(level)) for level in ticks(low, high, LEVELS)),
        first=moment(known[0][0].played_at, "date"),
        last=moment(known[-1][0].played_at, "date"),
    )


def _title(called: str, newest: Step) -> str:
    if called == ALL:
        return gettext("Places, the first at the top")
    return gettext("Final totals, lower is better") if newest.lowest_wins else gettext("Final totals, higher is better")


def _story(known: Sequence[tuple[Step, int]]) -> str:
    """What the line comes to."""
    won = sum(step.won for step, _ in known)
    return ngettext(
        "The last %(num)s match; won: %(won)s. The same numbers stand in the table below.",
        "The last %(num)s matches; won: %(won)s. The same numbers stand in the table below.",
        len(known),
        won=won,
    )


def steps_of(called: str, steps: Sequence[Step]) -> tuple[StepText, ...]:
    """The matches of the line in words, the newest first."""
    return tuple(_text(called, step) for step in reversed(steps))


def _text(called: str, step: Step) -> StepText:
    return StepText(
        url_for("pad.page", public_id=step.match),
        moment(step.played_at, "date"),
        step.called if called == ALL else "",
        "" if step.total is None else signed(step.total),
        gettext("%(place)s of %(ranked)s", place=step.place, ranked=step.ranked),
        step.won,
    )
