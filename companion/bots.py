"""The bots at the tables: they hear what is published, think in processes of their own, and move like a person would.

A bot's move is due whenever the stored round says so. Whoever computes it, it is written once. Of several processes the
one that wrote sees to it, and claims the match; if it dies, whoever looks at the table publishes the move again.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from flask import Flask

from companion.app_state import app_state
from companion.games.game import table_of
from companion.games.table import Move
from companion.ledger import deals
from companion.ledger.busy import Busy, told
from companion.ledger.dealt import Dealt
from companion.ledger.pen import Late, Pen
from companion.ledger.state import MatchState, newest
from companion.thinking import BotProcess, Thinkers, cores

PAUSE = (0.8, 1.4)
"""Seconds between two moves when people are at the table: time to see what happened."""

HURRY = 0.03
"""Seconds between two moves when only bots are."""

WAIT = 1.0
"""Seconds between two looks at a match for whose bots another process plays."""


@dataclass(frozen=True, slots=True)
class Due:
    """A bot's move that is waited for."""

    seat: int
    strength: str
    dealt: Dealt
    alone: bool


def due(state: MatchState) -> Due | None:
    """The bot's move that the match waits for; None when it waits for people, or for nobody."""
    seat, dealt = state.bot_to_move, state.dealt
    if seat is None or dealt is None:
        return None
    return Due(seat, state.bots[seat], dealt, all(seat in state.bots for seat in dealt.setup.seats))


def question(state: MatchState, due: Due) -> dict[str, Any]:
    """What is asked, as `games/think.py` understands it; how long to think stands in none."""
    return {
        "game": state.game.key,
        "setup": due.dealt.setup.spell(),
        "moves": [(line.seat, line.move) for line in due.dealt.moves],
        "seat": due.seat,
        "strength": due.strength,
        "seed": secrets.randbits(32),
    }


class Bots:
    """All bots of this server, and which matches they are busy with."""

    def __init__(self, app: Flask, pause: tuple[float, float] = PAUSE, most: int | None = None) -> None:
        self.app, self.pause = app, pause
        self.thinkers = Thinkers(most, partial(BotProcess, str(app.config.get("LOG_FORMAT") or "")))
        self._lock = threading.Lock()
        self._busy: dict[str, int] = {}

    def hear(self, match: str, version: int) -> None:
        """The match has changed: if a bot is to move there, somebody sees to it."""
        state, resting = self._kept(match, version), app_state(self.app).stopping
        wanted = not resting and state is not None and due(state) is not None
        with self._lock:
            busy = match in self._busy
            if busy or wanted:
                self._busy[match] = max(version, self._busy.get(match, 0))
        if wanted and not busy:
            app_state(self.app).metrics.bots(1)
            threading.Thread(target=self._attend, args=(match,), daemon=True).start()

    def _attend(self, match: str) -> None:
        """Move for the bots of a match until people are to move, or another process has done so."""
        hub, what, mine, done = app_state(self.app).hub, f"bots of {match}", False, -1
        while (version := self._next(match, done)) is not None:
            done = version
            try:
                mine = mine or hub.claim(what)
                state = (mine and self._kept(match, version)) or self._stored(match)
                if state is not None and mine:
                    self.move(state)
                elif state is not None and due(state) is not None and not app_state(self.app).stopping:
                    time.sleep(WAIT)
                    done = -1
            except Busy:
                done = -1  # The move is due still.
            except Late:
                continue  # Whatever changed was published, too.
            except Exception:
                self.app.logger.exception("a bot could not move")
        if mine:
            hub.release(what)

    def _kept(self, match: str, version: int) -> MatchState | None:
        """The match as it was just saved or read; None when that is not kept."""
        return app_state(self.app).states.get((match, version))

    def _stored(self, match: str) -> MatchState | None:
        """The match as it stands, whoever wrote in it; None when it is gone."""
        with self.app.app_context(), told():
            return newest(match)

    def _next(self, match: str, done: int) -> int | None:
        """The newest version of a match somebody is busy with; None, and no longer busy, if that was seen to."""
        with self._lock:
            if self._busy[match] != done:
                return self._busy[match]
            del self._busy[match]
        app_state(self.app).metrics.bots(-1)
        return None

    def move(self, state: MatchState) -> None:
        """Make the bot's move that is due, after a pause."""
        waited = due(state)
        if waited is None:
            return
        began = time.monotonic()
        try:
            move: Move = self.thinkers.choose(state.public_id, question(state, waited))
        except RuntimeError:
            self.app.logger.exception("a bot could not think; it plays by its rules of thumb")
            move = by_rules_of_thumb(state, waited)
        thought = time.monotonic() - began
        pause = HURRY if waited.alone else random.uniform(*self.pause)
        time.sleep(max(0.0, pause - thought))
        if app_state(self.app).stopping:
            return  # It stays due: whoever serves next sees to it.
        dealt = waited.dealt
        pen = Pen(state.id, dealt.lines[0].phone, f"bot {dealt.round} {dealt.last + 1}")
        with self.app.app_context(), told():
            deals.bot_move(pen, waited.seat, move, dealt.round, dealt.last)
        app_state(self.app).metrics.moved(thought, time.monotonic() - began)


def by_rules_of_thumb(state: MatchState, due: Due) -> Move:
    """A move without a search, which takes a moment only."""
    return table_of(state.game).choose(due.dealt.deal.observe(due.seat), Random(), 0.0, "normal")


def start_bots(app: Flask, pause: tuple[float, float] | None = None, most: int | None = None) -> Bots:
    """Let bots play in the matches of this app; `pause`: the seconds they wait between two moves; `most`: so many of
    them think at once, by default as many as there are cores for this one of all workers.
    """
    bots = Bots(app, pause or PAUSE, most or max(1, cores() // app.config["WORKERS"]))
    app_state(app).hurried = lambda: bots.thinkers.hurried
    app_state(app).hub.on_publish(bots.hear)
    return bots
