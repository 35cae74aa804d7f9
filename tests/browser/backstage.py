"""Behind the table: the served database, read and dealt on from the tests' own process, so that cards lie as wanted."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from sqlalchemy import select

from companion import create_app
from companion.ledger import db, deals
from companion.ledger.models import Match as MatchRow
from companion.ledger.state import MatchState, read_afresh

from .cast import Match


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
        settings = {"TESTING": True, "SECRET_KEY": "for tests only", "SQLALCHEMY_DATABASE_URI": database}
        self.app: Flask = create_app(settings)

    def close(self) -> None:
        """Lets go of the database."""
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
        self.app.extensions["companion_memory"].close()

    def state(self, match: Match) -> MatchState:
        """The match as it is written down."""
        found = select(MatchRow.id).where(MatchRow.public_id == match.path.rsplit("/", 1)[1])
        with self.app.app_context():
            return read_afresh(db.session.scalars(found).one())

    def deal(self, match: Match, *tops: Sequence[int], round_: int = 1) -> None:
        """Deals a round on screens with these cards on top of each shuffle; who has no phone plays on the host's."""
        state = self.state(match)
        with self.app.app_context():
            deals.begin(state.id, _host(state), uuid.uuid4().hex, round_, Stacked(tops), handed_round=True)

    def advice(self, match: Match, seat: int) -> str:
        """What a bot would do in the place of that seat, which sees what the seat sees."""
        state = self.state(match)
        assert state.screen
        return state.game.choose(state.screen.deal.observe(seat), Random(state.screen.last), 0.05, "normal")


def _host(state: MatchState) -> int:
    assert state.host is not None
    return state.host
