"""No phone ever receives what its owner could not see: on the bytes of every page, through whole random matches."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random

import pytest

from companion.games.game import Game
from companion.games.table import shuffled
from companion.ledger.deals import NONCE
from companion.ledger.dealt import Line
from companion.ledger.state import MatchState
from companion.ledger.store import all_lines
from tests.conftest import Phone, Table, as_many
from tests.games import unseen
from tests.games.case import table_case

from .eyes import OWN, instead, sees, twin
from .playing import EVERY_TABLE, TABLES, begin, deal, dealt_of, now, play_on, some_move, until

CASES = [(game, options) for game in TABLES for options in table_case(game).variants]
FIRST = (0, 3)
STEPS = (2, 11, 999)
SELDOM = as_many(3, 1)
"""In `make test` pages are looked at so many times more seldom."""


@dataclass(frozen=True)
class Looker:
    """A phone, the seats it plays for, and whether it may write."""

    phone: Phone
    seats: tuple[int, ...]
    url: str
    writes: bool

    def addresses(self, state: MatchState) -> dict[int | None, list[str]]:
        """Every page on which something of the round could be, by whose hand it may show."""
        pages = [self.url, f"{self.url}/sheet", f"{self.url}/r/1/s/1/edit", f"{self.url}/menu"] if self.writes else []
        found: dict[int | None, list[str]] = {None: [*pages, self.url.replace("/m/", "/tv/")]}
        for wanted in (None, *range(3)):
            eyes = "" if wanted is None else f"?eyes={wanted}.99999999"
            whole = wanted is None or wanted in self.seats
            shown = found.setdefault(sees(state, self.seats, wanted), [])
            shown += [f"{self.url}/table/board{eyes}", *([f"{self.url}/table{eyes}"] if whole else [])]
        return found

    def steps(self, game: Game, every: Collection[int]) -> dict[tuple[int, ...], list[str]]:
        """The pages of a finished round, by whose hands they may show."""
        table = f"{self.url}/table"
        found: dict[tuple[int, ...], list[str]] = {self.seats: [table, f"{table}/board"]}
        for wanted in (None, *every):
            eyes = "" if wanted is None else f"&eyes={wanted}"
            hands = tuple(every) if game.table.shows_hands else (wanted,) if wanted in self.seats else ()
            found.setdefault(hands, []).extend(f"{table}/r/1?step={at}{eyes}" for at in STEPS)  # type: ignore[arg-type]
        return found

    def reads(self, urls: Collection[str]) -> dict[str, bytes]:
        """Every answer, without what is each answer's own."""
        return {url: OWN.sub(b"", self.phone.get(url).data) for url in urls}


def seated(table: Table) -> list[Looker]:
    """Ana's phone is handed round between Ana and Zoé, Pau has his own, Marta watches, a guest plays for nobody."""
    pau, guest, marta = table.guest(1), table.guest(), table.watcher()
    who = f"{table.url}/who"
    table.phone.client.post(who, data={**table.phone.form(who, who), "seat": ["0", "2"]})
    pau.pad()  # reads what was told after coming in
    return [
        Looker(table.phone, (0, 2), table.url, True),
        Looker(pau.phone, (1,), table.url, True),
        Looker(guest.phone, (), table.url, True),
        Looker(marta.phone, (), table.url, False),
    ]


def nonces(line: Line) -> list[str]:
    """The nonce of every card of a shuffle; none for another move."""
    each = line.nonces or b""
    return [each[at : at + NONCE].hex() for at in range(0, len(each), NONCE)]


def secrets(state: MatchState) -> list[bytes]:
    """Texts that hold hidden cards: they must be in no answer as they are."""
    assert state.dealt is not None
    texts = [state.dealt.setup.spell(), state.dealt.setup.carry]
    for line in state.dealt.lines:
        texts += [line.move[:60]] if shuffled(line.move) else []
        texts += nonces(line)
    return [text.encode() for text in texts if len(text) > 20]


def leaks(
    state: MatchState, lookers: Collection[Looker], monkeypatch: pytest.MonkeyPatch, luck: Random
) -> Iterator[str]:
    """The pages that would look otherwise if hidden cards were others, and those that hold a secret as it is."""
    assert state.dealt is not None
    for looker in lookers:
        for seat, urls in looker.addresses(state).items():
            real = looker.reads(urls)
            other = twin(state.dealt, () if seat is None else (seat,), luck)
            assert other.deal != state.dealt.deal, "something is hidden while a round runs"
            with instead(looker.phone.app, state, other, monkeypatch):
                then = looker.reads(urls)
            yield from (f"{looker.seats} {url}" for url in urls if real[url] != then[url])
            yield from (
                f"{looker.seats} {url}: {said!r}" for url in urls for said in secrets(state) if said in real[url]
            )


@pytest.mark.parametrize(
    ("game", "options"), CASES, ids=lambda part: " ".join(part.values()) if isinstance(part, dict) else part.key
)
def test_no_page_depends_on_what_its_phone_may_not_know(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, game: Game, options: dict[str, str]
) -> None:
    table = begin(phone, game, "Ana", "Pau", "Zoé", **options)
    case = table_case(game)
    lookers, luck, play = seated(table), Random(1), Random(case.seed)
    looked, done = 0, set()
    for round_ in range(1, case.rounds + 1):
        deal(table, round_, play.randrange(10**6))
        number = 0
        while (state := now(table)).dealing:
            if number in FIRST or number % (case.stride * SELDOM) == 0:
                assert list(leaks(state, lookers, monkeypatch, luck)) == []
                looked += 1
            some_move(table, play, state)
            number += 1
        done |= {line.move.split(" ")[0] for line in dealt_of(table).moves}
    assert looked > as_many(3, 5)
    assert done >= case.done


@EVERY_TABLE
def test_of_a_finished_round_only_what_stays_hidden_is_hidden(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    table = begin(phone, game, "Ana", "Pau", "Zoé")
    lookers, luck = seated(table), Random(3)
    deal(table)
    state = play_on(table, 3)
    assert state.status == "open"
    assert state.dealt is not None
    over, bystander = state.dealt.deal, unseen.lay_anew(state.dealt.deal, (), luck)
    assert game.table.shows_hands == all(over.observe(seat) == bystander.observe(seat) for seat in over.seats)
    for looker in lookers:
        for hands, urls in looker.steps(game, state.dealt.setup.seats).items():
            real = looker.reads(urls)
            other = twin(state.dealt, hands, luck)
            assert other.deal != state.dealt.deal
            assert len(set(real.values())) >= min(len(urls), len(STEPS))
            with instead(looker.phone.app, state, other, monkeypatch):
                assert looker.reads(urls) == real


@EVERY_TABLE
def test_the_seals_show_no_card_and_no_nonce_before_their_time(phone: Phone, game: Game) -> None:
    table = begin(phone, game, "Ana", "Pau", "Zoé")
    lookers = seated(table)
    deal(table)
    with phone.app.app_context():
        mixed = [line for _, line in all_lines(now(table).id) if line.nonces]
    assert mixed
    for looker in lookers:
        page = looker.phone.get(f"{table.url}/table/seals").text
        told = looker.phone.get(f"{table.url}/table/seals/file").json["shuffles"]
        assert [len(shuffle["cards"]) for shuffle in told] == [len(shuffled(line.move)) for line in mixed]
        assert {(card["card"], card["nonce"]) for shuffle in told for card in shuffle["cards"]} == {(None, None)}
        assert not [nonce for line in mixed for nonce in nonces(line) if nonce in page]


@EVERY_TABLE
def test_after_a_round_the_seals_keep_what_nobody_may_know(phone: Phone, game: Game) -> None:
    table = begin(phone, game, "Ana", "Pau", "Zoé")
    lookers = seated(table)
    deal(table)
    screen = play_on(table, 3).dealt
    assert screen is not None
    mixed = [line for line in screen.lines if line.nonces]
    kept = screen.deal.sealed([line.move for line in mixed])
    closed = [nonces(line)[at] for line, places in zip(mixed, kept, strict=True) for at in places]
    every = [nonce for line in mixed for nonce in nonces(line)]
    for looker in lookers:
        for page in ("seals", "seals/file", "r/1?step=99", "board"):
            text = looker.phone.get(f"{table.url}/table/{page}").text
            assert not [nonce for nonce in closed if nonce in text]
        told = looker.phone.get(f"{table.url}/table/seals/file").text
        assert sorted(nonce for nonce in every if nonce in told) == sorted(set(every) - set(closed))


def test_events_carry_numbers_only(table: Table) -> None:
    lookers = seated(table)
    deal(table)
    for looker in lookers:
        answer = looker.phone.get(f"{table.url}/events")
        first = next(iter(answer.response))
        answer.close()
        said = first if isinstance(first, str) else first.decode()
        assert re.fullmatch(r"2 \d+ [0-9a-f]{4} [0-9a-f]{4}", said.partition("data:")[2].strip())


@EVERY_TABLE
def test_a_page_that_told_a_secret_would_be_found_out(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    table = begin(phone, game, "Ana", "Pau", "Zoé")
    lookers, luck = seated(table), Random(1)
    deal(table)
    case = table_case(game)
    if case.before_loose:
        until(table, case.before_loose)
    module = import_module(f"companion.games.{game.key}.play")
    honest = module.observe
    assert list(leaks(now(table), lookers, monkeypatch, luck)) == []
    monkeypatch.setattr(module, "observe", lambda deal, seat: replace(honest(deal, seat), **case.loose(deal)))
    monkeypatch.setattr(unseen, "check_the_same", lambda *_: None)
    assert list(leaks(now(table), lookers, monkeypatch, luck)) != []
