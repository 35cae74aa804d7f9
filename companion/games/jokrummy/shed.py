"""Getting rid of cards once the mission lies: which groups to lay and what to add (jokrummy J7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .melds import Meld, groups, meld_of
from .missions import GROUP, MIXED
from .moves import Act
from .pack import MONKEY, Cards, number_of
from .state import without


class Plan(NamedTuple):
    """What to do this turn before the discard: the acts in order, and the cards that stay in the hand."""

    acts: tuple[Act, ...]
    left: Cards

    @property
    def worth(self) -> tuple[int, int]:
        """Fewer cards are better, then more pairs among them."""
        numbers = Counter(number_of(value) for value in self.left if value != MONKEY)
        return -len(self.left), sum(copies > 1 for copies in numbers.values())


def best_plan(hand: Cards, melds: tuple[Meld, ...], owner: int) -> Plan:
    """The plan that leaves the fewest cards."""
    return max((_added(*some) for some in _grouped(hand, melds, owner)), key=lambda plan: plan.worth)


def _grouped(
    hand: Cards, melds: tuple[Meld, ...], owner: int, done: tuple[Act, ...] = (), above: int = 0
) -> Iterator[tuple[Cards, tuple[Meld, ...], tuple[Act, ...]]]:
    """The table with no, one or more new groups, their numbers rising. A group takes all cards of its number, or three;
    with monkeys only when it has to.
    """
    yield hand, melds, done
    for cards in groups(hand):
        number = number_of(cards[0])
        real = len(cards) - cards.count(MONKEY)
        if number > above and (real == len(cards) or len(cards) == 3):
            laid = meld_of(owner, GROUP, MIXED, cards)
            yield from _grouped(without(hand, cards), (*melds, laid), owner, (*done, Act("group", cards)), number)


def _added(hand: Cards, melds: tuple[Meld, ...], acts: tuple[Act, ...]) -> Plan:
    """Add every card that fits; then monkeys, rather where they let another card follow."""
    left, lying, done = list(hand), list(melds), list(acts)
    while left and (act := _next(left, lying)):
        meld, value = lying[act.meld], act.cards[0]
        lying[act.meld] = meld.added(value, act.end == "start" if act.end else meld.fits(value, True))
        left.remove(value)
        done.append(act)
    return Plan(tuple(done), tuple(left))


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
        for end in ("end",) if meld.kind == GROUP else ("end", "start"):
            start = end == "start"
            if meld.fits(MONKEY, start):
                act = Act("add", (MONKEY,), at, "" if meld.kind == GROUP else end)
                opened = meld.added(MONKEY, start)
                if any(opened.fits(value, start) for value in real):
                    return act
                spare = spare or act
    return spare
