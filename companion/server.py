"""The server behind `companion serve`: gevent's, one cheap greenlet for each open stream."""

import errno
import gc
import io
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, TextIO

import gevent
from flask import Flask
from gevent import socket as green
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.terminal import spoken

EVERYWHERE = ("0.0.0.0", "::")
BACKLOG = 1024
GONE_AFTER_MS = 30_000


class Hangup:
    """Tells a stream at once that its phone has hung up; a heartbeat would notice half a minute later."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._watcher = gevent.get_hub().loop.io(connection.fileno(), 1)

    def watch(self, wake: Callable[[], None]) -> None:
        """Calls `wake` when something can be read: a phone has nothing to say on a stream but its end."""
        self._watcher.start(self._readable, wake)

    def _readable(self, wake: Callable[[], None]) -> None:
        self._watcher.stop()
        wake()

    def gone(self) -> bool:
        """Whether the other side has closed the connection."""
        try:
            peeked: bytes = self._connection._sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)  # type: ignore[attr-defined]
        except BlockingIOError:
            return False
        except OSError:
            return True
        return not peeked

    def close(self) -> None:
        """Stops watching."""
        self._watcher.stop()
        self._watcher.close()


class Handler(WSGIHandler):  # type: ignore[misc]
    """Gives streams a way to notice a hang-up."""

    def get_environ(self) -> dict[str, Any]:
        """The environment of a request, with `companion.hangup`, which makes a Hangup."""
        environ: dict[str, Any] = super().get_environ()
        environ["companion.hangup"] = lambda: Hangup(self.socket)
        return environ


def serve(app: Flask, host: str, port: int) -> None:
    """Serves the app until Ctrl-C or SIGTERM; port 0 takes a free one.

    Raises SystemExit with one sentence if the address can't be had.
    """
    listener = _listen(host, port)
    # The pool lets a request in progress finish when the server stops. No access log: paths are private.
    server = WSGIServer(listener, app, log=None, error_log=sys.stderr, spawn=Pool(), handler_class=Handler)
    for name in ("SIGINT", "SIGTERM"):
        gevent.signal_handler(getattr(signal, name), server.stop)
    lan = lan_addresses() if host in EVERYWHERE else []
    if lan:
        # A page opened on this computer shows links that other phones can reach.
        app.config["LAN_URL"] = url_of(lan[0], listener.getsockname()[1])
    server.start()
    # What lives as long as the process need not be looked at in each collection: page p99 40 → 6 ms.
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 20, 1000)
    announce(host, listener.getsockname()[1])
    server.serve_forever()


def _listen(host: str, port: int) -> socket.socket:
    """Returns a listening socket; its options pass on to every connection."""
    listener: socket.socket = green.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name == "posix":
        # Elsewhere the option would let two servers share a port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Head and body are written apart; without this each answer would wait 40 ms for the other side.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform == "linux":
        # A phone that vanished without a word is noticed after its unanswered heartbeat.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER_MS)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError, UnicodeError) as problem:
        listener.close()
        raise SystemExit(_sentence(problem, host, port)) from None
    return listener


def _sentence(problem: Exception, host: str, port: int) -> str:
    """Returns what went wrong and what to do about it."""
    if isinstance(problem, OSError) and problem.errno == errno.EADDRINUSE:
        return spoken(
            "Port %(port)s is in use by another program. Choose another one: companion serve --port %(free)s",
            port=port,
            free=port + 1,
        )
    if isinstance(problem, PermissionError):
        return spoken("Port %(port)s is for administrators. Choose another one: companion serve --port 8000", port=port)
    if isinstance(problem, OverflowError):
        return spoken("%(port)s is not a port. Choose one up to 65535: companion serve --port 8000", port=port)
    return spoken(
        "%(host)s is not an address of this computer. Leave it out: companion serve --port %(port)s",
        host=host,
        port=port,
    )


def lan_addresses() -> list[str]:
    """Returns this computer's IPv4 address on its network, or nothing when there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A datagram socket only looks up the way when it connects: nothing is sent. The address
            # is one reserved for documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        address: str = probe.getsockname()[0]
    return [] if address.startswith(("127.", "0.")) else [address]


def announce(host: str, port: int, out: TextIO | None = None) -> None:
    """Prints where the pad can be opened, a QR code for the phones, and how to stop."""
    out = out or sys.stdout
    here = "localhost" if host in EVERYWHERE else host
    this, phones = spoken("Companion is open on this computer:"), spoken("On phones in the same network:")
    wide = max(len(this), len(phones))
    lines = [f"{this:{wide}}  {url_of(here, port)}"]
    if host in EVERYWHERE:
        urls = [url_of(address, port) for address in lan_addresses()]
    else:
        urls = [] if host == "localhost" or host.startswith("127.") or host == "::1" else [url_of(host, port)]
    for url in urls:
        lines += [f"{phones:{wide}}  {url}", drawn(url, out.encoding)]
    lines.append(spoken("Press Ctrl-C to stop."))
    print("\n".join(line for line in lines if line), file=out, flush=True)


def url_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def drawn(url: str, encoding: str | None) -> str:
    """Returns a QR code made of half blocks, or nothing where the terminal can't show them."""
    import segno  # A twentieth of a start, which a server behind another one does not need.

    drawing = io.StringIO()
    segno.make(url, micro=False).terminal(out=drawing, compact=True)
    code = drawing.getvalue()
    try:
        code.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return f"\n{code}"
