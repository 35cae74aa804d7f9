"""How many connections there is room for, in a process and of an address.

When there is no room for one more, whoever has kept us waiting for longest makes room; only where all are at work a
newcomer is told to come again. Streams are at work.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.addresses import counted_as

RESERVE = 128
"""Files that a process needs beside its connections: the database, bots, what was just accepted."""
FEWEST, MANY = 64, 2**20


@dataclass(eq=False, slots=True)
class Connection:
    """One that is open. `idle`: it has sent a request before, and owes nothing; `out`: it is counted no more."""

    socket: socket.socket
    address: Any
    whose: str
    idle: bool = False
    out: bool = False


@dataclass
class Crowd:
    """All connections of a process: at most so many, and at most so many of one address."""

    most: int
    most_an_address: int
    there: dict[Any, Connection] = field(default_factory=dict)
    of_address: dict[str, int] = field(default_factory=dict)
    waited_for: dict[Connection, None] = field(default_factory=dict)
    """Those from which we wait for something, whoever has kept us waiting for longest first."""

    def enter(self, sock: socket.socket, address: Any) -> bool:
        """Let a connection in, if there is room or somebody makes room."""
        whose = counted_as(str(address[0])) if address else ""
        if self.most_an_address and self.of_address.get(whose, 0) >= self.most_an_address:
            if not self._make_room(whose):
                return False
        elif len(self.there) >= self.most and not self._make_room():
            return False
        one = self.there[address] = Connection(sock, address, whose)
        self.of_address[whose] = self.of_address.get(whose, 0) + 1
        self.waited_for[one] = None
        return True

    def leave(self, address: Any) -> None:
        """A connection is closed, or was shown out before."""
        one = self.there.pop(address, None)
        if one is None:
            return
        one.out = True
        self.waited_for.pop(one, None)
        self.of_address[one.whose] -= 1
        if not self.of_address[one.whose]:
            del self.of_address[one.whose]

    def _make_room(self, whose: str | None = None) -> bool:
        """Show out who has kept us waiting for longest, of an address if one is said: whoever owes us a request first,
        then who just may send another one.
        """
        gone = None
        for one in self.waited_for:
            if whose is None or one.whose == whose:
                gone = gone or one
                if not one.idle:
                    gone = one
                    break
        if gone is None:
            return False
        with suppress(OSError):
            # Its own greenlet reads the end, and closes it.
            gone.socket._sock.shutdown(socket.SHUT_RDWR)  # type: ignore[attr-defined]
        self.leave(gone.address)
        return True


def files() -> int:
    """How many files this process may have open: as many as it may ask for, which it does."""
    try:
        import resource
    except ImportError:  # Not on Windows.
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (MANY if hard == resource.RLIM_INFINITY else min(hard, MANY), 10_240):
        if soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return wanted
    return min(soft, MANY) if soft != resource.RLIM_INFINITY else MANY


def room() -> int:
    """How many connections this process can hold."""
    return max(FEWEST, files() - RESERVE)
