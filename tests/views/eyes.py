"""A table as it could be for a phone: all that its owner may not know is replaced by something else that fits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest
from flask import Flask

from companion.app_state import app_state
from companion.games.table import Deal
from companion.ledger.dealt import Dealt, Line
from companion.ledger.state import MatchState
from companion.views import steps
from tests.games import unseen

OWN = re.compile(rb'(name="(?:csrf_token|client_id)"[^>]*|<code[^>]*>[0-9a-f]{16}</code>)')
"""What differs from answer to answer, and the fingerprint, which names the shuffle and tells nothing of it."""


def twin(dealt: Dealt, eyes: Collection[int], luck: Random) -> Dealt:
    """The round as it could be for whoever sees what these seats see: its deals laid anew where they cannot."""
    done = [(line.seat, line.move) for line in dealt.moves]
    pairs = zip(dealt.deals, [*done, None], strict=True)
    laid = tuple(unseen.lay_anew(deal, eyes, luck, then) for deal, then in pairs)  # type: ignore[arg-type]
    lines = tuple(_other(line, laid[-1], eyes, luck) for line in dealt.lines)
    setup = replace(dealt.setup, carry=" ".join(unseen.mixed(dealt.setup.carry.split(" "), luck)))
    return Dealt(dealt.round, setup, lines, laid, dealt.abandoned)


def _other(line: Line, now: Deal, eyes: Collection[int], luck: Random) -> Line:
    if line.seat is None:
        return line
    nonces = bytes(luck.randrange(256) for _ in line.nonces or b"")
    return replace(line, move=unseen.told_anew(now, (line.seat, line.move), eyes, luck), nonces=nonces or None)


@contextmanager
def instead(app: Flask, before: MatchState, dealt: Dealt, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """While this lasts, every page is made from that round in place of the real one."""
    house, key = app_state(app), (before.public_id, before.version)
    house.states.put(key, replace(before, dealt=dealt), 1)
    house.pieces.clear()
    with monkeypatch.context() as patch:
        patch.setattr(steps, "dealt_in", lambda *_: dealt)
        yield
    house.states.put(key, before, 1)
    house.pieces.clear()


def sees(state: MatchState, mine: Collection[int], wanted: int | None) -> int | None:
    """Whose hand a phone that plays for these seats may see while the round runs, if it says that `wanted` looks."""
    if len(mine) == 1:
        return next(iter(mine))
    assert state.dealt is not None
    turn = set(state.dealt.deal.to_move) & set(mine)
    return wanted if wanted in mine and (not turn or wanted in turn) else None
