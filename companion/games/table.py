"""The words of the table: what a round that is played on screens offers, whatever the game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

from .cards import Cards
from .house import Terms
from .look import Look
from .options import Option, Options, chosen
from .why import N_, IllegalMove, Why

Move = str
"""One act at the table as a short text (`play 8`). A chance move carries its outcome (`shuffle 3 12 …`)."""

Carry = str
"""What a finished deal hands to the next, as text; empty when there is nothing. Not for players' eyes."""

DEALER = -1
"""The seat of chance: it shuffles. No person and no bot sits there."""

NOBODY = -1
"""The place of nobody."""


@dataclass(frozen=True, slots=True)
class Setup:
    """All a deal starts from. `seats`: the numbers of the seats dealt in, clockwise; `totals`: their points so far, in
    that order; `starter`: who begins (None where the cards decide); `direction`: 1 clockwise, -1 counter-clockwise;
    `round`: its number, where rounds are counted (house H1), else 0.
    """

    seats: tuple[int, ...]
    starter: int | None
    direction: int = 1
    options: Options = field(default_factory=dict)
    totals: tuple[int, ...] = ()
    carry: Carry = ""
    round: int = 0

    def spell(self) -> str:
        """The setup as one line, parts between semicolons; the twin of `read`."""
        parts = [" ".join(("seats", *map(str, self.seats))), f"starter {'-' if self.starter is None else self.starter}"]
        parts += [f"direction {self.direction}", " ".join(("totals", *map(str, self.totals)))]
        parts += [f"round {self.round}"] if self.round else []
        parts += [
            f"option {key} " + json.dumps(value).replace(";", r"\u003b") for key, value in sorted(self.options.items())
        ]
        return "; ".join([*parts, *([f"carry {self.carry}"] if self.carry else [])])

    @classmethod
    def read(cls, text: str) -> Setup:
        """The setup of a line made by `spell`. Raises ValueError on anything else."""
        found: dict[str, str] = {}
        options: dict[str, int | str] = {}
        for part in text.split("; "):
            word, _, rest = part.partition(" ")
            if word == "option":
                key, _, value = rest.partition(" ")
                options[key] = json.loads(value)
            else:
                found[word] = rest
        if not (needed := {"seats", "starter", "direction", "totals"}) <= set(found) <= needed | {"round", "carry"}:
            raise ValueError(f"not a setup: {text!r}")
        starter = None if found["starter"] == "-" else int(found["starter"])
        seats, totals = (tuple(map(int, found[word].split())) for word in ("seats", "totals"))
        more = found.get("carry", ""), int(found.get("round", 0))
        return cls(seats, starter, int(found["direction"]), options, totals, *more)

    def check(self, name: str, seats: range, offered: Sequence[Option], rule: str) -> None:
        """Raises ValueError for seats (by that rule), totals or options that cannot be in the game of that name."""
        if len(self.seats) not in seats or len(set(self.seats)) < len(self.seats) or min(self.seats) < 0:
            numbers = f"{seats.start} to {seats.stop - 1} seats"
            raise ValueError(f"{name} is dealt to {numbers}, each once ({rule}): {self.seats}")
        if len(self.totals) not in (0, len(self.seats)):
            raise ValueError(f"every seat has one total, or none has: {self.spell()}")
        for option in offered:
            if option.choices and chosen(offered, self.options, option.key) not in dict(option.choices):
                raise ValueError(f"{option.key} is one of {', '.join(dict(option.choices))}: {self.spell()}")


def shuffled(move: Move) -> tuple[str, ...]:
    """The cards of a hidden shuffle as they are spelled, first drawn first; empty for every other move."""
    word, *cards = move.split(" ")
    return tuple(cards) if word in ("shuffle", "reshuffle") else ()


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same all through a deal, and everybody knows. `seats`: the seat numbers clockwise; everywhere else
    in a deal a seat is its place in this tuple. `first`: the place of who begins, NOBODY where the cards decide;
    `step`: 1 clockwise, -1 the other way; `totals`: points before this round; `left`: how many rounds can come after
    this one, None where nobody counts them (house H1); `breaks_ties`: the last round parts equal totals (house H2).
    """

    seats: Cards
    first: int
    step: int
    limit: int
    totals: Cards
    left: int | None
    breaks_ties: bool

    @classmethod
    def of(cls, setup: Setup, offered: Sequence[Option], **more: Any) -> Self:
        """The frame of a setup that can be."""
        seats = setup.seats
        first = NOBODY if setup.starter is None else seats.index(setup.starter)
        limit, house = int(chosen(offered, setup.options, "limit")), Terms.of(setup.options)
        left = max(0, house.rounds - setup.round) if house.rounds and setup.round else None
        totals = setup.totals or (0,) * len(seats)
        return cls(seats, first, setup.direction, limit, totals, left, house.breaks_ties, **more)


@dataclass(slots=True, unsafe_hash=True)
class Open(ABC):
    """What a deal and all that is seen of it have in common: everybody may see it. A game adds its own fields."""

    SEATED: ClassVar[tuple[int, ...]]
    """The stages in which the seat in turn moves."""
    OVER: ClassVar[int]
    """The stage when the round is over."""

    frame: Frame
    stage: int
    """What is waited for."""
    turn: int
    """The place of who is in turn, NOBODY before the first."""
    closer: int | None
    """The seat that ended the round; None before, and where nobody did."""

    @property
    def seats(self) -> Cards:
        """The seats dealt in, clockwise."""
        return self.frame.seats

    @property
    def to_move(self) -> tuple[int, ...]:
        """Who moves: usually one seat; (DEALER,) for chance; empty when the round is over."""
        if self.stage in self.SEATED:
            return (self.frame.seats[self.turn],)
        return () if self.stage == self.OVER else (DEALER,)


class Observation(Open):
    """What one seat (None: a watcher) may see of a deal; all that bots and pages get."""

    __slots__ = ()

    seat: int | None

    @property
    def place(self) -> int | None:
        """Where the seat sits, None for a watcher."""
        return None if self.seat is None else self.seats.index(self.seat)

    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of this seat; empty when it is not its turn."""


@cache
def _getter(kind: Any) -> Callable[[object], tuple[Any, ...]]:
    return attrgetter(*[each.name for each in fields(kind)])


def opened(kind: type[Open], it: Open) -> dict[str, Any]:
    """The fields of `kind` that a deal, or what is seen of it, holds: by name, to make the other one with."""
    return dict(zip([each.name for each in fields(kind)], _getter(kind)(it), strict=True))


class Deal(Open):
    """A round in progress, as an immutable value: `after` copies before it changes anything. A game's deal is a
    dataclass of what lies open and what is hidden.
    """

    __slots__ = ()

    def copy(self) -> Self:
        """Another one, to be changed before anybody sees it."""
        kind = type(self)
        return kind(*_getter(kind)(self))

    @property
    @abstractmethod
    def unshuffled(self) -> Cards:
        """The cards that the dealer is to shuffle now, lowest first."""

    @abstractmethod
    def moves(self, seat: int) -> tuple[Move, ...]:
        """All legal moves of a seat, each once; empty for the dealer, whose outcomes are too many: see `chance`."""

    @abstractmethod
    def _judge(self, seat: int, move: Move) -> tuple[Any, Why | None]:
        """The move as it was read, None when it cannot be; and why it is refused, None when it is legal."""

    @abstractmethod
    def _do(self, seat: int, act: Any) -> None:
        """Make a legal move, as `_judge` read it, on this deal, which nobody has seen yet."""

    @abstractmethod
    def _drawn(self, rng: Random) -> Move:
        """A move of the dealer, who is to move."""

    @abstractmethod
    def observe(self, seat: int | None) -> Observation:
        """What the seat may see; None for a watcher. Raises ValueError for a seat that was not dealt in."""

    @abstractmethod
    def tell(self, seat: int, move: Move) -> Why | None:
        """What everybody may read about a legal move of this deal, made or not; None while it is nobody else's."""

    def told(self, seat: int, move: Move, after: Self) -> Why | None:
        """The same once it is made and led to `after`: what was turned up is said, too."""
        return self.tell(seat, move)

    @abstractmethod
    def sealed(self, shuffles: Sequence[Move]) -> tuple[frozenset[int], ...]:
        """For each hidden shuffle of the match so far, oldest first: the places (0 is drawn first) of the cards that
        nobody else may know after this round. Raises ValueError before its end.
        """

    @abstractmethod
    def entries(self) -> Mapping[int, Any]:
        """The entry of every seat once the round is over, as its game has them. Raises ValueError before."""

    @abstractmethod
    def carry(self) -> Carry:
        """What the next deal starts with, once the round is over. Raises ValueError before."""

    @abstractmethod
    def cards(self) -> Cards:
        """Every card of the deal wherever it lies, lowest first."""

    def why_not(self, seat: int, move: Move) -> Why | None:
        """Why the rules refuse the move; None when it is legal."""
        return self._judge(seat, move)[1]

    def allows(self, seat: int, move: Move) -> bool:
        """Whether the move is legal now."""
        return self.why_not(seat, move) is None

    def after(self, seat: int, move: Move) -> Self:
        """The deal after the move. Raises IllegalMove."""
        act, why = self._judge(seat, move)
        if why is not None:
            raise IllegalMove(why.msgid, "", **why.values)
        assert act is not None, "what cannot be read is refused"
        (new := self.copy())._do(seat, act)
        return new

    def chance(self, rng: Random) -> Move:
        """A move of the dealer, its outcome drawn from `rng`. Raises IllegalMove when the dealer is not to move."""
        if self.to_move != (DEALER,):
            raise IllegalMove(N_("There’s nothing to shuffle now."))
        return self._drawn(rng)

    def _mixed(self, rng: Random) -> Cards:
        """What the dealer is to shuffle, in another order."""
        cards = list(self.unshuffled)
        rng.shuffle(cards)
        return tuple(cards)

    def _expect_over(self) -> None:
        if self.to_move:
            raise ValueError("the round is not over")


Seen = TypeVar("Seen", bound=Observation)


@dataclass(frozen=True, slots=True)
class Table(Generic[Seen]):
    """What a game is dealt on. `strengths`: how well its bots can play, weakest first; `pack`: the copies of each card;
    `shows_hands`: whether everybody may see all hands when a round is over, and so step through it with any eyes;
    `packs`: those that are shuffled, as shuffles spell their cards; empty where that is `pack` as numbers.

    `deal`: a round from its setup, raises ValueError for a setup that cannot be. `look`: what a page shows of an
    observation, a subclass of Look. `determinize`: a deal that the seat could be in, whose `observe(seat)` equals the
    observation. `choose`: a bot's move for the seat that observes, in about so many seconds of one core at most; raises
    KeyError for a strength that is not in `strengths`, ValueError when the seat is not in turn. `find`: the move that
    is meant by what is done with chosen cards, raises IllegalMove; None where each card is a move.
    """

    strengths: tuple[str, ...]
    pack: Mapping[int, int]
    deal: Callable[[Setup], Deal]
    look: Callable[[Seen], Look]
    determinize: Callable[[Seen, Random], Deal]
    choose: Callable[[Seen, Random, float, str], Move]
    shows_hands: bool = False
    find: Callable[[Seen, str, Sequence[str]], Move] | None = None
    packs: tuple[Mapping[str, int], ...] = ()
