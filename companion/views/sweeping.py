"""What was deleted too long ago to come back is erased, and what is in memory forgotten: at most once an hour, after an
answer was sent.
"""

from __future__ import annotations

import time

from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.ledger.erasing import erase_due

from .once_sent import once_sent

EVERY = 3600.0
"""Seconds between two looks."""


def note(response: Response) -> Response:
    """See to it that what is due is erased after this answer, if nobody has looked for an hour."""
    state, at = app_state(), time.monotonic()
    if at - state.swept >= EVERY:
        state.swept = at
        once_sent(response, _sweep, "nothing is erased now", "what is due could not be erased")
    return response


def _sweep() -> None:
    # What another process erased, where they do not hear each other, or somebody was reading while it was erased.
    app_state().forget()
    erase_due()
