"""What depends on many matches is computed after an answer was sent, so that nobody waits for it."""

from __future__ import annotations

from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.ledger.figures import catch_up

from .once_sent import once_sent


def note(response: Response) -> Response:
    """See to it that figures which this answer, or one before it, made stale are computed."""
    if app_state().stale:
        once_sent(response, catch_up, "figures stay stale until they are read", "figures could not be computed")
    return response
