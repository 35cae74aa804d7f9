"""Sealed shuffles: what was promised, and which cards are open at which moment."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.games.table import DEALER, shuffled
from companion.ledger import seals
from companion.seals import check, counted

from .cast import ANA, PAU, Pad, stored
from .felt import (
    abandon,
    deal,
    dealt_in,
    dealt_of,
    finish,
    hand_over,
    move,
    newest_mark,
    on_screens,
    open_rest,
    remembered_anew,
    seated,
    shuffles,
    step,
    unharmed,
)


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A French match of Ana, Pau and Zoé; Ana's phone is handed round with Zoé."""
    return seated(app, limit=200)


@pytest.fixture
def polish(app: Flask) -> Pad:
    """A Polish one."""
    return seated(app, limit=200, edition="pl")


def places(shuffle: seals.Shuffle) -> list[int]:
    """The places of the cards that are open."""
    return [place for place, card in enumerate(shuffle.cards) if card.card is not None]


def stock(pad: Pad, round_: int) -> int:
    """How many cards nobody had drawn at the end of a round."""
    return dealt_in(pad, round_).deal.observe(None).stock


def told(pad: Pad) -> dict[str, Any]:
    """The file of seals, as it comes out of a download."""
    with pad.app.app_context():
        file: dict[str, Any] = json.loads(json.dumps(seals.spelled(pad.now(), seals.shuffles(pad.now()))))
    return file


def mark(pad: Pad) -> str:
    """The fingerprint that the table shows."""
    with pad.app.app_context():
        return newest_mark(pad.now())


def test_every_card_is_promised_as_the_file_says(pad: Pad) -> None:
    deal(pad, luck=Random(1))
    line = dealt_in(pad, 1).lines[1]
    (shuffle,) = shuffles(pad)
    assert (shuffle.round, shuffle.line, shuffle.at) == (1, 2, line.at)
    assert line.nonces is not None
    for place, card in enumerate(shuffled(line.move)):
        nonce = line.nonces[16 * place : 16 * place + 16].hex()
        text = f"{pad.public_id}/1/2/{place}/{card}/{nonce}"
        assert shuffle.cards[place].commitment == hashlib.sha256(text.encode()).hexdigest()
    promised = "\n".join(card.commitment for card in shuffle.cards)
    assert shuffle.fingerprint == mark(pad) == hashlib.sha256(promised.encode()).hexdigest()[:16]


def test_nothing_is_open_while_the_first_round_runs(pad: Pad) -> None:
    state = deal(pad, luck=Random(2))
    while state.dealing:
        assert [shuffle.opened for shuffle in shuffles(pad)] == [0] * len(shuffles(pad))
        state = step(pad)
    assert shuffles(pad)[-1].opened > 0


@pytest.mark.parametrize("edition", ["fr", "pl"])
def test_after_a_round_exactly_the_cards_that_left_the_stock_are_open(app: Flask, edition: str) -> None:
    pad = seated(app, edition=edition)
    on_screens(pad)
    (shuffle,) = shuffles(pad)
    assert places(shuffle) == list(range(3 * 8 + 1))
    line = dealt_in(pad, 1).lines[1]
    assert [card.card for card in shuffle.cards[:25]] == list(shuffled(line.move)[:25])
    assert check(told(pad)) == []
    assert counted(told(pad)) == (1, 25, 53)


def test_the_french_stock_stays_sealed_while_it_is_played_with_and_opens_as_it_is_drawn(pad: Pad) -> None:
    on_screens(pad)
    state = deal(pad, 2)
    while state.dealing:
        assert shuffles(pad)[0].opened == 25
        state = step(pad)
    first, *more = shuffles(pad)
    assert more == []
    assert places(first) == list(range(78 - stock(pad, 2)))
    assert first.opened > 2 * 25


def test_the_french_stock_stays_sealed_over_a_paper_round_until_it_is_mixed_anew(pad: Pad) -> None:
    on_screens(pad)
    pad.round(2, 5, 0, 7, mojo=PAU)
    deal(pad, 3)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [25, 0]
    finish(pad)
    assert [places(shuffle) for shuffle in shuffles(pad)] == [list(range(78)), list(range(78 - stock(pad, 3)))]


def test_a_stock_that_is_used_up_is_open_after_the_round_and_the_new_one_is_not(pad: Pad) -> None:
    number = 1
    on_screens(pad, luck=Random(1))
    while len(shuffles(pad)) == 1:
        number += 1
        on_screens(pad, number)
    old, new = shuffles(pad)
    assert places(old) == list(range(78))
    assert places(new) == list(range(len(new.cards) - stock(pad, number)))
    assert len(new.cards) < 78
    assert check(told(pad)) == []


def test_a_reshuffle_in_the_middle_is_promised_anew_and_sealed_to_the_end_of_the_round(pad: Pad) -> None:
    on_screens(pad, luck=Random(1))
    number, state = 2, deal(pad, 2)
    while len(shuffles(pad)) == 1:
        if not state.dealing:
            number, state = number + 1, deal(pad, number + 1)
        else:
            state = step(pad)
    old, new = shuffles(pad)
    assert old.opened < 78
    assert (new.round, new.opened) == (number, 0)
    assert mark(pad) == new.fingerprint != old.fingerprint
    finish(pad)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78, len(new.cards) - stock(pad, number)]


def test_the_table_shows_no_fingerprint_while_it_plays_on_with_an_older_stock(pad: Pad) -> None:
    on_screens(pad)
    assert mark(pad) == shuffles(pad)[0].fingerprint
    deal(pad, 2)
    assert mark(pad) == ""


def test_a_polish_stock_is_open_when_the_next_round_has_ended(polish: Pad) -> None:
    on_screens(polish)
    deal(polish, 2)
    assert [shuffle.opened for shuffle in shuffles(polish)] == [25, 0]
    finish(polish)
    assert [shuffle.opened for shuffle in shuffles(polish)] == [78, 78 - stock(polish, 2)]


def test_an_abandoned_round_stays_sealed_until_a_later_round_has_ended(pad: Pad) -> None:
    deal(pad)
    move(pad, ANA, "play 12")
    abandon(pad)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [0]
    pad.round(1, 5, 0, 7, mojo=PAU)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [0]
    deal(pad, 2)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [0, 0]
    finish(pad)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78, 78 - stock(pad, 2)]


def test_a_round_dealt_again_opens_its_first_shuffle_when_it_has_ended(pad: Pad) -> None:
    deal(pad, luck=Random(1))
    abandon(pad)
    deal(pad)
    assert [(shuffle.round, shuffle.line, shuffle.opened) for shuffle in shuffles(pad)] == [(1, 2, 0), (1, 5, 0)]
    finish(pad)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78, 25]
    assert check(told(pad)) == []


def test_an_abandoned_french_round_leaves_the_stock_it_played_with_sealed(pad: Pad) -> None:
    on_screens(pad)
    deal(pad, 2)
    step(pad)
    abandon(pad, 2)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [25]


def test_a_round_on_screens_that_ends_the_match_opens_everything(pad: Pad) -> None:
    deal(pad)
    abandon(pad)
    pad.decide("limit", 4)
    assert on_screens(pad).status == "over"
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78, 78]
    assert check(told(pad)) == []


def test_after_an_end_on_paper_somebody_opens_the_rest(pad: Pad) -> None:
    on_screens(pad)
    pad.round(2, 33, 0, 33, mojo=PAU)
    pad.decide("limit", 30)
    assert pad.now().status == "over"
    assert [shuffle.opened for shuffle in shuffles(pad)] == [25]
    open_rest(pad, phone=1)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78]


def test_nothing_is_opened_before_the_end(pad: Pad) -> None:
    with unharmed(pad, said="still in play"):
        open_rest(pad)
    on_screens(pad)
    with unharmed(pad, said="still in play"):
        open_rest(pad)
    deal(pad, 2)
    pad.decide("stop", True)
    with unharmed(pad, said="still in play"):
        open_rest(pad)
    abandon(pad, 2)
    open_rest(pad)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78]


def test_undo_seals_nothing_again(pad: Pad) -> None:
    pad.decide("limit", 100)
    on_screens(pad)
    pad.decide("stop", True)
    open_rest(pad)
    assert pad.undo().stopped is False
    assert pad.undo().options["limit"] == 200
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78]


def test_a_match_that_goes_on_after_its_end_plays_with_a_new_shuffle_that_is_sealed(pad: Pad) -> None:
    pad.decide("limit", 4)
    on_screens(pad)
    pad.decide("limit", 90)
    deal(pad, 2)
    assert [shuffle.opened for shuffle in shuffles(pad)] == [78, 0]


def test_a_corrected_sheet_opens_and_seals_no_card(pad: Pad) -> None:
    on_screens(pad)
    before = told(pad)
    pad.adjust(1, PAU, 5, "late")
    pad.enter(1, PAU, None)
    assert told(pad) == before


def test_promises_stay_what_they_were_from_the_shuffle_to_the_end(pad: Pad) -> None:
    hand_over(pad, PAU)
    pad.decide("limit", 25)
    promised: dict[tuple[int, int], list[str]] = {}
    number = 1
    while not pad.now().sheet.over:
        state = deal(pad, number, luck=Random(3))
        while state.dealing:
            state = step(pad)
            for shuffle in shuffles(pad):
                now = [card.commitment for card in shuffle.cards]
                assert promised.setdefault((shuffle.round, shuffle.line), now) == now
        number += 1
    assert all(shuffle.opened == len(shuffle.cards) for shuffle in shuffles(pad))


def test_another_process_tells_the_same(pad: Pad) -> None:
    on_screens(pad)
    deal(pad, 2)
    before = told(pad)
    remembered_anew(pad)
    assert told(pad) == before


@pytest.mark.parametrize("part", ["card", "nonce", "commitment"])
def test_a_record_that_was_changed_afterwards_is_found(pad: Pad, part: str) -> None:
    on_screens(pad)
    file = told(pad)
    cards = file["shuffles"][0]["cards"]
    other = next(card for card in cards[1:] if card[part] != cards[0][part] and card["card"])
    cards[0][part] = other[part]
    assert check(file)


def test_the_nonces_are_on_the_disk_only_with_the_shuffles(pad: Pad) -> None:
    on_screens(pad)
    rows = stored(pad.app, "move_records")["move_records"]
    assert [(row[5], len(row[7])) for row in rows if row[7]] == [(DEALER, 16 * 78)]
    assert dealt_of(pad.now()).lines[1].nonces == next(row[7] for row in rows if row[7])
