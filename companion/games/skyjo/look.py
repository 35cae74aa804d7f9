"""A table of Skyjo as pages show it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .. import look as words
from ..look import Choice, Face, Pile, SeatLook
from ..refusals import NOT_YOUR_TURN, ROUND_OVER, SHUFFLING
from ..why import N_, NC_, Who, Whos, Why, plain
from .lessons import lesson
from .moves import ACTS, DRAW, TAKE
from .observe import Observation
from .scoring import CARDS
from .stages import DRAWN, LOTS, OVER, PICKING, RESHUFFLE, SHUFFLE, TAKEN

EFFECTS = {
    "pick": Why(N_("choose")),
    "take": Why(N_("take this")),
    "draw": Why(N_("take this")),
    "swap": Why(N_("swap")),
    "turn": Why(NC_("skyjo", "turn over")),
    "column": Why(N_("clear column")),
    "close": Why(N_("end round")),
}
CLOSED = "closed"
OPEN_ALREADY = Why(N_("That card is already face up."))

ROWS = 3
WAYS = {"swap": 1, "turn": 2}
"""What can be done with the card in hand: put it in the place of another, or away, turning one up."""

Grid = tuple[Face | None, ...]
"""Twelve positions, column by column from the left, None where a column is gone; empty before the cards are dealt."""


@dataclass(frozen=True, slots=True)
class SeatWithGrid(SeatLook):
    """A seat with its grid. `gone`: how many columns are."""

    grid: Grid = ()
    gone: int = 0

    @property
    def sum(self) -> int:
        """What lies open, added up."""
        return sum(face.card for face in self.up if face.card is not None)

    @property
    def said(self) -> Why:
        """The grid for whoever hears the page."""
        cards = " ".join(plain(face.card) for face in self.up) or "–"
        return Why(N_("face up: %(cards)s; face down: %(down)s"), {"cards": cards, "down": self.down})


@dataclass(frozen=True, slots=True)
class Spot:
    """A position in the observer's grid, both numbers from 1. `picked`: it is to be turned (skyjo S3); `barred`: why
    the second way of playing, turning a card up, cannot be had there.
    """

    column: int
    row: int
    face: Face | None
    picked: bool
    barred: Why | None


@dataclass(frozen=True, slots=True)
class Look(words.Look):
    """`grid`: the observer's own, with what it may do; empty for a watcher. `picked`: the positions in it, from 0, that
    the observer has picked to turn (skyjo S3). `held`: the card in the hand of the seat in turn, None when there is
    none (skyjo S4, S5). `two_ways`: a card can be swapped or turned up.
    """

    grid: Grid
    picked: tuple[int, ...]
    held: Face | None
    two_ways: bool

    @property
    def spread(self) -> dict[str, str]:
        """The open cards of everybody, a watcher’s look: by seat and position."""
        return {
            f"at-{place.seat}-{at}": "" if face is None or face.card is None else str(face.card)
            for place in self.places
            if isinstance(place, SeatWithGrid)
            for at, face in enumerate(place.grid)
        }

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The observer's grid, position by position."""
        return tuple(self._spot(at, face) for at, face in enumerate(self.grid))

    def _spot(self, at: int, face: Face | None) -> Spot:
        column, row = divmod(at, ROWS)
        open_ = self.two_ways and face is not None and len(face.choices) == 1
        return Spot(column + 1, row + 1, face, at in self.picked, OPEN_ALREADY if open_ else None)


def look(seen: Observation) -> Look:
    """What the observer's page shows."""
    around, mine = len(seen.seats), seen.place
    own = () if mine is None else _own(seen, mine)
    return Look(
        places=tuple(_place(seen, place) for place in words.others(around, mine)),
        mine=None if mine is None else _place(seen, mine),
        piles=_piles(seen),
        ask=_ask(seen),
        lesson=lesson(seen),
        direction=1,
        grid=own,
        picked=seen.picks,
        held=_held(seen),
        two_ways=any(face and len(face.choices) > 1 for face in own),
    )


def _grid(seen: Observation, place: int) -> Grid:
    lies = seen.lies[place]
    return tuple(_face(card) if at in lies else None for at, card in enumerate(seen.grids[place]))


def _face(card: int | None) -> Face:
    return Face(None) if card is None else Face(card, CARDS.suit_number(card))


def _own(seen: Observation, mine: int) -> Grid:
    """The observer's own cards, each with what may be done with it (skyjo S3 to S5)."""
    choices: dict[int, list[Choice]] = {}
    for move in seen.moves():
        choices.setdefault(ACTS[move].at, []).append(_choice(seen, move))
    return tuple(
        face and replace(face, choices=tuple(choices[at]) if at in choices else (), refused=_refused(seen, at, choices))
        for at, face in enumerate(_grid(seen, mine))
    )


def _refused(seen: Observation, at: int, choices: dict[int, list[Choice]]) -> Why | None:
    """Why nothing may be done with the card there; None when something may."""
    if at in choices:
        return None
    if at in seen.picks:
        return Why(N_("You’ve already chosen that card."))
    if choices:
        return Why(N_("First take a card, from the discard pile or the draw pile."))
    return _waiting(seen)


def _waiting(seen: Observation) -> Why:
    if seen.stage == OVER:
        return ROUND_OVER
    if seen.stage in (SHUFFLE, RESHUFFLE):
        return SHUFFLING
    if seen.stage == PICKING:
        return Why(N_("You’ve chosen your two cards: wait for the others."))
    return NOT_YOUR_TURN


def _choice(seen: Observation, move: str) -> Choice:
    effect = seen.effect(move)
    return Choice(move, EFFECTS[effect], effect, WAYS.get(ACTS[move].kind, 0))


def _place(seen: Observation, place: int) -> SeatWithGrid:
    seat = seen.seats[place]
    closed = seen.closer == seat
    cards = (seen.grids[place][at] for at in seen.lies[place])
    grid = _grid(seen, place)
    return SeatWithGrid(
        seat=seat,
        turn=seat in seen.to_move,
        cards=len(seen.lies[place]),
        down=len(seen.downs[place]),
        up=tuple(_face(card) for card in cards if card is not None),
        note=Why(N_("ended the round")) if closed else None,
        moment=CLOSED if closed else "",
        grid=grid,
        gone=grid.count(None) // ROWS,
    )


def _piles(seen: Observation) -> tuple[Pile, ...]:
    """The stock, then the discard; each offers its top card (skyjo S4), the discard takes the one drawn (S5)."""
    moves = seen.moves()

    def offered(move: str) -> tuple[Choice, ...]:
        return (_choice(seen, move),) if move in moves else ()

    top = _face(seen.pile[-1]) if seen.pile else None
    return (
        Pile("stock", Why(N_("draw pile")), Face(None) if seen.stock else None, seen.stock, offered(DRAW)),
        Pile("discard", Why(N_("discard pile")), top, None, offered(TAKE), lie=len(seen.pile)),
    )


def _held(seen: Observation) -> Face | None:
    """Face down for whoever may not see it; `hidden` when only the observer does."""
    if seen.stage not in (TAKEN, DRAWN):
        return None
    face = _face(seen.held)
    return replace(face, hidden=True) if seen.stage == DRAWN and seen.held is not None else face


def _ask(seen: Observation) -> Why:
    """What is waited for, told to the observer."""
    if seen.stage == OVER:
        return Why(N_("%(who)s ended the round."), {"who": Who(seen.closer or 0)})
    if seen.stage in (SHUFFLE, RESHUFFLE):
        return SHUFFLING
    if seen.stage == LOTS:
        return Why(N_("It’s a tie: who starts is drawn by lot."))
    if seen.seat not in seen.to_move:
        if seen.stage == PICKING:
            all_ = Why(N_("Everyone chooses two cards to turn over."))
            return all_ if seen.seat is None else Why(N_("Waiting for %(whos)s."), {"whos": Whos(seen.to_move)})
        return Why(N_("It’s %(who)s’s turn."), {"who": Who(seen.to_move[0])})
    return _asked(seen)


def _asked(seen: Observation) -> Why:
    """What the observer is to do."""
    if seen.stage == PICKING:
        return (
            Why(N_("Choose one more card to turn over."))
            if seen.picks
            else Why(N_("Choose two of your cards to turn over."))
        )
    if seen.stage == TAKEN:
        return Why(N_("Choose a card to replace with the %(card)s."), {"card": seen.held})
    if seen.stage == DRAWN:
        return Why(N_("Where does the %(card)s go?"), {"card": seen.held})
    if seen.closer is not None:
        return Why(N_("Your last turn: take the discard, or draw."))
    return Why(N_("Your turn: take the discard, or draw."))
