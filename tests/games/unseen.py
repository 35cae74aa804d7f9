"""Deals as they could be for somebody: all that certain eyes may not know is replaced by something else that fits."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from companion.games import by_key
from companion.games.cards import mixed
from companion.games.table import Deal, Move, shuffled

from .case import Step, TableCase, table_case


def lay_anew(deal: Deal, eyes: Collection[int], luck: Random, then: Step | None = None) -> Deal:
    """Mix all that none of these seats sees; every one of them, and a watcher, sees what it saw.

    `then`: the move that was made next, which may show what was hidden before it, and is told in the same words.
    """
    other: Deal = _case(deal).lay_anew(deal, eyes, luck, then)
    check_the_same(deal, other, eyes, then)
    return other


def told_anew(now: Deal, step: Step, eyes: Collection[int], luck: Random) -> Move:
    """A move of the round as it could have been, when the round stands so now: the cards of a shuffle come in another
    order.
    """
    move = step[1]
    if shuffled(move):
        return " ".join([move.split(" ")[0], *mixed(list(shuffled(move)), luck)])
    return _case(now).told_anew(now, step, eyes, luck)


def check_the_same(deal: Deal, other: Deal, eyes: Collection[int], then: Step | None) -> None:
    """Nobody with these eyes can tell the two deals apart."""
    assert other.cards() == deal.cards()
    assert other.to_move == deal.to_move
    for seat in (None, *eyes):
        assert other.observe(seat) == deal.observe(seat)
    if then is not None:
        assert other.tell(*then) == deal.tell(*then)


def _case(deal: Deal) -> TableCase:
    """The case of the game that a deal is of: `companion.games.<key>.play` has it."""
    return table_case(by_key(type(deal).__module__.split(".")[2]))
