"""How many are at something at once: streams of a phone and of an address, files that are read or made."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Place:
    """One that is taken. `lost`: somebody else has it now, and `wake` was called to say so."""

    what: str
    wake: Callable[[], None] | None
    lost: bool = False


class Places:
    """The places that are taken in this process, by what they are for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken: dict[str, list[Place]] = {}

    def take(self, what: str, most: int) -> Place | None:
        """A place; None where all are taken. `most`: 0 for as many as one likes."""
        with self._lock:
            there = self._taken.setdefault(what, [])
            if most and len(there) >= most:
                return None
            there.append(Place(what, None))
            return there[-1]

    @contextmanager
    def newest(self, what: str, most: int, wake: Callable[[], None]) -> Iterator[Place]:
        """A place in any case: where all are taken, whoever has had one for longest loses it."""
        place, gone = Place(what, wake), None
        with self._lock:
            there = self._taken.setdefault(what, [])
            if most and len(there) >= most:
                gone = there.pop(0)
                gone.lost = True
            there.append(place)
        if gone is not None and gone.wake is not None:
            gone.wake()
        try:
            yield place
        finally:
            self.leave(place)

    def leave(self, place: Place) -> None:
        """Somebody is done; twice is nothing."""
        with self._lock:
            there = self._taken.get(place.what, [])
            if place in there:
                there.remove(place)
            if not there:
                self._taken.pop(place.what, None)
