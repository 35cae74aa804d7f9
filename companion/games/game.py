"""The words every game speaks. Standard library only: no Flask, no database, no clock, no global randomness."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .deal import Deal, Move, Observation, Setup
    from .wording import Words

Options = Mapping[str, int | str]
"""What a match was set to, by option key; a key that is missing stands for the option's default."""

CLOCKWISE = 1
COUNTER_CLOCKWISE = -1


def N_(msgid: str) -> str:
    """Mark a sentence for the translators and return it unchanged; views translate it when it is shown."""
    return msgid


@dataclass(frozen=True, slots=True)
class Why:
    """A reason that can be shown in any language.

    `msgid` is an English sentence with `%(name)s` places; `values` fills them. A value is an int, a str, another Why,
    a Who, or a tuple of ints, which is shown as a sum: (10, -2, 3) reads `10 − 2 + 3`.
    """

    msgid: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.msgid % {key: plain(value) for key, value in self.values.items()}


@dataclass(frozen=True, slots=True)
class Who:
    """A seat in a reason; pages show the name of who sits there. `Game.score` counts seats by their place among the
    entries it was given, a scoresheet by their number in the match.
    """

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


def plain(value: object) -> str:
    """A value of a Why as English text, for logs and tests; pages translate nested reasons instead."""
    if isinstance(value, tuple):
        said = "".join(f" + {number}" if number >= 0 else f" − {-number}" for number in value)
        return f"−{said[3:]}" if said.startswith(" − ") else said[3:]
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


class BadEntry(ValueError):
    """One hand that cannot be. `why` is the sentence to show, `field` the part it is about (cards, points, closed)."""

    def __init__(self, msgid: str, field: str = "cards", **values: object) -> None:
        self.why = Why(msgid, values)
        self.field = field
        super().__init__(str(self.why))


@dataclass(frozen=True, slots=True)
class Entry:
    """What a seat reports at the end of a round: its cards in the order they were given, *or* its counted points
    (before 0/+10, before doubling). `bonus`: free missions (Jok-R-ummy jr). `closed`: this seat ended the round.

    Raises ValueError unless exactly one of `cards` and `points` is given.
    """

    cards: tuple[int, ...] | None = None
    points: int | None = None
    bonus: int = 0
    closed: bool = False

    def __post_init__(self) -> None:
        if (self.cards is None) == (self.points is None):
            raise ValueError("an entry has its cards or its points, one of the two")
        if self.cards is not None and not isinstance(self.cards, tuple):
            object.__setattr__(self, "cards", tuple(self.cards))

    def closing(self, closed: bool) -> Entry:
        """The same hand, as reported by the seat that did (or did not) end the round."""
        return self if self.closed == closed else replace(self, closed=closed)


@dataclass(frozen=True, slots=True)
class Score:
    """Points, why, and the mark the pad prints beside them (Mojo: `0` or `+10`; otherwise empty)."""

    points: int
    why: Why
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Several hands that cannot lie on one table together. `seats` are indices into the entries that were judged."""

    why: Why
    seats: tuple[int, ...]
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Who begins a round (None where the cards decide, or it is not known yet), which way round, and why."""

    seat: int | None
    direction: int | None
    why: Why | None


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a match may set. `kind` is "int" or "choice"; `choices` are (value, msgid); forms are made from it."""

    key: str
    kind: str
    default: int | str
    label: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 1
    most: int = 9999
    everyday: bool = True


class Game(ABC):
    """A set of rules. It has no state: everything it needs arrives as an argument."""

    key: str
    name: str
    words: Words
    seats: range
    limit: int
    near: int
    """From how many points before the limit the pad says that a round may be the last."""
    pack: Mapping[int, int]
    """Copies of every card value."""
    suits: Mapping[str, tuple[int, ...]]
    """The values of every colour, in the order the entry sheet shows them."""
    max_cards: int
    reports_cards: bool = True
    """Whether a seat reports its cards, or their sum, at the end of a round; else it reports what it did."""
    tallies: bool = False
    """Whether points are so few that pages show them as cards, one for each (jokrummy J14)."""
    column: int = 0
    """How many cards make a column, where a hand lies in columns; 0 where it does not."""
    lowest_wins: bool
    options: tuple[Option, ...]
    asks_starter: bool = True
    """Whether the group says who begins the first round."""
    empty_closes: bool = False
    """Whether a sheet that says nothing but who ended the round is a hand without cards."""
    strengths: tuple[str, ...] = ()
    """How well its bots can play, weakest first; empty when the game is not played on screens."""
    shows_hands: bool = False
    """Whether everybody may see all hands when a round on screens is over, and so step through it with any eyes."""

    def deal(self, setup: Setup) -> Deal:
        """A round on screens from its setup. Raises ValueError for a setup that cannot be, or without a table."""
        raise ValueError(f"{self.key} is not played on screens")

    def choose(self, observation: Observation, rng: Random, seconds: float, strength: str) -> Move:
        """A bot's move for the seat that observes, in about `seconds` of one core at most. Raises like `deal`."""
        raise ValueError(f"{self.key} has no bots")

    def option(self, options: Options, key: str) -> int | str:
        """What the match says of `key`, else the option's default. Raises KeyError for a key the game does not know."""
        known = {option.key: option.default for option in self.options}
        return options.get(key, known[key])

    def read(self, typed: str) -> tuple[int, ...]:
        """The cards that were typed into one text field. Raises BadEntry on anything else."""
        from .cards import read  # It speaks these words, too.

        return read(typed)

    def spell(self, cards: Sequence[int]) -> str:
        """Cards as the text field has them; the twin of `read`."""
        return " ".join(map(str, cards))

    def suit_number(self, card: int) -> int:
        """Which colour a card has, as the number of its row on the entry sheet, from 0. Raises KeyError for no card."""
        for row, values in enumerate(self.suits.values()):
            if card in values:
                return row
        raise KeyError(card)

    def limit_of(self, options: Options) -> int:
        """The total that ends a match, in points."""
        return int(self.option(options, "limit"))

    def same(self, one: Entry, other: Entry) -> bool:
        """Whether two phones that report these entries for one seat say the same thing."""
        return one == other

    @abstractmethod
    def check(self, entry: Entry, seats_in_play: int, options: Options) -> None:
        """Raise BadEntry when no hand of a round with that many seats can be so."""

    @abstractmethod
    def count(self, entry: Entry, options: Options) -> Score:
        """What a hand counts by itself, before 0/+10 or doubling."""

    @abstractmethod
    def counted(self, entry: Entry) -> tuple[int, ...]:
        """The cards of a hand that count, in the order given; empty for typed points."""

    def counts(self, entry: Entry) -> tuple[bool, ...]:
        """Which cards of a hand count, in the order given: of equal ones the first."""
        left, found = list(self.counted(entry)), []
        for card in entry.cards or ():
            found.append(card in left)
            if card in left:
                left.remove(card)
        return tuple(found)

    @abstractmethod
    def score(self, entries: Sequence[Entry], options: Options) -> tuple[Score, ...]:
        """The scores of a complete round, in the order of `entries` (the seats in play, in seat order)."""

    def complete(self, entries: Sequence[Entry | None]) -> bool:
        """Whether all have reported (None: not yet), and one of them ended the round (mojo M28, skyjo S13)."""
        return None not in entries and sum(entry.closed for entry in entries if entry) == 1

    def problems(self, entries: Sequence[Entry | None], options: Options) -> tuple[Problem, ...]:
        """What cannot be: hands by themselves, and all that are in against the pack (mojo M29, skyjo S14). Never raises
        on entries of the right shape.
        """
        from .cards import problems

        return problems(self, entries, options)

    @abstractmethod
    def first_start(self, starter: int, options: Options) -> Start:
        """The start of the first round; `starter` is who the group says begins."""

    @abstractmethod
    def next_start(
        self, last: Mapping[int, Entry], ring: Sequence[int], playing: Sequence[int], options: Options
    ) -> Start:
        """The start of the round after `last`, the entries of a complete round by seat.

        `ring`: all seats clockwise, leavers too; `playing`: the seats of the round to come.
        """

    def start_after(
        self, before: Start, last: Mapping[int, Entry], ring: Sequence[int], playing: Sequence[int], options: Options
    ) -> Start:
        """As `next_start`, for games where it also matters who began the last round (jokrummy J14)."""
        return self.next_start(last, ring, playing, options)

    def reminded(self, last: Mapping[int, Entry]) -> tuple[int, ...]:
        """The seats that have something to decide before the next deal, after a complete round (jokrummy J14)."""
        return ()

    def problems_since(
        self, earlier: Sequence[Mapping[int, Entry]], now: Mapping[int, Entry], totals: Sequence[int], options: Options
    ) -> tuple[Problem, ...]:
        """What cannot be, over the hands of a round and all rounds before it (jokrummy J16); here `seats` of a problem
        are seat numbers, as in the entries. `totals`: what every seat had before that round. Most games judge each
        round by itself.
        """
        return ()

    def decided(self, entries: Sequence[Entry | None], totals: Sequence[int], options: Options) -> bool:
        """Whether a round is complete without those who have not reported, for somebody has won at once (jokrummy J16).

        `totals`: what the same seats had before it.
        """
        return False

    def why_over(self, round_: int, options: Options) -> Why:
        """Why the match ended after that round."""
        return Why(
            N_("%(limit)s points or more in round %(round)s"), {"limit": self.limit_of(options), "round": round_}
        )

    def ended(self, totals: Sequence[int], options: Options) -> bool:
        """Whether a match with these totals is over, judged after a complete round (mojo M20, skyjo S12)."""
        return any(total >= self.limit_of(options) for total in totals)

    def ranks(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The place of every total: 1 is best, equal totals share a place and the next one is skipped (1, 1, 3)."""
        best_first = sorted(totals, reverse=not self.lowest_wins)
        return tuple(best_first.index(total) + 1 for total in totals)

    def places(self, totals: Sequence[int], closer: int | None, options: Options) -> tuple[int, ...]:
        """The places after a round that the seat at index `closer` ended (jokrummy J16); most games rank totals."""
        return self.ranks(totals)
