"""Handing out the missions, before the animal cards are dealt (jokrummy J4, J12, J14, J15, J17)."""

from __future__ import annotations

from ..cards import put
from .missions import SURPRISE
from .scoring import MOST_SURPRISES
from .setup import NONE, Missions
from .stages import HANDING, KEEP, OVER, SHUFFLE
from .state import State


class Handing(State):
    """The part of a deal that is about missions."""

    __slots__ = ()

    def take_over(self, left: Missions) -> None:
        """Go on with what the round before left (jokrummy J14)."""
        self.pack, self.back = left.pack, left.back
        self.missions = tuple(each.mission for each in left.held)
        self.laid = tuple(each.done for each in left.held)
        self.surprises = tuple(done.count(SURPRISE) for done in self.laid)
        self.stage = HANDING

    def count_unknown_surprises(self) -> None:
        """Nobody knows how many surprises a total from paper has: as many as there may be, so that no seat ever has
        more than two (jokrummy J12).
        """
        self.surprises = tuple(max(0, min(MOST_SURPRISES, total)) for total in self.frame.totals)

    def hand_out(self) -> None:
        """Go round from the dealer's left: who has no mission gets one, who has one is asked (jokrummy J14, J15)."""
        around = len(self.hands)
        while self.asked < around:
            place = (self.frame.first + self.frame.step * self.asked) % around
            if self.missions[place] != NONE:
                self.stage, self.turn = KEEP, place
                return
            self.give(place)
            if self.stage == OVER:
                return
            self.asked += 1
        self.stage, self.turn = SHUFFLE, self.frame.first

    def answer(self, change: bool) -> None:
        """The seat in turn keeps its mission, or puts it under the pack and gets another (jokrummy J14)."""
        place = self.turn
        if change:
            self._under(self.missions[place])
            self.missions = (*self.missions[:place], NONE, *self.missions[place + 1 :])
            self.give(place)
            if self.stage == OVER:
                return
        self.asked += 1
        self.hand_out()

    def give(self, place: int) -> None:
        """Missions from the pack until a regular one comes. A surprise is laid at once and can win; a third one goes
        under the pack (jokrummy J12). There is always a regular one in the pack: at a limit of 5, six seats have done
        24 at most and hold 5 others.
        """
        while True:
            mission, self.pack = self.pack[0], self.pack[1:]
            self.back = min(self.back, len(self.pack))
            if mission != SURPRISE:
                self.missions = (*self.missions[:place], mission, *self.missions[place + 1 :])
                return
            if self.surprises[place] == MOST_SURPRISES:
                self._under(mission)
                continue
            self.surprises = _one_more(self.surprises, place)
            self.gained = _one_more(self.gained, place)
            self.laid = put(self.laid, place, (*self.laid[place], mission))
            if self.total(place) >= self.frame.limit:
                self.end(place)
                return

    def end(self, place: int | None) -> None:
        """The round is over; `place` ended it, or nobody (jokrummy J13, J15)."""
        self.stage, self.closer = OVER, None if place is None else self.seats[place]

    def _under(self, mission: int) -> None:
        self.pack = (*self.pack, mission)
        self.back += 1


def _one_more(numbers: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + 1, *numbers[place + 1 :])
