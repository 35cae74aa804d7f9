"""Behind the table: the served database, read and dealt on from the tests' own process, so that cards lie as wanted."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from sqlalchemy import select

from companion import create_app
from companion.app_state import app_state
from companion.games.table import DEALER, Deal
from companion.ledger import deals
from companion.ledger.base import db
from companion.ledger.models import Match as MatchRow
from companion.ledger.pen import Late, Pen
from companion.ledger.state import MatchState, read_afresh
from tests.conftest import SETTINGS

from .cast import Match

MOST_MOVES = 2_000
"""More than any round takes."""


class Stacked(Random):
    """A dealer whose shuffles bring these cards to the top, one list for each shuffle."""

    def __init__(self, tops: Iterable[Sequence[int]]) -> None:
        super().__init__(1)
        self.tops = list(tops)

    def shuffle(self, x: Any) -> None:
        """Mixes as ever, then puts the wanted cards on top."""
        super().shuffle(x)
        wanted = self.tops.pop(0) if self.tops else ()
        for card in wanted:
            x.remove(card)
        x[:0] = wanted


def handed_round(*hands: Sequence[int]) -> list[int]:
    """Hands in the order in which they are dealt, one card at a time; the first hand gets the first card."""
    return [card for turn in zip(*hands, strict=True) for card in turn]


class Backstage:
    """What the tests may know and pages may not."""

    def __init__(self, folder: Path) -> None:
        database = f"sqlite:///{(folder / 'companion.sqlite3').as_posix()}"
        settings = {**SETTINGS, "SQLALCHEMY_DATABASE_URI": database}
        self.app: Flask = create_app(settings)

    def close(self) -> None:
        """Lets go of the database."""
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
        memory = app_state(self.app).memory
        assert memory is not None
        memory.close()

    def state(self, match: Match) -> MatchState:
        """The match as it is written down."""
        found = select(MatchRow.id).where(MatchRow.public_id == match.path.rsplit("/", 1)[1])
        with self.app.app_context():
            return read_afresh(db.session.scalars(found).one())

    def deal(self, match: Match, *tops: Sequence[int], round_: int = 1) -> None:
        """Deals a round on screens with these cards on top of each shuffle; who has no phone plays on the host's."""
        state = self.state(match)
        with self.app.app_context():
            app_state().luck = Stacked(tops)
            deals.begin(Pen(state.id, _host(state), uuid.uuid4().hex), round_, handed_round=True)

    def advice(self, match: Match, seat: int) -> str:
        """What a bot would do in the place of that seat, which sees what the seat sees."""
        state = self.state(match)
        assert state.dealt
        return _advised(state, state.dealt.deal, seat, state.dealt.last)

    def play_on(self, match: Match, left: int = 0) -> None:
        """Plays the round that is dealt, until about so many moves are left and no bot is in turn, which would not hear
        of it; phones have to look again.
        """
        state = self.state(match)
        assert state.dealt
        deal, ahead = state.dealt.deal, 0
        while deal.to_move:
            seat, ahead = deal.to_move[0], ahead + 1
            chosen = deal.chance(Random(1)) if seat == DEALER else _advised(state, deal, seat, state.dealt.last + ahead)
            deal = deal.after(seat, chosen)
        # A bot of the server may be quicker, and play otherwise than was planned: the end takes what it takes.
        for number in range(MOST_MOVES):
            state = self.state(match)
            if state.dealt is None or not state.dealt.running:
                return
            if left and number >= ahead - left and not state.bots.keys() & set(state.dealt.deal.to_move):
                return
            with self.app.app_context(), suppress(Late):  # A bot of the server was quicker.
                _move(state, state.dealt.deal.to_move[0])


def _advised(state: MatchState, deal: Deal, seat: int, luck: int) -> str:
    return state.game.table.choose(deal.observe(seat), Random(luck), 0.05, "normal")


def _move(state: MatchState, seat: int) -> None:
    """Moves for whoever is to move, person or bot."""
    dealt = state.dealt
    assert dealt
    chosen = _advised(state, dealt.deal, seat, dealt.last)
    if seat in state.bots:
        pen = Pen(state.id, dealt.lines[0].phone, f"bot {dealt.round} {dealt.last + 1}")
        deals.bot_move(pen, seat, chosen, dealt.round, dealt.last)
    else:
        deals.move(Pen(state.id, state.holders[seat], uuid.uuid4().hex), seat, chosen, dealt.last)


def _host(state: MatchState) -> int:
    assert state.host is not None
    return state.host
