"""The table of the tests: who sits where, and short ways to say what they report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.games import by_key
from companion.games.cards import Hand
from companion.games.game import Game, Round, Start
from companion.games.options import Options
from companion.games.scoresheet import RoundFacts, Scoresheet, SeatSpan, scoresheet

MOJO: Game = by_key("mojo")
SKYJO: Game = by_key("skyjo")
ANA, PAU, ZOE, TEO, MARTA = range(5)
UNKNOWN = Start(None, None, None)


class Closing(NamedTuple):
    """The entry of the seat that ended the round."""

    entry: Any


def closing(entry: Any, closed: bool) -> Any:
    """An entry as reported by the seat that did, or did not, end the round."""
    return Closing(entry) if closed else entry


def hand(*cards: int) -> Hand:
    """The cards left before a seat that did not end the round."""
    return Hand(cards)


def mojo(*cards: int) -> Closing:
    """The cards left before the seat that took the Mojo."""
    return Closing(Hand(cards))


def typed(points: int, closed: bool = False) -> Any:
    """A counted sum, before 0 or +10."""
    return closing(Hand(points=points), closed)


def bare(entry: Any) -> Any:
    """An entry, whoever ended the round."""
    return entry.entry if isinstance(entry, Closing) else entry


def seated(entries: Sequence[Any] | Mapping[int, Any]) -> dict[int, Any]:
    """Entries by seat, from the first one when no seats are named."""
    return dict(entries) if isinstance(entries, Mapping) else dict(enumerate(entries))


def closer_of(entries: Mapping[int, Any]) -> int | None:
    """The seat that ended the round; one at most can."""
    found = [seat for seat, entry in entries.items() if isinstance(entry, Closing)]
    assert len(found) <= 1
    return found[0] if found else None


def judged(
    entries: Sequence[Any] | Mapping[int, Any], options: Options | None = None, before: Sequence[int] = ()
) -> Round[Any]:
    """A round as a game judges it, from what the seats report."""
    held = seated(entries)
    seats, closer = tuple(held), closer_of(held)
    place = None if closer is None else seats.index(closer)
    none = ((),) * len(seats)
    totals = tuple(before) or (0,) * len(seats)
    return Round(1, seats, tuple(map(bare, held.values())), place, totals, none, options or {})


def alone(entry: Any, seats: int, options: Options | None = None) -> tuple[Round[Any], int]:
    """A round of so many seats in which only the first one has reported, and its place."""
    return judged([entry, *[None] * (seats - 1)], options), 0


def facts(*entries: Any, adjust: Mapping[int, int] | None = None) -> RoundFacts:
    """One round as written down, entries in seat order; `adjust` are house-rule points by seat."""
    held = {seat: entry for seat, entry in enumerate(entries) if entry is not None}
    return RoundFacts({seat: bare(entry) for seat, entry in held.items()}, closer_of(held), adjust or {})


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
