"""Dealing a round on screens: what it starts from, and what it leaves on the sheet."""

from __future__ import annotations

from pathlib import Path
from random import Random, SystemRandom

import pytest
from flask import Flask

from companion import create_app
from companion.app_state import app_state
from companion.games.mojo.setup import FULL_PACK
from companion.games.table import DEALER, shuffled
from companion.ledger import deals, rebuilding
from companion.ledger.cells import BOT, CLOSER, ENTRY, HOLDER, LINE, Cell
from companion.ledger.dealt import DEAL
from tests.conftest import SETTINGS

from .cast import ANA, ANAS_PHONE, NAMES, PAU, PAUS_PHONE, TEO, ZOE, Pad, begin, caught_up, hand, results, stored
from .felt import (
    QUICK,
    copy_to_paper,
    deal,
    dealt_in,
    dealt_of,
    finish,
    hand_over,
    move,
    on_screens,
    remembered_anew,
    seated,
    step,
)


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of Ana, Pau and Zoé; Ana's phone is handed round with Zoé."""
    return seated(app)


def test_the_first_round_is_dealt_as_the_sheet_says(pad: Pad) -> None:
    state = deal(pad)
    setup = dealt_of(state).setup
    assert (setup.seats, setup.starter, setup.direction, setup.totals) == ((ANA, PAU, ZOE), ANA, 1, (0, 0, 0))
    assert setup.carry == ""
    assert state.dealing == 1
    assert dealt_of(state).deal.to_move == (ANA,)


def test_a_deal_is_two_lines_the_setup_and_the_shuffle_with_a_nonce_for_every_card(pad: Pad) -> None:
    begun, shuffle = dealt_of(deal(pad)).lines
    assert (begun.number, begun.seat, begun.nonces) == (1, None, None)
    assert begun.move == DEAL + dealt_of(pad.now()).setup.spell()
    assert (shuffle.number, shuffle.seat) == (2, DEALER)
    assert tuple(sorted(map(int, shuffled(shuffle.move)))) == FULL_PACK
    assert shuffle.nonces is not None
    assert len(shuffle.nonces) == 16 * 78
    assert len({shuffle.nonces[at : at + 16] for at in range(0, 16 * 78, 16)}) == 78
    assert {line.phone for line in (begun, shuffle)} == {pad.phones[ANAS_PHONE]}
    assert {line.version for line in (begun, shuffle)} == {pad.now().version}


def test_every_phone_of_the_match_may_deal(pad: Pad) -> None:
    assert deal(pad, phone=PAUS_PHONE).dealing == 1


def test_the_options_and_the_limit_as_they_stand_now_are_dealt(app: Flask) -> None:
    pad = seated(app, discards="2", edition="pl", limit=40)
    pad.decide("limit", 70)
    setup = dealt_of(deal(pad)).setup
    assert setup.options == {"discards": "2", "edition": "pl", "limit": 70}


def test_after_a_paper_round_whoever_took_the_mojo_begins_and_its_face_says_which_way_round(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    setup = dealt_of(deal(pad, 2)).setup
    assert (setup.starter, setup.direction, setup.totals) == (PAU, 1, (5, 0, 7))


def test_a_mojo_that_cost_ten_turns_the_direction(pad: Pad) -> None:
    pad.round(1, 5, 6, 7, mojo=ZOE)
    setup = dealt_of(deal(pad, 2)).setup
    assert (setup.starter, setup.direction, setup.totals) == (ZOE, -1, (5, 6, 17))
    assert dealt_of(pad.now()).deal.to_move == (ZOE,)
    for text in QUICK:
        move(pad, ZOE, text)
    assert pad.now().sheet.rounds[1].closer == ZOE


def test_a_house_rule_counts_in_the_totals_that_are_dealt(pad: Pad) -> None:
    pad.round(1, 5, 0, 7, mojo=PAU)
    pad.adjust(1, ANA, 11, "late")
    assert dealt_of(deal(pad, 2)).setup.totals == (16, 0, 7)


def test_people_sit_as_they_were_told_to(pad: Pad) -> None:
    pad.reorder(ZOE, ANA, PAU)
    state = deal(pad)
    assert dealt_of(state).setup.seats == (ZOE, ANA, PAU)
    move(pad, ANA, "play 11")
    assert dealt_of(pad.now()).deal.to_move == (PAU,)


def test_who_left_is_not_dealt_in_and_who_came_is(app: Flask) -> None:
    pad = seated(app, NAMES[:4])
    on_screens(pad)
    pad.leave(ZOE, 1)
    pad.join("Marta", 2, points=6)
    hand_over(pad, 4)
    state = deal(pad, 2)
    assert dealt_of(state).setup.seats == (ANA, PAU, TEO, 4)
    assert dealt_of(state).setup.totals[-1] == 6
    assert finish(pad).sheet.rounds[1].complete


def test_a_bot_is_as_good_as_a_phone(app: Flask) -> None:
    pad = begin(app)
    for seat in (ANA, PAU, ZOE):
        hand_over(pad, seat, "easy")
    assert on_screens(pad).sheet.rounds[0].complete


def test_dealing_sent_twice_is_one_deal(pad: Pad) -> None:
    first = deal(pad, client="a form", luck=Random(1))
    before = stored(pad.app)
    assert deal(pad, client="a form", luck=Random(2)) == first
    assert stored(pad.app) == before


def test_dealing_sent_again_after_moves_is_still_one_deal(pad: Pad) -> None:
    deal(pad, client="a form")
    moved = move(pad, ANA, "play 12")
    assert deal(pad, client="a form") == moved


def test_the_shuffle_comes_from_the_system_and_is_another_one_every_time(pad: Pad) -> None:
    pad.act(deals.begin, ANAS_PHONE, None, 1)
    other = begin(pad.app, client="another")
    for seat in (ANA, PAU, ZOE):
        hand_over(other, seat)
    other.act(deals.begin, ANAS_PHONE, None, 1)
    one, two = (dealt_in(each, 1).lines[1] for each in (pad, other))
    assert one.move != two.move
    assert one.nonces != two.nonces


def test_moves_are_lines_of_the_round_one_save_each(pad: Pad) -> None:
    deal(pad)
    versions = [move(pad, ANA, text).version for text in QUICK[:3]]
    lines = dealt_of(pad.now()).lines
    assert [(line.number, line.seat, line.move) for line in lines[2:]] == [(n, ANA, "play 12") for n in (3, 4, 5)]
    assert [line.version for line in lines[2:]] == versions == list(range(versions[0], versions[0] + 3))


def test_the_last_move_brings_the_hands_and_the_mojo_in_the_same_save(pad: Pad) -> None:
    deal(pad)
    for text in QUICK[:-1]:
        move(pad, ANA, text)
    assert not pad.now().sheet.rounds[0].begun
    state = move(pad, ANA, QUICK[-1])
    assert state.dealing is None
    assert dealt_of(state).over
    assert state.sheet.rounds[0].complete
    cells = [Cell(ENTRY, 1, ANA), Cell(ENTRY, 1, PAU), Cell(ENTRY, 1, ZOE), Cell(CLOSER, 1)]
    records = [record for cell in cells for record in pad.trail(cell)]
    assert [(record.number, record.version, record.dealt) for record in records] == [(1, state.version, True)] * 4
    assert state.trails.value(Cell(ENTRY, 1, ANA)) == hand()
    assert state.trails.value(Cell(CLOSER, 1)) == ANA


@pytest.mark.parametrize("seed", range(4))
def test_a_round_on_screens_and_the_same_cards_typed_on_a_pad_give_the_same_sheet(app: Flask, seed: int) -> None:
    options = {"discards": "12"[seed % 2], "edition": ("fr", "pl")[seed // 2]}
    pad, twin = seated(app, **options), begin(app, client="twin", **options)
    for number in (1, 2, 3):
        played = on_screens(pad, number, Random(seed))
        typed = copy_to_paper(twin, played)
        assert played.sheet == typed.sheet
        assert played.sheet.rounds[number - 1].complete
        if played.sheet.over:
            break


def test_the_rows_for_lists_and_statistics_are_those_of_paper_and_rebuild_changes_nothing(app: Flask) -> None:
    pad, twin = seated(app, limit=4), begin(app, client="twin", limit=4)
    state = copy_to_paper(twin, on_screens(pad))
    assert state.status == "over"
    mine, theirs = results(app, pad.id), results(app, twin.id)
    assert all(mine.values())
    assert mine == theirs
    before = caught_up(app)
    with app.app_context():
        assert rebuilding.rebuild() == 2
    assert stored(app) == before


def test_rebuild_in_the_middle_of_a_round_changes_nothing(pad: Pad) -> None:
    on_screens(pad)
    deal(pad, 2)
    step(pad)
    before = caught_up(pad.app)
    with pad.app.app_context():
        rebuilding.rebuild()
    assert stored(pad.app) == before


def test_a_process_that_remembers_nothing_finds_the_same_deal_after_every_move(pad: Pad) -> None:
    deal(pad, luck=Random(5))
    luck = Random(1)
    while pad.now().dealing:
        state = step(pad, luck)
        assert remembered_anew(pad) == state == pad.afresh()
    assert dealt_in(pad, 1) == pad.now().dealt


def test_a_line_is_no_cell_with_a_trail(pad: Pad) -> None:
    hand_over(pad, ZOE)
    on_screens(pad)
    assert pad.trail(Cell(LINE, 1, 1)) == ()
    assert {cell for cell in pad.afresh().trails.cells if cell.kind is not HOLDER} == {
        Cell(BOT, seat=ZOE),
        Cell(CLOSER, 1),
        *(Cell(ENTRY, 1, seat) for seat in (ANA, PAU, ZOE)),
    }


@pytest.mark.sqlite
def test_cards_are_mixed_with_the_systems_randomness_which_nobody_can_foretell(migrated: Path) -> None:
    serving = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{migrated}"})
    assert type(app_state(serving).luck) is SystemRandom
