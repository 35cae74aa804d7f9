"""Bots of three strengths. Each sees its observation and nothing else."""

from __future__ import annotations

from random import Random

from ..bot import chooser
from ..cards import Cards, without
from ..table import Move
from .melds import lays, meld_of
from .missions import MISSIONS, RUN, SURPRISE, SURPRISES
from .moves import DISCARD, Act, spell
from .observe import Observation
from .pack import MONKEY, number_of
from .plan import AVERAGE, EASE, nearest, targets
from .scoring import MOST_SURPRISES
from .search import futures, take, without_each
from .shed import ShedPlan, best_plan
from .stages import DRAW, KEEP

DEALS_A_SECOND = 1500
"""What a slow computer manages; time is counted in deals, so that a bot plays the same on all of them."""
DEALS = 300
WAYS = 60
"""So many ways to lay a mission are looked at when a card is drawn."""
RESTLESS = 4
"""After so many shuffles a bot now and then makes any move, so that no round goes on for ever."""


def _restless(seen: Observation, moves: tuple[Move, ...], rng: Random) -> tuple[Move, ...]:
    return (rng.choice(moves),) if seen.shuffles > RESTLESS and rng.random() < 0.1 else moves


def _easy(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """Like a child: often overlooks what it could lay, keeps no plan, and throws any card away but a monkey."""
    better = [move for move in moves if move.startswith(("lay", "group", "add"))]
    if better and rng.random() < 0.4:
        return rng.choice(better)
    if seen.stage == DRAW and seen.discard[-1] == MONKEY:
        return "draw discard"
    plain = [move for move in moves if move.startswith("discard") and move != DISCARD[MONKEY]]
    return rng.choice(plain or moves)


def _normal(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """By rules of thumb: has one run or set in mind, takes what brings it nearer, and throws any other card away.
    Keeps a mission that it has begun; lays it as soon as it can, with as few cards as that takes.
    """
    if seen.stage == KEEP:
        return "keep"
    if seen.stage == DRAW:
        top = seen.discard[-1]
        nearer = not _done(seen) and nearest(seen.mission, (*seen.hand, top)) < nearest(seen.mission, seen.hand)
        return "draw discard" if nearer or top == MONKEY else "draw stock"
    if _done(seen):
        return max(moves, key=lambda move: (move.startswith("group"), move.startswith("add"), len(move), rng.random()))
    ways = lays(seen.mission, seen.hand)
    if ways:
        return spell(Act("lay", min(ways, key=lambda cards: (len(cards), cards.count(MONKEY)))))
    wanted = min(targets(seen.mission), key=lambda target: target.missing(seen.hand))
    spare = [value for value in seen.hand if wanted.missing(without(seen.hand, value)) <= wanted.missing(seen.hand)]
    return DISCARD[rng.choice(spare or [value for value in seen.hand if value != MONKEY] or [MONKEY])]


def _strong(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """By search before its mission lies, and by the best plan for all its cards from then on."""
    deals = min(DEALS, max(1, int(seconds * DEALS_A_SECOND)))
    if seen.stage == KEEP:
        return "change" if _fresh_mission(seen) > EASE[seen.mission] else "keep"
    if seen.stage == DRAW:
        if _done(seen) or seen.discard[-1] == MONKEY or _can_lay(seen):
            return "draw discard" if _helps(seen) else "draw stock"
        better = take(seen.mission, seen.hand, seen.discard[-1], futures(seen, deals, rng))
        return "draw discard" if better > 0 else "draw stock"
    if _done(seen):
        return _shed(seen)
    ways = lays(seen.mission, seen.hand)
    if ways:
        return spell(Act("lay", max(ways, key=lambda cards: _laid(seen, seen.hand, cards).worth)))
    return _throw(without_each(seen.mission, seen.hand, futures(seen, deals, rng)), seen, rng)


def _done(seen: Observation) -> bool:
    return bool(seen.done[seen.turn])


def _can_lay(seen: Observation) -> bool:
    return not _done(seen) and bool(lays(seen.mission, seen.hand))


def _helps(seen: Observation) -> bool:
    """Whether the top of the discard is sure to be of use."""
    top, hand = seen.discard[-1], seen.hand
    more = tuple(sorted((*hand, top)))
    if top == MONKEY:
        return True
    if not _done(seen) and not _can_lay(seen):
        return nearest(seen.mission, more) < nearest(seen.mission, hand)
    return len(_plan(seen, more).left) <= len(_plan(seen, hand).left)


def _plan(seen: Observation, hand: Cards) -> ShedPlan:
    """The best plan with this hand, the mission laid first if it can be."""
    if _done(seen):
        return best_plan(hand, seen.melds, seen.turn)
    ways = lays(seen.mission, hand)
    plans = [_laid(seen, hand, cards) for cards in ways[:WAYS]]
    return max(plans, key=lambda plan: plan.worth, default=ShedPlan((), hand))


def _laid(seen: Observation, hand: Cards, cards: Cards) -> ShedPlan:
    """The best plan once the mission lies as these cards."""
    wanted = MISSIONS[seen.mission]
    laid = meld_of(seen.turn, wanted.kind, wanted.animal, cards)
    return best_plan(without(hand, *cards), (*seen.melds, laid), seen.turn)


def _shed(seen: Observation) -> Move:
    """The next step of the best plan, or a card that will hardly ever go anywhere."""
    plan = best_plan(seen.hand, seen.melds, seen.turn)
    if plan.acts:
        return spell(plan.acts[0])
    return DISCARD[min(seen.hand, key=lambda value: _promise(value, seen))]


def _promise(value: int, seen: Observation) -> float:
    """How good a card is to keep for later, and how good it might be for the others: cards of its number, here and not
    yet seen to be thrown away, and what it nearly fits.
    """
    if value == MONKEY:
        return 99
    number = number_of(value)
    held = sum(number_of(other) == number for other in seen.hand if other != MONKEY) - 1
    thrown = sum(number_of(other) == number for other in seen.discard if other != MONKEY)
    ends = sum(meld.kind == RUN and number in (meld.low - 2, meld.high + 2) for meld in seen.melds)
    return 3 * held - thrown + ends


def _throw(worths: dict[int, float], seen: Observation, rng: Random) -> Move:
    """Throw away the card without which the hand is worth most; of equals one of little promise. Never a monkey."""
    values = [value for value in worths if value != MONKEY] or [MONKEY]
    return DISCARD[max(values, key=lambda value: (round(worths[value], 6), -_promise(value, seen), rng.random()))]


def _fresh_mission(seen: Observation) -> float:
    """What a mission from the pack is worth, a surprise counting as one that is done and another one."""
    surprises = SURPRISES - sum(done.count(SURPRISE) for done in seen.laid) - sum(seen.under)
    chance = surprises / max(1, seen.pack - len(seen.under)) if seen.surprises[seen.turn] < MOST_SURPRISES else 0.0
    return AVERAGE + chance


choose = chooser("Jok-R-ummy jr", Observation, (_easy, _normal, _strong), _restless)
