"""A second, plain reading of how a round of Mojo is counted, to hold the rules against (mojo M1, M15 to M29).

It is slow and literal on purpose: cards are laid in colour heaps, one by one, the way a table does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

COLOUR_OF = ("blue",) * 2 + ("green",) * 3 + ("yellow",) * 3 + ("orange",) * 3 + ("red",) * 2
COPIES_OF = {"blue": 4, "green": 5, "yellow": 6, "orange": 7, "red": 8}
DECK = tuple(value for value, colour in enumerate(COLOUR_OF) for _ in range(COPIES_OF[colour]))
COLOUR_HEAPS = ((0, 1), (2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12))


def counting_cards(hand: Iterable[int]) -> tuple[int, ...]:
    """The cards that count, highest first: the first of every colour met on the way down (M15)."""
    seen: set[str] = set()
    kept: list[int] = []
    for value in sorted(hand, reverse=True):
        if COLOUR_OF[value] not in seen:
            seen.add(COLOUR_OF[value])
            kept.append(value)
    return tuple(kept)


def hand_count(hand: Iterable[int]) -> int:
    """What a hand counts before 0/+10 (M15)."""
    return sum(counting_cards(hand))


def holder_is_beaten(counts: Sequence[int], holder: int) -> bool:
    """Whether anybody has less than the seat with the Mojo (M16)."""
    return any(count < counts[holder] for count in counts)


def face_after(counts: Sequence[int], holder: int) -> str:
    """The face that the Mojo shows after the round (M16)."""
    return "+10" if holder_is_beaten(counts, holder) else "0"


def round_points(counts: Sequence[int], holder: int) -> list[int]:
    """What every seat writes down for the round (M16)."""
    points = list(counts)
    points[holder] = points[holder] + 10 if holder_is_beaten(counts, holder) else 0
    return points


def most_cards_of_holder(seats: int) -> int:
    """With how many cards left a seat may have ended the round (M10, M29)."""
    return 2 if seats == 2 else 3


def reachable_counts(most_cards: int, fewest: int = 1) -> set[int]:
    """Every count that some hand of so many cards can have; more cards than colours add nothing new."""
    return {
        sum(cards)
        for size in range(fewest, min(most_cards, len(COLOUR_HEAPS)) + 1)
        for heaps in combinations(COLOUR_HEAPS, size)
        for cards in product(*heaps)
    }


def match_end(rounds: Sequence[Sequence[int]], limit: int) -> tuple[int | None, list[int]]:
    """The round a match ends after (None: it goes on) and the totals up to there (M17, M20)."""
    totals = [0] * len(rounds[0])
    for number, points in enumerate(rounds, start=1):
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        if max(totals) >= limit:
            return number, totals
    return None, totals


def impossible_alone(hand: Sequence[int], holds_mojo: bool, seats: int) -> bool:
    """Whether one hand of cards cannot be, whatever the others hold (M29)."""
    if any(value not in range(13) for value in hand) or len(hand) > 8:
        return True
    if any(hand.count(value) > DECK.count(value) for value in hand):
        return True
    return len(hand) > most_cards_of_holder(seats) if holds_mojo else not hand


def values_over_deck(hands: Iterable[Iterable[int]]) -> list[int]:
    """The values of which more copies lie on the table than the deck has (M29)."""
    table = [value for hand in hands for value in hand]
    return [value for value in range(13) if table.count(value) > DECK.count(value)]
