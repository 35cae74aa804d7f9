"""Connections that say nothing, or say it too slowly: they cost others nothing.

Whoever connects has so long to send a request.
"""

from __future__ import annotations

import errno
import io
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from gevent.pywsgi import WSGIHandler, WSGIServer
from werkzeug.exceptions import BadRequest, RequestTimeout

from companion.crowd import Connection, Crowd

MOST_HEAD = 32 * 1024
"""Bytes of a request's head, about; there are at most 100 headers in it, and 8192 bytes in its first line."""
MOST_BODY = 32 * 2**20
"""Bytes of a body, read or thrown away: more than any page takes."""
AT_ONCE = 1024
"""Bytes that are taken from a connection at once while a head comes: few are longer, and a stream keeps the room."""
SLOWEST = 4096
"""Bytes a second of a body that arrives slowly, and still is not cut."""
BUSY_SAID = b"Companion has as many connections as it can hold. Try again in a moment.\n"
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: %d\r\n\r\n"
    % len(BUSY_SAID)
) + BUSY_SAID
EMPTY = "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds for the head of a request, for its body (more by SLOWEST), between two, and for a piece of an answer."""

    head: float = 20.0
    body: float = 30.0
    idle: float = 75.0
    answer: float = 60.0


class TooLarge(OSError):
    """More was sent than a request may have."""


class Arriving(io.RawIOBase):
    """What a connection sends, as long as it is in time and not too much."""

    def __init__(self, sock: socket.socket, connection: Connection, crowd: Crowd, answer: float) -> None:
        super().__init__()
        self._socket, self._connection, self._crowd, self._answer = sock, connection, crowd, answer
        self._until, self._left, self._rate = 0.0, 0, float("inf")
        self.cut = False

    def expect(self, seconds: float, most: int, rate: float = float("inf")) -> None:
        """What comes now has to come in so many seconds, more by the bytes that come, and be at most so much."""
        self._until, self._left, self._rate = monotonic() + seconds, most, rate

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Some bytes. Raises TimeoutError, or TooLarge."""
        seconds = self._until - monotonic()
        if self.cut or seconds <= 0 or self._left <= 0:
            self.cut = True
            raise TooLarge(errno.EMSGSIZE, "too large") if self._left <= 0 else TimeoutError("too slow")
        waited_for = self._crowd.waited_for
        if not self._connection.out:
            waited_for[self._connection] = None
        self._socket.settimeout(seconds)
        try:
            came = self._socket.recv_into(buffer)
        except TimeoutError:
            self.cut = True
            raise
        finally:
            waited_for.pop(self._connection, None)
            with suppress(OSError):
                self._socket.settimeout(self._answer)
        self._left -= came
        self._until += came / self._rate
        return came


class Body:
    """The body of a request as an app reads it: what is wrong with it is the client's mistake, no error of ours."""

    def __init__(self, arriving: Any) -> None:
        self._arriving = arriving

    def read(self, most: int | None = None) -> bytes:
        """So many bytes, or all. Raises RequestTimeout, or BadRequest."""
        return self._told(self._arriving.read, most)

    def readline(self, most: int | None = None) -> bytes:
        """A line. Raises RequestTimeout, or BadRequest."""
        return self._told(self._arriving.readline, most)

    def __iter__(self) -> Iterator[bytes]:
        """Line by line."""
        return iter(self.readline, b"")

    @staticmethod
    def _told(read: Callable[[int | None], bytes], most: int | None) -> bytes:
        try:
            return read(most)
        except TimeoutError:
            raise RequestTimeout from None
        except OSError:
            raise BadRequest from None


class Handler(WSGIHandler):  # type: ignore[misc]
    """Requests of one connection, each of which has to come in time."""

    def __init__(self, sock: socket.socket, address: Any, server: Server) -> None:
        self.connection = server.crowd.there.get(address) or Connection(sock, address, "", out=True)
        self.connection.socket = sock
        self.arriving = Arriving(sock, self.connection, server.crowd, server.patience.answer)
        self.head, self.head_waits = b"", False
        super().__init__(sock, address, server, io.BufferedReader(self.arriving, AT_ONCE))

    def handle(self) -> None:
        """All requests of the connection, until it is closed from either side."""
        with suppress(OSError):
            super().handle()

    def read_requestline(self) -> str:
        """The first line of the next request. Raises OSError when none comes in time."""
        patience = self.server.patience
        self.arriving.expect(patience.idle if self.connection.idle else patience.head, MOST_HEAD)
        self.rfile.peek(1)
        self.connection.idle = False
        self.arriving.expect(patience.head, MOST_HEAD)
        line: str = super().read_requestline()
        return line

    def get_environ(self) -> dict[str, Any]:
        """The environment of a request, whose body has to come in time as well."""
        self.arriving.expect(self.server.patience.body, MOST_BODY, SLOWEST)
        environ: dict[str, Any] = super().get_environ()
        environ["wsgi.input"] = Body(environ["wsgi.input"])
        return environ

    def handle_one_response(self) -> None:
        """Answer; after a body that was cut, nothing can follow on this connection."""
        self.headers = None  # The environment has them; a stream would keep them for hours.
        super().handle_one_response()
        self.connection.idle = True
        if self.arriving.cut:
            self.close_connection = True

    def _write_with_headers(self, data: bytes) -> None:
        """The head waits for what comes after it: that is a packet less, and who reads is woken once."""
        self.head_waits = True
        super()._write_with_headers(data)
        if self.head:
            self._sendall(b"")

    def _sendall(self, data: bytes) -> None:
        if self.head_waits:
            self.head_waits, self.head = False, bytes(data)
            return
        head, self.head = self.head, b""
        super()._sendall(head + data if head else data)

    def handle_error(self, kind: type[BaseException], problem: BaseException, trace: Any) -> None:
        """Say nothing of who did not take the answer in time."""
        if issubclass(kind, TimeoutError):
            self.close_connection = True
        else:
            super().handle_error(kind, problem, trace)

    def _handle_client_error(self, problem: Exception) -> tuple[str, bytes] | None:
        """What is answered to half a request, or none. Nothing is logged: a first line may be a link that opens."""
        if isinstance(problem, OSError) and not isinstance(problem, TimeoutError | TooLarge):
            return None  # It was closed in the middle.
        status = "400 Bad Request"
        if isinstance(problem, TimeoutError):
            status = "408 Request Timeout"
        elif isinstance(problem, TooLarge):
            status = "431 Request Header Fields Too Large"
        return status, (EMPTY % status).encode()


class Server(WSGIServer):  # type: ignore[misc]
    """gevent's, with a patience that ends, and room for so many."""

    max_accept = 20
    """Fewer at a time than there is room for: a request that is there is read before it could be made room of."""

    def __init__(self, *given: Any, crowd: Crowd, patience: Patience, **more: Any) -> None:
        self.crowd, self.patience = crowd, patience
        super().__init__(*given, **more)

    def do_handle(self, sock: socket.socket, address: Any) -> None:
        """Somebody has connected."""
        if self.crowd.enter(sock, address):
            sock.settimeout(self.patience.head)  # For who begins to speak of certificates, and stops.
            super().do_handle(sock, address)
            return
        with suppress(OSError):
            if not self.ssl_enabled:
                sock._sock.send(BUSY)  # type: ignore[attr-defined]
                sock._sock.shutdown(socket.SHUT_WR)  # type: ignore[attr-defined]
        sock.close()

    def do_close(self, sock: socket.socket, *more: Any) -> None:
        """A connection has ended."""
        self.crowd.leave(*more)
        sock.close()

    def wrap_socket_and_handle(self, client_socket: socket.socket, address: Any) -> None:
        """https: nothing is said of those that do not get so far."""
        with suppress(OSError):
            super().wrap_socket_and_handle(client_socket, address)
