"""Scoring a round of Skyjo; the rule numbers are those of docs/rules/skyjo.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ..cards import over_pack
from ..game import CLOCKWISE, N_, BadEntry, Entry, Game, Option, Options, Score, Start, Who, Why
from .wording import WORDS

SUITS = {
    "negative": (-2, -1),
    "zero": (0,),
    "low": (1, 2, 3, 4),
    "middle": (5, 6, 7, 8),
    "high": (9, 10, 11, 12),
}
PACK = {value: 10 for values in SUITS.values() for value in values} | {-2: 5, 0: 15}
COLUMN = 3
GRID = 12
LOWEST_SUM, HIGHEST_SUM = -17, 140
"""Five −2 and seven −1; four columns of 12, 12 and 11. A column of three equal cards would be gone (skyjo S14)."""

DECIDED_BY_CARDS = Start(None, CLOCKWISE, Why(N_("decided by the cards")))


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


class Skyjo(Game):
    """The rules of Skyjo for the pad; the digital table builds on the same scores."""

    key = "skyjo"
    name = "Skyjo"
    words = WORDS
    seats = range(2, 9)
    limit = 100
    near = 30
    pack = PACK
    suits = SUITS
    max_cards = GRID
    column = COLUMN
    asks_starter = False
    lowest_wins = True
    options = (
        Option(
            "limit",
            "int",
            100,
            N_("Play to"),
            N_("The match ends when somebody has this many points or more."),
        ),
        Option(
            "starter",
            "choice",
            "highest_sum",
            N_("Who begins a round"),
            N_("The first round always begins with the highest sum."),
            (
                ("highest_sum", N_("Highest sum of the first two cards")),
                ("closer", N_("Whoever ended the round before")),
            ),
            everyday=False,
        ),
    )

    def same(self, one: Entry, other: Entry) -> bool:
        """Neither the order of the columns nor the order of the cards in one changes anything."""
        return one.points == other.points and _grid(one) == _grid(other)

    def check(self, entry: Entry, seats_in_play: int, options: Options) -> None:
        """Raise BadEntry on one impossible grid (skyjo S14)."""
        if entry.bonus:
            raise BadEntry(N_("Skyjo has no bonus missions."), "bonus")
        if entry.cards is not None:
            _check_cards(entry.cards)
        elif not LOWEST_SUM <= (entry.points or 0) <= HIGHEST_SUM:
            said = N_("%(points)s cannot be: twelve cards make from %(lowest)s to %(highest)s.")
            raise BadEntry(said, "points", points=entry.points, lowest=LOWEST_SUM, highest=HIGHEST_SUM)

    def count(self, entry: Entry, options: Options) -> Score:
        """What the grid counts before doubling (skyjo S10); typed points count as they are."""
        if entry.cards is None:
            typed = entry.points or 0
            return Score(typed, Why(N_("%(points)s typed"), {"points": typed}))
        cards = counted(entry.cards)
        points = sum(cards)
        if not cards:
            why = Why(N_("no cards = 0"))
        elif len(cards) == 1:
            why = Why("%(points)s", {"points": points})
        else:
            why = Why("%(cards)s = %(points)s", {"cards": cards, "points": points})
        struck = [column for column in columns(entry.cards) if strikes(column)]
        if not struck:
            return Score(points, why)
        gone = ", ".join(" ".join(map(str, column)) for column in struck).replace("-", "−")
        return Score(points, Why(N_("%(count)s, without %(gone)s"), {"count": why, "gone": gone}))

    def counted(self, entry: Entry) -> tuple[int, ...]:
        """All cards but those in columns of three equal ones (skyjo S9)."""
        return counted(entry.cards or ())

    def counts(self, entry: Entry) -> tuple[bool, ...]:
        """All cards but those in columns of three equal ones, wherever others like them lie (skyjo S9)."""
        parts = columns(entry.cards or ())
        return tuple(not strikes(column) for column in parts for _ in column)

    def score(self, entries: Sequence[Entry], options: Options) -> tuple[Score, ...]:
        """The scores of a complete round: the closer's is doubled unless it is strictly the lowest (skyjo S11).

        Raises ValueError unless exactly one entry is `closed`.
        """
        if sum(entry.closed for entry in entries) != 1:
            raise ValueError("exactly one seat ended the round")
        counts = [self.count(entry, options) for entry in entries]
        closer = next(at for at, entry in enumerate(entries) if entry.closed)
        others = {at: count.points for at, count in enumerate(counts) if at != closer}
        lowest = min(others, key=others.__getitem__, default=closer)
        mine = counts[closer].points
        if lowest != closer and others[lowest] <= mine and mine > 0:
            counts[closer] = _doubled(counts[closer], entries[closer], lowest, others[lowest] < mine)
        return tuple(counts)

    def first_start(self, starter: int, options: Options) -> Start:
        """The two cards everybody turns decide who begins, clockwise, whoever sits where (skyjo S3)."""
        return DECIDED_BY_CARDS

    def next_start(
        self, last: Mapping[int, Entry], ring: Sequence[int], playing: Sequence[int], options: Options
    ) -> Start:
        """The cards decide again, or the closer begins when the match is set so (skyjo S3)."""
        if self.option(options, "starter") != "closer":
            return DECIDED_BY_CARDS
        closer = next(seat for seat, entry in last.items() if entry.closed)
        if closer in playing:
            return Start(closer, CLOCKWISE, Why(N_("ended the last round")))
        at = ring.index(closer)
        starter = next(seat for seat in (*ring[at:], *ring[:at]) if seat in playing)
        return Start(starter, CLOCKWISE, Why(N_("next after the one who ended the last round and left")))


def _grid(entry: Entry) -> list[list[int]]:
    return sorted(map(sorted, columns(entry.cards or ())))


def _check_cards(cards: tuple[int, ...]) -> None:
    for value in cards:
        if value not in PACK:
            raise BadEntry(N_("There is no %(value)s in Skyjo: the cards go from −2 to 12."), value=value)
    if len(cards) > GRID:
        raise BadEntry(
            N_("A grid has %(most)s cards at most and this one has %(held)s: take some away."),
            most=GRID,
            held=len(cards),
        )
    if len(cards) % COLUMN:
        raise BadEntry(
            N_("A grid is made of columns of three, and this one has %(held)s cards: add the missing ones."),
            held=len(cards),
        )
    for value in over_pack(cards, PACK):
        raise BadEntry(
            N_("There are only %(copies)s cards with %(value)s in the pack, and this grid has %(held)s."),
            value=value,
            copies=PACK[value],
            held=cards.count(value),
        )


def _doubled(count: Score, entry: Entry, other: int, lower: bool) -> Score:
    """The closer's score when another seat, its place among the entries, has less or (not `lower`) the same."""
    points = 2 * count.points
    values: dict[str, object] = {"count": count.points, "points": points}
    product = Why("%(count)s × 2 = %(points)s", values)
    if len(entry.cards or ()) > 1:
        product = Why("%(sum)s; %(product)s", {"sum": count.why, "product": product})
    said = N_("%(product)s, because %(who)s is lower") if lower else N_("%(product)s, because %(who)s is not higher")
    return Score(points, Why(said, {"product": product, "who": Who(other)}), "×2")
