"""The bell: "match x is at version 41", never what changed. It also knows which phones are listening.

In one process, in memory: no queue can grow, because a listener is only woken and then reads the newest numbers.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

GRACE = 20.0
"""Seconds for which a phone that stopped listening still counts as here: it may only be turning a page."""

REMEMBERED = 600.0
"""Seconds for which it is known when a phone left: longer than a host must be gone before another may take over."""
MANY = 1000
"""So many phones leave before it is looked whether some can be forgotten."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a listener is told: the match's version and how often the phones that are here have changed."""

    version: int
    presence: int

    def __str__(self) -> str:
        return f"{self.version}.{self.presence}"


@dataclass(slots=True)
class _Room:
    version: int = 0
    presence: int = 0
    ears: set[Ear] = field(default_factory=set)
    listening: Counter[int] = field(default_factory=Counter)
    left: dict[int, float] = field(default_factory=dict)
    shown: frozenset[int] = frozenset()


class Ear:
    """One open stream. `wait` sleeps until something changed, or the time is up, and gives the newest numbers."""

    __slots__ = ("_bell", "_match", "_woken")

    def __init__(self, bell: Bell, match: str) -> None:
        self._bell, self._match, self._woken = bell, match, threading.Event()

    def wake(self) -> None:
        """Let `wait` return; any number of times is as good as once."""
        self._woken.set()

    def wait(self, seconds: float) -> Numbers:
        """The newest numbers, at once if somebody rang since the last time, else after `seconds` at the latest."""
        self._woken.wait(seconds)
        self._woken.clear()
        return self._bell.numbers(self._match)


class Bell:
    """All matches that somebody listens to, or that were rung since somebody did."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        self._next_sweep = self._clock() + REMEMBERED
        self._left = 0
        self._began = self._clock()
        self._hearers: list[Callable[[str, int], None]] = []

    def overhear(self, hearer: Callable[[str, int], None]) -> None:
        """Tell `hearer` of every ring in the house, with the match and its version; it must be quick."""
        self._hearers.append(hearer)

    def ring(self, match: str, version: int) -> None:
        """Tell everybody who listens to the match that it is at `version`. Called after the commit."""
        for hearer in self._hearers:
            hearer(match, version)
        with self._lock:
            room = self._rooms.get(match)
            if room is None:
                return
            room.version = max(room.version, version)
            ears = tuple(room.ears)
        for ear in ears:
            ear.wake()

    @contextmanager
    def listening(self, match: str, phone: int, version: int) -> Iterator[Ear]:
        """An ear for a phone, which counts as here from now until a while after the end. `version`: as it is stored."""
        ear = Ear(self, match)
        with self._lock:
            self._sweep()
            room = self._rooms.setdefault(match, _Room())
            room.version = max(room.version, version)
            room.ears.add(ear)
            room.listening[phone] += 1
        try:
            yield ear
        finally:
            self._leave(match, phone, ear)

    def _leave(self, match: str, phone: int, ear: Ear) -> None:
        with self._lock:
            room = self._rooms[match]
            room.ears.discard(ear)
            room.listening[phone] -= 1
            if not room.listening[phone]:
                del room.listening[phone]
                room.left[phone] = self._clock()
                self._left += 1

    def numbers(self, match: str) -> Numbers:
        """The newest version and presence counter; who is here is looked at anew, and the others told if it changed."""
        with self._lock:
            room = self._rooms.get(match)
            if room is None:
                return Numbers(0, 0)
            here = self._here(room)
            changed = here != room.shown
            if changed:
                room.shown, room.presence = here, room.presence + 1
            ears = tuple(room.ears) if changed else ()
            numbers = Numbers(room.version, room.presence)
        for ear in ears:
            ear.wake()
        return numbers

    def here(self, match: str) -> frozenset[int]:
        """The phones that listen to the match, or did a moment ago."""
        with self._lock:
            room = self._rooms.get(match)
            return self._here(room) if room else frozenset()

    def gone_for(self, match: str, phone: int) -> float:
        """Seconds since the phone stopped listening, at most since the start; 0 while it listens."""
        with self._lock:
            room = self._rooms.get(match)
            if room and room.listening[phone]:
                return 0.0
            left = room.left.get(phone) if room else None
        return self._clock() - (self._began if left is None else left)

    def _sweep(self) -> None:
        """Now and then, forget phones that left long ago and rooms that nobody is in."""
        now = self._clock()
        if now < self._next_sweep and self._left < MANY:
            return
        self._next_sweep, self._left = now + REMEMBERED, 0
        for match, room in list(self._rooms.items()):
            room.left = {phone: left for phone, left in room.left.items() if now - left < REMEMBERED}
            if not room.ears and not room.left:
                del self._rooms[match]

    def _here(self, room: _Room) -> frozenset[int]:
        now = self._clock()
        lately = {phone for phone, left in room.left.items() if now - left < GRACE}
        return frozenset(room.listening) | lately


bell = Bell()
