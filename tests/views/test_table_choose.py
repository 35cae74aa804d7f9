"""A table of Jok-R-ummy jr without script: cards are ticked, then laid or discarded; and every move in words."""

from __future__ import annotations

import pytest

from companion.games import by_key
from tests.conftest import Phone, Table

from .playing import begin, deal, dealt_of, move, now
from .reading import read, words


@pytest.fixture
def ana(phone: Phone) -> Table:
    """Ana is to play; she has drawn."""
    table = begin(phone, by_key("jokrummy"), "Ana", "Pau")
    deal(table)
    move(table, dealt_of(table).deal.to_move[0], "draw stock")
    return table


def sent(table: Table, **fields: str) -> tuple[int, str]:
    """The form of the table, with other fields; the answer's status and its words."""
    url = f"{table.url}/table?eyes={dealt_of(table).deal.to_move[0]}.99999999"
    form = {**table.phone.form(url, "/table/move"), **fields}
    answer = table.phone.client.post(f"{table.url}/table/move", data=form)
    return answer.status_code, words(answer) if answer.status_code != 303 else ""


def test_a_card_that_is_ticked_is_discarded(ana: Table) -> None:
    shown = read(ana.phone.get(f"{ana.url}/table?eyes={dealt_of(ana).deal.to_move[0]}.99999999"))
    ticked = shown.named("card").at["value"]
    before = now(ana).version
    assert sent(ana, act="discard", card=ticked) == (303, "")
    assert now(ana).version > before
    assert dealt_of(ana).moves[-1].move == f"discard {ticked}"


def test_no_card_or_cards_that_do_not_fit_are_refused_by_a_sentence(ana: Table) -> None:
    before = now(ana).version
    for fields, said in (
        ({"act": "discard"}, "Choose one card to discard."),
        ({"act": "lay"}, "You can’t lay these cards"),
    ):
        status, answer = sent(ana, **fields)
        assert status == 422
        assert said in answer
    assert now(ana).version == before


def test_cards_of_another_phone_are_not_looked_at(phone: Phone) -> None:
    ana = begin(phone, by_key("jokrummy"), "Ana", "Pau")
    pau = ana.guest(1).phone
    deal(ana)
    move(ana, 0, "draw stock")
    fields = {"seat": "0", "seen": str(dealt_of(ana).last), "act": "discard", "client_id": "somebody else"}
    before = now(ana).version
    answers = [
        pau.client.post(f"{ana.url}/table/move", data={**fields, "csrf_token": pau.csrf(), "card": card})
        for card in ("a1", "m")
    ]
    assert {(answer.status_code, "Another phone plays for this player." in words(answer)) for answer in answers} == {
        (422, True)
    }
    assert now(ana).version == before


def test_the_log_tells_the_whole_round(ana: Table) -> None:
    said = words(ana.phone.get(f"{ana.url}/table/log"))
    assert "takes a card from the draw pile." in said
    assert "The cards are shuffled and dealt." in said
