"""A bot that is late is called again by whoever looks at the table: who was to see to it may be no more."""

from __future__ import annotations

from datetime import UTC, datetime
from time import monotonic

from flask import Flask

from companion.app_state import app_state
from companion.ledger.state import MatchState, Versioned, read_state

LATE = 5.0
"""Seconds after which a bot that should have moved is called again."""


def call(state: MatchState) -> None:
    """Publish again for a bot that is late: the server was restarted, or another one was to see to it."""
    dealt = state.dealt
    if dealt is None or state.bot_to_move is None:
        return
    if (datetime.now(UTC) - dealt.lines[-1].at).total_seconds() > LATE:
        app_state().hub.publish(state.public_id, state.version)


class Watch:
    """Looks at a table for a stream, at which nobody may turn a page for long.

    Only when nothing has changed since the last sign, and not again once the table waits for people.
    """

    __slots__ = ("_app", "_before", "_looked", "_people", "_wanted")

    def __init__(self, app: Flask, wanted: bool) -> None:
        """`wanted`: a page that shows the table asked for the stream."""
        self._app, self._wanted, self._before, self._people = app, wanted, -1, -1
        self._looked = -LATE

    def look(self, match: Versioned) -> None:
        """The stream gives a sign, with the match as it stands."""
        before, self._before = self._before, match.version
        if not self._wanted or before != match.version or self._people == match.version:
            return
        # Calling wakes all streams of the match, this one too.
        if monotonic() - self._looked < LATE:
            return
        self._looked = monotonic()
        with self._app.app_context():
            state = read_state(match)
            if state.bot_to_move is None:
                self._people = match.version
            call(state)
