"""The hub in one process, in memory."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from threading import TIMEOUT_MAX
from time import monotonic, time

from .news import News
from .protocol import GRACE, TYPING, Numbers, Subscription, digest

REMEMBERED = 600.0
"""Seconds for which it is known when a phone left: longer than a host must be gone before another may take over."""
MANY = 1000
"""So many phones leave before it is looked whether some can be forgotten."""


Shown = tuple[frozenset[int], tuple[tuple[int, str], ...]]


@dataclass(slots=True)
class _Room:
    """`listening`: the phones with a stream in this process; `elsewhere`: in others, by their names; `told`: the
    digests of what was `shown` last.
    """

    match: str
    version: int = 0
    subscriptions: set[Subscription] = field(default_factory=set)
    listening: Counter[int] = field(default_factory=Counter)
    elsewhere: dict[str, frozenset[int]] = field(default_factory=dict)
    left: dict[int, float] = field(default_factory=dict)
    typed: dict[int, tuple[str, float]] = field(default_factory=dict)
    shown: Shown = (frozenset(), ())
    told: tuple[str, str] = ("", "")

    def show(self, now: Shown) -> bool:
        """From here on this is shown; whether that is something else."""
        changed = now != self.shown
        if changed:
            self.shown, self.told = now, (digest(self.match, now[0]), digest(self.match, now[1]))
        return changed

    def listens(self, phone: int) -> bool:
        """Whether a phone has a stream anywhere."""
        return phone in self.listening or any(phone in phones for phones in self.elsewhere.values())


class LocalHub:
    """All matches that somebody subscribes to, or did a while ago. It knows of other processes what it is told."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        self._next_sweep = self._clock() + REMEMBERED
        self._left = 0
        self._began = self._clock()
        self._hearers: list[Callable[[str, int], None]] = []
        self._late: list[Callable[[str, int, float], None]] = []
        self._forgetters: list[Callable[[str], None]] = []
        self._claims: set[str] = set()

    def on_publish(self, hearer: Callable[[str, int], None]) -> None:
        """See Hub."""
        self._hearers.append(hearer)

    def on_hear(self, hearer: Callable[[str, int, float], None]) -> None:
        """See Hub."""
        self._late.append(hearer)

    def well(self) -> bool:
        """See Hub: nobody else is to be reached."""
        return True

    def on_well(self, hearer: Callable[[bool], None]) -> None:
        """See Hub: that never changes."""

    def on_forget(self, hearer: Callable[[str], None]) -> None:
        """See Hub."""
        self._forgetters.append(hearer)

    def forget(self, match: str = "") -> None:
        """See Hub: there is this process."""
        for hearer in self._forgetters:
            hearer(match)

    def claim(self, what: str) -> bool:
        """See Hub: nobody else can be asked."""
        self._claims.add(what)
        return True

    def claimed(self, what: str) -> bool:
        """See Hub."""
        return what in self._claims

    def release(self, what: str) -> None:
        """See Hub."""
        self._claims.discard(what)

    def publish(self, match: str, version: int) -> None:
        """See Hub."""
        self._call(match, version)
        with self._lock:
            self._tell(News(match, version, at=time()))
            room = self._rooms.get(match)
            if room is None:
                return
            room.version, subscriptions = max(room.version, version), tuple(room.subscriptions)
        for subscription in subscriptions:
            subscription.wake()

    def _call(self, match: str, version: int) -> None:
        for hearer in self._hearers:
            hearer(match, version)

    @contextmanager
    def subscribe(self, match: str, phone: int, version: int) -> Iterator[Subscription]:
        """See Hub."""
        subscription = Subscription(partial(self._numbers, match), partial(self._due, match))
        with self._lock:
            self._sweep()
            room = self._rooms.setdefault(match, _Room(match))
            room.version = max(room.version, version)
            room.subscriptions.add(subscription)
            room.listening[phone] += 1
            if room.listening[phone] == 1:
                self._tell(News(match, room.version, tuple(room.listening)))
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
                self._tell(News(match, 0, tuple(room.listening), [(phone, 0.0)]))

    def _numbers(self, match: str) -> Numbers:
        """The newest numbers; who is present is looked at anew, and the others are woken if that changed.

        So nobody needs a timer: what ends by itself, a phone's grace, ends when the stream that waits for it wakes.
        """
        with self._lock:
            room = self._rooms[match]
            others = tuple(room.subscriptions) if self._look(room) else ()
            numbers = Numbers(room.version, *room.told)
        for subscription in others:
            subscription.wake()
        return numbers

    def _look(self, room: _Room) -> bool:
        """Look at who is present and who types; whether that changed."""
        return room.show((self._present(room), tuple(sorted(self._typing(room).items()))))

    def _due(self, match: str) -> float:
        """Seconds until the next grace or typing ends, for ever if none does."""
        with self._lock:
            room, now = self._rooms[match], self._clock()
            there, typing = room.shown
            ends = [left + GRACE for phone, left in room.left.items() if phone in there and not room.listens(phone)]
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
            self._tell(News(match, typed=[(phone, where, 0.0)]))
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
            if room and room.listens(phone):
                return 0.0
            left = room.left.get(phone) if room else None
        return self._clock() - (self._began if left is None else left)

    def _tell(self, news: News) -> None:
        """Something that other processes want to know happened here. Called with the lock held, so in its order."""

    def hear(self, process: str, news: News) -> None:
        """Another process tells something. The streams here are woken by what changes for them, hearers by a version
        that was published.
        """
        with self._lock:
            self._sweep()
            room = self._rooms.get(news.match)
            if room is None and (news.here or news.left):
                room = self._rooms[news.match] = _Room(news.match)
            others = tuple(room.subscriptions) if room and self._merge(room, process, news) else ()
        if news.version and news.here is None:
            self._call(news.match, news.version)
            for hearer in self._late:
                hearer(news.match, news.version, max(0.0, time() - news.at))
        for subscription in others:
            subscription.wake()

    def _merge(self, room: _Room, process: str, news: News) -> bool:
        """Add what another process tells to what is known of a room; whether its streams have something to tell."""
        now, newer = self._clock(), news.version > room.version
        room.version = max(room.version, news.version)
        if news.here:
            room.elsewhere[process] = frozenset(news.here)
        elif news.here is not None:
            room.elsewhere.pop(process, None)
        for phone, age in news.left:
            room.left[phone] = max(now - age, room.left.get(phone, -inf))
            self._left += 1
        for phone, where, age in news.typed:
            if now - age >= room.typed.get(phone, ("", -inf))[1]:
                room.typed[phone] = where, now - age
        return self._look(room) or newer

    def hear_all(self, process: str, all_news: Iterable[News]) -> None:
        """Another process tells all it knows: what it told before and does not tell now is not so any more."""
        said = {news.match: news for news in all_news}
        with self._lock:
            before = [match for match, room in self._rooms.items() if process in room.elsewhere and match not in said]
        for news in (*(News(match, 0, ()) for match in before), *said.values()):
            self.hear(process, news)

    def lose(self, process: str, age: float) -> None:
        """Another process says nothing any more: its phones left when it was last heard, `age` seconds ago."""
        with self._lock:
            lost = {match: room.elsewhere[process] for match, room in self._rooms.items() if process in room.elsewhere}
        for match, phones in lost.items():
            self.hear(process, News(match, 0, (), [(phone, age) for phone in phones]))

    def all_news(self) -> list[News]:
        """What there is to tell a process that knows nothing."""
        with self._lock:
            now = self._clock()
            return [
                News(
                    match,
                    room.version,
                    tuple(room.listening),
                    [(phone, now - left) for phone, left in room.left.items() if now - left < REMEMBERED],
                    [(phone, where, now - said) for phone, (where, said) in self._fresh(room).items()],
                )
                for match, room in self._rooms.items()
                if room.listening or room.left
            ]

    def _sweep(self) -> None:
        """Now and then, forget phones that left long ago and rooms that nobody is in."""
        now = self._clock()
        if now < self._next_sweep and self._left < MANY:
            return
        self._next_sweep, self._left = now + REMEMBERED, 0
        for match, room in list(self._rooms.items()):
            room.left = {phone: left for phone, left in room.left.items() if now - left < REMEMBERED}
            if not room.subscriptions and not room.left and not room.elsewhere:
                del self._rooms[match]

    def _typing(self, room: _Room) -> dict[int, str]:
        return {phone: where for phone, (where, _) in self._fresh(room).items()} if room.typed else {}

    def _fresh(self, room: _Room) -> dict[int, tuple[str, float]]:
        now = self._clock()
        return {phone: (where, said) for phone, (where, said) in room.typed.items() if now - said < TYPING}

    def _present(self, room: _Room) -> frozenset[int]:
        now = self._clock()
        lately = {phone for phone, left in room.left.items() if now - left < GRACE}
        return frozenset(room.listening).union(lately, *room.elsewhere.values())
