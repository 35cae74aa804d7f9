"""What every hub can do, and the words it uses."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

FORMAT = 2
"""How the numbers are spelled. A page whose script knows another format loads itself again, with the new script."""

GRACE = 30.0
"""Seconds for which a phone that stopped listening still counts as present: it may only be turning a page, or its
screen went dark."""

TYPING = 8.0
"""Seconds for which a phone that said that somebody types there is believed, until it says so again."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a subscriber is told: the match's version, a digest of the phones that are present, and one of those where
    somebody types.
    """

    version: int
    presence: str
    typing: str

    def __str__(self) -> str:
        return f"{FORMAT} {self.version} {self.presence} {self.typing}"


def digest(match: str, what: Iterable[int] | Iterable[tuple[int, str]]) -> str:
    """Four hexadecimal digits for who is present in a match, or who types where: every process says the same without
    being asked.
    """
    text = f"{match} {sorted(what)}"
    return hashlib.sha256(text.encode()).hexdigest()[:4]


class Subscription:
    """One open stream. It has no queue that could grow: it is woken, and reads the newest numbers."""

    __slots__ = ("_due", "_numbers", "_woken")

    def __init__(self, numbers: Callable[[], Numbers], due: Callable[[], float]) -> None:
        """`due`: how many seconds the numbers stay as they are when nobody says anything."""
        self._numbers, self._due, self._woken = numbers, due, threading.Event()

    def wake(self) -> None:
        """Let `wait` return; any number of times is as good as once."""
        self._woken.set()

    def wait(self, seconds: float | None) -> Numbers:
        """The newest numbers, at once if something was published since the last time, else after `seconds` at most."""
        due = self._due()
        self._woken.wait(due if seconds is None else min(seconds, due))
        self._woken.clear()
        return self._numbers()


class Hub(Protocol):
    """What a match is at, and who is present: the same in all processes that share a hub."""

    def publish(self, match: str, version: int) -> None:
        """Tell everybody who subscribes to the match that it is at `version`. Called after the commit."""

    def subscribe(self, match: str, phone: int, version: int) -> AbstractContextManager[Subscription]:
        """A subscription of a phone, which is present from now until a while after the end. `version`: as stored."""

    def present(self, match: str) -> frozenset[int]:
        """The phones that subscribe to the match, or did a moment ago."""

    def gone_for(self, match: str, phone: int) -> float:
        """Seconds since the phone ended its last subscription, at most since the start; 0 while it has one."""

    def types(self, match: str, phone: int, where: str) -> None:
        """Somebody types on that phone, in the cell that `where` names: known for a moment, and to the streams only."""

    def typing(self, match: str) -> Mapping[int, str]:
        """The phones on which somebody typed a moment ago, with where."""

    def on_publish(self, hearer: Callable[[str, int], None]) -> None:
        """Call `hearer` with every match and version that is published, here or elsewhere; it must be quick."""

    def on_hear(self, hearer: Callable[[str, int, float], None]) -> None:
        """Call `hearer` with every match and version that was published elsewhere, and how many seconds ago by the
        clocks of both machines; before any stream is told.
        """

    def well(self) -> bool:
        """Whether it reaches the other processes, if there can be any."""

    def on_well(self, hearer: Callable[[bool], None]) -> None:
        """Call `hearer` when it reaches the other processes no more, and when it does so again; it must be quick."""

    def forget(self, match: str = "") -> None:
        """Let every process, this one first, keep nothing of a match in memory, or nothing of any."""

    def on_forget(self, hearer: Callable[[str], None]) -> None:
        """Call `hearer` with each match of which nothing is to be kept, "" for all; it must be quick."""

    def claim(self, what: str) -> bool:
        """Whether this process may do what only one should: until `release`, or until it is no more. While nobody can
        be asked everybody may, so it spares work and guards nothing. Not for a request: it may wait a moment.
        """

    def claimed(self, what: str) -> bool:
        """Whether any process claimed that, as far as can be known."""

    def release(self, what: str) -> None:
        """What was claimed is done."""
