"""How a stream notices at once that its phone has hung up; a heartbeat would notice half a minute later."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterable
from ssl import SSLError, SSLWantReadError
from typing import Any

NAME = "companion.hangup"
"""Where a request's environment has what makes a Hangup."""

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Hangup:
    """Tells a stream, on a connection of gevent's, that the other side has closed it."""

    __slots__ = ("_connection", "_watcher")

    def __init__(self, connection: socket.socket) -> None:
        import gevent

        self._connection = connection
        self._watcher = gevent.get_hub().loop.io(connection.fileno(), 1)

    def watch(self, wake: Callable[[], None]) -> None:
        """Calls `wake` when something can be read: a phone has nothing to say on a stream but its end."""
        self._watcher.start(self._readable, wake)

    def _readable(self, wake: Callable[[], None]) -> None:
        self._watcher.stop()
        wake()

    def gone(self) -> bool:
        """Whether the other side has closed the connection; while nothing can be read it has not."""
        if self._watcher.active:
            return False
        encrypted = getattr(self._connection, "_sslobj", None)
        try:
            if encrypted is not None:
                # The end of an encrypted connection is a message of its own, which only who decrypts it can read.
                return not encrypted.read(1)
            peeked: bytes = self._connection._sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)  # type: ignore[attr-defined]
        except (BlockingIOError, SSLWantReadError):
            return False
        except (OSError, SSLError):
            return True
        return not peeked

    def close(self) -> None:
        """Stops watching."""
        self._watcher.stop()
        self._watcher.close()


def noticing(application: Application) -> Application:
    """Gives each request under gunicorn's gevent worker what `companion serve` gives it by itself."""

    def noticed(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        connection, gevent = environ.get("gunicorn.socket"), sys.modules.get("gevent.socket")
        if gevent is not None and isinstance(connection, gevent.socket):
            environ.setdefault(NAME, lambda: Hangup(connection))
        return application(environ, start_response)

    return noticed
