"""What a balancer or a watcher asks: does this process live, and is it ready? Answered before any page looks at the
request, so that nothing is touched, counted or limited; strangers learn no more than the names of parts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.ledger import upgrading

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

FRESH = 1.0
"""Seconds for which it is believed what was found out: whoever asks all the time is no burden for the database."""
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


def init_app(app: Flask) -> None:
    """Let the app answer /healthz and /readyz, and turn away what comes when it is shut."""
    app.wsgi_app = Health(app, app.wsgi_app)  # type: ignore[method-assign]


class Health:
    """Stands before an app."""

    def __init__(self, app: Flask, inner: WSGIApplication) -> None:
        self._app, self._inner = app, inner
        self._answers: dict[str, Callable[[], Response]] = {"/healthz": _alive, "/readyz": self._ready}
        self._lock, self._asked, self._missing = Lock(), float("-inf"), tuple[str, ...]()

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer what is asked here; the rest is for the app."""
        answer = self._answers.get(environ.get("PATH_INFO", ""))
        if answer is None and not app_state(self._app).shut:
            return self._inner(environ, start_response)
        if answer is None:
            return _shut()(environ, start_response)
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return _said("only GET", 405, Allow="GET, HEAD")(environ, start_response)
        return answer()(environ, start_response)

    def _ready(self) -> Response:
        state = app_state(self._app)
        if state.stopping and not state.others:
            return _said("not ready: stopping", 503)
        with self._lock:
            if time.monotonic() - self._asked >= FRESH:
                self._missing = tuple(missing(self._app))
                self._asked = time.monotonic()
            parts = self._missing
        if parts:
            return _said(f"not ready: {', '.join(parts)}", 503)
        # All is served without it; phones hear a little later what came in at another process.
        return _said("ready" if state.hub.well() else "ready\nredis: away", 200)


def missing(app: Flask) -> Iterable[str]:
    """The parts that an app cannot do without, and that do not answer now."""
    with app.app_context():
        try:
            if upgrading.state() != upgrading.READY:
                yield "schema"
        except (SQLAlchemyError, OSError):
            yield "database"


def _alive() -> Response:
    return _said("alive", 200)


def _shut() -> Response:
    """A proxy asks the next server then; a page keeps what it wanted to send, and sends it again. It is no 503: a
    server whose database is held for a moment is no worse than the next one.
    """
    return _said("This server is about to stop: ask again in a moment.", 502, **{"Retry-After": "1"})


def _said(text: str, status: int, **more: str) -> Response:
    return Response(f"{text}\n", status, {**HEADERS, **more}, mimetype="text/plain")
