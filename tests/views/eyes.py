"""A table as it could be for a phone: all that its owner may not know is replaced by something else that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

import pytest
from flask import Flask

from companion.games.deal import SHUFFLES, Deal
from companion.games.mojo.play import Deal as MojoDeal
from companion.ledger import db, deals, state
from companion.ledger.models import Match
from companion.ledger.screen import Line, Screen
from companion.ledger.state import MatchState
from companion.views import kept, steps

OWN = re.compile(rb'(name="(?:csrf_token|client_id)"[^>]*|<code>[0-9a-f]{16}</code>)')
"""What differs from answer to answer, and the fingerprint, which names the shuffle and tells nothing of it."""


@dataclass(frozen=True)
class Twin(Screen):
    """A round whose deals were laid anew where nobody with these eyes could see them."""

    laid: tuple[Deal, ...] = ()

    def deals(self, game: object) -> list[Deal]:
        """The deals as laid."""
        return list(self.laid)


def twin(screen: Screen, game: object, eyes: Sequence[int], luck: Random) -> Twin:
    """The round as it could be for whoever sees what these seats see."""
    laid = tuple(lay_anew(deal, eyes, luck) for deal in screen.deals(game))  # type: ignore[arg-type]
    lines = tuple(_other(line, luck) for line in screen.lines)
    setup = replace(screen.setup, carry=" ".join(_mixed(screen.setup.carry.split(" "), luck)))
    return Twin(screen.round, setup, lines, laid[-1], screen.abandoned, laid)


def lay_anew(deal: Deal, eyes: Sequence[int], luck: Random) -> Deal:
    """Mix all cards that none of these seats sees; every one of them sees what it saw."""
    assert isinstance(deal, MojoDeal)
    other = deal.copy()
    shown = not deal.to_move
    unseen = [place for place, seat in enumerate(deal.seats) if seat not in eyes and not shown]
    free = {place: _without(deal.hands[place] + deal.downs[place], deal.known[place]) for place in unseen}
    pool = _mixed([*deal.stock, *(card for cards in free.values() for card in cards)], luck)
    other.stock, pool = tuple(pool[: len(deal.stock)]), pool[len(deal.stock) :]
    hands, downs = list(deal.hands), list(deal.downs)
    for place, cards in free.items():
        held = tuple(sorted((*pool[: len(cards)], *deal.known[place])))
        pool = pool[len(cards) :]
        hands[place], downs[place] = (held, ()) if deal.hands[place] else ((), held)
    other.hands, other.downs = tuple(hands), tuple(downs)
    for seat in (None, *eyes):
        assert other.observe(seat) == deal.observe(seat)
    return other


def _without(cards: tuple[int, ...], known: tuple[int, ...]) -> list[int]:
    left = list(cards)
    for card in known:
        left.remove(card)
    return left


def _mixed(cards: list, luck: Random) -> list:  # type: ignore[type-arg]
    luck.shuffle(cards)
    return cards


def _other(line: Line, luck: Random) -> Line:
    if not line.move.startswith(SHUFFLES):
        return line
    word, *cards = line.move.split(" ")
    nonces = bytes(luck.randrange(256) for _ in line.nonces or b"")
    return replace(line, move=" ".join([word, *_mixed(cards, luck)]), nonces=nonces)


def now(app: Flask) -> MatchState:
    """The only match there is, as it stands."""
    with app.app_context():
        return state.read_state(db.session.query(Match).one())


@contextmanager
def instead(app: Flask, before: MatchState, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """While this lasts, every page is made from that round in place of the real one."""
    key = (before.public_id, before.version)
    with monkeypatch.context() as patch:
        patch.setitem(state._memo, key, replace(before, screen=screen))
        patch.setattr(steps, "of_round", lambda *_: screen)
        kept.forget()
        yield
    kept.forget()


def move_at_random(app: Flask, luck: Random, number: int) -> MatchState:
    """One legal move of whoever is in turn, by the phone that holds the seat."""
    before = now(app)
    assert before.screen is not None
    seat = luck.choice(before.screen.deal.to_move)
    move = luck.choice(before.screen.deal.moves(seat))
    with app.app_context():
        return deals.play(
            before.id, before.holders[seat], f"move {number}", seat, move, before.screen.last, Random(number)
        )
