"""The moment when a round ends: what all phones say together, before the next one begins."""

from __future__ import annotations

from dataclasses import dataclass

from .why import N_, Whos, Why


@dataclass(frozen=True, slots=True)
class Moment:
    """What the end of a round says. First `opening` and what it `asks`, while a card turns; then how it came out:
    `said` and `because`. `about`: the seats it is about. `face`: what the card shows; `tint`: how it looks, "zero",
    "ten", "double", "done" or "plain"; `way`: which way round the arrows on it go, None where it has none. `told`: all
    of it in one sentence, where `said` alone would leave out who or what.
    """

    said: Why
    opening: Why
    about: tuple[int, ...] = ()
    asks: Why | None = None
    because: Why | None = None
    face: str = ""
    tint: str = "plain"
    way: int | None = None
    told: Why | None = None


def best_of(number: int, points: dict[int, int], lowest: bool) -> Moment:
    """Who did best in a round, by seat; what a game says of which nothing else is known."""
    best = (min if lowest else max)(points.values())
    seats = tuple(seat for seat, each in points.items() if each == best)
    said = Why(N_("Best of the round: %(who)s with %(points)s"), {"who": Whos(seats), "points": best})
    return Moment(said, Why(N_("Round %(round)s is over…"), {"round": number}), seats, face=str(best))
