"""What the tests of rounds on screens share: a pack that is stacked, phones that deal and move, a round played out."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.app_state import app_state
from companion.games.mojo.setup import FULL_PACK
from companion.games.why import Refusal
from companion.ledger import deals, seals, store
from companion.ledger.base import db
from companion.ledger.dealt import Dealt
from companion.ledger.pen import Late, Pen
from companion.ledger.state import MatchState

from .cast import ANAS_PHONE, NAMES, PAU, PAUS_PHONE, Pad, begin, stored


def newest_mark(state: MatchState) -> str:
    """The fingerprint of the newest shuffle in the round on screens; empty where there is none."""
    line = seals.last_shuffle(state.dealt) if state.dealt else None
    return seals.fingerprint_of(state.public_id, state.dealt.round, line) if state.dealt and line else ""


class Stacked(Random):
    """A shuffle in which whoever begins holds seven twelves and an eleven, and a twelve is turned up.

    So the starter ends the round in eight moves, with no cards left; the others hold the lowest cards.
    """

    def __init__(self, seats: int = 3) -> None:
        super().__init__(1)
        self.seats = seats

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Stack a full pack; what is less is shuffled like any other."""
        if len(x) < len(FULL_PACK):
            super().shuffle(x)
            return
        rest = sorted(x)
        for card in (*[12] * 8, 11):
            rest.remove(card)
        mine = dict.fromkeys((self.seats * turn for turn in range(7)), 12) | {self.seats * 7: 11, self.seats * 8: 12}
        x[:] = [mine[place] if place in mine else rest.pop(0) for place in range(len(x))]


QUICK = ["play 12"] * 7 + ["play 11"]
"""The moves with which the starter of a stacked round ends it."""


def seated(app: Flask, names: tuple[str, ...] = NAMES[:3], client: str = "begin", **options: int | str) -> Pad:
    """A match in which Pau plays on his own phone, and Ana's is handed round among all others."""
    pad = begin(app, names, client, **options)
    pad.hold(PAU, phone=PAUS_PHONE)
    pad.hold(*(seat for seat in range(len(names)) if seat != PAU))
    return pad


def dealt_of(state: MatchState) -> Dealt:
    """The round on screens, which there is."""
    assert state.dealt is not None
    return state.dealt


def _with_luck(pad: Pad, luck: Random) -> None:
    """What the dealer of this app shuffles with from now on."""
    app_state(pad.app).luck = luck


def deal(
    pad: Pad, round_: int = 1, phone: int = ANAS_PHONE, client: str | None = None, luck: Random | None = None
) -> MatchState:
    """Deal a round on screens, from a stacked pack unless there is other luck."""
    _with_luck(pad, luck or Stacked(len(pad.now().playing)))
    return pad.act(deals.begin, phone, client, round_)


def move(
    pad: Pad, seat: int, text: str, phone: int | None = None, client: str | None = None, seen: int | None = None
) -> MatchState:
    """Move for a seat, on the phone that holds it, which has seen what stands."""
    state = pad.now()
    sender = pad.phones.index(state.holders[seat]) if phone is None else phone
    known = dealt_of(state).last if seen is None else seen
    _with_luck(pad, Random(1))
    return pad.act(deals.move, sender, client, seat, text, known)


def abandon(pad: Pad, round_: int = 1, phone: int = ANAS_PHONE, client: str | None = None) -> MatchState:
    """Give the round on screens up."""
    return pad.act(deals.abandon, phone, client, round_)


def hand_over(
    pad: Pad,
    seat: int,
    strength: str | None = "normal",
    phone: int = ANAS_PHONE,
    client: str | None = None,
    gone_for: float = 0.0,
) -> MatchState:
    """Let a bot play for a seat, or its person again."""
    return pad.act(deals.hand_over, phone, client, seat, strength, gone_for)


def open_rest(pad: Pad, phone: int = ANAS_PHONE, client: str | None = None) -> MatchState:
    """Show what is still sealed."""
    return pad.act(deals.open_rest, phone, client)


def next_move(state: MatchState, luck: Random) -> tuple[int, str]:
    """Whose turn it is, and a good move."""
    going = dealt_of(state).deal
    (seat,) = going.to_move
    return seat, state.game.table.choose(going.observe(seat), luck, 0.0, "normal")


def step(pad: Pad, luck: Random | None = None) -> MatchState:
    """One move of whoever's turn it is: person or bot."""
    state, luck = pad.now(), luck or Random(1)
    seat, text = next_move(state, luck)
    if seat not in state.bots:
        return move(pad, seat, text)
    at = dealt_of(state)
    _with_luck(pad, Random(1))
    pen = Pen(pad.id, pad.phones[ANAS_PHONE], f"bot {at.round} {at.last + 1}")
    with pad.app.app_context():
        return deals.bot_move(pen, seat, text, at.round, at.last)


def finish(pad: Pad, luck: Random | None = None) -> MatchState:
    """Play the round on screens to its end."""
    state, luck = pad.now(), luck or Random(1)
    while state.dealing:
        state = step(pad, luck)
    return state


def on_screens(pad: Pad, round_: int = 1, luck: Random | None = None) -> MatchState:
    """A whole round, dealt and played to its end; its cards are stacked unless there is other luck."""
    deal(pad, round_, luck=luck)
    return finish(pad, luck)


def copy_to_paper(twin: Pad, state: MatchState) -> MatchState:
    """Type the cards that the last round on screens left on another match's pad, as its people would."""
    played = dealt_of(state)
    for seat, entry in played.deal.entries().items():
        twin.enter(played.round, seat, entry, closes=True if seat == played.deal.closer else None)
    return twin.now()


def dealt_in(pad: Pad, round_: int) -> Dealt:
    """A round as it was dealt last, read from the disk."""
    with pad.app.app_context():
        found = store.dealt_in(pad.now().game, pad.id, round_)
    assert found is not None
    return found


def shuffles(pad: Pad) -> tuple[seals.Shuffle, ...]:
    """The shuffles of the match as everybody may see them."""
    with pad.app.app_context():
        return seals.shuffles(pad.now())


def remembered_anew(pad: Pad) -> MatchState:
    """The match as a process that has just started reads it."""
    with pad.app.app_context():
        app_state().states.clear()
        db.session.remove()
    return pad.now()


@contextmanager
def unharmed(pad: Pad, kind: type[Refusal] = Late, said: str | None = None) -> Iterator[None]:
    """What is done inside is refused with exactly that kind of answer, and nothing is written."""
    before = stored(pad.app)
    with pytest.raises(kind, match=said) as caught:
        yield
    assert caught.type is kind
    assert stored(pad.app) == before
    assert pad.now() == pad.afresh()
