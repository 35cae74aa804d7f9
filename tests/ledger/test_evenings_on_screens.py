"""Random evenings on paper and on screens in turns: the sheet is that of paper, and no seal is broken too early."""

from __future__ import annotations

import json
from random import Random

import pytest
from flask import Flask

from companion.games.cards import Hand
from companion.games.mojo.setup import FULL_PACK, most_held
from companion.games.table import shuffled
from companion.ledger import rebuilding, seals
from companion.ledger.state import MatchState
from companion.ledger.store import all_lines
from companion.seals import check
from tests.conftest import as_many

from .cast import NAMES, PAU, PAUS_PHONE, Pad, begin, caught_up, results, stored
from .felt import abandon, copy_to_paper, deal, dealt_of, hand_over, open_rest, remembered_anew, seated, step

ROUNDS = 5
Place = tuple[int, int, int]


class Seals:
    """What should be sealed, told from what happened at the table alone."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.sealed: set[Place] = set()
        self.known: dict[tuple[int, int], int] = {}

    def look(self) -> dict[Place, tuple[str, str]]:
        """Note the shuffles that are new, all sealed; returns the secret of every place, its card and its nonce."""
        secrets = {}
        with self.pad.app.app_context():
            lines = all_lines(self.pad.id)
        for round_, line in lines:
            cards = shuffled(line.move)
            for place, card in enumerate(cards):
                assert line.nonces is not None
                secrets[round_, line.number, place] = card, line.nonces[16 * place : 16 * place + 16].hex()
            if cards and (round_, line.number) not in self.known:
                self.known[round_, line.number] = len(cards)
                self.sealed |= {(round_, line.number, place) for place in range(len(cards))}
        return secrets

    def round_ended(self, state: MatchState) -> None:
        """All was seen but the stock, which is the end of the newest shuffle; at the end of the match that too."""
        self.look()
        newest = max(self.known)
        stock = dealt_of(state).deal.observe(None).stock
        left = range(self.known[newest] - stock, self.known[newest])
        self.sealed = set() if state.sheet.over else {(*newest, place) for place in left}

    def hold(self) -> None:
        """The file of seals opens exactly what it should, keeps its promises, and gives no other secret away."""
        secrets = self.look()
        with self.pad.app.app_context():
            file = seals.spelled(self.pad.now(), seals.shuffles(self.pad.now()))
        text = json.dumps(file)
        assert check(json.loads(text)) == []
        told = {
            (shuffle["round"], shuffle["line"], place): card
            for shuffle in file["shuffles"]
            for place, card in enumerate(shuffle["cards"])
        }
        assert set(told) == set(secrets)
        assert {place for place, card in told.items() if card["card"] is None} == self.sealed
        for place, (card, nonce) in secrets.items():
            if place in self.sealed:
                assert nonce not in text
                assert told[place]["nonce"] is None
            else:
                assert (told[place]["card"], told[place]["nonce"]) == (card, nonce)


class Evening:
    """A match that goes from pen to pen, beside a twin that stays on paper."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.app, self.luck = app, Random(seed)
        names = NAMES[: self.luck.randint(2, 5)]
        options: dict[str, int | str] = {
            "discards": self.luck.choice("12"),
            "edition": self.luck.choice(("fr", "fr", "pl")),
            "clockwise_face": self.luck.choice(("0", "+10")),
            "limit": self.luck.choice((40, 80)),
        }
        self.pad, self.twin = seated(app, names, **options), begin(app, names, "twin", **options)
        self.seals = Seals(self.pad)

    def play(self) -> None:
        """Rounds until the match is over, or it gets late; whatever may happen in between happens now and then."""
        for number in range(1, ROUNDS + 1):
            if self.luck.random() < 0.7:
                self.screens(number)
            else:
                self.paper(number)
            self.same()
            if not self.pad.now().sheet.over:
                self.between(number)
                self.same()
            if self.pad.now().sheet.open_round != number + 1:
                break
        self.bedtime()

    def screens(self, number: int) -> None:
        """A round on screens, perhaps not at the first try; seats change hands, servers forget."""
        state = deal(self.pad, number, luck=Random(self.luck.random()))
        while state.dealing:
            chance = self.luck.random()
            if chance < 0.03:
                abandon(self.pad, number)
                self.seals.hold()
                deal(self.pad, number, luck=Random(self.luck.random()))
            elif chance < 0.08:
                seat = self.luck.choice([seat for seat in state.playing if seat in state.holders])
                hand_over(self.pad, seat, None if seat in state.bots else "easy")
            elif chance < 0.1:
                self.seals.hold()
                assert remembered_anew(self.pad) == self.pad.afresh()
            state = step(self.pad, self.luck)
        copy_to_paper(self.twin, state)
        self.seals.round_ended(state)

    def paper(self, number: int) -> None:
        """A round with cards, typed on both pads."""
        playing = self.pad.now().playing
        cards = list(FULL_PACK)
        self.luck.shuffle(cards)
        closer = self.luck.choice(playing)
        for seat in playing:
            size = self.luck.randint(0, most_held(len(playing))) if seat == closer else self.luck.randint(1, 8)
            entry = Hand(tuple(cards.pop() for _ in range(size)))
            for pad in (self.pad, self.twin):
                pad.enter(number, seat, entry, closes=True if seat == closer else None)

    def between(self, number: int) -> None:
        """Now and then somebody comes, goes, sits elsewhere, or a hand is put right."""
        chance, state = self.luck.random(), self.pad.now()
        if chance < 0.15 and len(state.seats) < len(NAMES):
            for pad in (self.pad, self.twin):
                pad.join(NAMES[len(state.seats)], number + 1, 3)
            hand_over(self.pad, len(state.seats), "easy")
        elif chance < 0.3 and len(state.playing) > 2:
            seat = self.luck.choice(state.playing)
            for pad in (self.pad, self.twin):
                pad.leave(seat, number)
        elif chance < 0.45:
            order = list(range(len(state.seats)))
            self.luck.shuffle(order)
            for pad in (self.pad, self.twin):
                pad.reorder(*order)
        elif chance < 0.7:
            seat, card = self.luck.choice(state.sheet.rounds[number - 1].playing), self.luck.randrange(13)
            for pad in (self.pad, self.twin):
                pad.enter(number, seat, Hand((card,)), phone=PAUS_PHONE)

    def same(self) -> None:
        """Both matches show the same sheet and the same rows of results, and the seals hold."""
        mine, twins = self.pad.now(), self.twin.now()
        assert mine.sheet == twins.sheet
        assert mine == self.pad.afresh()
        assert results(self.app, self.pad.id) == results(self.app, self.twin.id)
        if self.seals.known:
            self.seals.hold()

    def bedtime(self) -> None:
        """What is left in the stock is shown, everything keeps its promise, and rebuilding changes nothing."""
        if not self.pad.now().sheet.over:
            self.pad.decide("stop", True)
        open_rest(self.pad)
        if self.seals.known:
            self.seals.sealed = set()
            self.seals.hold()
        before = caught_up(self.app)
        with self.app.app_context():
            rebuilding.rebuild()
        assert stored(self.app) == before


@pytest.mark.parametrize("seed", range(as_many(5, 60)))
def test_whatever_the_pen_the_sheet_is_that_of_paper_and_the_seals_hold(app: Flask, seed: int) -> None:
    evening = Evening(app, seed)
    evening.play()
    assert evening.pad.now().holders[PAU] == evening.pad.phones[PAUS_PHONE]
