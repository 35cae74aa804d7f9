"""The moves of Mojo in words that everybody may read, and which cards stay sealed after a round."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Cards
from ..table import Move, shuffled
from ..why import N_, Who, Why
from .moves import Act, read
from .stages import SHUFFLE
from .state import State


def tell(deal: State, seat: int, move: Move) -> Why | None:
    """A legal move of that seat in that deal; nothing in Mojo is done in secret but the shuffle's order."""
    act, who = read(move), {"who": Who(seat)}
    if act is None:
        return None
    if act.kind == "play":
        return _play(deal, who, act)
    if act.kind == "reveal":
        return Why(N_("%(who)s turns over %(card)s."), {**who, "card": act.card})
    if act.kind == "draw":
        if act.source == "stock":
            return Why(N_("%(who)s draws a card."), who)
        return Why(
            N_("%(who)s takes %(card)s from the other discard pile."), {**who, "card": deal.piles[1 - deal.pile][-1]}
        )
    if deal.stage == SHUFFLE:
        return Why(N_("The cards are shuffled and dealt."))
    return Why(N_("The draw pile is empty: the discard pile is shuffled."))


def _play(deal: State, who: dict[str, Who], act: Act) -> Why:
    top = deal.piles[max(act.pile, 0)][-1]
    values = {**who, "card": act.card, "top": top}
    if act.card > top:
        if deal.frame.discards == 2:
            return Why(N_("%(who)s plays %(card)s on %(top)s, higher."), values)
        return Why(N_("%(who)s plays %(card)s on %(top)s and draws."), values)
    if len(deal.hands[deal.turn]) == 1:
        return Why(N_("%(who)s plays %(card)s on %(top)s, their last card."), values)
    if act.card == top:
        return Why(N_("%(who)s plays %(card)s on %(top)s and goes again."), values)
    return Why(N_("%(who)s plays %(card)s on %(top)s."), values)


def sealed(stock: Cards, shuffles: Sequence[Move]) -> tuple[frozenset[int], ...]:
    """All cards are shown at the end of a round but those in the stock: the last ones of the newest shuffle (mojo M14,
    M18). An older shuffle was drawn to its end.
    """
    nothing: tuple[frozenset[int], ...] = (frozenset(),) * len(shuffles)
    if not shuffles:
        return nothing
    number = len(shuffled(shuffles[-1]))
    return (*nothing[1:], frozenset(range(number - len(stock), number)))
