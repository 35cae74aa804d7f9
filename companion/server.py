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
from gevent.pool import Pool

from companion import connections, crowd, failing, quotas, settings, tls
from companion.hangup import NAME, Hangup
from companion.stopping import Closing, Server, finish
from companion.terminal import spoken

EVERYWHERE = ("0.0.0.0", "::")
BACKLOG = 1024
SWITCH = 0.0005
"""Seconds after which a thread that runs makes way for another one."""
GONE_AFTER_MS = 30_000


class Handler(Closing):
    """Gives streams a way to notice a hang-up."""

    def get_environ(self) -> dict[str, Any]:
        """The environment of a request, with what makes a Hangup."""
        environ: dict[str, Any] = super().get_environ()
        environ[NAME] = lambda: Hangup(self.socket)
        environ["wsgi.url_scheme"] = tls.scheme(self.socket)
        return environ


class HomeServer(tls.Greeting, Server):
    """Ours, which may speak https, too."""


def serve(app: Flask, host: str, port: int, https: tls.Https | None = None) -> None:
    """Serves the app until Ctrl-C or SIGTERM, and finishes what was begun; port 0 takes a free one.

    Raises SystemExit with one sentence if the address can't be had.
    """
    listener = listen(host, port)
    scheme, taken = "https" if https else "http", listener.getsockname()[1]
    run(app, listener, host, https, lambda _: announce(host, taken, scheme=scheme))


def run(
    app: Flask,
    listener: socket.socket,
    host: str,
    https: tls.Https | None,
    begun: Callable[[HomeServer], None],
    workers: int = 1,
) -> None:
    """Serves what comes to a listener until it is told to stop, and finishes what was begun.

    `begun` is called as soon as it answers; `workers`: how many processes share the listener.
    """
    failing.watch()
    server, port = _server(app, listener, workers), listener.getsockname()[1]
    end = server.end if workers == 1 else server.end_once
    for name in ("SIGINT", "SIGTERM"):
        gevent.signal_handler(getattr(signal, name), end, app, app.config["DRAIN_SECONDS"], workers > 1)
    lan = lan_addresses() if host in EVERYWHERE else []
    if lan:
        # A page opened on this computer shows links that other phones can reach.
        app.config["LAN_URL"] = url_of(lan[0], port, "https" if https else "http")
    if https:
        server.https = https
        tls.lead(app, https)
        gevent.spawn(https.keep)
    server.start()
    tune()
    begun(server)
    server.serve_forever(app.config["STOP_SECONDS"])
    finish(app, app.config["STOP_SECONDS"])


def tune() -> None:
    """From here on, collect what is not needed any more. What lives as long as the process need not be looked at each
    time: page p99 40 → 6 ms; and what is young is looked at often, a little at a time: of 4,000 streams all wait 16 ms
    at most, and not 95. A thread that comes back from a slow disk waits a tenth as long for its turn as Python would
    let it: a write waits for it.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(2000, 5, 4000)
    sys.setswitchinterval(SWITCH)


def _server(app: Flask, listener: socket.socket, workers: int) -> HomeServer:
    # The pool lets a request in progress finish when the server stops. No access log: paths are private.
    return HomeServer(
        listener,
        app,
        log=None,
        error_log=sys.stderr,
        spawn=Pool(),
        handler_class=Handler,
        crowd=_crowd(app),
        patience=_patience(app),
        # Of several workers each takes one connection at a time, and leaves the next one to whoever is idle.
        environ={"wsgi.multiprocess": workers > 1},
    )


def _number(app: Flask, name: str, kind: type[int | float], least: float) -> float:
    return settings.number(name, app.config.get(name, quotas.SETTINGS[name]), kind, least)


def _patience(app: Flask) -> connections.Patience:
    """How long it is waited for whoever has connected, as config.py says."""
    names = ("HEAD_SECONDS", "BODY_SECONDS", "IDLE_SECONDS", "ANSWER_SECONDS")
    return connections.Patience(*(_number(app, name, float, 0.01) for name in names))


def _crowd(app: Flask) -> crowd.Crowd:
    """Room for so many connections, as config.py says, and as there may be files."""
    there_is = crowd.room()
    asked = app.config.get("CONNECTIONS") is not None
    most = min(there_is, int(_number(app, "CONNECTIONS", int, 1))) if asked else there_is
    of_address = 0 if app.config.get("PROXIED") else int(_number(app, "CONNECTIONS_AN_ADDRESS", int, 0))
    return crowd.Crowd(most, of_address)


def listen(host: str, port: int) -> socket.socket:
    """Returns a listening socket; its options pass on to every connection.

    Raises SystemExit with one sentence if the address can't be had.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
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


def names(host: str) -> list[str]:
    """Under which names and addresses this computer may be reached by phones around it, and by itself."""
    own = socket.gethostname().lower()
    found = {"localhost", "127.0.0.1", own, f"{own.partition('.')[0]}.local", *lan_addresses()}
    if host not in EVERYWHERE:
        found.add(host)
    return sorted(found)


def announce(host: str, port: int, out: TextIO | None = None, scheme: str = "http") -> None:
    """Prints where the pad can be opened, a QR code for the phones, and how to stop."""
    out = out or sys.stdout
    here = "localhost" if host in EVERYWHERE else host
    this, phones = spoken("Companion is open on this computer:"), spoken("On phones in the same network:")
    wide = max(len(this), len(phones))
    lines = [f"{this:{wide}}  {url_of(here, port, scheme)}"]
    if host in EVERYWHERE:
        urls = [url_of(address, port, scheme) for address in lan_addresses()]
    else:
        urls = [] if host == "localhost" or host.startswith("127.") or host == "::1" else [url_of(host, port, scheme)]
    for url in urls:
        lines += [f"{phones:{wide}}  {url}", drawn(url, out.encoding)]
    lines.append(spoken("Press Ctrl-C to stop."))
    print("\n".join(line for line in lines if line), file=out, flush=True)


def url_of(host: str, port: int, scheme: str = "http") -> str:
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


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
