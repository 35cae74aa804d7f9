"""What every game says. Standard library only: no Flask, no database, no clock, no global randomness."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from .agreement import Agreement
from .cards import Counted, Pack
from .moment import Moment, best_of
from .options import Option, Options
from .table import Deal, Setup, Table
from .why import N_, BadEntry, Why
from .words import Words

CLOCKWISE = 1
COUNTER_CLOCKWISE = -1

E = TypeVar("E")
"""What a seat reports of a round: each game has its own frozen type."""

Json = Mapping[str, Any]
"""An entry as it is stored."""


@dataclass(frozen=True, slots=True)
class Round(Generic[E]):
    """A round as a game judges it, by place of those in play. `seats`: their numbers; `entries`: what they report, None
    for who has not yet; `closer`: the place that ended it; `before`: the totals before it; `earlier`: what each
    reported in the rounds before; `broken_off`: nobody ended it, and the group said so (house H3).
    """

    number: int
    seats: tuple[int, ...]
    entries: tuple[E | None, ...]
    closer: int | None
    before: tuple[int, ...]
    earlier: tuple[tuple[E, ...], ...]
    options: Options
    broken_off: bool = False

    @classmethod
    def dealt(cls, number: int, setup: Setup, over: Deal) -> Round[Any]:
        """The round that a deal came to. Raises ValueError before its end."""
        entries, seats = over.entries(), setup.seats
        closer = None if over.closer is None else seats.index(over.closer)
        reported, none = tuple(entries[seat] for seat in seats), ((),) * len(seats)
        return Round(number, seats, reported, closer, setup.totals or (0,) * len(seats), none, setup.options)

    @property
    def whole(self) -> tuple[E, ...]:
        """The entries of a round in which all have reported. Raises ValueError for any other."""
        found = tuple(entry for entry in self.entries if entry is not None)
        if len(found) < len(self.entries):
            raise ValueError(f"somebody has not reported round {self.number}")
        return found

    def changed(self, place: int, entry: E | None, closer: int | None) -> Round[E]:
        """The round with another entry at a place, and another one who ended it."""
        return replace(self, entries=(*self.entries[:place], entry, *self.entries[place + 1 :]), closer=closer)


@dataclass(frozen=True, slots=True)
class Score:
    """Points, why, and the mark the pad prints beside them (Mojo: `0` or `+10`; otherwise empty). `free`: how many of
    the points were a gift (jokrummy J12); `paid`: that ending the round paid off, or cost more; None for neither.
    """

    points: int
    why: Why
    mark: str = ""
    free: int = 0
    paid: bool | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """What cannot be: a seat's entry by itself, or those of several `seats` together."""

    why: Why
    seats: tuple[int, ...]
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Who begins a round (None where the cards decide, or it is not known yet), which way round, and why."""

    seat: int | None
    direction: int | None
    why: Why | None


class Game(ABC, Generic[E]):
    """A set of rules. It has no state: everything it needs arrives as an argument."""

    key: str
    name: str
    words: Words
    seats: range
    pack: Pack | None = None
    """The cards that a seat reports, where it does; a table has the pack it deals."""
    tallies: bool = False
    """Whether points are so few that pages show them as cards, one for each (jokrummy J14)."""
    together: Mapping[str, str] | None = None
    """The fields of a seat of which nothing is said where one phone tells the round of all on one page; None where each
    seat has a sheet of its own only (jokrummy J13).
    """
    options: tuple[Option, ...]
    sides: bool = False
    """Whether people may play together and share a column, as two against two."""
    asks_starter: bool = True
    """Whether the group says who begins the first round."""

    def __init__(self, table: Table[Any] | None = None) -> None:
        self.table = table
        """What it is dealt on; None for a game that is only for the pad."""

    @property
    def strengths(self) -> tuple[str, ...]:
        """How well bots can play it, weakest first; none without a table."""
        return self.table.strengths if self.table else ()

    @abstractmethod
    def agreement(self, options: Options) -> Agreement:
        """What a match with these options is called, how it ends, who wins, and what is asked."""

    def settled(self, options: Options, seats: int) -> Options:
        """The options of a match that begins with so many columns; others than were chosen where one depends on that,
        such as a number of rounds by the book.
        """
        return options

    @abstractmethod
    def read(self, fields: Mapping[str, str], closes: bool) -> E:
        """The entry that was typed into the fields of the game's sheet; `closes`: its seat says that it ended the
        round. Raises BadEntry, with the field, when it is none.
        """

    @abstractmethod
    def fields(self, entry: E) -> dict[str, str]:
        """An entry as the fields of the sheet have it; the twin of `read`."""

    @abstractmethod
    def spell(self, entry: E) -> Json:
        """An entry as it is stored; the twin of `parse`."""

    @abstractmethod
    def parse(self, stored: Json) -> E:
        """The entry of what `spell` made, now or long ago. Never raises on it."""

    def same(self, one: E, other: E) -> bool:
        """Whether two phones that report these entries for one seat say the same thing."""
        return one == other

    @abstractmethod
    def count(self, entry: E, options: Options) -> Score:
        """What an entry counts by itself, before 0/+10 or doubling."""

    def faces(self, entry: E) -> tuple[Counted, ...]:
        """The cards of an entry, in the order given; empty where there are none."""
        return ()

    @abstractmethod
    def check(self, round_: Round[E], place: int) -> None:
        """Raise BadEntry when the entry at that place cannot be, whatever the others report."""

    @abstractmethod
    def score(self, round_: Round[E]) -> tuple[Score | None, ...]:
        """The scores of a complete round, by place; None for who need not have reported (jokrummy J15). Raises
        ValueError for a round that is not complete.
        """

    def needs_closer(self, round_: Round[E], complete: bool) -> bool:
        """Whether the group is asked who ended a round in which all have reported and nobody said so."""
        return bool(round_.seats) and not complete and self.agreement(round_.options).closes

    def complete(self, round_: Round[E]) -> bool:
        """Whether all have reported, and one of them ended the round (mojo M28, skyjo S13), or nobody (house H3)."""
        ended = round_.closer is not None or round_.broken_off
        return None not in round_.entries and (ended or not self.agreement(round_.options).closes)

    def problems(self, round_: Round[E]) -> tuple[Problem, ...]:
        """What cannot be: each entry by itself, and all that are in together, with those of earlier rounds (mojo M29,
        skyjo S14, jokrummy J16). Never raises.
        """
        found = []
        for place, entry in enumerate(round_.entries):
            try:
                if entry is not None:
                    self.check(round_, place)
            except BadEntry as bad:
                found.append(Problem(bad.why, (round_.seats[place],)))
        return tuple(found)

    def reminded(self, round_: Round[E]) -> tuple[int, ...]:
        """The seats that have something to decide before the next deal, after a complete round (jokrummy J14)."""
        return ()

    @abstractmethod
    def first_start(self, starter: int, options: Options) -> Start:
        """The start of the first round; `starter` is who the group says begins."""

    @abstractmethod
    def next_start(self, before: Start, round_: Round[E], ring: Sequence[int], playing: Sequence[int]) -> Start:
        """The start of the round after `round_`, which is complete and began with `before`.

        `ring`: all seats clockwise, leavers too; `playing`: the seats of the round to come.
        """

    def ended(self, round_: Round[E], totals: Sequence[int]) -> bool:
        """Whether a match is over after that round, which is complete and led to these totals: at the limit (mojo M20,
        skyjo S12), or after the last round there may be (house H1).
        """
        agreed = self.agreement(round_.options)
        reached = agreed.limit is not None and max(totals) >= agreed.limit
        return reached or (agreed.rounds is not None and round_.number >= agreed.rounds)

    def why_over(self, round_: Round[E], totals: Sequence[int]) -> Why:
        """Why the match ended with that round; pages say it where nobody's total reached a limit."""
        limit = self.agreement(round_.options).limit
        if limit is None or max(totals) < limit:
            return Why(N_("All %(rounds)s rounds are played"), {"rounds": round_.number})
        return Why(N_("%(limit)s points or more in round %(round)s"), {"limit": limit, "round": round_.number})

    def places(self, round_: Round[E], totals: Sequence[int]) -> tuple[int, ...]:
        """The places after that round; who ended it can decide them (jokrummy J16). Most games rank totals, some by
        what the round brought where they are equal (house H2): a round that is not complete has brought nothing yet.
        """
        agreed = self.agreement(round_.options)
        if not agreed.breaks_ties:
            return ranks(totals, agreed.lowest_wins)
        gained = [total - before for total, before in zip(totals, round_.before, strict=True)]
        return ranks(list(zip(totals, gained, strict=True)), agreed.lowest_wins)

    def moment(self, round_: Round[E], totals: Sequence[int]) -> Moment:
        """What the end of that round says, which is complete and led to these totals."""
        scored = zip(round_.seats, self.score(round_), strict=True)
        points = {seat: score.points for seat, score in scored if score}
        return best_of(round_.number, points, self.agreement(round_.options).lowest_wins)


Worth = TypeVar("Worth", int, tuple[int, int])


def ranks(totals: Sequence[Worth], lowest_wins: bool) -> tuple[int, ...]:
    """The place of every total: 1 is best, equal totals share a place and the next one is skipped (1, 1, 3)."""
    best_first = sorted(totals, reverse=not lowest_wins)
    return tuple(best_first.index(total) + 1 for total in totals)


def table_of(game: Game[Any]) -> Table[Any]:
    """What the game is dealt on. Raises ValueError for a game that is only for the pad."""
    if game.table is None:
        raise ValueError(f"{game.name} is not played on screens")
    return game.table


def packs_of(game: Game[Any]) -> tuple[Mapping[str, int], ...]:
    """The packs that a game shuffles, each on its own: the copies of each card as shuffles spell it. Raises ValueError
    for a game that is only for the pad.
    """
    table = table_of(game)
    return table.packs or ({str(card): copies for card, copies in table.pack.items()},)


def next_to(ring: Sequence[int], seat: int, playing: Sequence[int], direction: int = CLOCKWISE) -> int:
    """Who comes after a seat, which may have left, among those in play; itself when nobody else plays."""
    at, around = ring.index(seat), len(ring)
    following = (ring[(at + direction * step) % around] for step in range(1, around + 1))
    return next(other for other in following if other in playing)
