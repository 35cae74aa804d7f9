"""Somebody is missing in their turn: the table says so to all, and who plays may let a bot play."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from flask import Flask

from companion.hub import GRACE
from companion.ledger.phones import AWAY
from companion.views.away import COURTESY, Away, away_of
from tests.conftest import Phone, Table
from tests.views.playing import deal, dealt_of, now
from tests.views.present import Presence, number_of
from tests.views.present import presence as presence
from tests.views.reading import read, words

PAU, ANA, ZOE = range(3)


@pytest.fixture
def three(phone: Phone, presence: Presence) -> dict[str, Table]:
    """Each has a phone and is here; Pau begins. Marta came by the link, too, and only looks."""
    ana = phone.begin("Pau", "Ana", "Zoé")
    ana.phone.send(f"{ana.url}/who", f"{ana.url}/who", seat=str(ANA))
    tables = {"Ana": ana, "Pau": ana.guest(PAU), "Zoé": ana.guest(ZOE), "Marta": ana.guest()}
    presence.comes(*tables.values())
    deal(ana, luck=3)
    assert dealt_of(ana).deal.to_move == (PAU,)
    return tables


def missing(app: Flask, table: Table, later: float = 0.0) -> Away | None:
    """Who is missing, as seen from a phone, so many seconds after the last move."""
    at: datetime = dealt_of(table).lines[-1].at
    with app.app_context():
        return away_of(now(table), number_of(app, table), at + timedelta(seconds=later))


def test_nobody_is_missing_while_all_are_here_or_turn_a_page(
    app: Flask, three: dict[str, Table], presence: Presence
) -> None:
    assert missing(app, three["Ana"], 1000) is None
    presence.goes(three["Pau"], GRACE - 1)
    assert missing(app, three["Ana"], 1000) is None, "a dark screen is not gone"
    presence.goes(three["Zoé"], GRACE)
    presence.comes(three["Pau"])
    assert missing(app, three["Ana"], 1000) is None, "it is not Zoé's turn"


def test_who_is_gone_for_half_a_minute_is_counted_out_for_all(
    app: Flask, three: dict[str, Table], presence: Presence
) -> None:
    presence.goes(three["Pau"], AWAY)
    told = {name: missing(app, three[name], 1000) for name in ("Ana", "Zoé", "Marta")}
    assert told["Ana"] == told["Zoé"] == Away(PAU, int(COURTESY), "Pau", held=True, may=True, strength="normal")
    assert told["Marta"] == Away(PAU, int(COURTESY), "Pau", held=True, may=False, strength="normal")
    presence.clock.now += COURTESY - 0.5
    assert (missing(app, three["Zoé"], 1000) or told["Zoé"]).left == 1
    presence.clock.now += 0.5
    assert (missing(app, three["Zoé"], 1000) or told["Zoé"]).left == 0
    assert missing(app, three["Pau"], 1000) is None, "whoever asks is here"


def test_a_phone_that_was_dark_for_long_has_a_moment_when_its_turn_comes(
    app: Flask, three: dict[str, Table], presence: Presence
) -> None:
    presence.goes(three["Pau"], 600)
    assert (missing(app, three["Ana"], 0.2) or away_of).left == COURTESY  # type: ignore[union-attr]
    assert (missing(app, three["Ana"], COURTESY) or away_of).left == 0  # type: ignore[union-attr]


def seat(table: Table, number: int, plays: str) -> int:
    """Says at the table who plays for a seat."""
    data = {"csrf_token": table.phone.csrf(), "seat": str(number), "plays": plays}
    return table.phone.client.post(f"{table.url}/table/seat", data=data).status_code


def board(table: Table) -> str:
    return words(f"<main>{table.phone.get(f'{table.url}/table/board').text}</main>")


def test_the_table_says_it_counts_down_and_offers_a_bot_and_who_comes_back_takes_the_seat_at_once(
    three: dict[str, Table], presence: Presence
) -> None:
    ana, pau, zoe, marta = (three[name] for name in ("Ana", "Pau", "Zoé", "Marta"))
    for table in (ana, zoe, marta):
        assert "Pau’s phone is away" not in board(table)
    tag = zoe.phone.get(f"{zoe.url}/table/board").headers["ETag"]
    presence.goes(pau, AWAY)
    late = zoe.phone.get(f"{zoe.url}/table/board", headers={"If-None-Match": tag})
    assert late.status_code == 200
    for table in (ana, zoe, marta):
        assert "It’s Pau’s turn, but Pau’s phone is offline." in board(table)
        assert "Let a bot play for Pau" not in board(table)
    assert seat(marta, PAU, "normal") == 409
    assert seat(zoe, PAU, "normal") == 303
    assert "A bot plays for you." in board(pau)
    assert "A bot plays for you." not in board(zoe)
    presence.comes(pau)
    taken = pau.phone.send(f"{pau.url}/table", f"{pau.url}/table/seat", plays="person")
    assert taken.status_code == 303
    assert "A bot plays for you." not in board(pau)
    assert PAU not in now(pau).bots


def test_a_bot_is_offered_to_who_plays_when_the_countdown_is_over(
    three: dict[str, Table], presence: Presence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.views.away.COURTESY", 0.0)
    presence.goes(three["Pau"], AWAY)
    url = f"{three['Zoé'].url}/table"
    tree = read(three["Zoé"].phone.get(url))
    (button,) = [one for one in tree.all("button") if one.words == "Let a bot play for Pau"]
    assert (button.at["name"], button.at["value"]) == ("plays", "normal")
    assert "Let a bot play for Pau" not in board(three["Marta"])
    answer = three["Zoé"].phone.send(url, f"{url}/seat", plays="normal")
    assert answer.status_code == 303
    assert dict(now(three["Ana"]).bots) == {PAU: "normal"}


def test_a_seat_that_was_freed_is_offered_to_this_phone_and_to_a_bot(three: dict[str, Table]) -> None:
    ana, zoe = three["Ana"], three["Zoé"]
    ana.phone.send(f"{ana.url}/phones", f"{ana.url}/phones/free", number=str(PAU))
    assert "Nobody plays for Pau." in board(zoe)
    assert seat(zoe, PAU, "me") == 303
    assert now(zoe).holders[PAU] == now(zoe).holders[ZOE]


def test_ones_own_seat_is_handed_to_a_bot_and_taken_back_by_one_tap(three: dict[str, Table]) -> None:
    zoe = three["Zoé"]
    assert seat(zoe, ZOE, "easy") == 303
    tree = read(zoe.phone.get(f"{zoe.url}/table"))
    assert "A bot plays for you." in tree.words
    assert any(button.words == "Take it back" for button in tree.all("button"))
    taken = zoe.phone.send(f"{zoe.url}/table", f"{zoe.url}/table/seat", plays="person")
    assert taken.status_code == 303
    assert not now(zoe).bots
    assert "A bot plays for you." not in board(zoe)
