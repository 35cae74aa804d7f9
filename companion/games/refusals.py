"""Why a move is refused, in words that the tables of all games share."""

from __future__ import annotations

from .cards import Cards
from .table import DEALER
from .why import N_, Why

ROUND_OVER = Why(N_("The round is over."))
SHUFFLING = Why(N_("Shuffling…"))
NOT_YOUR_TURN = Why(N_("It’s not your turn."))


def out_of_turn(to_move: tuple[int, ...]) -> Why:
    """Why a seat that is not among these may not move."""
    if not to_move:
        return ROUND_OVER
    return SHUFFLING if to_move == (DEALER,) else NOT_YOUR_TURN


def unshuffled(kind: str, cards: Cards, first: bool, wanted: Cards) -> Why | None:
    """Why a move of the dealer is not the shuffle that is due, the `first` or a later one, of these cards (`wanted`,
    lowest first); None when it is.
    """
    if kind != ("shuffle" if first else "reshuffle"):
        return Why(N_("First the cards must be shuffled."))
    if tuple(sorted(cards)) != wanted:
        return Why(N_("These aren’t the cards to shuffle."))
    return None
