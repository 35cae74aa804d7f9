"""What depends on many matches is computed after an answer was sent, so that nobody waits for it."""

from __future__ import annotations

from flask import Flask, current_app
from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.ledger.figures import catch_up
from companion.ledger.sqlite import Busy


def note(response: Response) -> Response:
    """See to it that figures which this answer, or one before it, made stale are computed."""
    if app_state().stale:
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        response.call_on_close(lambda: _compute(app))
    return response


def _compute(app: Flask) -> None:
    with app.app_context():
        try:
            catch_up()
        except Busy:
            app.logger.info("figures stay stale until they are read: another program holds the database")
        except Exception:
            app.logger.exception("figures could not be computed")
