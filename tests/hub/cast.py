"""What the tests of hubs share: two phones, a clock that a test sets, and how a stream is looked at."""

from __future__ import annotations

import gc

from companion.hub import Hub, Subscription

ANA, PAU = 1, 2
# A stream that nobody wakes gives up after that long, so that its test fails instead of waiting for ever.
PATIENCE_SECONDS = 30


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def woken(stream: Subscription) -> bool:
    """Whether `wait` would return at once."""
    return stream._woken.is_set()


def settle(*streams: Subscription) -> None:
    """Let every stream hear who is here, until nobody has anything new to hear."""
    for stream in (*streams, *streams):
        stream.wait(0)


def here(hub: Hub, match: str = "one") -> set[int]:
    """The phones that are here."""
    return set(hub.present(match))


def streams_alive() -> int:
    """How many streams there are in the whole process."""
    gc.collect()
    return sum(isinstance(thing, Subscription) for thing in gc.get_objects())
