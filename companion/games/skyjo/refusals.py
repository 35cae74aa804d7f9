"""Why a move is refused, in sentences that can be translated."""

from __future__ import annotations

from ..refusals import NOT_YOUR_TURN, ROUND_OVER, SHUFFLING, unshuffled
from ..table import DEALER, Move
from ..why import N_, Why
from .moves import Act
from .stages import DRAWN, LOTS, OVER, PICKING, RESHUFFLE, SHUFFLE, TAKEN, TURN
from .state import PICKS, State


def why_not(deal: State, seat: int, act: Act | None, move: Move) -> Why | None:
    """Why `deal` refuses the act (None: `move` could not be read) of that seat; None when it is legal."""
    if act is None:
        return Why(N_("“%(move)s” isn’t a move in Skyjo."), {"move": move[:40]})
    if seat not in deal.to_move:
        return _out_of_turn(deal, seat)
    if deal.stage == LOTS:
        return _lot(deal, act)
    if seat == DEALER:
        return unshuffled(act.kind, act.cards, deal.stage == SHUFFLE, deal.unshuffled)
    if act.kind in ("shuffle", "reshuffle", "start"):
        return Why(N_("Only the dealer can shuffle and draw lots."))
    wrong = _untimely(deal.stage, act.kind)
    return Why(wrong) if wrong else _position(deal, deal.frame.seats.index(seat), act)


def _out_of_turn(deal: State, seat: int) -> Why:
    if deal.stage == OVER:
        return ROUND_OVER
    if deal.stage in (SHUFFLE, RESHUFFLE):
        return SHUFFLING
    if deal.stage == PICKING and seat in deal.frame.seats:
        return Why(N_("You’ve chosen your two cards: wait for the others."))
    return NOT_YOUR_TURN


def _lot(deal: State, act: Act) -> Why | None:
    """skyjo S3."""
    if act.kind != "start":
        return Why(N_("First draw lots for who starts."))
    return None if act.seat in deal.tied else Why(N_("One of the players with the highest cards starts."))


def _untimely(stage: int, kind: str) -> str:
    """What to do instead, when this is not the moment for such a move; else empty."""
    may = {PICKING: ("pick",), TURN: ("take", "draw"), TAKEN: ("swap",), DRAWN: ("swap", "turn")}[stage]
    if kind in may:
        return ""
    if stage == PICKING:
        return N_("First choose two of your cards to turn over.")
    if stage == TURN:
        return N_("First take a card, from the discard pile or the draw pile.")
    if stage == TAKEN:
        return N_("A card from the discard pile must replace one of yours.")
    return N_("Replace one of your cards with the card you drew, or discard it and turn one over.")


def _position(deal: State, place: int, act: Act) -> Why | None:
    """skyjo S3, S4, S5."""
    if act.kind in ("take", "draw"):
        return None
    assert len(deal.picks[place]) < PICKS, "who has picked twice is not to move"
    if deal.grids[place][act.at] is None:
        return Why(N_("You have no card there any more."))
    if act.kind == "turn" and act.at not in deal.downs[place]:
        return Why(N_("That card is already face up."))
    if act.kind == "pick" and act.at in deal.picks[place]:
        return Why(N_("You’ve already chosen that card."))
    return None
