"""Whose avatar stands on a page: of the seats of its match, by their numbers, or of a person."""

from __future__ import annotations

from typing import NamedTuple

from flask import g

from companion.ledger.avatars import Avatar, letters_of
from companion.ledger.state import MatchState


def seat_at(state: MatchState) -> None:
    """From here on this page is about that match: the number of a seat stands for who sits there."""
    g.avatars = avatars_in(state)


def avatars_in(state: MatchState) -> tuple[Avatar, ...]:
    """Who sits in a match, by seat."""
    return tuple(seat.avatar for seat in state.seats)


def here() -> tuple[Avatar, ...]:
    """Those of the match that this page is about; of none there are none."""
    seated: tuple[Avatar, ...] = g.get("avatars", ())
    return seated


class Shown(NamedTuple):
    """An avatar, ready to print. `shape`: which one, `css`: its colour and how large its letters may be."""

    shape: str
    css: str
    said: str


def avatar(who: int | Avatar, name: str) -> Shown:
    """The avatar of a seat of the page's match, or of a person called so."""
    its = here()[who] if isinstance(who, int) else who
    letters = its.letters or letters_of([name])[0]
    kinds = {"bot": its.bot, "emoji": its.emoji, "two": len(letters) > 1 and not its.emoji}
    css = " ".join([f"person-{its.pair}", *(kind for kind, so in kinds.items() if so)])
    return Shown("bot" if its.bot else str(its.pair), css, its.emoji or letters)
