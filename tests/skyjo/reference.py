"""A second, plain reading of how a round of Skyjo is counted, to hold the rules against (skyjo S1, S3, S6, S9 to S14).

It is slow and literal on purpose: grids are drawn as three rows of four, and whoever looks goes through them by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

DECK = (-2,) * 5 + (-1,) * 10 + (0,) * 15 + tuple(value for value in range(1, 13) for _ in range(10))
Cards = Sequence[int]


def rows(cards: Cards) -> list[list[int]]:
    """A told grid as its top, middle and bottom row."""
    return [[card for at, card in enumerate(cards) if at % 3 == row] for row in range(3)]


def left_over(cards: Cards) -> list[int]:
    """What remains when every column of three equal cards is taken away (S6, S9), row by row."""
    top, middle, bottom = rows(cards)
    stay = [not (a == b and b == c) for a, b, c in zip(top, middle, bottom, strict=True)]
    return [card for row in (top, middle, bottom) for card, stays in zip(row, stay, strict=True) if stays]


def grid_count(cards: Cards) -> int:
    """The sum of what lies there (S10)."""
    count = 0
    for card in left_over(cards):
        count += card
    return count


def columns_gone(cards: Cards) -> int:
    """How many columns the last reveal takes away (S9)."""
    return (len(cards) - len(left_over(cards))) // 3


def round_points(counts: Sequence[int], closer: int) -> list[int]:
    """What every seat writes down for the round (S11)."""
    points = list(counts)
    everybody_else_has_more = True
    for seat, count in enumerate(counts):
        if seat != closer and not count > counts[closer]:
            everybody_else_has_more = False
    if counts[closer] > 0 and not everybody_else_has_more:
        points[closer] += counts[closer]
    return points


def starters(shown: Sequence[Sequence[int]]) -> list[int]:
    """The seats that may begin with these pairs of cards: one, or several among whom lots are drawn (S3)."""
    sums = [first + second for first, second in shown]
    best = [seat for seat in range(len(shown)) if sums[seat] == sorted(sums)[-1]]
    highest = sorted(sorted(shown[seat])[1] for seat in best)[-1]
    return [seat for seat in best if highest in shown[seat]]


def impossible_alone(cards: Cards) -> bool:
    """Whether one grid cannot be, whatever the others hold (S14)."""
    if len(cards) not in (0, 3, 6, 9, 12):
        return True
    return any(value not in range(-2, 13) or cards.count(value) > DECK.count(value) for value in cards)


def values_over_deck(grids: Sequence[Cards]) -> list[int]:
    """The values of which more copies lie on the table than the deck has (S14)."""
    table = [value for cards in grids for value in cards]
    return [value for value in range(-2, 13) if table.count(value) > DECK.count(value)]


def extreme_counts() -> tuple[int, int]:
    """The lowest and the highest sum of four columns, none of which is of three equal cards (S14).

    The cheapest twelve cards that the deck allows are tried in every mix of −2, −1 and 0, the dearest of 12, 11 and 10.
    """
    found = []
    for values, sign in (((-2, -1, 0), 1), ((12, 11, 10), -1)):
        columns = [column for column in combinations_with_replacement(values, 3) if len(set(column)) > 1]
        sums = [
            sign * sum(map(sum, four))
            for four in combinations_with_replacement(columns, 4)
            if all(sum(column.count(value) for column in four) <= DECK.count(value) for value in values)
        ]
        found.append(sign * min(sums))
    return found[0], found[1]
