"""Somebody begins while somebody else is about to commit what concerns both: the second finds what the first has done.

Where SQLite has one pen, PostgreSQL has locks: what is asked before them is asked again behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, func, select, text

from companion.cli import main
from companion.games import by_key
from companion.ledger import (
    access,
    bringing,
    carrying,
    deals,
    deleting,
    door,
    erasing,
    hands,
    importing,
    links,
    moving,
    opening,
    phones,
)
from companion.ledger.base import db
from companion.ledger.links import USED_UP
from companion.ledger.models import Match
from companion.ledger.opening import Opening
from companion.ledger.pen import Deleted, Late, Pen
from companion.ledger.phones import REMOVED
from tests.databases import POSTGRESQL
from tests.servers import wait_until

from .at_once import another, in_between, waits
from .brought import again, looked, read
from .cast import ANA, ANAS_PHONE, MARTAS, PAU, TEOS, TOKENS, ZOE, Pad, begin, find, hand, stored
from .gone import LATER, delete, delete_person, played
from .gone import again as rematch_of
from .test_outgoing import group_text

ANAS, PAUS = TOKENS
GROUP = 1
Meet = Callable[[Callable[..., Any], Callable[..., Any]], tuple[Any, Any]]


@pytest.fixture
def engine_kind() -> str:
    """The one that says who waits."""
    return POSTGRESQL


@pytest.fixture
def beside(app: Flask) -> Iterator[Flask]:
    """Another process of the same house."""
    with another(app) as other:
        yield other


@pytest.fixture
def meet(app: Flask, beside: Flask, monkeypatch: pytest.MonkeyPatch) -> Meet:
    """What both get: the one here, and the one in the other process that begins before the first commits."""

    def inside(each: Flask, work: Callable[..., Any]) -> Any:
        with each.app_context():
            return work()

    return lambda first, second: in_between(
        monkeypatch, app, partial(inside, app, first), partial(inside, beside, second)
    )


def refused(got: Any, why: str) -> None:
    """It is refused for now, with that reason."""
    assert isinstance(got, Late), got
    assert got.why.msgid == why


def pen(pad: Pad, number: int) -> Pen:
    return Pen(pad.id, pad.phones[number], pad.client())


def put_out(pad: Pad, number: int) -> Callable[[], object]:
    """Ana's phone puts another one out."""
    return lambda: phones.remove(pen(pad, ANAS_PHONE), pad.phones[number])


def test_a_file_of_ours_that_two_groups_bring_is_in_one_of_them(app: Flask, elsewhere: Flask, meet: Meet) -> None:
    begin(elsewhere).round(1, 0, 6, 7)
    data, files = group_text(elsewhere).encode(), []
    for token in TOKENS:
        with app.app_context():
            files.append(looked(data, token))
            importing.begin(token, files[-1].public_id, {}, False)
    meet(*(lambda file=file: bringing.run(file.public_id, read, UTC) for file in files))  # type: ignore[misc]
    with app.app_context():
        after = [again(file, token) for file, token in zip(files, TOKENS, strict=True)]
        assert [(one.state, one.report.get("in", 0)) for one in after] == [("done", 1), ("done", 0)]
        assert db.session.scalars(select(Match.group_id)).all() == [files[0].group]


@pytest.mark.parametrize("what", ["match", "person"])
def test_what_two_processes_erase_one_has_erased(app: Flask, meet: Meet, what: str) -> None:
    pad = played(app)
    if what == "match":
        delete(app, pad)
    else:
        delete_person(app, "Zoé")
    assert meet(lambda: erasing.erase_due(LATER), lambda: erasing.erase_due(LATER)) == (1, 0)


def test_what_is_brought_back_at_the_last_moment_is_not_erased(app: Flask, meet: Meet) -> None:
    pad = played(app)
    delete(app, pad)
    assert meet(lambda: deleting.restore_match(ANAS, pad.id), lambda: erasing.erase_due(LATER)) == (None, 0)
    assert pad.now().status == "over"


def test_what_is_erased_at_the_last_moment_is_not_brought_back(app: Flask, meet: Meet) -> None:
    pad = played(app)
    delete(app, pad)
    _, late = meet(lambda: erasing.erase_match(pad.id, ANAS), lambda: deleting.restore_match(ANAS, pad.id))
    refused(late, deleting.LATE)
    assert find(app, pad.public_id, ANAS) is None


@pytest.mark.parametrize("gone", ["deleted", "erased"])
def test_whoever_writes_in_a_match_that_goes_is_told_so(pad: Pad, meet: Meet, gone: str) -> None:
    if gone == "erased":
        delete(pad.app, pad)
    verb = deleting.delete_match if gone == "deleted" else erasing.erase_match
    given = (ANAS, pad.id) if gone == "deleted" else (pad.id, ANAS)  # type: ignore[assignment]
    writer = pen(pad, 1)
    _, late = meet(lambda: verb(*given), lambda: phones.hold(writer, [PAU]))  # type: ignore[arg-type]
    assert isinstance(late, Deleted)


def test_no_rematch_is_begun_of_a_match_that_goes(app: Flask, meet: Meet) -> None:
    pad = played(app)
    old = pad.now()
    late = meet(lambda: deleting.delete_match(ANAS, pad.id), lambda: opening.rematch(pen(pad, 1), PAUS, old))[1]
    assert isinstance(late, Deleted)
    assert [row[1] for row in stored(app, "matches")["matches"]] == [pad.public_id]


def test_a_match_that_goes_is_in_no_other_group(app: Flask, pad: Pad, meet: Meet) -> None:
    with app.app_context():
        opening.create(MARTAS, "theirs", Opening(by_key("mojo"), ("Ida", "Kai"), {}, 0))
        other = links.group_link(MARTAS)
        link = links.follow(other or "")
        assert link is not None
        links.enter_by(link, ANAS)
    late = meet(
        lambda: deleting.delete_match(ANAS, pad.id),
        lambda: moving.move_to(pad.id, ANAS, pad.phones[ANAS_PHONE], link.group_id, "move it"),
    )[1]
    assert isinstance(late, Deleted)
    with app.app_context():
        assert db.session.get_one(Match, pad.id).group_id == GROUP


def test_a_link_that_is_made_new_lets_nobody_in_any_more(app: Flask, pad: Pad, meet: Meet) -> None:
    with app.app_context():
        link = links.follow(pad.links().match)
    assert link is not None
    before = stored(app, "phones", "grants")
    _, late = meet(lambda: phones.renew(pen(pad, ANAS_PHONE)), lambda: links.enter_by(link, MARTAS, [ZOE]))
    refused(late, USED_UP)
    assert stored(app, "phones", "grants") == before


def test_whoever_typed_a_code_that_is_made_new_comes_in(app: Flask, pad: Pad, meet: Meet) -> None:
    """Who guesses at it is kept out; who was told it is not."""
    with app.app_context():
        code = pad.links().code
        link = links.follow(links.by_code(code) or "")
    assert link is not None
    assert meet(lambda: door.renew_codes(f"{code[:3]}___"), lambda: links.enter_by(link, MARTAS, [ZOE])) == (None, None)
    assert pad.links().code != code
    assert list(pad.now().holders) == [ZOE]
    assert pad.now() == pad.afresh()


@pytest.mark.parametrize("how", ["put out", "signed out"])
def test_a_phone_that_is_out_takes_no_seat(app: Flask, pad: Pad, meet: Meet, how: str) -> None:
    marta = pad.let_in(MARTAS)
    out = put_out(pad, marta) if how == "put out" else lambda: door.sign_out(MARTAS)
    holder = pen(pad, marta)
    refused(meet(out, lambda: phones.hold(holder, [ZOE]))[1], REMOVED)
    assert pad.now().holders == {}
    assert pad.now() == pad.afresh()


def test_a_phone_that_is_out_deals_to_nobody(app: Flask, pad: Pad, meet: Meet) -> None:
    marta = pad.let_in(MARTAS)
    dealer = pen(pad, marta)
    refused(meet(put_out(pad, marta), lambda: deals.begin(dealer, 1, handed_round=True))[1], REMOVED)
    assert (pad.now().dealing, pad.now().holders) == (None, {})


def test_a_hand_that_was_sent_before_its_phone_was_put_out_is_written(pad: Pad, meet: Meet) -> None:
    marta = pad.let_in(MARTAS)
    pad.hold(ZOE, phone=marta)
    writer = pen(pad, marta)
    meet(put_out(pad, marta), lambda: hands.enter(writer, 1, ZOE, hand(5)))
    state = pad.now()
    assert (pad.value("entry/1/2"), dict(state.holders)) == (hand(5), {})
    assert state == pad.afresh()


def test_a_phone_that_is_put_out_is_not_in_the_rematch(app: Flask, meet: Meet) -> None:
    pad = played(app)
    marta = pad.let_in(MARTAS)
    pad.hold(ZOE, phone=marta)
    pad.hold(ANA)
    old = pad.now()
    public_id = meet(put_out(pad, marta), lambda: opening.rematch(pen(pad, 1), PAUS, old))[1]
    assert find(app, public_id, MARTAS) is None
    with app.app_context():
        found = access.find(public_id, ANAS)
        assert found is not None
        assert dict(opening.read_state(found).holders) == {ANA: pad.phones[ANAS_PHONE]}


def test_a_phone_that_is_put_out_does_not_come_along(app: Flask, meet: Meet) -> None:
    pad = played(app)
    rematch_of(app, pad)
    teo = pad.let_in(TEOS)
    found, old = find(app, pad.public_id, TEOS), pad.now()
    assert found is not None
    assert meet(put_out(pad, teo), lambda: opening.come_along(found, old))[1] is None
    assert find(app, old.next or "", TEOS) is None


def test_two_rematches_at_once_are_one(app: Flask, meet: Meet) -> None:
    pad = played(app)
    old = pad.now()
    one, other = meet(lambda: opening.rematch(pen(pad, 0), ANAS, old), lambda: opening.rematch(pen(pad, 1), PAUS, old))
    assert one == other == pad.now().next
    with app.app_context():
        assert db.session.scalar(select(func.count(Match.id))) == 2


def test_who_moves_a_database_holds_nothing_that_a_writer_wants_before_it_is_done(
    app: Flask, pad: Pad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    really, tries = carrying._locked, list[object]()

    def locked(held: Connection) -> bool:
        tries.append(held)
        return really(held)

    monkeypatch.setattr(carrying, "_locked", locked)
    old, new = app.config["SQLALCHEMY_DATABASE_URI"], str(tmp_path / "moved.sqlite3")
    with ThreadPoolExecutor(1) as pool, app.app_context():
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE memberships SET group_id = group_id"))
            moving_it = pool.submit(main, ["move", old, new])
            wait_until(lambda: len(tries) > 1 or waits(app))
            connection.execute(text("UPDATE phones SET seen = seen"))
        assert moving_it.result() == 0
