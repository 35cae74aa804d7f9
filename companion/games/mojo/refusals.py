"""Why a move is refused, in sentences that can be translated."""

from __future__ import annotations

from ..refusals import out_of_turn, unshuffled
from ..table import DEALER, Move
from ..why import N_, Why
from .moves import NO_PILE, Act
from .stages import CHOOSE, SHUFFLE
from .state import State


def why_not(deal: State, seat: int, act: Act | None, move: Move) -> Why | None:
    """Why `deal` refuses the act (None: `move` could not be read) of that seat; None when it is legal."""
    if act is None:
        return Why(N_("“%(move)s” isn’t a move in Mojo."), {"move": move[:40]})
    if deal.to_move != (seat,):
        return out_of_turn(deal.to_move)
    if seat == DEALER:
        return unshuffled(act.kind, act.cards, deal.stage == SHUFFLE, deal.unshuffled)
    if deal.stage == CHOOSE:
        return (
            None if act.kind == "draw" else Why(N_("First draw a card, from the draw pile or the other discard pile."))
        )
    if act.kind == "play":
        return _play(deal, act)
    if act.kind == "reveal":
        return _reveal(deal, act)
    if act.kind == "draw":
        return Why(N_("You only draw after playing a higher card."))
    return Why(N_("Only the dealer can shuffle."))


def _play(deal: State, act: Act) -> Why | None:
    """mojo M5, M8, M11, M22."""
    if deal.downs[deal.turn]:
        return Why(N_("Mojo Time: you can’t play your face-down cards any more. Turn one over."))
    if act.card not in deal.hands[deal.turn]:
        return Why(N_("You don’t have a %(card)s in your hand."), {"card": act.card})
    if (act.pile == NO_PILE) == (deal.frame.discards == 2):
        return (
            Why(N_("There are two discard piles: choose one."))
            if act.pile == NO_PILE
            else Why(N_("There’s only one discard pile."))
        )
    if deal.pile not in (NO_PILE, act.pile) and deal.frame.discards == 2:
        return Why(N_("All the cards you play in a turn go on the same discard pile."))
    return None


def _reveal(deal: State, act: Act) -> Why | None:
    """mojo M5, M11."""
    if deal.hands[deal.turn]:
        return Why(N_("You have no face-down cards: play a card from your hand."))
    if act.card not in deal.downs[deal.turn]:
        return Why(N_("You don’t have a face-down %(card)s."), {"card": act.card})
    return None
