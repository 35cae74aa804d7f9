"""The moves of Skyjo in words that everybody may read."""

from __future__ import annotations

from ..table import NOBODY, Move
from ..why import N_, Who, Whos, Why
from .moves import Act, read
from .stages import LOTS, OVER, PICKING
from .state import State, column_of, open_cards


def tell(deal: State, seat: int, move: Move) -> Why | None:
    """A legal move of that seat in that deal. A pick is its own (skyjo S3); what lies face down is not told, even when
    the move will show it.
    """
    act = read(move)
    if act is None or act.kind == "pick":
        return None
    if act.kind == "start":
        return Why(N_("%(who)s starts (drawn by lot)."), {"who": Who(act.seat)})
    if act.kind == "shuffle":
        return Why(N_("The cards are shuffled and dealt."))
    if act.kind == "reshuffle":
        return Why(N_("The draw pile is empty: the discard pile is shuffled."))
    who = {"who": Who(seat)}
    if act.kind == "take":
        return Why(N_("%(who)s takes %(card)s from the discard pile."), {**who, "card": deal.pile[-1]})
    if act.kind == "draw":
        return Why(N_("%(who)s draws a card."), who)
    return _laid(deal, act, who)


def told(deal: State, seat: int, move: Move, after: State) -> Why | None:
    """A move that was made and led to `after`: what was face down and lies open now is said, and who begins."""
    act = read(move)
    if act is None or act.kind not in ("pick", "turn", "swap"):
        return tell(deal, seat, move)
    if act.kind != "pick":
        return _laid(deal, act, {"who": Who(seat)}, after)
    return None if after.stage == PICKING else _begins(after)


def _begins(after: State) -> Why:
    """All have picked: who has the highest sum begins (skyjo S3), or who was agreed on."""
    if after.stage == LOTS:
        said = N_("All have chosen: %(whos)s have most, so who starts is drawn by lot.")
        return Why(said, {"whos": Whos(after.tied)})
    who = {"who": Who(after.seats[after.turn])}
    if after.frame.first != NOBODY:
        return Why(N_("All have chosen: %(who)s starts."), who)
    shown = sum(open_cards(after.grids[after.turn], after.downs[after.turn]))
    return Why(N_("All have chosen: %(who)s has most, %(sum)s, and starts."), {**who, "sum": shown})


def _laid(deal: State, act: Act, who: dict[str, Who], after: State | None = None) -> Why:
    """The end of a turn (skyjo S4 to S6, S8); once it is made, with the card that was face down."""
    downs, card = deal.downs[deal.turn], deal.held
    values = {**who, "card": card}
    known = {**values, "other": other} if (other := _uncovered(deal, act, after)) is not None else None
    if act.kind == "turn":
        said = Why(N_("%(who)s discards %(card)s and turns over a card."), values)
        if known:
            said = Why(N_("%(who)s discards %(card)s and turns over %(other)s."), known)
    elif _completes(deal, act.at):
        said = Why(N_("%(who)s completes a column with %(card)s and clears it."), values)
    elif act.at in downs:
        said = Why(N_("%(who)s replaces a face-down card with %(card)s."), values)
        if known:
            said = Why(N_("%(who)s puts %(card)s in the place of a face-down %(other)s."), known)
    else:
        said = Why(N_("%(who)s replaces %(other)s with %(card)s."), known or values)
    if deal.closer is None and downs == (act.at,):
        return Why(N_("%(said)s That ends the round: everyone else gets one more turn."), {"said": said})
    return said


def _uncovered(deal: State, act: Act, after: State | None) -> int | None:
    """The card at that place, once everybody sees it: it lay open, or does so after the move, there or on the discard.
    None before, and at the end of the round, where more cards may have come on the discard (skyjo S9).
    """
    if act.at not in deal.downs[deal.turn]:
        return deal.grids[deal.turn][act.at]
    if after is None or after.stage == OVER:
        return None
    there = after.grids[deal.turn][act.at] if act.kind == "turn" else None
    return after.pile[-1] if there is None else there


def _completes(deal: State, at: int) -> bool:
    """Whether everybody sees that the card in hand makes three equal ones there (skyjo S6)."""
    grid, downs = deal.grids[deal.turn], deal.downs[deal.turn]
    return all(grid[other] == deal.held and other not in downs for other in column_of(at) if other != at)
