"""Deals as they could be for somebody: all that certain eyes may not know is replaced by something else that fits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

from companion.games.deal import Deal, Move, shuffled
from companion.games.jokrummy import play as jokrummy
from companion.games.jokrummy.missions import SURPRISE
from companion.games.jokrummy.setup import NONE
from companion.games.jokrummy.state import without
from companion.games.mojo import play as mojo
from companion.games.skyjo import play as skyjo
from companion.games.skyjo.scoring import GRID
from companion.games.skyjo.stages import DRAWN, PICKING

Step = tuple[int, Move]


def lay_anew(deal: Deal, eyes: Collection[int], luck: Random, then: Step | None = None) -> Deal:
    """Mix all that none of these seats sees; every one of them, and a watcher, sees what it saw.

    `then`: the move that was made next, which may show what was hidden before it, and is told in the same words.
    """
    other = _LAYERS[type(deal)](deal, eyes, luck, then)
    check_the_same(deal, other, eyes, then)
    return other


def told_anew(now: Deal, step: Step, eyes: Collection[int], luck: Random) -> Move:
    """A move of the round as it could have been, when the round stands so now: the cards of a shuffle come in another
    order; what the others have picked is something else until all have.
    """
    seat, move = step
    if shuffled(move):
        return " ".join([move.split(" ")[0], *mixed(list(shuffled(move)), luck)])
    hidden = isinstance(now, skyjo.Deal) and now.stage == PICKING and seat not in eyes
    return f"pick {luck.randint(1, GRID)}" if hidden else move


def check_the_same(deal: Deal, other: Deal, eyes: Collection[int], then: Step | None) -> None:
    """Nobody with these eyes can tell the two deals apart."""
    assert other.cards() == deal.cards()
    assert other.to_move == deal.to_move
    for seat in (None, *eyes):
        assert other.observe(seat) == deal.observe(seat)
    if then is not None:
        assert other.tell(*then) == deal.tell(*then)


def _mojo(deal: mojo.Deal, eyes: Collection[int], luck: Random, then: Step | None) -> mojo.Deal:
    """The stock, and until the end the others' hands: what was drawn openly stays where it is."""
    other = deal.copy()
    unseen = [place for place, seat in enumerate(deal.seats) if seat not in eyes and deal.to_move]
    free = {place: without(deal.hands[place] + deal.downs[place], deal.known[place]) for place in unseen}
    pool = mixed([*deal.stock, *(card for cards in free.values() for card in cards)], luck)
    other.stock = _taken(pool, len(deal.stock))
    hands, downs = list(deal.hands), list(deal.downs)
    for place, cards in free.items():
        held = tuple(sorted((*_taken(pool, len(cards)), *deal.known[place])))
        hands[place], downs[place] = (held, ()) if deal.hands[place] else ((), held)
    other.hands, other.downs = tuple(hands), tuple(downs)
    return other


def _skyjo(deal: skyjo.Deal, eyes: Collection[int], luck: Random, then: Step | None) -> skyjo.Deal:
    """The stock and all that lies face down, the own cards too; the card that another has drawn, until it is laid
    somewhere; what the others have picked. When the discard was mixed, it is known which cards lie face down.
    """
    other = deal.copy()
    drawn = deal.held is not None and deal.stage == DRAWN and then is None and deal.to_move[0] not in eyes
    pool = [*deal.stock, *([deal.held] if drawn else [])]
    down = [grid[at] for grid, downs in zip(deal.grids, deal.downs, strict=True) for at in downs]
    every = [mixed(pool, luck), mixed(down, luck)] if deal.mixed else [mixed([*pool, *down], luck)] * 2
    other.held = every[0].pop() if drawn else deal.held
    other.stock = _taken(every[0], len(deal.stock))
    grids = [list(grid) for grid in deal.grids]
    for grid, downs in zip(grids, deal.downs, strict=True):
        for at in downs:
            grid[at] = every[1].pop()
    other.grids = tuple(map(tuple, grids))
    other.picks = tuple(
        picks if seat in eyes else tuple(sorted(luck.sample(range(GRID), len(picks))))
        for seat, picks in zip(deal.seats, deal.picks, strict=True)
    )
    return other


def _jokrummy(deal: jokrummy.Deal, eyes: Collection[int], luck: Random, then: Step | None) -> jokrummy.Deal:
    """The reserve and the others' hands, which nobody shows at the end either, and so the missions: the others' secret
    ones, the pack, and which regular ones were put under it. What was taken openly stays where it is.
    """
    other = deal.copy()
    unseen = [place for place, seat in enumerate(deal.seats) if seat not in eyes]
    free = {place: without(deal.hands[place], deal.known[place]) for place in unseen if deal.hands[place]}
    pool = mixed([*deal.stock, *(card for cards in free.values() for card in cards)], luck)
    other.stock = _taken(pool, len(deal.stock))
    hands = list(deal.hands)
    for place, cards in free.items():
        hands[place] = tuple(sorted((*_taken(pool, len(cards)), *deal.known[place])))
    other.hands = tuple(hands)
    showing = deal.turn if then is not None and then[1].startswith("lay ") else NONE
    secret = [place for place in unseen if deal.missions[place] != NONE and place != showing]
    _missions(other, secret, luck)
    return other


def _missions(deal: jokrummy.Deal, secret: list[int], luck: Random) -> None:
    """Everybody knows how many surprises lie in the pack, and which of the cards put under it are surprises."""
    last = len(deal.pack) - deal.back
    front, under = deal.pack[:last], deal.pack[last:]
    held = [*(deal.missions[place] for place in secret), *front, *under]
    regular = mixed([mission for mission in held if mission != SURPRISE], luck)
    deal.missions = tuple(regular.pop() if place in secret else each for place, each in enumerate(deal.missions))
    below = tuple(SURPRISE if mission == SURPRISE else regular.pop() for mission in under)
    deal.pack = (*mixed([*regular, *[SURPRISE] * front.count(SURPRISE)], luck), *below)


def mixed(cards: list[Any], luck: Random) -> list[Any]:
    """The cards in another order."""
    return luck.sample(cards, len(cards))


def _taken(pool: list[Any], number: int) -> tuple[Any, ...]:
    """So many cards, which are no longer in the pool."""
    taken, pool[:] = pool[:number], pool[number:]
    return tuple(taken)


_LAYERS: dict[type, Callable[..., Any]] = {mojo.Deal: _mojo, skyjo.Deal: _skyjo, jokrummy.Deal: _jokrummy}
