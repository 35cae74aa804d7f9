"""The moves of Skyjo in words that everybody may read."""

from __future__ import annotations

from ..table import Move
from ..why import N_, Who, Why
from .moves import Act, read
from .state import PICKS, State, column_of


def tell(deal: State, seat: int, move: Move) -> Why | None:
    """A legal move of that seat in that deal. A pick is its own until all are in (skyjo S3); what lies face down is not
    told, even when the move will show it.
    """
    act = read(move)
    if act is None:
        return None
    if act.kind == "pick":
        last = sum(map(len, deal.picks)) == PICKS * len(deal.seats) - 1
        return Why(N_("All have picked: two cards of everybody are turned.")) if last else None
    if act.kind == "start":
        return Why(N_("%(who)s begins: the lot decided."), {"who": Who(act.seat)})
    if act.kind == "shuffle":
        return Why(N_("The cards are shuffled and dealt."))
    if act.kind == "reshuffle":
        return Why(N_("The stock is empty: the discard is shuffled."))
    who = {"who": Who(seat)}
    if act.kind == "take":
        return Why(N_("%(who)s takes %(card)s from the discard."), {**who, "card": deal.pile[-1]})
    if act.kind == "draw":
        return Why(N_("%(who)s draws from the stock."), who)
    return _laid(deal, act, who)


def _laid(deal: State, act: Act, who: dict[str, Who]) -> Why:
    """The end of a turn (skyjo S4 to S6, S8)."""
    downs, card = deal.downs[deal.turn], deal.held
    values = {**who, "card": card}
    if act.kind == "turn":
        said = Why(N_("%(who)s puts %(card)s away and turns a card."), values)
    elif _completes(deal, act.at):
        said = Why(N_("%(who)s completes a column with %(card)s: it is gone."), values)
    elif act.at in downs:
        said = Why(N_("%(who)s puts %(card)s in the place of a face-down card."), values)
    else:
        said = Why(N_("%(who)s swaps %(other)s for %(card)s."), {**values, "other": deal.grids[deal.turn][act.at]})
    if deal.closer is None and downs == (act.at,):
        return Why(N_("%(said)s That closes the round: the others have one more turn."), {"said": said})
    return said


def _completes(deal: State, at: int) -> bool:
    """Whether everybody sees that the card in hand makes three equal ones there (skyjo S6)."""
    grid, downs = deal.grids[deal.turn], deal.downs[deal.turn]
    return all(grid[other] == deal.held and other not in downs for other in column_of(at) if other != at)
