"""A table of Skyjo as pages show it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .. import look as words
from ..dealt import NOBODY
from ..game import N_, Who, Why
from ..look import Choice, Face, Pile, Place
from .moves import ACTS, DRAW, TAKE
from .scoring import SUITS
from .stages import DRAWN, LOTS, OVER, PICKING, RESHUFFLE, SHUFFLE, TAKEN

if TYPE_CHECKING:
    from .observe import Observation

SUIT = {card: row for row, cards in enumerate(SUITS.values()) for card in cards}

EFFECTS = {
    "pick": Why(N_("pick")),
    "take": Why(N_("take this")),
    "draw": Why(N_("draw this")),
    "swap": Why(N_("swap")),
    "turn": Why(N_("turn up")),
    "column": Why(N_("column gone")),
    "close": Why(N_("close the round")),
}
CLOSED = "closed"

Grid = tuple[Face | None, ...]


@dataclass(frozen=True, slots=True)
class Look(words.Look):
    """Grids have twelve positions, column by column from the left, None where a column is gone; before the cards are
    dealt they are empty. `grid`: the observer's own, with what it may do; empty for a watcher. `grids`: everybody's,
    by seat. `picked`: the positions in `grid`, from 0, that the observer has picked to turn (skyjo S3). `held`: the
    card in the hand of the seat in turn, None when there is none (skyjo S4, S5).
    """

    grid: Grid
    grids: tuple[tuple[int, Grid], ...]
    picked: tuple[int, ...]
    held: Face | None


def look(seen: Observation) -> Look:
    """What the observer's page shows."""
    around, mine = len(seen.seats), seen.place
    grids = [_grid(seen, place) for place in range(around)]
    return Look(
        places=tuple(_place(seen, place) for place in words.others(around, mine)),
        mine=None if mine is None else _place(seen, mine),
        piles=_piles(seen),
        ask=_ask(seen),
        direction=1,
        grid=() if mine is None else _own(seen, grids[mine]),
        grids=tuple(zip(seen.seats, grids, strict=True)),
        picked=seen.picks,
        held=_held(seen),
    )


def _grid(seen: Observation, place: int) -> Grid:
    lies = seen.lies[place]
    return tuple(_face(card) if at in lies else None for at, card in enumerate(seen.grids[place]))


def _face(card: int | None) -> Face:
    return Face(None) if card is None else Face(card, SUIT[card])


def _own(seen: Observation, grid: Grid) -> Grid:
    """The observer's own cards, each with what may be done with it (skyjo S3 to S5)."""
    choices: dict[int, list[Choice]] = {}
    for move in seen.moves():
        choices.setdefault(ACTS[move].at, []).append(_choice(seen, move))
    return tuple(
        face and replace(face, choices=tuple(choices[at]) if at in choices else (), refused=_refused(seen, at, choices))
        for at, face in enumerate(grid)
    )


def _refused(seen: Observation, at: int, choices: dict[int, list[Choice]]) -> Why | None:
    """Why nothing may be done with the card there; None when something may."""
    if at in choices:
        return None
    if at in seen.picks:
        return Why(N_("You have picked that card already."))
    if choices:
        return Why(N_("First take a card: from the discard or from the stock."))
    return _waiting(seen)


def _waiting(seen: Observation) -> Why:
    if seen.stage == OVER:
        return Why(N_("The round is over."))
    if seen.stage in (SHUFFLE, RESHUFFLE):
        return Why(N_("The cards are being shuffled."))
    if seen.stage == PICKING:
        return Why(N_("You have picked your two cards: wait for the others."))
    return Why(N_("It is not your turn."))


def _choice(seen: Observation, move: str) -> Choice:
    effect = seen.effect(move)
    return Choice(move, EFFECTS[effect], effect)


def _place(seen: Observation, place: int) -> Place:
    seat = seen.seats[place]
    closed = seen.ender == place
    cards = (seen.grids[place][at] for at in seen.lies[place])
    return Place(
        seat=seat,
        turn=seat in seen.to_move,
        cards=len(seen.lies[place]),
        down=len(seen.downs[place]),
        up=tuple(_face(card) for card in cards if card is not None),
        note=Why(N_("closed the round")) if closed else None,
        moment=CLOSED if closed else "",
    )


def _piles(seen: Observation) -> tuple[Pile, ...]:
    """The stock, then the discard; each offers its top card (skyjo S4, S5)."""
    moves = seen.moves()

    def offered(move: str) -> tuple[Choice, ...]:
        return (_choice(seen, move),) if move in moves else ()

    top = _face(seen.pile[-1]) if seen.pile else None
    return (
        Pile("stock", Why(N_("stock")), Face(None) if seen.stock else None, seen.stock, offered(DRAW)),
        Pile("discard", Why(N_("discard")), top, len(seen.pile), offered(TAKE)),
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
        return Why(N_("%(who)s closed the round."), {"who": Who(seen.closer or 0)})
    if seen.stage in (SHUFFLE, RESHUFFLE):
        return Why(N_("The cards are being shuffled."))
    if seen.stage == LOTS:
        return Why(N_("Two have equal cards: the lot decides who begins."))
    if seen.seat not in seen.to_move:
        if seen.stage == PICKING:
            return Why(N_("Everybody picks two cards to turn."))
        return Why(N_("It is %(who)s’s turn."), {"who": Who(seen.to_move[0])})
    return _asked(seen)


def _asked(seen: Observation) -> Why:
    """What the observer is to do."""
    if seen.stage == PICKING:
        return Why(N_("Pick one more card to turn.")) if seen.picks else Why(N_("Pick two of your cards to turn."))
    if seen.stage == TAKEN:
        return Why(N_("Swap the %(card)s for one of your cards."), {"card": seen.held})
    if seen.stage == DRAWN:
        return Why(N_("Swap the %(card)s for one of your cards, or put it away and turn one."), {"card": seen.held})
    if seen.ender != NOBODY:
        return Why(N_("Your last turn: take the top of the discard, or draw from the stock."))
    return Why(N_("Your turn: take the top of the discard, or draw from the stock."))
