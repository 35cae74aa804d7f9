"""What the deals of all games have, whatever their rules: a value that is copied before it is changed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from .deal import DEALER, IllegalMove, Move, Setup
from .game import N_, Game, Why

Act = TypeVar("Act")

NOBODY = -1
"""The place of nobody."""


class Framed(Protocol):
    """What stays the same all through a deal. `seats`: the seat numbers clockwise."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in."""


class Dealt(ABC, Generic[Act]):
    """A deal in progress. `FIELDS`: the names of all it holds, which are its slots; `ender`: the place of the seat that
    ended the round, NOBODY before. `Act` is a move that was read.
    """

    __slots__ = ()
    FIELDS: ClassVar[tuple[str, ...]]

    frame: Framed
    ender: int

    def copy(self) -> Self:
        """Another one, to be changed before anybody sees it."""
        new = type(self).__new__(type(self))
        for name in self.FIELDS:
            setattr(new, name, getattr(self, name))
        return new

    def __eq__(self, other: object) -> bool:
        alike = isinstance(other, Dealt) and other.FIELDS is self.FIELDS
        return alike and all(getattr(self, name) == getattr(other, name) for name in self.FIELDS)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.FIELDS))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in, clockwise."""
        return self.frame.seats

    @property
    def closer(self) -> int | None:
        """The seat that ended the round, as soon as it has; None before, and where nobody did (jokrummy J11, J13)."""
        return None if self.ender == NOBODY else self.frame.seats[self.ender]

    @property
    @abstractmethod
    def to_move(self) -> tuple[int, ...]:
        """Who moves; () once the round is over."""

    @abstractmethod
    def _judge(self, seat: int, move: Move) -> tuple[Act | None, Why | None]:
        """The move, None when it cannot be read; and why it is refused, None when it is legal."""

    @abstractmethod
    def _do(self, seat: int, act: Act) -> None:
        """Make a legal move on this deal, which nobody has seen yet."""

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
            raise IllegalMove(why.msgid, why.values)
        assert act is not None, "what cannot be read is refused"
        new = self.copy()
        new._do(seat, act)
        return new

    def _expect_over(self) -> None:
        if self.to_move:
            raise ValueError("the round is not over")


def check_setup(game: Game, setup: Setup, rule: str) -> None:
    """Raises ValueError for seats (by that rule), totals or options that cannot be, whatever the game."""
    seats = setup.seats
    if len(seats) not in game.seats or len(set(seats)) < len(seats) or min(seats) < 0:
        numbers = f"{game.seats.start} to {game.seats.stop - 1} seats"
        raise ValueError(f"{game.name} is dealt to {numbers}, each once ({rule}): {seats}")
    if len(setup.totals) not in (0, len(seats)):
        raise ValueError(f"every seat has one total, or none has: {setup.spell()}")
    for option in game.options:
        if option.choices and game.option(setup.options, option.key) not in dict(option.choices):
            raise ValueError(f"{option.key} is one of {', '.join(dict(option.choices))}: {setup.spell()}")


def out_of_turn(to_move: tuple[int, ...]) -> Why:
    """Why a seat that is not among these may not move."""
    if not to_move:
        return Why(N_("The round is over."))
    if to_move == (DEALER,):
        return Why(N_("The cards are being shuffled."))
    return Why(N_("It is not your turn."))


def unshuffled(kind: str, cards: tuple[int, ...], first: bool, wanted: tuple[int, ...]) -> Why | None:
    """Why a move of the dealer is not the shuffle that is due, the `first` or a later one, of these cards (`wanted`,
    lowest first); None when it is.
    """
    if kind != ("shuffle" if first else "reshuffle"):
        return Why(N_("The cards have to be shuffled first."))
    if tuple(sorted(cards)) != wanted:
        return Why(N_("These are not the cards that have to be shuffled."))
    return None
