"""Rounds on screens and by hand, of any game: what the tests of the table and of the pad beside it share."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.app_state import app_state
from companion.games import GAMES
from companion.games.game import Game
from companion.ledger import deals
from companion.ledger.base import db
from companion.ledger.dealt import Dealt
from companion.ledger.models import Match
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState, read_state
from tests.conftest import Phone, Table
from tests.games.case import case_of
from tests.games.contract import TABLES

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
EVERY_TABLE = pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)


WILD = 0.2
"""How many moves are any legal ones."""


def begin(phone: Phone, game: Game, *names: str, **options: str) -> Table:
    """A match of that game, a long one."""
    return phone.begin(*names, **{"game": game.key, **case_of(game).long, **options})


def write_down(table: Table, game: Game, round_: int, seat: int, entry: Any, closes: bool = False) -> None:
    """Enter by hand what a seat reports, and that it ended the round."""
    answer = table.enter(round_, seat, mojo=closes, **game.fields(entry))
    assert answer.status_code == 303, answer.text


def now(table: Table) -> MatchState:
    """A match as it stands."""
    with table.phone.app.app_context():
        return read_state(db.session.query(Match).filter_by(public_id=table.public_id).one())


def dealt_of(table: Table) -> Dealt:
    """Its round on screens, which there is."""
    dealt = now(table).dealt
    assert dealt is not None
    return dealt


def deal(table: Table, round_: int = 1, luck: int = 1) -> MatchState:
    """Deal a round on screens, always the same cards; the host's phone is handed round for whoever has none."""
    state = now(table)
    assert state.host is not None
    with table.phone.app.app_context():
        app_state().luck = Random(luck)
        return deals.begin(Pen(state.id, state.host, f"deal {round_}"), round_, handed_round=True)


def some_move(table: Table, luck: Random, state: MatchState | None = None) -> MatchState:
    """A move of somebody in turn: a good one, so that rounds end soon, or any legal one, so that all is tried."""
    state = state or now(table)
    assert state.dealt is not None
    going = state.dealt.deal
    seat = luck.choice(going.to_move)
    if luck.random() < WILD:
        return move(table, seat, luck.choice(going.moves(seat)), state)
    return move(table, seat, state.game.table.choose(going.observe(seat), luck, 0.0, "normal"), state)


def move(table: Table, seat: int, text: str, state: MatchState | None = None) -> MatchState:
    """A move of a seat, by the phone that holds it."""
    state = state or now(table)
    assert state.dealt is not None
    last = state.dealt.last
    client = f"move {state.dealt.round} {last}"
    with table.phone.app.app_context():
        app_state().luck = Random(last)
        return deals.move(Pen(state.id, state.holders[seat], client), seat, text, last)


def until(table: Table, text: str) -> MatchState:
    """The first moves there are until somebody may do this, and that it is done."""
    going = dealt_of(table).deal
    while text not in (moves := going.moves(going.to_move[0])):
        move(table, going.to_move[0], moves[0])
        going = dealt_of(table).deal
    return move(table, going.to_move[0], text)


def play_on(table: Table, luck: int = 1) -> MatchState:
    """Play the round on screens to its end."""
    rng, state = Random(luck), now(table)
    while state.dealing:
        state = some_move(table, rng, state)
    return state
