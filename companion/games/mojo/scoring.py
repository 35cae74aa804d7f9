"""Scoring a round of Mojo; the rule numbers are those of docs/rules/mojo.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

from ..cards import Cards, Hand, Pack, over_pack
from ..game import CLOCKWISE, COUNTER_CLOCKWISE, Round, Score, Start, next_to
from ..hands import CardGame, played_to
from ..house import HANDS, MOST_ROUNDS, TIES, UNCLOSED
from ..moment import Moment
from ..options import Option, Options, chosen
from ..why import N_, BadEntry, Why
from .moment import moment
from .wording import WORDS

SUITS = {"blue": (0, 1), "green": (2, 3, 4), "yellow": (5, 6, 7), "orange": (8, 9, 10), "red": (11, 12)}
PACK = {value: 4 + row for row, values in enumerate(SUITS.values()) for value in values}
SUIT_OF = {value: suit for suit, values in SUITS.items() for value in values}
HAND = 8
CARDS = Pack(PACK, SUITS, HAND)
SEATS = range(2, 9)
OPTIONS = (
    played_to(50),
    Option(
        "discards",
        "choice",
        "1",
        N_("Discard piles"),
        choices=(("1", N_("One pile")), ("2", N_("Two piles"))),
    ),
    Option(
        "edition",
        "choice",
        "fr",
        N_("Rule book"),
        N_("The only difference: which cards are shuffled between rounds."),
        (
            ("fr", N_("French: keep using the draw pile")),
            ("pl", N_("Polish: shuffle all the cards again")),
        ),
        everyday=False,
    ),
    Option(
        "clockwise_face",
        "choice",
        "0",
        N_("Play goes clockwise when the Mojo shows"),
        N_("Check the arrows on your Mojo card."),
        (("0", "0"), ("+10", "+10")),
        everyday=False,
    ),
    MOST_ROUNDS,
    TIES,
    UNCLOSED,
    HANDS,
)


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


class Mojo(CardGame):
    """The rules of Mojo for the pad; the table builds on the same scores."""

    key = "mojo"
    name = "Mojo"
    words = WORDS
    seats = SEATS
    pack = CARDS
    empty_closes = True
    options = OPTIONS
    near = 15

    def same(self, one: Hand, other: Hand) -> bool:
        """The order in which cards were tapped does not matter."""
        return one.points == other.points and sorted(one.cards or ()) == sorted(other.cards or ())

    def most_cards(self, seats: int, closes: bool) -> int:
        """Eight, or what whoever took the Mojo may hold (mojo M10, M29)."""
        return most_held(seats) if closes else HAND

    def check(self, round_: Round[Hand], place: int) -> None:
        """Raise BadEntry on one impossible hand (mojo M29)."""
        hand, closed = round_.entries[place], place == round_.closer
        most = self.most_cards(len(round_.seats), closed)
        if hand is None:
            return
        if hand.cards is not None:
            self._check_cards(hand.cards, most, closed)
        elif hand.points not in SUMS[most] and not (closed and hand.points == 0):
            self._refuse_sum(hand.points, most)

    def _refuse_sum(self, points: int | None, most: int) -> None:
        if points in SUMS[HAND]:
            raise BadEntry(
                N_(
                    "Whoever took the Mojo has %(most)s cards at most, worth %(highest)s at most: %(points)s "
                    "isn’t possible."
                ),
                "points",
                points=points,
                most=most,
                highest=max(SUMS[most]),
            )
        said = N_("%(points)s isn’t possible: before 0 or +10, a hand is worth 0 to %(highest)s.")
        raise BadEntry(said, "points", points=points, highest=max(SUMS[HAND]))

    def _check_cards(self, cards: tuple[int, ...], most: int, closed: bool) -> None:
        for value in cards:
            if value not in PACK:
                raise BadEntry(N_("There’s no %(value)s in Mojo: the cards go from 0 to 12."), value=value)
        if len(cards) > HAND:
            raise BadEntry(
                N_("A hand has %(most)s cards at most, this one has %(held)s: remove some."),
                most=HAND,
                held=len(cards),
            )
        for value in over_pack(cards, PACK):
            raise BadEntry(
                N_("The pack has only %(copies)s cards with %(value)s, this hand has %(held)s."),
                value=value,
                copies=PACK[value],
                held=cards.count(value),
            )
        if closed and len(cards) > most:
            raise BadEntry(
                N_(
                    "Whoever took the Mojo has %(most)s cards at most, this hand has %(held)s: check the cards, "
                    "or who took the Mojo."
                ),
                most=most,
                held=len(cards),
            )
        if not cards and not closed:
            raise BadEntry(N_("Only the player who took the Mojo can have no cards left: tap the cards, or the Mojo."))

    def counted(self, cards: Cards) -> Cards:
        """The highest card of each colour, once (mojo M15)."""
        return counted(cards)

    def counts(self, cards: Cards) -> tuple[bool, ...]:
        """The highest card of each colour, of equal ones the first (mojo M15)."""
        first = {card: cards.index(card) for card in counted(cards)}
        return tuple(first.get(card) == at for at, card in enumerate(cards))

    def score(self, round_: Round[Hand]) -> tuple[Score, ...]:
        """0 for the closer when nobody is lower, else +10 (mojo M16); nobody took the Mojo of a round that was broken
        off (house H3).
        """
        counts = [self.count(hand, round_.options) for hand in round_.whole]
        if round_.broken_off:
            return tuple(counts)
        if round_.closer is None:
            raise ValueError("somebody takes the Mojo")
        lowest = min(count.points for count in counts)
        counts[round_.closer] = _with_mojo(counts[round_.closer], lowest)
        return tuple(counts)

    def direction(self, face: str, options: Options) -> int:
        """Which way round play goes when the Mojo shows `face`, "0" or "+10" (mojo M4)."""
        return CLOCKWISE if face == chosen(OPTIONS, options, "clockwise_face") else COUNTER_CLOCKWISE

    def first_start(self, starter: int, options: Options) -> Start:
        """The youngest begins, the Mojo shows 0 (mojo M3)."""
        return Start(starter, self.direction("0", options), Why(N_("the youngest")))

    def next_start(self, before: Start, round_: Round[Hand], ring: Sequence[int], playing: Sequence[int]) -> Start:
        """Who took the Mojo begins, in the direction of the face it was left on (mojo M19, M19b)."""
        if round_.broken_off:
            return _again(before, ring, playing)
        place = round_.closer or 0
        closer, direction = round_.seats[place], self.direction(self.score(round_)[place].mark, round_.options)
        if closer in playing:
            return Start(closer, direction, Why(N_("took the Mojo")))
        starter = next_to(ring, closer, playing, direction)
        return Start(starter, direction, Why(N_("next in line, because the player with the Mojo left")))

    def moment(self, round_: Round[Hand], totals: Sequence[int]) -> Moment:
        """Whether the Mojo paid off (mojo M16, M19)."""
        closer = round_.closer
        if closer is None:
            return super().moment(round_, totals)
        scores, counts = self.score(round_), [self.count(hand, round_.options).points for hand in round_.whole]
        return moment(round_, closer, scores, counts, self.direction(scores[closer].mark, round_.options))


def _again(before: Start, ring: Sequence[int], playing: Sequence[int]) -> Start:
    """Nobody took the Mojo: it stays as it is, and whoever began begins again (house H3)."""
    if before.seat is None:
        return Start(None, None, None)
    starter = before.seat
    if starter not in playing:
        starter = next_to(ring, starter, playing, before.direction or CLOCKWISE)
    return Start(starter, before.direction, Why(N_("as before: nobody took the Mojo")))


def _with_mojo(count: Score, lowest: int) -> Score:
    if count.points <= lowest:
        return Score(0, Why(N_("%(count)s; nobody is lower, so Mojo 0"), {"count": count.why}), "0", paid=True)
    points = count.points + 10
    why = Why(N_("%(count)s; Mojo +10 makes %(points)s"), {"count": count.why, "points": points})
    return Score(points, why, "+10", paid=False)
