"""Getting rid of cards once the mission lies: which sets to lay and what to add (jokrummy J7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..cards import Cards, without
from .melds import Meld, meld_of, sets
from .missions import MIXED, SET
from .moves import Act
from .pack import MONKEY, number_of


class ShedPlan(NamedTuple):
    """What to do this turn before the discard: the acts in order, and the cards that stay in the hand."""

    acts: tuple[Act, ...]
    left: Cards

    @property
    def worth(self) -> tuple[int, int]:
        """Fewer cards are better, then more pairs among them."""
        numbers = Counter(number_of(value) for value in self.left if value != MONKEY)
        return -len(self.left), sum(copies > 1 for copies in numbers.values())


def best_plan(hand: Cards, melds: tuple[Meld, ...], owner: int) -> ShedPlan:
    """The plan that leaves the fewest cards."""
    return max((_added(*some) for some in _with_sets(hand, melds, owner)), key=lambda plan: plan.worth)


def _with_sets(
    hand: Cards, melds: tuple[Meld, ...], owner: int, done: tuple[Act, ...] = (), above: int = 0
) -> Iterator[tuple[Cards, tuple[Meld, ...], tuple[Act, ...]]]:
    """The table with no, one or more new sets, their numbers rising. A set takes all cards of its number, or three;
    with monkeys only when it has to.
    """
    yield hand, melds, done
    for cards in sets(hand):
        number = number_of(cards[0])
        real = len(cards) - cards.count(MONKEY)
        if number > above and (real == len(cards) or len(cards) == 3):
            laid = meld_of(owner, SET, MIXED, cards)
            yield from _with_sets(without(hand, *cards), (*melds, laid), owner, (*done, Act("group", cards)), number)


def _added(hand: Cards, melds: tuple[Meld, ...], acts: tuple[Act, ...]) -> ShedPlan:
    """Add every card that fits; then monkeys, rather where they let another card follow."""
    left, lying, done = list(hand), list(melds), list(acts)
    while left and (act := _next(left, lying)):
        meld, value = lying[act.meld], act.cards[0]
        lying[act.meld] = meld.added(value, act.end == "start" if act.end else meld.fits(value, True))
        left.remove(value)
        done.append(act)
    return ShedPlan(tuple(done), tuple(left))


def _next(hand: list[int], melds: list[Meld]) -> Act | None:
    real = [value for value in hand if value != MONKEY]
    spare = None
    for value in real:
        for at, meld in enumerate(melds):
            if meld.fits(value, True) or meld.fits(value, False):
                return Act("add", (value,), at)
    if MONKEY not in hand:
        return None
    for at, meld in enumerate(melds):
        for end in ("end",) if meld.kind == SET else ("end", "start"):
            start = end == "start"
            if meld.fits(MONKEY, start):
                act = Act("add", (MONKEY,), at, "" if meld.kind == SET else end)
                opened = meld.added(MONKEY, start)
                if any(opened.fits(value, start) for value in real):
                    return act
                spare = spare or act
    return spare
