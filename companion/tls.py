"""https at home, for `companion serve --https`: on the same port as http, which leads there."""

from __future__ import annotations

import socket
import ssl
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import gevent

from companion import authority, headers
from companion.settings import CannotStart
from companion.terminal import spoken

if TYPE_CHECKING:
    from flask import Flask

CHECKED_SECONDS = 60.0
"""How often it is asked whether the certificate still fits: this computer may get another address."""
GREETING_SECONDS = 10.0
"""How long a phone may take to say its first byte, and for the handshake."""
HANDSHAKE = b"\x16"
"""What https begins with; no method of http does."""
PLAIN = ("/https", "/static/", "/language/", "/healthz", "/readyz")
"""What is answered over http, too: how a phone comes to https, what that page needs, and whether the server lives."""


class Https:
    """What a server shows, kept up to date."""

    def __init__(self, folder: Path, names: Callable[[], Sequence[str]], brought: Sequence[Path] = ()) -> None:
        """`names` tells under which names and addresses this computer is reached now. Raises CannotStart, OSError."""
        self._folder, self._names, self._brought = folder, names, brought
        self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._context.set_alpn_protocols(["http/1.1"])
        self._seen: object = None
        self.shown = self.renew()

    def renew(self) -> authority.Shown:
        """See to it that the certificate fits; open connections keep the one before. Raises CannotStart, OSError."""
        self.shown = authority.shown(self._folder, self._names(), self._brought)
        seen = [path.exists() and path.stat().st_mtime_ns for path in self.shown.files]
        if seen != self._seen:
            authority.load(self._context, self.shown)
            self._seen = seen
        return self.shown

    def keep(self) -> None:
        """Look after it for ever: in a greenlet of its own."""
        while True:
            gevent.sleep(CHECKED_SECONDS)
            with suppress(CannotStart, OSError):
                # What was good stays shown; the next time may do.
                self.renew()

    def greeted(self, connection: socket.socket) -> socket.socket | None:
        """The connection, encrypted if that is what it asks for; None for one that says nothing, or breaks it off."""
        try:
            with gevent.Timeout(GREETING_SECONDS, TimeoutError):
                first = connection.recv(1, socket.MSG_PEEK)
                if first != HANDSHAKE:
                    return connection if first else None
                return self._context.wrap_socket(connection, server_side=True)
        except (OSError, TimeoutError):
            # A phone that does not trust it says so by hanging up.
            return None


def asked(how: Namespace, folder: Path, names: Callable[[str], Sequence[str]]) -> Https | None:
    """What the command asks for: nothing, an authority at home, or what is brought. Raises CannotStart, OSError."""
    if bool(how.certificate) != bool(how.key):
        raise CannotStart(spoken("A certificate and its key go together: --certificate FILE --key FILE"))
    brought = [how.certificate, how.key] if how.key else []
    return Https(folder, lambda: names(how.host), brought) if how.https or brought else None


class Greeting:
    """For a server of gevent's: speaks https where it has an Https, and http on the same port."""

    https: Https | None = None

    def handle(self, connection: Any, client: Any) -> None:
        """One connection."""
        if self.https is None:
            super().handle(connection, client)  # type: ignore[misc]
            return
        greeted = self.https.greeted(connection)
        if greeted is None:
            return
        try:
            super().handle(greeted, client)  # type: ignore[misc]
        finally:
            greeted.close()


def scheme(connection: object) -> str:
    """By which scheme a request came in."""
    return "https" if isinstance(connection, ssl.SSLSocket) else "http"


def lead(app: Flask, https: Https) -> None:
    """Let http lead to https, and pages know whom to trust."""
    app.config["HTTPS_AUTHORITY"] = https.shown.authority
    app.config["HTTPS"] = True
    inner = app.wsgi_app

    def leading(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if environ["wsgi.url_scheme"] == "https" or path.startswith(PLAIN):
            return inner(environ, start_response)
        return _led(environ, path, start_response)

    app.wsgi_app = leading  # type: ignore[method-assign]


def _led(environ: dict[str, Any], path: str, start_response: Callable[..., Any]) -> Iterable[bytes]:
    """A page leads to where it is said how; a form that was still open over http is not taken, nor lost."""
    if environ["REQUEST_METHOD"] in ("GET", "HEAD") and not path.endswith("/events"):
        query = environ.get("QUERY_STRING", "")
        there = path.encode("latin-1").decode("utf-8", "replace") + (f"?{query}" if query else "")
        where = "/https" if there == "/" else f"/https?to={quote(there, safe='/')}"
        start_response("302 Found", headers.safe([("Location", where), ("Content-Length", "0")]))
        return []
    said = b"503: This computer speaks https now. Open the page again.\n"
    own = [("Content-Type", "text/plain"), ("Content-Length", str(len(said)))]
    start_response("503 Service Unavailable", headers.safe(own))
    return [said]
