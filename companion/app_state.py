"""What belongs to one app and lives as long as it does: nothing else in the house is kept in a global."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from functools import cached_property
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app

from .cache import Cache, Memory
from .hub import Hub

if TYPE_CHECKING:
    from limits.strategies import RateLimiter

EXTENSION = "companion"


@dataclass
class AppState:
    """The hub, what is kept in memory, and the pen of one app."""

    hub: Hub
    states: Cache[Any] = field(default_factory=lambda: Cache(256, 16_000))
    """Matches as they stand, by public id and version; a cell weighs 1."""
    pieces: Cache[str] = field(default_factory=lambda: Cache(2048, 16 * 2**20))
    """Rendered HTML, by what it was made of; a letter weighs 1. A Raspberry Pi has little memory."""
    pen: threading.Lock = field(default_factory=threading.Lock)
    """Held by whoever writes."""
    stale: bool = False
    """Whether something was marked stale in this process since that was last computed."""
    swept: float = field(default_factory=time.monotonic)
    """When it was last looked for what has to be erased, by the clock that only goes on: as it starts, mostly."""
    bringing: set[str] = field(default_factory=set)
    """The files that come in, or go again, in this process, by their public ids."""
    memory: Memory | None = None
    """What the SQLite file said, while nobody has written; None on PostgreSQL."""
    luck: Random = field(default_factory=SystemRandom)
    """What the dealer shuffles with. Nobody can foretell the system's randomness."""

    @cached_property
    def rates(self) -> RateLimiter:
        """How often each address has guessed; the library is imported when the first one does."""
        from limits.storage import MemoryStorage
        from limits.strategies import FixedWindowRateLimiter

        return FixedWindowRateLimiter(MemoryStorage())


def app_state(app: Flask | None = None) -> AppState:
    """The state of an app: of the one that serves this request, unless another is given."""
    state: AppState = (app or current_app).extensions[EXTENSION]
    return state
