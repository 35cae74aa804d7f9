"""The table of the tests: who sits where, and short ways to say what they report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games import by_key
from companion.games.game import Entry, Game
from companion.games.scoresheet import RoundFacts, Scoresheet, SeatSpan, scoresheet

MOJO: Game = by_key("mojo")
SKYJO: Game = by_key("skyjo")
ANA, PAU, ZOE, TEO, MARTA = range(5)


def hand(*cards: int) -> Entry:
    """The cards left before a seat that did not end the round."""
    return Entry(cards=cards)


def mojo(*cards: int) -> Entry:
    """The cards left before the seat that took the Mojo."""
    return Entry(cards=cards, closed=True)


def typed(points: int, closed: bool = False) -> Entry:
    """A counted sum, before 0 or +10."""
    return Entry(points=points, closed=closed)


def facts(*entries: Entry | None, adjust: Mapping[int, int] | None = None) -> RoundFacts:
    """One round as written down, entries in seat order; `adjust` are house-rule points by seat."""
    return replace(RoundFacts.of(entries), adjust=adjust or {})


def worth(*points: int) -> RoundFacts:
    """A complete round that gives every seat exactly these points: bare zeros, the rest by house rule."""
    entries = [typed(0, closed=seat == ANA) for seat in range(len(points))]
    return facts(*entries, adjust=dict(enumerate(points)))


def sheet(
    *rounds: RoundFacts,
    seats: int | Sequence[SeatSpan] = 3,
    first: int = ANA,
    order: Sequence[int] | None = None,
    game: Game = MOJO,
    **options: int | str,
) -> Scoresheet:
    """The sheet of these rounds; a number of seats means that they play from the first round to the end."""
    spans = [SeatSpan()] * seats if isinstance(seats, int) else seats
    return scoresheet(game, spans, rounds, options, first, order)
