"""The bots at the tables: they hear what is published, think in a process of their own, and move like a person would.

A bot's move is due whenever the stored round says so. Whoever computes it, it is written once: after a restart the next
phone that looks at the table publishes it again.
"""

from __future__ import annotations

import json
import random
import secrets
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Flask

from companion.app_state import app_state
from companion.games.table import Move
from companion.ledger import deals
from companion.ledger.dealt import Dealt
from companion.ledger.pen import Late, Pen
from companion.ledger.sqlite import Busy
from companion.ledger.state import MatchState

PAUSE = (0.8, 1.4)
"""Seconds between two moves when people are at the table: time to see what happened."""

HURRY = 0.03
"""Seconds between two moves when only bots are."""

PATIENCE = 20.0
"""Seconds after which a process that does not answer is ended."""

THOUGHT = 0.25
"""Seconds that a strong bot thinks."""


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


class BotProcess:
    """The process in which bots think. It is started with the first question and again if it dies."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def choose(self, state: MatchState, due: Due) -> Move:
        """The bot's move. Raises RuntimeError when the process cannot be had, or dies over the question."""
        asked = {
            "game": state.game.key,
            "setup": due.dealt.setup.spell(),
            "moves": [(line.seat, line.move) for line in due.dealt.moves],
            "seat": due.seat,
            "strength": due.strength,
            "seconds": THOUGHT,
            "seed": secrets.randbits(32),
        }
        with self._lock:
            return str(self._ask(asked)["move"])

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        process = self._alive()
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(PATIENCE, process.kill)
        watch.daemon = True
        watch.start()
        try:
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            told = process.stdout.readline()
        except OSError:
            told = ""
        finally:
            watch.cancel()
        if not told:
            self.close()
            raise RuntimeError("the process in which bots think has ended")
        answer: dict[str, Any] = json.loads(told)
        return answer

    def _alive(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            command = [sys.executable, "-m", "companion.games.think"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self._process

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.wait()


class Bots:
    """All bots of this server, and which matches they are busy with."""

    def __init__(self, app: Flask, pause: tuple[float, float] = PAUSE) -> None:
        self.app, self.pause, self.process = app, pause, BotProcess()
        self._lock = threading.Lock()
        self._busy: dict[str, int] = {}

    def hear(self, match: str, version: int) -> None:
        """The match has changed: if a bot is to move there, somebody sees to it."""
        state = self._state(match, version)
        if state is None or due(state) is None:
            return
        with self._lock:
            busy = match in self._busy
            self._busy[match] = max(version, self._busy.get(match, 0))
        if not busy:
            threading.Thread(target=self._attend, args=(match,), daemon=True).start()

    def _attend(self, match: str) -> None:
        """Move for the bots of a match until people are to move."""
        done = -1
        while (version := self._next(match, done)) is not None:
            done = version
            try:
                state = self._state(match, version)
                if state is not None:
                    self.move(state)
            except Busy:
                done = -1  # The move is due still.
            except Late:
                continue  # Whatever changed was published, too.
            except Exception:
                self.app.logger.exception("a bot could not move")

    def _state(self, match: str, version: int) -> MatchState | None:
        """The match as it was just saved or read; None when that is not kept."""
        return app_state(self.app).states.get((match, version))

    def _next(self, match: str, done: int) -> int | None:
        """The newest version of a match somebody is busy with; None, and no longer busy, if that was seen to."""
        with self._lock:
            if self._busy[match] != done:
                return self._busy[match]
            del self._busy[match]
            return None

    def move(self, state: MatchState) -> None:
        """Make the bot's move that is due, after a pause."""
        waited = due(state)
        if waited is None:
            return
        began = time.monotonic()
        try:
            move = self.process.choose(state, waited)
        except RuntimeError:
            self.app.logger.exception("a bot could not think; it does whatever is allowed")
            move = random.choice(waited.dealt.deal.moves(waited.seat))
        pause = HURRY if waited.alone else random.uniform(*self.pause)
        time.sleep(max(0.0, pause - (time.monotonic() - began)))
        dealt = waited.dealt
        pen = Pen(state.id, dealt.lines[0].phone, f"bot {dealt.round} {dealt.last + 1}")
        with self.app.app_context():
            deals.bot_move(pen, waited.seat, move, dealt.round, dealt.last)


def start_bots(app: Flask, pause: tuple[float, float] | None = None) -> Bots:
    """Let bots play in the matches of this app; `pause`: the seconds they wait between two moves."""
    bots = Bots(app, pause or PAUSE)
    app_state(app).hub.on_publish(bots.hear)
    return bots
