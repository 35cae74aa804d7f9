"""How the strong bot thinks: it deals the hidden cards in every way it could be, and sees how soon its plans come true.

Everybody is taken to draw from the stock and to throw away what came, so that each turn offers two cards.
"""

from __future__ import annotations

from random import Random

from ..cards import Cards, mixed, without
from .observe import Hidden, Observation
from .pack import MONKEY
from .plan import Offer, Target, targets

PATIENCE = 14
"""Further ahead nobody looks."""
FADING = 0.85
"""What a mission is worth that is done a turn later."""
FEW = 14
"""So many of the nearest targets are followed."""
NOTHING = -1


def futures(seen: Observation, deals: int, rng: Random) -> list[list[Offer]]:
    """What the coming turns of the observer bring, in so many deals it could be in, from its next turn on."""
    hidden, around = Hidden.of(seen), len(seen.hands)
    found = []
    for _ in range(deals):
        hands, stock = hidden.lay(rng)
        others = [value for place, hand in enumerate(hands) if place != seen.place for value in hand]
        cards = stock + mixed((*others, *seen.discard[:-1]), rng)
        turns = min(PATIENCE, len(cards) // around)
        offers = [(cards[turn * around], cards[turn * around + around - 1]) for turn in range(turns)]
        # Nobody throws a monkey away.
        found.append([(drawn, thrown if thrown != MONKEY else drawn) for drawn, thrown in offers])
    return found


def near(mission: int, hand: Cards) -> list[Target]:
    """The targets of a mission that a hand may reach first."""
    return sorted(targets(mission), key=lambda target: target.missing(hand))[:FEW]


def worth(hand: Cards, near: list[Target], future: list[Offer]) -> float:
    """How good a hand is in one future: 1 when the mission can be done now, less with every turn."""
    soonest = PATIENCE
    for target in near:
        soonest = min(soonest, target.turns(hand, future, soonest))
    return float(FADING**soonest)


def without_each(mission: int, hand: Cards, ahead: list[list[Offer]]) -> dict[int, float]:
    """What a hand is worth without each of its cards, over all futures."""
    close = near(mission, hand)
    values = [value for value in dict.fromkeys(hand) if value != MONKEY] or [MONKEY]
    return {value: sum(worth(without(hand, value), close, future) for future in ahead) for value in values}


def take(mission: int, hand: Cards, top: int, ahead: list[list[Offer]]) -> float:
    """How much better it is to take the top of the discard than to draw from the stock."""
    better, taken = 0.0, tuple(sorted((*hand, top)))
    close = near(mission, taken)
    for future in ahead:
        if future:
            drawn = tuple(sorted((*hand, future[0][0])))
            better += worth(taken, close, future[1:]) - worth(drawn, near(mission, drawn), future[1:])
    return better
