"""A table as it could be for a phone: all that its owner may not know is replaced by something else that fits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

import pytest

from companion.games.deal import Deal
from companion.ledger import state
from companion.ledger.screen import Line, Screen
from companion.ledger.state import MatchState
from companion.views import kept, steps
from tests.games import unseen

OWN = re.compile(rb'(name="(?:csrf_token|client_id)"[^>]*|<code>[0-9a-f]{16}</code>)')
"""What differs from answer to answer, and the fingerprint, which names the shuffle and tells nothing of it."""


@dataclass(frozen=True)
class Twin(Screen):
    """A round whose deals were laid anew where nobody with these eyes could see them."""

    laid: tuple[Deal, ...] = ()

    def deals(self, game: object) -> list[Deal]:
        """The deals as laid."""
        return list(self.laid)


def twin(screen: Screen, game: object, eyes: Collection[int], luck: Random) -> Twin:
    """The round as it could be for whoever sees what these seats see."""
    done = [(line.seat, line.move) for line in screen.moves]
    pairs = zip(screen.deals(game), [*done, None], strict=True)  # type: ignore[arg-type]
    laid = tuple(unseen.lay_anew(deal, eyes, luck, then) for deal, then in pairs)  # type: ignore[arg-type]
    lines = tuple(_other(line, laid[-1], eyes, luck) for line in screen.lines)
    setup = replace(screen.setup, carry=" ".join(unseen.mixed(screen.setup.carry.split(" "), luck)))
    return Twin(screen.round, setup, lines, laid[-1], screen.abandoned, laid)


def _other(line: Line, now: Deal, eyes: Collection[int], luck: Random) -> Line:
    if line.seat is None:
        return line
    nonces = bytes(luck.randrange(256) for _ in line.nonces or b"")
    return replace(line, move=unseen.told_anew(now, (line.seat, line.move), eyes, luck), nonces=nonces or None)


@contextmanager
def instead(before: MatchState, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """While this lasts, every page is made from that round in place of the real one."""
    key = (before.public_id, before.version)
    with monkeypatch.context() as patch:
        patch.setitem(state._memo, key, replace(before, screen=screen))
        patch.setattr(steps, "of_round", lambda *_: screen)
        kept.forget()
        yield
    kept.forget()


def sees(state: MatchState, mine: Collection[int], wanted: int | None) -> int | None:
    """Whose hand a phone that plays for these seats may see while the round runs, if it says that `wanted` looks."""
    if len(mine) == 1:
        return next(iter(mine))
    assert state.screen is not None
    turn = set(state.screen.deal.to_move) & set(mine)
    return wanted if wanted in mine and (not turn or wanted in turn) else None
