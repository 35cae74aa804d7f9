"""What was deleted too long ago to come back is erased: looked for at most once an hour, after an answer was sent."""

from __future__ import annotations

import time

from flask import Flask, current_app
from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.ledger.erasing import erase_due
from companion.ledger.sqlite import Busy

EVERY = 3600.0
"""Seconds between two looks."""


def note(response: Response) -> Response:
    """See to it that what is due is erased after this answer, if nobody has looked for an hour."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    state, at = app_state(app), time.monotonic()
    if at - state.swept >= EVERY:
        state.swept = at
        response.call_on_close(lambda: _sweep(app))
    return response


def _sweep(app: Flask) -> None:
    with app.app_context():
        try:
            erase_due()
        except Busy:
            app.logger.info("nothing is erased now: another program holds the database")
