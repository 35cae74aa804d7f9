"""What a write makes of a match in memory is what is read from the disk, whatever was written, at each write."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.app_state import app_state
from companion.games.why import BadEntry, IllegalMove, Refusal
from companion.ledger import deals, decisions, derived, pen, rebuilding
from companion.ledger.pen import Conflict
from companion.ledger.state import MatchState
from tests.databases import SQLITE

from .cast import ANAS_PHONE, NAMES, Pad, begin, caught_up, hand, stored, typed
from .felt import abandon, deal, hand_over, open_rest, step
from .test_database import questions

STEPS = 120
Act = Callable[[Pad, Random], Any]


def place(pad: Pad, luck: Random) -> tuple[int, int]:
    """A cell of the sheet, mostly of its last row."""
    rounds = [round_ for round_ in pad.now().sheet.rounds if round_.playing]
    round_ = rounds[-1] if luck.random() < 0.7 else luck.choice(rounds)
    return round_.number, luck.choice(round_.playing)


def finish(pad: Pad, luck: Random) -> None:
    """All who are missing report, and somebody ends the round."""
    newest = pad.now().sheet.rounds[-1]
    for seat in newest.missing:
        pad.enter(newest.number, seat, typed(luck.randint(0, 20)))
    pad.close(newest.number, luck.choice(newest.playing))


def some_steps(pad: Pad, luck: Random) -> None:
    """Some moves of the round that is being dealt."""
    for _ in range(luck.randint(1, 12)):
        if not pad.now().dealing:
            return
        step(pad, luck)


def enter(pad: Pad, luck: Random) -> None:
    """A hand, a sum or nothing, and who ended the round."""
    entry = luck.choice((hand(0, 0), hand(11, 10), typed(7), typed(12), None))
    pad.enter(*place(pad, luck), entry, luck.choice((None, True, False)), luck.randint(0, 1))


ACTS: tuple[Act, ...] = (
    enter,
    enter,
    enter,
    finish,
    finish,
    lambda pad, luck: pad.close(*place(pad, luck)),
    lambda pad, luck: pad.adjust(*place(pad, luck), luck.choice((0, 5, -5)), "so we play"),
    lambda pad, luck: pad.decide("limit", luck.choice((30, 60, 200))),
    lambda pad, luck: pad.decide("stop", luck.choice((True, None))),
    lambda pad, luck: pad.decide("archive", luck.choice((True, None))),
    lambda pad, luck: pad.reorder(*luck.sample(range(len(pad.now().seats)), len(pad.now().seats))),
    lambda pad, luck: pad.leave(luck.randrange(len(pad.now().seats)), pad.now().current - luck.randint(0, 1)),
    lambda pad, luck: pad.join(luck.choice(NAMES), pad.now().current + luck.randint(0, 1), luck.randint(0, 9)),
    lambda pad, luck: pad.act(
        decisions.rename, ANAS_PHONE, None, luck.randrange(4), luck.choice(("ANA", "Pol", "Ivo"))
    ),
    lambda pad, luck: pad.hold(*luck.sample(range(4), 2), phone=luck.randint(0, 1)),
    lambda pad, luck: hand_over(pad, luck.randrange(4), luck.choice(("easy", None))),
    lambda pad, luck: pad.act(deals.begin, ANAS_PHONE, None, pad.now().current, True),
    lambda pad, luck: deal(pad, pad.now().current, luck=luck),
    some_steps,
    some_steps,
    lambda pad, luck: abandon(pad, pad.now().current),
    lambda pad, luck: open_rest(pad),
    lambda pad, luck: pad.joining(luck.random() < 0.5),
    lambda pad, luck: pad.undo(luck.randint(0, 1)),
    lambda pad, luck: app_state(pad.app).states.clear(),
)


@pytest.fixture
def left_alone(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether rows of seats, of words and of the group were left alone at a write; only where they are the same."""
    found: list[bool] = []
    same_seats = derived._same_seats

    def rows(state: MatchState) -> tuple[object, ...]:
        return derived._seat_rows(state), derived._words(state), derived._in_group(state)

    def checked(before: MatchState, after: MatchState) -> bool:
        found.append(same_seats(before, after))
        assert not found[-1] or rows(before) == rows(after)
        return found[-1]

    monkeypatch.setattr(derived, "_same_seats", checked)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_match_in_memory_is_the_match_on_the_disk_after_every_write(
    app: Flask, seed: int, left_alone: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[MatchState] = []
    save = pen.save

    def saved(after: MatchState) -> None:
        save(after)
        written.append(after)

    monkeypatch.setattr(pen, "save", saved)
    pad, luck = begin(app, NAMES[:4]), Random(seed)
    for _ in range(STEPS):
        with suppress(Refusal, Conflict, BadEntry, IllegalMove):
            luck.choice(ACTS)(pad, luck)
        if written:
            assert written[-1] == pad.afresh() == pad.now()
    assert len(written) > STEPS / 4
    assert 0 < left_alone.count(True) < len(left_alone)
    before = caught_up(app)
    with app.app_context():
        rebuilding.rebuild()
    assert stored(app) == before


def asked(pad: Pad, act: Callable[[], object]) -> int:
    """How many statements an act sends, but for those that begin and end a transaction."""
    with questions(pad.app) as said:
        act()
    return sum(not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK")) for statement in said)


def test_a_hand_costs_as_few_statements_in_a_late_round_as_in_an_early_one(pad: Pad, engine_kind: str) -> None:
    locks = 0 if engine_kind == SQLITE else 3
    pad.decide("limit", 9000)
    for number in range(1, 13):
        for seat in range(3):
            enter_one = partial(pad.enter, number, seat, typed(5), seen=0, seen_closer=0)
            assert asked(pad, enter_one) == locks + 4  # The match; the write, its record, the match's row.
        close = partial(pad.close, number, 0, seen=0)
        assert asked(pad, close) == locks + 6  # And the rows for lists and statistics.
