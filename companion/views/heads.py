"""The heads of the sheet's columns: who it is, the total, the place, and how far it is to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from companion.games import by_key
from companion.ledger.seats import SeatState
from companion.ledger.state import MatchState

from .pieces import filled, hole, piece
from .sheet import RankingFacts, RankText, columns, is_begun, rank_texts, total_text
from .words import gettext, signed

YOU, OWN = "you", "own"
"""What differs from phone to phone in the heads: the mark of an own column, and its style."""
NARROW = 2
"""How many signs of a total are no more than a narrow column has room for at full size."""


class HeadFacts(NamedTuple):
    """The head of a seat's column. `total`: None where nobody knows it; `first`, `points`: the round it joined in, and
    with how many points; 0 for the first; `left`: it plays no more.
    """

    seat: int
    name: str
    total: int | None
    first: int
    points: int
    left: bool


class HeadsFacts(NamedTuple):
    """All heads. `match`: whose; `begun`: there are places yet."""

    ranking: RankingFacts
    begun: bool
    heads: tuple[HeadFacts, ...]


@dataclass(frozen=True, slots=True)
class HeadText:
    """The head of a column ready to print. `since` says from or until when; `rank` is None for somebody who has left;
    `place` is empty before the first round is complete; `said`: all of it in words; `you`, `own`: holes.
    """

    seat: int
    name: str
    total: str
    since: str
    rank: RankText | None
    place: str
    said: str
    css: str
    you: str
    own: str


def heads(facts: HeadsFacts) -> Markup:
    """The heads of the columns; the holes in them wait for `marked`."""
    return piece(_heads, facts)


def persons(facts: HeadsFacts) -> Markup:
    """What a tap on a head shows: the whole name, and all that its column says."""
    return piece(_persons, facts)


def heads_of(state: MatchState, ranks: RankingFacts) -> HeadsFacts:
    """The heads of a match, clockwise; somebody whose joining was taken back has none."""
    return HeadsFacts(ranks, is_begun(state), tuple(_head(state, state.seats[seat]) for seat in columns(state)))


def _head(state: MatchState, seat: SeatState) -> HeadFacts:
    span, sheet = seat.span, state.sheet
    total = None if seat.number in (sheet.unknown or ()) else sheet.totals[seat.number]
    left = span.last_round is not None and seat.number not in state.playing
    late = not left and span.first_round > 1
    first, points = (span.first_round, span.start_points) if late else (0, 0)
    return HeadFacts(seat.number, seat.name, total, first, points, left)


def marked(html: Markup, state: MatchState, phone: int) -> Markup:
    """A sheet as one phone sees it: the columns of those for whom it enters are marked."""
    mine = state.seats_of(phone)
    pill = piece(_you, None) if mine else Markup("")
    parts = {}
    for seat in columns(state):
        parts[_hole(YOU, seat)] = pill if seat in mine else ""
        parts[_hole(OWN, seat)] = "own" if seat in mine else ""
    return filled(html, parts)


def _you(_: None) -> str:
    return render_template("pad/_you.html")


def _hole(kind: str, seat: int) -> str:
    return hole(f"{kind}-{seat}")


def _heads(it: HeadsFacts) -> str:
    return render_template("pad/_head.html", heads=_texts(it))


def _persons(it: HeadsFacts) -> str:
    return render_template("pad/_persons.html", heads=_texts(it))


def _texts(it: HeadsFacts) -> list[HeadText]:
    ranks = {rank.seat: rank for rank in rank_texts(it.ranking)}
    return [_text(it, head, ranks.get(head.seat)) for head in it.heads]


def _text(it: HeadsFacts, head: HeadFacts, rank: RankText | None) -> HeadText:
    total = total_text(head.total)
    if rank:
        said = rank.label
    elif head.total is None:
        said = gettext("total not known")
    else:
        said = gettext(by_key(it.ranking.game).words.so_far, total=total)
    place = str(rank.place) if rank and it.begun else ""
    if place:
        said = gettext("%(standing)s, place %(place)s", standing=said, place=place)
    css = " ".join(("out" if head.left else rank.css if rank else "", "large" if len(total) > NARROW else "")).strip()
    holes = (_hole(YOU, head.seat), _hole(OWN, head.seat))
    return HeadText(head.seat, head.name, total, _since(head), rank, place, said, css, *holes)


def _since(it: HeadFacts) -> str:
    if it.left:
        return gettext("left")
    if it.points:
        return gettext("from %(round)s, with %(points)s", round=it.first, points=signed(it.points))
    return gettext("from %(round)s", round=it.first) if it.first else ""
