"""Many threads write into one match at once: the pen goes round, nothing is lost, nothing is locked."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest
from flask import Flask

from companion.games import by_key
from companion.games.why import Refusal
from companion.ledger import opening
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.opening import Opening
from companion.ledger.pen import Conflict

from .cast import ANA, ANAS_PHONE, MARTAS, NAMES, TOKENS, Pad, begin, follow, hand, stored
from .writer import nth

T = TypeVar("T")
THREADS, TIMES = 8, 15


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of eight people, one for every thread."""
    return begin(app, NAMES)


def at_once(work: Callable[[int], T]) -> list[T]:
    """What the work of every thread returns; they all begin together, and none may raise."""
    ready = Barrier(THREADS)

    def begun(number: int) -> T:
        ready.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begun, range(THREADS)))


def test_no_write_is_lost_and_no_version_is_missing(pad: Pad) -> None:
    def work(seat: int) -> list[int]:
        versions = []
        for number in range(TIMES):
            versions.append(pad.enter(1, seat, nth(number), phone=seat % 2, client=f"hand {seat} {number}").version)
            versions.append(pad.decide("limit", 100 + seat * 1000 + number, client=f"limit {seat} {number}").version)
        return versions

    acknowledged = at_once(work)
    assert all(versions == sorted(versions) for versions in acknowledged)
    all_versions = sorted(version for versions in acknowledged for version in versions)
    assert all_versions == list(range(2, 2 + THREADS * TIMES * 2))
    for seat in range(THREADS):
        assert [record.value for record in pad.trail(Cell(ENTRY, 1, seat))] == [nth(number) for number in range(TIMES)]
    limits = [record.value for record in pad.trail("limit")]
    assert sorted(limits) == sorted(100 + seat * 1000 + number for seat in range(THREADS) for number in range(TIMES))
    assert pad.now() == pad.afresh()


def test_one_form_sent_by_eight_threads_is_one_write(pad: Pad) -> None:
    versions = at_once(lambda _: pad.enter(1, ANA, hand(5), client="a form", seen=0, seen_closer=0).version)
    assert versions == [2] * THREADS
    assert len(pad.trail(Cell(ENTRY, 1, ANA))) == 1


def test_of_eight_threads_that_name_eight_holders_one_wins_and_seven_are_asked(pad: Pad) -> None:
    def work(seat: int) -> int | None:
        try:
            return pad.close(1, seat, client=f"close {seat}", seen=0).sheet.rounds[0].closer
        except Conflict as conflict:
            assert conflict.pairs[0][0].value == seat
            return None

    answers = [seat for seat in at_once(work) if seat is not None]
    assert len(answers) == 1
    assert [record.value for record in pad.trail(Cell(CLOSER, 1))] == answers


def test_one_new_match_sent_by_eight_threads_is_one_match(app: Flask) -> None:
    def work(_: int) -> str:
        with app.app_context():
            return opening.create(TOKENS[ANAS_PHONE], "a form", Opening(by_key("mojo"), NAMES[:3], {}, 0))

    assert len(set(at_once(work))) == 1
    rows = stored(app, "matches", "groups", "phones", "players")
    assert [len(rows[name]) for name in ("matches", "groups", "phones", "players")] == [1, 1, 1, 3]


def test_of_eight_phones_that_want_one_seat_one_has_it(pad: Pad) -> None:
    phones_in = [pad.let_in(f"phone {number}") for number in range(THREADS)]

    def work(number: int) -> int | None:
        try:
            return pad.hold(ANA, phone=phones_in[number]).holders[ANA]
        except Refusal as refused:
            assert refused.field == "seat"
            return None

    answers = [phone for phone in at_once(work) if phone is not None]
    assert len(answers) == 1
    assert [record.value for record in pad.trail("holder/0")] == answers


def test_one_link_tapped_by_eight_threads_of_one_phone_lets_it_in_once(pad: Pad) -> None:
    secret = pad.links().match
    at_once(lambda _: follow(pad.app, secret, MARTAS))
    assert [row[2] for row in stored(pad.app, "grants")["grants"]] == ["write"]
    assert len(stored(pad.app, "phones")["phones"]) == 3
