"""The headline of the pad: who starts, which way round, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from companion.games import by_key
from companion.ledger.state import MatchState

from .notes import StartFacts, open_round, start_of, ways
from .pieces import piece
from .words import gettext, say

NAME = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Where the name stands in a sentence, while it is put into the page as an element of its own."""


class HeadlineFacts(NamedTuple):
    """Who begins the open round. `ring`: those who play in it, in the order of play; `begun`: a hand is in."""

    round: int
    start: StartFacts
    ring: tuple[tuple[int, str], ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class Headline:
    """The headline ready to print. `seat` is None where the cards decide, and `name` empty; `before`, `after`: the
    sentence around it; `why` may be empty; `back`: it goes counter-clockwise; `ring`: the seats in the order of play,
    with their names.
    """

    round: int
    seat: int | None
    before: str
    name: str
    after: str
    way: str
    why: str
    back: bool
    ring: tuple[tuple[int, str], ...]
    begun: bool


def headline(state: MatchState) -> Markup:
    """Who starts the open round; nothing while that is not known."""
    open_ = open_round(state)
    if open_ is None or (open_.start.seat is None and open_.start.why is None):
        return Markup("")
    start = start_of(state, open_.start)
    return piece(_headline, HeadlineFacts(open_.number, start, _ring(state, start), open_.begun))


def _ring(state: MatchState, it: StartFacts) -> tuple[tuple[int, str], ...]:
    """Those who play, from the one who starts, the way it goes."""
    seats = [seat for seat in state.order if seat in state.playing][:: it.start.direction or 1]
    first = seats.index(it.start.seat) if it.start.seat in seats else 0
    return tuple((seat, it.names[seat]) for seat in (*seats[first:], *seats[:first]))


def _headline(it: HeadlineFacts) -> str:
    start, name = it.start.start, "" if it.start.start.seat is None else it.start.names[it.start.start.seat]
    before, _, after = _begins(it).partition(NAME)
    way, back = ways()[start.direction or 1], start.direction == -1
    why = _because(it) if name else ""
    text = Headline(it.round, start.seat, before, name, after, way, why, back, it.ring, it.begun)
    return render_template("pad/_starter.html", it=text)


def _because(it: HeadlineFacts) -> str:
    """Why that seat begins, with whom or which round it is about where the game says so."""
    start, called = it.start, it.start.names.__getitem__
    told = by_key(start.game).words.because.get(str(start.start.why.msgid)) if start.start.why else None
    if told is None:
        return say(start.start.why, called)
    return gettext(told, dealer="" if start.dealer is None else called(start.dealer), last=it.round - 1)


def _begins(it: HeadlineFacts) -> str:
    if it.start.start.seat is None:
        return gettext("The cards decide who starts")
    return gettext("%(name)s started", name=NAME) if it.begun else gettext("%(name)s starts", name=NAME)
