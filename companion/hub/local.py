"""The hub in one process, in memory."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import TIMEOUT_MAX
from time import monotonic

from .protocol import GRACE, TYPING, Numbers, Subscription, digest

REMEMBERED = 600.0
"""Seconds for which it is known when a phone left: longer than a host must be gone before another may take over."""
MANY = 1000
"""So many phones leave before it is looked whether some can be forgotten."""


Shown = tuple[frozenset[int], tuple[tuple[int, str], ...]]


@dataclass(slots=True)
class _Room:
    version: int = 0
    subscriptions: set[Subscription] = field(default_factory=set)
    listening: Counter[int] = field(default_factory=Counter)
    left: dict[int, float] = field(default_factory=dict)
    typed: dict[int, tuple[str, float]] = field(default_factory=dict)
    shown: Shown = (frozenset(), ())


class LocalHub:
    """All matches that somebody subscribes to, or did a while ago."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        self._next_sweep = self._clock() + REMEMBERED
        self._left = 0
        self._began = self._clock()
        self._hearers: list[Callable[[str, int], None]] = []

    def on_publish(self, hearer: Callable[[str, int], None]) -> None:
        """See Hub."""
        self._hearers.append(hearer)

    def publish(self, match: str, version: int) -> None:
        """See Hub."""
        for hearer in self._hearers:
            hearer(match, version)
        with self._lock:
            room = self._rooms.get(match)
            if room is None:
                return
            room.version = max(room.version, version)
            subscriptions = tuple(room.subscriptions)
        for subscription in subscriptions:
            subscription.wake()

    @contextmanager
    def subscribe(self, match: str, phone: int, version: int) -> Iterator[Subscription]:
        """See Hub."""
        subscription = Subscription(partial(self._numbers, match), partial(self._due, match))
        with self._lock:
            self._sweep()
            room = self._rooms.setdefault(match, _Room())
            room.version = max(room.version, version)
            room.subscriptions.add(subscription)
            room.listening[phone] += 1
        try:
            yield subscription
        finally:
            self._leave(match, phone, subscription)

    def _leave(self, match: str, phone: int, subscription: Subscription) -> None:
        with self._lock:
            room = self._rooms[match]
            room.subscriptions.discard(subscription)
            room.listening[phone] -= 1
            if not room.listening[phone]:
                del room.listening[phone]
                room.left[phone] = self._clock()
                self._left += 1

    def _numbers(self, match: str) -> Numbers:
        """The newest numbers; who is present is looked at anew, and the others are woken if that changed.

        So nobody needs a timer: what ends by itself, a phone's grace, ends when the stream that waits for it wakes.
        """
        with self._lock:
            room = self._rooms[match]
            now: Shown = (self._present(room), tuple(sorted(self._typing(room).items())))
            changed, room.shown = now != room.shown, now
            others = tuple(room.subscriptions) if changed else ()
            numbers = Numbers(room.version, digest(match, now[0]), digest(match, now[1]))
        for subscription in others:
            subscription.wake()
        return numbers

    def _due(self, match: str) -> float:
        """Seconds until the next grace or typing ends, for ever if none does."""
        with self._lock:
            room, now = self._rooms[match], self._clock()
            there, typing = room.shown
            ends = [left + GRACE for phone, left in room.left.items() if phone in there and not room.listening[phone]]
            ends += [said + TYPING for phone, (_, said) in room.typed.items() if phone in dict(typing)]
        return max(min(ends, default=TIMEOUT_MAX) - now, 0.0)

    def present(self, match: str) -> frozenset[int]:
        """See Hub."""
        with self._lock:
            room = self._rooms.get(match)
            return self._present(room) if room else frozenset()

    def types(self, match: str, phone: int, where: str) -> None:
        """See Hub."""
        with self._lock:
            room = self._rooms.get(match)
            if room is None:
                return
            room.typed = {**self._fresh(room), phone: (where, self._clock())}
            known = (phone, where) in room.shown[1]
            others = () if known else tuple(room.subscriptions)
        for subscription in others:
            subscription.wake()

    def typing(self, match: str) -> Mapping[int, str]:
        """See Hub."""
        with self._lock:
            room = self._rooms.get(match)
            return self._typing(room) if room else {}

    def gone_for(self, match: str, phone: int) -> float:
        """See Hub."""
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
            if not room.subscriptions and not room.left:
                del self._rooms[match]

    def _typing(self, room: _Room) -> dict[int, str]:
        return {phone: where for phone, (where, _) in self._fresh(room).items()}

    def _fresh(self, room: _Room) -> dict[int, tuple[str, float]]:
        now = self._clock()
        return {phone: (where, said) for phone, (where, said) in room.typed.items() if now - said < TYPING}

    def _present(self, room: _Room) -> frozenset[int]:
        now = self._clock()
        lately = {phone for phone, left in room.left.items() if now - left < GRACE}
        return frozenset(room.listening) | lately
