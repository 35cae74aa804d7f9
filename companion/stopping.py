"""How a server comes to its end: streams are told to come back, what was begun is finished, nothing is cut off."""

from __future__ import annotations

import socket
from typing import Any

import gevent
from flask import Flask

from companion import connections
from companion.app_state import app_state

LOOKED = 0.2
"""Seconds between two looks whether another server has told its worker to stop."""
QUIET = 0.5
"""Seconds for which a proxy is turned away before nobody listens any more, and for which a connection that was just
made may say what it wants.
"""


class Closing(connections.Handler):
    """Knows whether its connection waits for a request, and keeps none open for the next one when the server stops."""

    asked = False
    """Whether there was a request on this connection."""

    def read_requestline(self) -> str:
        """The first line of a request, which may be long in coming."""
        self.server.waiting.add(self)
        try:
            line: str = super().read_requestline()
        finally:
            self.server.waiting.discard(self)
        self.asked = True
        return line

    def finalize_headers(self) -> None:
        """The other side is told that the connection ends with this answer."""
        if self.server.ending:
            self.close_connection = True
            headers: list[tuple[bytes, bytes]] = self.response_headers
            headers[:] = [header for header in headers if header[0].lower() != b"connection"]
            headers.append((b"Connection", b"close"))
        super().finalize_headers()


class Server(connections.Server):
    """A server that ends in order."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.waiting: set[Closing] = set()
        self.ending = False

    def start(self) -> None:
        """Accept connections, unless it was told to stop before it could."""
        if not self.closed:
            super().start()

    def end_once(self, app: Flask, drain: float, others: bool = False) -> None:
        """The same as `end`, and nothing when asked once more: a worker may be told by its parent and by others."""
        if not self.ending:
            self.end(app, drain, others)

    def end(self, app: Flask, drain: float, others: bool = False) -> None:
        """Stop listening, once a proxy has turned away; `serve_forever` waits for what was begun, then returns.

        `drain`: seconds for which all is answered while /readyz says 503, for a balancer that looks there; `others`:
        whether other processes go on at the port. Asked once more, it cuts off what goes on.
        """
        if self.ending:
            self.pool.kill(block=False)
            return
        self.ending = True
        app_state(app).stop(others)
        if drain:
            gevent.sleep(drain)
        if app.config.get("PROXIED") and not others:
            # A proxy asks the next server when this one turns it away, and comes no more for a while. A connection
            # that was made, but not taken when the listener closes, would be an error that nobody can tell from a
            # request that was lost on its way.
            app_state(app).shut = True
            gevent.sleep(QUIET)
        self._take_the_last()
        self.close()
        self._hang_up(lambda handler: handler.asked)
        gevent.sleep(QUIET)
        self._hang_up(lambda handler: True)

    def _take_the_last(self) -> None:
        """Take the connections that are made already."""
        while not self.closed and (made := self.do_read()) is not None:
            self.do_handle(*made)

    def _hang_up(self, which: Any) -> None:
        """Read no further where no request is on its way; what was received is read still, and answered."""
        for handler in [handler for handler in self.waiting if which(handler)]:
            try:
                # Not by way of what encrypts, which would forget its keys.
                handler.socket._sock.shutdown(socket.SHUT_RD)
            except OSError:
                continue


def finish(app: Flask, seconds: float) -> None:
    """Wait until a write that is under way beside the requests, of a bot or of a file that comes in, is done. No other
    one begins: the pen stays here.
    """
    app_state(app).pen.acquire(timeout=max(seconds, 0.0))


def heed(app: Flask, worker: Any) -> None:
    """Under gunicorn: let the app know when its worker is told to stop. gunicorn itself waits for what was begun.

    No proxy or balancer is turned away: after a reload another worker listens at the same port, and they may know no
    other; when gunicorn stops, the port is closed in a moment.
    """

    def watch() -> None:
        while worker.alive:
            gevent.sleep(LOOKED)
        app_state(app).stop(others=True)

    gevent.spawn(watch)
