"""What is logged: LOG_FORMAT=json makes an object of each line, and a line of each request. Otherwise only what goes
wrong is told. No line says what was typed, who asked, or what opens something (see companion/discreet.py).
"""

from __future__ import annotations

import logging
import re
import secrets
from zlib import crc32

from flask import Flask, has_request_context, request
from flask.logging import default_handler

from companion import discreet, settings
from companion.metrics import METHODS

ID = "companion.request_id"
"""Where a request's environment keeps its id."""
WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}")
REQUESTS = "companion.requests"
"""The name of the log of requests."""


class Json(discreet.Json):
    """Lines that say of which request they are."""

    def of_request(self) -> dict[str, object]:
        """Its id, and what was asked for; never the path, which may be a link that opens something."""
        return {"request": request_id(), "endpoint": request.endpoint} if has_request_context() else {}


def init_app(app: Flask) -> None:
    """Let an app log so. Raises settings.CannotStart for a format that there is not."""
    chosen = settings.log_format(app.config.get("LOG_FORMAT"))
    logging.getLogger(REQUESTS).setLevel(logging.INFO if chosen else logging.WARNING)
    discreet.begin(chosen, default_handler, json=Json)


def request_id() -> str:
    """What this request is called: as a proxy calls it, if it could be one of our names, else by a name of ours."""
    environ = request.environ
    if ID not in environ:
        sent = environ.get("HTTP_X_REQUEST_ID", "")
        environ[ID] = sent if WELL_FORMED.fullmatch(sent) else secrets.token_hex(8)
    return str(environ[ID])


def request_number() -> str:
    """The id as six digits, which a person can read to another."""
    return f"{crc32(request_id().encode()) % 10**6:06}"


def answered(method: str, status: int, seconds: float) -> None:
    """Log this request, where that is asked for; a method that a client has made up is a text of its own."""
    log = logging.getLogger(REQUESTS)
    if log.isEnabledFor(logging.INFO):
        fields = {"method": method if method in METHODS else "other", "status": status, "ms": round(seconds * 1000, 1)}
        log.info("request", extra=fields)
