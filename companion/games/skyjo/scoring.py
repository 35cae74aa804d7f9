"""Scoring a round of Skyjo; the rule numbers are those of docs/rules/skyjo.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..cards import Cards, Hand, Pack, over_pack
from ..game import CLOCKWISE, Round, Score, Start, next_to
from ..hands import CardGame, played_to
from ..house import HANDS, MOST_ROUNDS, TIES, UNCLOSED
from ..moment import Moment
from ..options import Option, Options, chosen
from ..why import N_, BadEntry, Why
from . import text
from .moment import doubled, moment
from .text import COLUMN, GRID
from .wording import WORDS

SUITS = {
    "negative": (-2, -1),
    "zero": (0,),
    "low": (1, 2, 3, 4),
    "middle": (5, 6, 7, 8),
    "high": (9, 10, 11, 12),
}
PACK = {value: 10 for values in SUITS.values() for value in values} | {-2: 5, 0: 15}
SEATS = range(2, 9)
HUES = (5, 6, 1, 2, 4)
"""Dark blue, light blue, green, yellow and red, as the cards are printed."""
CARDS = Pack(PACK, SUITS, GRID, COLUMN, HUES)
LOWEST_SUM, HIGHEST_SUM = -17, 140
"""Five −2 and seven −1; four columns of 12, 12 and 11. A column of three equal cards would be gone (skyjo S14)."""

DOUBLING = Option(
    "doubling",
    "choice",
    "yes",
    N_("Whoever ends the round and isn’t the only lowest"),
    choices=(("yes", N_("Gets the points doubled")), ("no", N_("Gets the points as they are"))),
    everyday=False,
    house=True,
)
"""Whether to close can cost anything (skyjo S17)."""
OPTIONS = (
    played_to(100),
    Option(
        "starter",
        "choice",
        "highest_sum",
        N_("Who starts a round"),
        N_("In the first round the highest sum always starts."),
        (
            ("highest_sum", N_("Highest sum of two cards")),
            ("closer", N_("Whoever ended the last round")),
        ),
        everyday=False,
    ),
    DOUBLING,
    MOST_ROUNDS,
    TIES,
    UNCLOSED,
    HANDS,
)

DECIDED_BY_CARDS = Start(None, CLOCKWISE, Why(N_("the cards decide")))


def doubles(options: Options) -> bool:
    """Whether the match doubles the points of a closer who is not the lowest alone (skyjo S17)."""
    return DOUBLING.of(options) == "yes"


def columns(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The cards of a grid that is told column by column, parted again."""
    return [cards[at : at + COLUMN] for at in range(0, len(cards), COLUMN)]


def strikes(column: tuple[int, ...]) -> bool:
    """Whether these cards are three equal ones (skyjo S6)."""
    return len(column) == COLUMN and column.count(column[0]) == COLUMN


@lru_cache(maxsize=4096)
def counted(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that count: all but those in columns of three equal ones (skyjo S6, S9, S10)."""
    return sum((column for column in columns(cards) if not strikes(column)), ())


class Skyjo(CardGame):
    """The rules of Skyjo for the pad; the table builds on the same scores."""

    key = "skyjo"
    name = "Skyjo"
    words = WORDS
    seats = SEATS
    pack = CARDS
    asks_starter = False
    options = OPTIONS
    near = 30

    def read_cards(self, typed: str) -> Cards:
        """The cards of `-2 0 5 x 3 3 1 x`, an x for a column that is gone. Raises BadEntry on anything else."""
        return text.read(typed)

    def spell_cards(self, cards: Cards) -> str:
        """A grid as the text field has it; the twin of `read_cards`."""
        return text.spell(cards)

    def same(self, one: Hand, other: Hand) -> bool:
        """Neither the order of the columns nor the order of the cards in one changes anything."""
        return one.points == other.points and _grid(one) == _grid(other)

    def check(self, round_: Round[Hand], place: int) -> None:
        """Raise BadEntry on one impossible grid (skyjo S14)."""
        hand = round_.entries[place]
        if hand is None:
            return
        if hand.cards is not None:
            _check_cards(hand.cards)
        elif not LOWEST_SUM <= (hand.points or 0) <= HIGHEST_SUM:
            said = N_("%(points)s isn’t possible: a grid is worth %(lowest)s to %(highest)s.")
            raise BadEntry(said, "points", points=hand.points, lowest=LOWEST_SUM, highest=HIGHEST_SUM)

    def count(self, entry: Hand, options: Options) -> Score:
        """What the grid counts before doubling (skyjo S10); typed points count as they are."""
        count = super().count(entry, options)
        struck = [column for column in columns(entry.cards or ()) if strikes(column)]
        if not struck:
            return count
        gone = ", ".join(" ".join(map(str, column)) for column in struck).replace("-", "−")
        return Score(count.points, Why(N_("%(count)s, not counting %(gone)s"), {"count": count.why, "gone": gone}))

    def counted(self, cards: Cards) -> Cards:
        """All cards but those in columns of three equal ones (skyjo S9)."""
        return counted(cards)

    def counts(self, cards: Cards) -> tuple[bool, ...]:
        """All cards but those in columns of three equal ones, wherever others like them lie (skyjo S9)."""
        return tuple(not strikes(column) for column in columns(cards) for _ in column)

    def score(self, round_: Round[Hand]) -> tuple[Score, ...]:
        """The closer's score is doubled unless it is strictly the lowest (skyjo S11), where the match doubles (S17) and
        somebody closed (house H3).
        """
        closer, hands = round_.closer, round_.whole
        counts = [self.count(hand, round_.options) for hand in hands]
        if closer is None and not round_.broken_off:
            raise ValueError("somebody closes the round")
        if closer is None or not doubles(round_.options):
            return tuple(counts)
        others = {place: count.points for place, count in enumerate(counts) if place != closer}
        lowest = min(others, key=others.__getitem__, default=closer)
        mine = counts[closer].points
        if lowest != closer and others[lowest] <= mine and mine > 0:
            counts[closer] = _doubled(counts[closer], hands[closer], round_.seats[lowest], others[lowest] < mine)
        return tuple(counts)

    def first_start(self, starter: int, options: Options) -> Start:
        """The two cards everybody turns decide who begins, clockwise, whoever sits where (skyjo S3)."""
        return DECIDED_BY_CARDS

    def next_start(self, before: Start, round_: Round[Hand], ring: Sequence[int], playing: Sequence[int]) -> Start:
        """The cards decide again, or the closer begins when the match is set so (skyjo S3) and there is one."""
        if round_.closer is None or chosen(OPTIONS, round_.options, "starter") != "closer":
            return DECIDED_BY_CARDS
        closer = round_.seats[round_.closer]
        if closer in playing:
            return Start(closer, CLOCKWISE, Why(N_("ended the last round")))
        said = Why(N_("next in line, because the player who ended the last round left"))
        return Start(next_to(ring, closer, playing), CLOCKWISE, said)

    def moment(self, round_: Round[Hand], totals: Sequence[int]) -> Moment:
        """Whether the closer pays double (skyjo S11)."""
        closer = round_.closer
        if closer is None:
            return super().moment(round_, totals)
        counts = [self.count(hand, round_.options).points for hand in round_.whole]
        return moment(round_, closer, self.score(round_), counts)


def _grid(entry: Hand) -> list[list[int]]:
    return sorted(map(sorted, columns(entry.cards or ())))


def _check_cards(cards: tuple[int, ...]) -> None:
    for value in cards:
        if value not in PACK:
            raise BadEntry(N_("There’s no %(value)s in Skyjo: the cards go from −2 to 12."), value=value)
    if len(cards) > GRID:
        raise BadEntry(
            N_("A grid has %(most)s cards at most, this one has %(held)s: remove some."),
            most=GRID,
            held=len(cards),
        )
    if len(cards) % COLUMN:
        raise BadEntry(
            N_("A grid is made of columns of three, but this one has %(held)s cards: add the missing ones."),
            held=len(cards),
        )
    for value in over_pack(cards, PACK):
        raise BadEntry(
            N_("The pack has only %(copies)s cards with %(value)s, this grid has %(held)s."),
            value=value,
            copies=PACK[value],
            held=cards.count(value),
        )


def _doubled(count: Score, entry: Hand, other: int, lower: bool) -> Score:
    """The closer's score when another seat has less or (not `lower`) the same."""
    points = 2 * count.points
    values: dict[str, object] = {"count": count.points, "points": points}
    product = Why("%(count)s × 2 = %(points)s", values)
    if len(entry.cards or ()) > 1:
        product = Why("%(sum)s; %(product)s", {"sum": count.why, "product": product})
    return Score(points, doubled(product, other, lower), "×2", paid=False)
