"""What a deal of Jok-R-ummy jr starts from, and what it leaves to the next."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Cards
from ..table import Frame, Setup
from .missions import FULL_MISSIONS, SURPRISE, read_missions, spell_missions
from .scoring import HIGHEST_LIMIT, OPTIONS, SEATS

NONE = -1
"""No mission."""


def frame_of(setup: Setup) -> Frame:
    """The frame of a setup; whoever begins sits left of the dealer. Raises ValueError for one that cannot be."""
    setup.check("Jok-R-ummy jr", SEATS, OPTIONS, "jokrummy J4")
    if setup.starter not in setup.seats or setup.direction not in (1, -1):
        raise ValueError(f"somebody dealt in begins, one way round (jokrummy J4): {setup.spell()}")
    frame = Frame.of(setup, OPTIONS)
    if not 1 <= frame.limit <= HIGHEST_LIMIT:
        raise ValueError(f"a match is played to {HIGHEST_LIMIT} missions at most, for there are 38: {setup.spell()}")
    return frame


@dataclass(frozen=True, slots=True)
class Held:
    """What missions a seat has: the secret one, NONE without; and those it did in the match, its surprises too."""

    seat: int
    mission: int = NONE
    done: Cards = ()


@dataclass(frozen=True, slots=True)
class Missions:
    """All mission cards between two rounds (jokrummy J14). `pack`: its top card first; the last `back` of them were put
    under it; `held`: what the seats have.
    """

    pack: Cards
    back: int
    held: tuple[Held, ...]

    def spell(self) -> str:
        """As a Carry, `pack s3a free / back 1 / 0 g4 x5 free / 1 -`; the twin of `read`."""
        parts = [f"pack {spell_missions(self.pack)}", f"back {self.back}"]
        for each in self.held:
            held = spell_missions((each.mission,)) if each.mission != NONE else "-"
            parts.append(" ".join([str(each.seat), held, *([spell_missions(each.done)] if each.done else [])]))
        return " / ".join(parts)

    @classmethod
    def read(cls, text: str) -> Missions:
        """The missions of a text made by `spell`. Raises ValueError on anything else, or if a card is missing."""
        first, _, rest = text.partition(" / ")
        second, *seats = rest.split(" / ")
        pack = read_missions(first.removeprefix("pack "))
        found = cls(pack or (), int(second.removeprefix("back ")), tuple(map(_held, seats)))
        dealt = [each.mission for each in found.held if each.mission != NONE]
        every = (*found.pack, *dealt, *(number for each in found.held for number in each.done))
        if tuple(sorted(every)) != FULL_MISSIONS or not 0 <= found.back <= len(found.pack) or SURPRISE in dealt:
            raise ValueError(f"not what a deal of Jok-R-ummy jr leaves: {text!r}")
        return found

    def among(self, seats: Cards) -> Missions:
        """The missions when these seats play: who left gives all back, under the pack; who comes has none yet."""
        left = [each for each in self.held if each.seat not in seats]
        given = tuple(number for each in left for number in (each.mission, *each.done) if number != NONE)
        by_seat = {each.seat: each for each in self.held}
        held = tuple(by_seat.get(seat, Held(seat)) for seat in seats)
        return Missions((*self.pack, *given), self.back + len(given), held)


def _held(text: str) -> Held:
    seat, mission, *done = text.split(" ")
    numbers = read_missions(" ".join(done)) if done else ()
    secret = read_missions(mission) if mission != "-" else (NONE,)
    if numbers is None or secret is None:
        raise ValueError(f"not the missions of a seat: {text!r}")
    return Held(int(seat), secret[0], numbers)
