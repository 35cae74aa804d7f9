"""Rounds on screens and by hand, of any game: what the tests of the table and of the pad beside it share."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import GAMES
from companion.games.game import Entry, Game
from companion.ledger import db, deals
from companion.ledger.models import Match
from companion.ledger.screen import Screen
from companion.ledger.state import MatchState, read_state
from tests.conftest import Phone, Table

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
LIMITS = {"mojo": "500", "skyjo": "1000", "jokrummy": "5"}
"""So far that one round does not end the match."""
HANDS = {"mojo": Entry(cards=(9, 1)), "skyjo": Entry(cards=(1, 2, 3)), "jokrummy": Entry(points=1, bonus=1)}
"""What a seat could report."""


WILD = 0.2
"""How many moves are any legal ones."""


def begin(phone: Phone, game: Game, *names: str, **options: str) -> Table:
    """A match of that game, a long one."""
    return phone.begin(*names, **{"game": game.key, "limit": LIMITS[game.key], **options})


def typed(game: Game, entry: Entry) -> dict[str, str]:
    """An entry as people write it into the sheet of their game."""
    if entry.cards is not None:
        return {"cards": game.spell(entry.cards), "points": ""}
    return {"points": str(entry.points), **({} if game.reports_cards else {"bonus": str(entry.bonus)})}


def write_down(table: Table, game: Game, round_: int, seat: int, entry: Entry) -> None:
    """Enter by hand what a seat reports, and who ended the round."""
    answer = table.enter(round_, seat, mojo=entry.closed, **typed(game, entry))
    assert answer.status_code == 303, answer.text


def now(table: Table) -> MatchState:
    """A match as it stands."""
    with table.phone.app.app_context():
        return read_state(db.session.query(Match).filter_by(public_id=table.public_id).one())


def screen_of(table: Table) -> Screen:
    """Its round on screens, which there is."""
    screen = now(table).screen
    assert screen is not None
    return screen


def deal(table: Table, round_: int = 1, luck: int = 1) -> MatchState:
    """Deal a round on screens, always the same cards; the host's phone is handed round for whoever has none."""
    state = now(table)
    assert state.host is not None
    with table.phone.app.app_context():
        return deals.begin(state.id, state.host, f"deal {round_}", round_, Random(luck), handed_round=True)


def some_move(table: Table, luck: Random, state: MatchState | None = None) -> MatchState:
    """A move of somebody in turn: a good one, so that rounds end soon, or any legal one, so that all is tried."""
    state = state or now(table)
    assert state.screen is not None
    going = state.screen.deal
    seat = luck.choice(going.to_move)
    if luck.random() < WILD:
        return move(table, seat, luck.choice(going.moves(seat)), state)
    return move(table, seat, state.game.choose(going.observe(seat), luck, 0.0, "normal"), state)


def move(table: Table, seat: int, text: str, state: MatchState | None = None) -> MatchState:
    """A move of a seat, by the phone that holds it."""
    state = state or now(table)
    assert state.screen is not None
    last = state.screen.last
    client = f"move {state.screen.round} {last}"
    with table.phone.app.app_context():
        return deals.play(state.id, state.holders[seat], client, seat, text, last, Random(last))


def until(table: Table, text: str) -> MatchState:
    """The first moves there are until somebody may do this, and that it is done."""
    going = screen_of(table).deal
    while text not in (moves := going.moves(going.to_move[0])):
        move(table, going.to_move[0], moves[0])
        going = screen_of(table).deal
    return move(table, going.to_move[0], text)


def play_on(table: Table, luck: int = 1) -> MatchState:
    """Play the round on screens to its end."""
    rng, state = Random(luck), now(table)
    while state.on_screens:
        state = some_move(table, rng, state)
    return state
