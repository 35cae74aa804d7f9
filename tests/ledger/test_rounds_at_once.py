"""What one phone tells of a whole round: one save, one undo, and conflicts cell by cell."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flask import Flask

from companion.games import by_key
from companion.games.jokrummy.scoring import Report
from companion.games.why import Refusal
from companion.ledger import access, hands, opening
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.opening import Opening
from companion.ledger.pen import Conflict
from companion.ledger.state import MatchState

from .cast import ANA, ANAS_PHONE, PAU, PAUS_PHONE, TEO, TOKENS, ZOE, Pad, invite, stored

DONE, NOTHING, SURPRISED = Report(1), Report(0), Report(0, 1)
CELLS = [Cell(ENTRY, 1, seat) for seat in range(3)]
END = Cell(CLOSER, 1)
NOBODY = {ANA: False, PAU: False, ZOE: False}


@pytest.fixture
def pad(app: Flask) -> Pad:
    """Ana, Pau and Zoé at a match of Jok-R-ummy jr."""
    with app.app_context():
        game = by_key("jokrummy")
        public_id = opening.create(TOKENS[ANAS_PHONE], "begin", Opening(game, ("Ana", "Pau", "Zoé"), {"limit": 4}, 0))
        invite(TOKENS[PAUS_PHONE])
        found = [one for one in (access.find(public_id, token) for token in TOKENS) if one]
    return Pad(app, public_id, found[0].id, tuple(one.phone for one in found))


def tell(
    pad: Pad,
    *reports: Report,
    ended: int | None = None,
    phone: int = ANAS_PHONE,
    client: str | None = None,
    seen: Mapping[Cell, int | None] | None = None,
    release: bool = False,
) -> MatchState:
    """One phone tells of the first seats of round 1, having seen what stands there unless something else is said."""
    knew = dict.fromkeys((*CELLS, END)) | (seen or {})
    closes = {seat: seat == ended for seat in range(len(reports))}
    return pad.act(hands.enter_all, phone, client, 1, dict(enumerate(reports)), closes, release, seen=knew)


def test_a_round_is_one_save_and_one_undo(pad: Pad) -> None:
    before = pad.now().version
    after = tell(pad, DONE, SURPRISED, NOTHING, ended=ANA)
    assert after.version == before + 1
    assert [after.trails.value(cell) for cell in (*CELLS, END)] == [DONE, SURPRISED, NOTHING, ANA]
    assert after.sheet.rounds[0].complete
    assert after == pad.afresh()
    undone = pad.undo()
    assert [undone.trails.value(cell) for cell in (*CELLS, END)] == [None] * 4


def test_the_same_round_sent_twice_is_written_once(pad: Pad) -> None:
    tell(pad, DONE, NOTHING, NOTHING, ended=ANA, client="one", seen=dict.fromkeys((*CELLS, END), 0))
    before = stored(pad.app)
    tell(pad, DONE, NOTHING, NOTHING, ended=ANA, client="one", seen=dict.fromkeys((*CELLS, END), 0))
    assert stored(pad.app) == before


def test_two_phones_that_say_the_same_do_not_ask(pad: Pad) -> None:
    blank = dict.fromkeys((*CELLS, END), 0)
    tell(pad, DONE, NOTHING, NOTHING, ended=ANA, seen=blank)
    after = tell(pad, DONE, NOTHING, NOTHING, ended=ANA, phone=PAUS_PHONE, seen=blank)
    assert [len(after.trails.of(cell)) for cell in (*CELLS, END)] == [1] * 4


def test_what_differs_is_told_cell_by_cell_and_nothing_is_written(pad: Pad) -> None:
    blank = dict.fromkeys((*CELLS, END), 0)
    tell(pad, DONE, NOTHING, NOTHING, ended=ANA, seen=blank)
    before = pad.now()
    with pytest.raises(Conflict) as both:
        tell(pad, DONE, DONE, NOTHING, ended=PAU, phone=PAUS_PHONE, seen=blank)
    told = {change.cell: (change.value, theirs.value) for change, theirs in both.value.pairs}
    assert told == {CELLS[PAU]: (DONE, NOTHING), END: (PAU, ANA)}
    assert pad.now() == before


def test_what_stood_there_when_the_page_was_shown_is_no_news(pad: Pad) -> None:
    """Pau's line was not touched here, and is corrected elsewhere meanwhile."""
    first = tell(pad, DONE, NOTHING, NOTHING, ended=ANA)
    shown = first.trails.numbers(*CELLS, END)
    pad.enter(1, PAU, SURPRISED, phone=PAUS_PHONE)
    after = tell(pad, DONE, NOTHING, SURPRISED, ended=ANA, seen=shown)
    assert [after.trails.value(cell) for cell in CELLS] == [DONE, SURPRISED, SURPRISED]


def test_a_flag_is_moved_and_taken_away(pad: Pad) -> None:
    tell(pad, DONE, DONE, NOTHING, ended=ANA)
    assert tell(pad, DONE, DONE, NOTHING, ended=PAU).trails.value(END) == PAU
    assert tell(pad, DONE, DONE, NOTHING).trails.value(END) is None


def test_who_has_no_line_here_keeps_the_flag(pad: Pad) -> None:
    pad.enter(1, ZOE, DONE, closes=True, phone=PAUS_PHONE)
    assert tell(pad, DONE, NOTHING).trails.value(END) == ZOE
    assert tell(pad, DONE, NOTHING, release=True).trails.value(END) is None


def test_everybody_who_cannot_have_done_that_is_named(pad: Pad) -> None:
    before = stored(pad.app)
    with pytest.raises(hands.BadEntries) as refused:
        tell(pad, Report(2), Report(1, 3), NOTHING, ended=ZOE)
    assert {seat: bad.field for seat, bad in refused.value.by_seat.items()} == {
        ANA: "points",
        PAU: "bonus",
        ZOE: "closed",
    }
    assert stored(pad.app) == before


def test_a_flag_fits_what_stands_for_whoever_it_is_given_to(pad: Pad) -> None:
    tell(pad, NOTHING, DONE, NOTHING)
    with pytest.raises(hands.BadEntries) as refused:
        pad.act(hands.enter_all, ANAS_PHONE, None, 1, {PAU: DONE}, {ANA: True}, seen={END: None})
    assert list(refused.value.by_seat) == [ANA]


def test_nobody_who_does_not_play_is_told_of(pad: Pad) -> None:
    with pytest.raises(Refusal):
        pad.act(hands.enter_all, ANAS_PHONE, None, 1, {TEO: DONE}, {})
    with pytest.raises(Refusal):
        pad.act(hands.enter_all, ANAS_PHONE, None, 7, {ANA: DONE}, {})
    pad.leave(ZOE, 0)
    with pytest.raises(Refusal):
        tell(pad, DONE, DONE, DONE)
