"""Scoring a round of Mojo; the rule numbers are those of docs/rules/mojo.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product

from ..cards import over_pack
from ..game import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    N_,
    BadEntry,
    Entry,
    Game,
    Option,
    Options,
    Score,
    Start,
    Why,
)
from .wording import WORDS

SUITS = {"blue": (0, 1), "green": (2, 3, 4), "yellow": (5, 6, 7), "orange": (8, 9, 10), "red": (11, 12)}
PACK = {value: 4 + row for row, values in enumerate(SUITS.values()) for value in values}
SUIT_OF = {value: suit for suit, values in SUITS.items() for value in values}
HAND = 8


@lru_cache(maxsize=4096)
def counted(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that count: the highest of each colour, once, in the order given (mojo M15)."""
    best: dict[str, int] = {}
    known = [card for card in cards if card in SUIT_OF]
    for card in known:
        best[SUIT_OF[card]] = max(card, best.get(SUIT_OF[card], card))
    return tuple(dict.fromkeys(card for card in known if card == best[SUIT_OF[card]]))


def _sums(most_cards: int) -> frozenset[int]:
    """Every sum that a hand of one to `most_cards` cards can count."""
    hands = (suits for size in range(1, min(most_cards, len(SUITS)) + 1) for suits in combinations(SUITS, size))
    return frozenset(sum(tops) for suits in hands for tops in product(*(SUITS[suit] for suit in suits)))


SUMS = {most: _sums(most) for most in (2, 3, HAND)}


def most_held(seats_in_play: int) -> int:
    """How many cards the seat that ended the round may hold: 3, with two players 2 (mojo M10, M29)."""
    return 2 if seats_in_play == 2 else 3


class Mojo(Game):
    """The rules of Mojo for the pad; the digital table builds on the same scores."""

    key = "mojo"
    name = "Mojo"
    words = WORDS
    seats = range(2, 9)
    limit = 50
    near = 15
    pack = PACK
    suits = SUITS
    max_cards = HAND
    empty_closes = True
    lowest_wins = True
    options = (
        Option(
            "limit",
            "int",
            50,
            N_("Play to"),
            N_("The match ends when somebody has this many points or more."),
        ),
        Option(
            "discards",
            "choice",
            "1",
            N_("Discard piles"),
            choices=(("1", N_("One discard")), ("2", N_("Two discards"))),
        ),
        Option(
            "edition",
            "choice",
            "fr",
            N_("Rule book"),
            N_("They differ only in what is shuffled between rounds."),
            (
                ("fr", N_("French: the stock is played on")),
                ("pl", N_("Polish: everything is shuffled again")),
            ),
            everyday=False,
        ),
        Option(
            "clockwise_face",
            "choice",
            "0",
            N_("Clockwise when the Mojo shows"),
            N_("Look at the arrows on your card."),
            (("0", "0"), ("+10", "+10")),
            everyday=False,
        ),
    )

    def same(self, one: Entry, other: Entry) -> bool:
        """The order in which cards were tapped does not matter."""
        return one.points == other.points and sorted(one.cards or ()) == sorted(other.cards or ())

    def check(self, entry: Entry, seats_in_play: int, options: Options) -> None:
        """Raise BadEntry on one impossible hand (mojo M29)."""
        most = most_held(seats_in_play) if entry.closed else HAND
        if entry.bonus:
            raise BadEntry(N_("Mojo has no bonus missions."), "bonus")
        if entry.cards is not None:
            self._check_cards(entry.cards, most, entry.closed)
        elif entry.points not in SUMS[most] and not (entry.closed and entry.points == 0):
            self._refuse_sum(entry.points, most)

    def _refuse_sum(self, points: int | None, most: int) -> None:
        if points in SUMS[HAND]:
            raise BadEntry(
                N_(
                    "Whoever took the Mojo has %(most)s cards at most, and they count %(highest)s at most:"
                    " %(points)s cannot be."
                ),
                "points",
                points=points,
                most=most,
                highest=max(SUMS[most]),
            )
        said = N_("%(points)s cannot be: a hand counts from 0 to %(highest)s before 0 or +10.")
        raise BadEntry(said, "points", points=points, highest=max(SUMS[HAND]))

    def _check_cards(self, cards: tuple[int, ...], most: int, closed: bool) -> None:
        for value in cards:
            if value not in PACK:
                raise BadEntry(N_("There is no %(value)s in Mojo: the cards go from 0 to 12."), value=value)
        if len(cards) > HAND:
            raise BadEntry(
                N_("A hand has %(most)s cards at most and this one has %(held)s: take some away."),
                most=HAND,
                held=len(cards),
            )
        for value in over_pack(cards, PACK):
            raise BadEntry(
                N_("There are only %(copies)s cards with %(value)s in the pack, and this hand has %(held)s."),
                value=value,
                copies=PACK[value],
                held=cards.count(value),
            )
        if closed and len(cards) > most:
            raise BadEntry(
                N_(
                    "Whoever took the Mojo has %(most)s cards at most and this hand has %(held)s:"
                    " check the cards, or who took the Mojo."
                ),
                most=most,
                held=len(cards),
            )
        if not cards and not closed:
            raise BadEntry(N_("Only whoever took the Mojo can have no cards left: tap the cards, or the Mojo."))

    def count(self, entry: Entry, options: Options) -> Score:
        """What the hand counts before 0 or +10 (mojo M15); typed points count as they are."""
        if entry.cards is None:
            typed = entry.points or 0
            return Score(typed, Why(N_("%(points)s typed"), {"points": typed}))
        cards = counted(entry.cards)
        points = sum(cards)
        if not cards:
            return Score(0, Why(N_("no cards = 0")))
        if len(cards) == 1:
            return Score(points, Why("%(points)s", {"points": points}))
        return Score(points, Why("%(cards)s = %(points)s", {"cards": cards, "points": points}))

    def counted(self, entry: Entry) -> tuple[int, ...]:
        """The highest card of each colour, once (mojo M15)."""
        return counted(entry.cards or ())

    def score(self, entries: Sequence[Entry], options: Options) -> tuple[Score, ...]:
        """The scores of a complete round: 0 for the holder when nobody is lower, else +10 (mojo M16).

        Raises ValueError unless exactly one entry is `closed`.
        """
        if sum(entry.closed for entry in entries) != 1:
            raise ValueError("exactly one seat holds the Mojo")
        counts = [self.count(entry, options) for entry in entries]
        lowest = min(count.points for count in counts)
        return tuple(
            _with_mojo(count, lowest) if entry.closed else count for entry, count in zip(entries, counts, strict=True)
        )

    def direction(self, face: str, options: Options) -> int:
        """Which way round play goes when the Mojo shows `face`, "0" or "+10" (mojo M4)."""
        return CLOCKWISE if face == self.option(options, "clockwise_face") else COUNTER_CLOCKWISE

    def first_start(self, starter: int, options: Options) -> Start:
        """The youngest begins, the Mojo shows 0 (mojo M3)."""
        return Start(starter, self.direction("0", options), Why(N_("the youngest")))

    def next_start(
        self, last: Mapping[int, Entry], ring: Sequence[int], playing: Sequence[int], options: Options
    ) -> Start:
        """The holder begins, in the direction of the face the Mojo was left on (mojo M19, M19b)."""
        seats = sorted(last)
        scores = self.score([last[seat] for seat in seats], options)
        holder = next(seat for seat in seats if last[seat].closed)
        direction = self.direction(scores[seats.index(holder)].mark, options)
        if holder in playing:
            return Start(holder, direction, Why(N_("took the Mojo")))
        at, around = ring.index(holder), len(ring)
        after = (ring[(at + direction * step) % around] for step in range(1, around))
        starter = next(seat for seat in after if seat in playing)
        return Start(starter, direction, Why(N_("next after the one who took the Mojo and left")))


def _with_mojo(count: Score, lowest: int) -> Score:
    if count.points <= lowest:
        return Score(0, Why(N_("%(count)s, nobody lower: Mojo 0"), {"count": count.why}), "0")
    points = count.points + 10
    return Score(points, Why(N_("%(count)s, Mojo +10 = %(points)s"), {"count": count.why, "points": points}), "+10")
