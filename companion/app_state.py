"""What belongs to one app and lives as long as it does: nothing else in the house is kept in a global."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from random import Random, SystemRandom
from typing import Any, Protocol

from flask import Flask, current_app
from markupsafe import Markup

from .cache import Cache, Memory, share
from .hub import Hub, Subscription
from .metrics import Metrics
from .places import Places
from .rates import Rates

EXTENSION = "companion"
CELL = 1_500
"""Bytes that a match takes in memory for each of its cells, about: measured from 10 to 63 cells a match."""
PIECE = 8_192
"""Letters of HTML for each piece that may be kept: many are short, and their keys take memory, too."""


class Asking(Protocol):
    """A quick way to a database for small questions."""

    def first(self, question: str, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        """The first row of a question, as it stands in the database now."""

    def close(self) -> None:
        """Let go of the database."""


@dataclass
class AppState:
    """The hub, what is kept in memory, and the pen of one app."""

    hub: Hub
    redis_url: str | None = None
    """Where the Redis is that the processes share, if they share one."""
    states: Cache[Any] = field(default_factory=lambda: Cache(100_000, share(24 * 2**20) // CELL))
    """Matches as they stand, by public id and version; a cell weighs 1."""
    pieces: Cache[Markup] = field(default_factory=lambda: Cache(share(16 * 2**20) // PIECE, share(16 * 2**20)))
    """Rendered HTML, by what it was made of; a letter weighs 1."""
    pen: threading.Lock = field(default_factory=threading.Lock)
    """Held by whoever writes."""
    schema: str = ""
    """How the database stands to this code, as it was last seen: it is not asked again once it is ready."""
    stale: bool = False
    """Whether something was marked stale in this process since that was last computed."""
    swept: float = field(default_factory=time.monotonic)
    """When it was last looked for what has to be erased, by the clock that only goes on: as it starts, mostly."""
    hurried: Callable[[], bool] = lambda: False
    """Whether bots think less than they would just now, because many tables play."""
    places: Places = field(default_factory=Places)
    """Who has a stream open, and whose files are read or made."""
    bringing: set[str] = field(default_factory=set)
    """The files that come in, or go again, in this process, by their public ids."""
    memory: Memory | None = None
    """What the SQLite file said, while nobody has written; None on PostgreSQL."""
    asking: Asking | None = None
    """What asks the database beside any transaction what every request and every sign of a stream asks."""
    luck: Random = field(default_factory=SystemRandom)
    """What the dealer shuffles with. Nobody can foretell the system's randomness."""
    metrics: Metrics = field(default_factory=Metrics)
    """What an operator watches; most watch nothing."""
    streams: set[Subscription] = field(default_factory=set)
    """The streams that are open in this process."""
    stopping: bool = False
    """Whether this process was told to stop: streams end, bots rest, and a balancer is to turn away."""
    others: bool = False
    """Whether other processes go on at the port of this one, which stops."""
    shut: bool = False
    """Whether what still comes in is turned away, to another server."""

    def __post_init__(self) -> None:
        self.hub.on_hear(lambda match, version, ago: self.metrics.committed(match, version, ago))
        self.hub.on_well(self._reached)
        self.hub.on_forget(self.forget)

    def _reached(self, well: bool) -> None:
        """Other processes are reached again, or no more."""
        self.metrics.reached(well)
        if well:
            # What they told meanwhile has not been heard.
            self.forget()

    def forget(self, match: str = "") -> None:
        """Keep nothing in memory of a match, or of any, nor any piece of a page."""
        self.states.forget(lambda key: not match or (isinstance(key, tuple) and key[0] == match))
        self.pieces.clear()
        if self.memory is not None:
            self.memory.clear()

    @contextmanager
    def listening(self, match: str, subscribing: AbstractContextManager[Subscription]) -> Iterator[Subscription]:
        """A subscription to a match that is among the open streams while it lasts."""
        with subscribing as subscription:
            self.streams.add(subscription)
            self.metrics.opened(match)
            try:
                yield subscription
            finally:
                self.streams.discard(subscription)
                self.metrics.closed(match)

    def stop(self, others: bool = False) -> None:
        """Let everything here come to its end: every stream is told to come back, to whoever serves then; `others`:
        processes that go on at the same port.
        """
        self.stopping, self.others = True, others
        for stream in tuple(self.streams):
            stream.wake()

    @cached_property
    def rates(self) -> Rates:
        """How often each address has guessed; the library is imported when the first one does."""
        return Rates(self.redis_url)


def app_state(app: Flask | None = None) -> AppState:
    """The state of an app: of the one that serves this request, unless another is given."""
    state: AppState = (app or current_app).extensions[EXTENSION]
    return state
