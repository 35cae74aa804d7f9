"""What a deal of Skyjo starts from."""

from __future__ import annotations

from dataclasses import dataclass

from ..deal import Setup
from ..dealt import check_setup
from ..game import CLOCKWISE
from .scoring import PACK, Skyjo

Cards = tuple[int, ...]

FULL_PACK: Cards = tuple(value for value, copies in PACK.items() for _ in range(copies))
BY_CARDS = -1
_RULES = Skyjo()


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same all through a deal, and everybody knows. `seats`: the seat numbers clockwise; everywhere else
    in a deal a seat is its place in this tuple. `first`: the place of who begins, BY_CARDS where the cards decide;
    `totals`: points before this round.
    """

    seats: Cards
    first: int
    limit: int
    totals: Cards

    @classmethod
    def of(cls, setup: Setup) -> Frame:
        """The frame of a setup. Raises ValueError for one that cannot be."""
        seats = setup.seats
        check_setup(_RULES, setup, "skyjo S2")
        if setup.direction != CLOCKWISE:
            raise ValueError(f"play goes clockwise (skyjo S3): {setup.spell()}")
        return cls(
            seats=seats,
            first=_first(setup),
            limit=_RULES.limit_of(setup.options),
            totals=setup.totals or (0,) * len(seats),
        )


def _first(setup: Setup) -> int:
    """With the option `highest_sum`, and whenever nobody is named, the cards decide (skyjo S3)."""
    if setup.starter is None or _RULES.option(setup.options, "starter") == "highest_sum":
        return BY_CARDS
    if setup.starter not in setup.seats:
        raise ValueError(f"who begins is dealt in (skyjo S3): {setup.spell()}")
    return setup.seats.index(setup.starter)
