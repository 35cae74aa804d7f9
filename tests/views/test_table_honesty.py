"""No phone ever receives what its owner could not see: on the bytes of every page, through whole random matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest
from flask import Flask

from companion.games.deal import shuffled
from companion.games.mojo import observe
from companion.ledger.screen import Screen, all_lines
from companion.ledger.state import MatchState
from tests.conftest import Phone, Table

from .eyes import OWN, instead, move_at_random, now, twin

STRIDE = 5
"""Every so many moves all pages of all phones are looked at."""


@dataclass(frozen=True)
class Looker:
    """A phone, the seats whose hands it may see, and the addresses it may open while the round runs."""

    phone: Phone
    seats: tuple[int, ...]
    url: str
    writes: bool

    def addresses(self) -> Iterator[str]:
        """Every page on which something of the round could be."""
        table = f"{self.url}/table"
        for eyes in ("", *(f"?eyes={seat}" for seat in range(4))):
            yield f"{table}{eyes}"
            yield f"{table}/board{eyes}"
        if self.writes:
            yield from (self.url, f"{self.url}/sheet", f"{self.url}/r/1/s/1/edit", f"{self.url}/menu")
        yield self.url.replace("/m/", "/tv/")

    def sees(self) -> dict[str, bytes]:
        """Every answer, without what is each answer's own."""
        return {url: OWN.sub(b"", self.phone.get(url).data) for url in self.addresses()}


def seated(table: Table) -> list[Looker]:
    """Ana's phone is handed round between Ana and Zoé, Pau has his own, Marta watches, a guest plays for nobody."""
    pau, guest, marta = table.guest(1), table.guest(), table.watcher()
    who = f"{table.url}/who"
    table.phone.client.post(who, data={**table.phone.form(who, who), "seat": ["0", "2"]})
    return [
        Looker(table.phone, (0, 2), table.url, True),
        Looker(pau.phone, (1,), table.url, True),
        Looker(guest.phone, (), table.url, True),
        Looker(marta.phone, (), table.url, False),
    ]


def secrets(state: MatchState) -> list[bytes]:
    """Texts that hold hidden cards: they must be in no answer as they are."""
    assert state.screen is not None
    texts = [state.screen.setup.spell(), state.screen.setup.carry]
    for line in state.screen.lines:
        texts += [line.move[:60]] if shuffled(line.move) else []
        texts += [(line.nonces or b"")[at : at + 16].hex() for at in range(0, len(line.nonces or b""), 16)]
    return [text.encode() for text in texts if len(text) > 20]


def leaks(
    app: Flask, state: MatchState, lookers: list[Looker], monkeypatch: pytest.MonkeyPatch, luck: Random
) -> list[str]:
    """The pages that would look otherwise if hidden cards were others, and those that hold a secret as it is."""
    found = []
    assert state.screen is not None
    for looker in lookers:
        real = looker.sees()
        with instead(app, state, twin(state.screen, state.game, looker.seats, luck), monkeypatch):
            other = looker.sees()
        found += [f"{looker.seats} {url}" for url in real if real[url] != other[url]]
        found += [f"{looker.seats} {url}: {said!r}" for url in real for said in secrets(state) if said in real[url]]
    return found


def deal(table: Table, round_: int) -> None:
    page = f"{table.url}/table"
    answer = table.phone.client.post(f"{page}/deal", data={"csrf_token": table.phone.csrf(), "round": str(round_)})
    assert answer.status_code == 303


@pytest.mark.parametrize("edition", ["fr", "pl"])
@pytest.mark.parametrize("discards", ["1", "2"])
def test_no_page_depends_on_what_its_phone_may_not_know(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, edition: str, discards: str
) -> None:
    table = phone.begin("Ana", "Pau", "Zoé", limit="60", edition=edition, discards=discards)
    lookers, luck = seated(table), Random(f"{edition} {discards}")
    looked = number = 0
    for round_ in (1, 2):
        deal(table, round_)
        while (state := now(app)).on_screens:
            if number % STRIDE == 0:
                assert leaks(app, state, lookers, monkeypatch, luck) == []
                looked += 1
            state = move_at_random(app, luck, number)
            number += 1
        if state.status != "open":
            break
    assert looked > 5


def test_of_a_finished_round_only_the_stock_is_hidden_and_stays_so(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = phone.begin("Ana", "Pau", "Zoé", limit="200")
    lookers, luck = seated(table), Random(3)
    deal(table, 1)
    number = 0
    while now(app).on_screens:
        move_at_random(app, luck, number)
        number += 1
    state = now(app)
    assert state.screen is not None
    everybody = twin(state.screen, state.game, state.screen.setup.seats, luck)
    assert everybody.deal != state.screen.deal
    for looker in lookers:
        step = f"{table.url}/table/r/1"
        pages = [f"{step}?step={at}&eyes={eyes}" for at in (0, 3, 9, 99) for eyes in ("", "0", "1")]
        pages += [f"{table.url}/table", f"{table.url}/table/board"]
        real = [OWN.sub(b"", looker.phone.get(page).data) for page in pages]
        assert len(set(real)) > 6
        with instead(app, state, everybody, monkeypatch):
            assert [OWN.sub(b"", looker.phone.get(page).data) for page in pages] == real


def test_the_seals_show_no_card_and_no_nonce_before_their_time(app: Flask, table: Table) -> None:
    lookers = seated(table)
    deal(table, 1)
    state = now(app)
    with app.app_context():
        nonces = [line.nonces for _, line in all_lines(state.id) if line.nonces]
    assert len(nonces) == 1
    for looker in lookers:
        page = looker.phone.get(f"{table.url}/table/seals").data
        told = looker.phone.get(f"{table.url}/table/seals/file").json
        assert {(card["card"], card["nonce"]) for card in told["shuffles"][0]["cards"]} == {(None, None)}
        assert not [at for at in range(78) if nonces[0][16 * at : 16 * at + 16].hex().encode() in page]


def test_events_carry_numbers_only(app: Flask, table: Table) -> None:
    lookers = seated(table)
    deal(table, 1)
    for looker in lookers:
        answer = looker.phone.get(f"{table.url}/events")
        first = next(iter(answer.response))
        answer.close()
        said = first if isinstance(first, str) else first.decode()
        assert set(said.partition("data:")[2].strip()) <= set("0123456789.")


def test_a_page_that_told_the_top_of_the_stock_would_be_found_out(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    lookers, luck = seated(table), Random(1)
    deal(table, 1)
    state = now(app)
    honest = observe.observe

    def loose(deal: observe.State, seat: int | None) -> observe.Observation:
        return replace(honest(deal, seat), stock=100 + deal.stock[0] + 13 * deal.stock[1])

    assert leaks(app, state, lookers, monkeypatch, luck) == []
    monkeypatch.setattr("companion.games.mojo.play.observe", loose)
    monkeypatch.setattr("tests.views.eyes.lay_anew", lay_carelessly)
    assert leaks(app, state, lookers, monkeypatch, luck) != []


def lay_carelessly(deal: Screen, eyes: object, luck: Random) -> object:
    """As `lay_anew`, but what these eyes see is not compared: the stub above tells too much."""
    other = deal.copy()  # type: ignore[attr-defined]
    stock = list(other.stock)
    luck.shuffle(stock)
    other.stock = tuple(stock)
    return other
