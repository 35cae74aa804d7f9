"""Random groups, their evenings and years: every figure is that of the matches themselves, whatever became of them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.games import GAMES
from companion.games.game import Game
from companion.games.why import Refusal
from companion.ledger import decisions, hands, merging, opening, pen, rebuilding
from companion.ledger.base import Base, db
from companion.ledger.careers import feats, ranking
from companion.ledger.cells import ARCHIVE, FINISH, LIMIT, STOP
from companion.ledger.derived import refresh
from companion.ledger.figures import catch_up, fresh
from companion.ledger.models import Match, Player, now
from companion.ledger.opening import Opening
from companion.ledger.pen import Conflict, Pen, save, writing
from companion.ledger.state import MatchState, read_afresh, read_state
from companion.ledger.summaries import PARTS, Career, Evening, Rivalry, Season, Stale
from tests.conftest import as_many
from tests.games.case import case_of

from . import reckoned
from .cast import ANAS_PHONE, TOKENS, stored

NAMES = ("Ana", "Pau", "Zoé", "Teo", "Marta", "Ann", "Paul")
PAUSES = (timedelta(minutes=5), timedelta(hours=1), timedelta(hours=3, minutes=59), timedelta(hours=5), timedelta(40))


class House:
    """Some matches of one group, and whatever people do with them."""

    def __init__(self, app: Flask, luck: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app, self.luck, self.sent = app, luck, count()
        self.at = datetime(2023, 12, 31, 20, tzinfo=UTC)
        self.matches: list[int] = []
        for room in (pen, opening):
            monkeypatch.setattr(room, "now", lambda: self.at)

    def act(self) -> None:
        """Something happens; what the rules refuse does not."""
        self.at += self.luck.choice(PAUSES) if self.luck.random() < 0.2 else timedelta(minutes=1)
        often = [self.begin] * 2 + [self.round] * 12 + [self.correct] * 3
        often += [self.decide, self.leave, self.join, self.rename, self.merge, self.delete, self.look]
        with self.app.app_context(), suppress(Refusal, Conflict):
            self.luck.choice(often if self.matches else [self.begin])()

    def state(self) -> MatchState:
        """One of the matches, a late one mostly."""
        number = self.luck.choice(self.matches[-2:] if self.luck.random() < 0.7 else self.matches)
        return read_state(db.session.get_one(Match, number))

    def pen(self, state: MatchState) -> Pen:
        """A phone that has seen all that stands."""
        seen = {cell: state.trails.number(cell) for cell in state.trails.cells}
        return Pen(state.id, state.host or 0, f"client {next(self.sent)}", seen)

    def begin(self) -> None:
        """A match of some game, with some people, some of them bots or two on a seat."""
        game = self.luck.choice(GAMES)
        names = self.luck.sample(NAMES, self.luck.randint(2, 4))
        if game.sides and len(names) == 4:
            names = [" + ".join(names[:2]), *names[2:]]
        bots = {len(names) - 1: "easy"} if game.table is not None and self.luck.random() < 0.2 else {}
        said = Opening(game, names, self.luck.choice(case_of(game).varied), 0, bots)
        public_id = opening.create(TOKENS[ANAS_PHONE], f"match {next(self.sent)}", said)
        self.matches.append(db.session.scalars(select(Match.id).where(Match.public_id == public_id)).one())

    def entry(self, game: Game[Any]) -> Any:
        """What somebody reports."""
        points = self.luck.choice((0, 0, 3, 5, 5, 8, 12))
        return case_of(game).numbered(points)

    def round(self) -> None:
        """The open round is played."""
        state = self.state()
        number = state.sheet.open_round
        if number is None or state.stopped:
            return
        playing = state.sheet.rounds[number - 1].playing
        closer = self.luck.choice(playing)
        for seat in playing:
            self.at += timedelta(minutes=self.luck.choice((0, 0, 1)))
            closes = (seat == closer) or None if state.agreement.closes else None
            hands.enter(self.pen(state), number, seat, self.entry(state.game), closes)
            state = read_afresh(state.id)
        if state.agreement.length is None and self.luck.random() < 0.4:
            decisions.decide(self.pen(state), FINISH, state.last_complete)

    def correct(self) -> None:
        """A hand, a house rule or who ended it, in whatever match."""
        state = self.state()
        round_ = self.luck.choice(state.sheet.rounds)
        seat = self.luck.choice(round_.playing)
        how = self.luck.randrange(4)
        if how == 0:
            decisions.adjust(self.pen(state), round_.number, seat, self.luck.choice((-4, 0, 9)), "so we play")
        elif how == 1:
            hands.close_round(self.pen(state), round_.number, seat)
        else:
            hands.enter(self.pen(state), round_.number, seat, None if how == 2 else self.entry(state.game), None)

    def decide(self) -> None:
        """Another limit, stopped, put into the archive, or back."""
        state = self.state()
        kind = self.luck.choice((LIMIT, STOP, ARCHIVE, ARCHIVE))
        value = self.luck.choice((1, 10, 40)) if kind is LIMIT else self.luck.choice((True, None))
        decisions.decide(self.pen(state), kind, value)

    def leave(self) -> None:
        """Somebody goes to bed."""
        state = self.state()
        decisions.leave(self.pen(state), self.luck.choice(state.playing), state.last_complete)

    def join(self) -> None:
        """Somebody comes in."""
        state = self.state()
        decisions.join(self.pen(state), self.luck.choice(NAMES), state.sheet.open_round or 1, self.luck.choice((0, 7)))

    def rename(self) -> None:
        """Somebody is called otherwise, or somebody else sat there."""
        state = self.state()
        verb = self.luck.choice((decisions.rename, decisions.replace))
        verb(self.pen(state), self.luck.choice(state.playing), self.luck.choice(NAMES))

    def merge(self) -> None:
        """Two are one, or two again."""
        people = db.session.scalars(select(Player.id).where(Player.bot.is_(False)).order_by(Player.id)).all()
        one, two = self.luck.choice(people), self.luck.choice(people)
        if self.luck.random() < 0.5:
            merging.merge(TOKENS[ANAS_PHONE], one, two)
        else:
            merging.part(TOKENS[ANAS_PHONE], two)

    def delete(self) -> None:
        """A match is deleted, or comes back."""
        with writing():
            before = self.state()
            row = db.session.get_one(Match, before.id)
            row.deleted_at = None if row.deleted_at else now()
            row.version += 1
            db.session.flush()
            after = read_afresh(before.id)
            refresh(before, after)
            save(after)

    def look(self) -> None:
        """Somebody opens the group's page, or an answer is over."""
        self.luck.choice((catch_up, lambda: fresh(1)))()

    def states(self) -> list[MatchState]:
        """All matches, by their records."""
        return [read_afresh(number) for number in self.matches]


def rows(model: type[Base]) -> list[dict[str, Any]]:
    """All of a table."""
    return [dict(row) for row in db.session.execute(select(model.__table__)).mappings()]


def keyed(model: type[Base], *names: str) -> dict[tuple[Any, ...], dict[str, Any]]:
    """All of a table, by some columns."""
    found = rows(model)
    return {tuple(row.pop(name) for name in names): row for row in found}


def check(states: Iterable[MatchState]) -> None:
    """Every figure that is stored is the one that the matches give."""
    states = list(states)
    assert rows(Stale) == []
    careers = reckoned.careers(states)
    for row in careers.values():
        row |= {"group_id": 1, "shares": row["shares"] * PARTS, "expected": row["expected"] * PARTS}
    assert keyed(Career, "person_id", "called", "year") == careers
    met = keyed(Rivalry, "person_id", "called", "year", "other_id")
    assert {key: (row["ahead"], row["behind"], row["level"]) for key, row in met.items()} == reckoned.rivalries(states)
    played = keyed(Season, "group_id", "called", "year")
    found = {key: (row["matches"], row["rounds"], row["last_at"]) for key, row in played.items()}
    assert found == reckoned.seasons(states)
    nights = [(row["group_id"], row["began_at"], row["ended_at"], row["matches"]) for row in rows(Evening)]
    assert sorted(nights) == reckoned.evenings(states)


def check_reads(states: Iterable[MatchState]) -> None:
    """Rankings and feats are told as the matches give them, of whoever is in the lists."""
    parted = reckoned.parted(reckoned.everybody(states))
    for called, year in {key[1:] for key in parted}:
        those = {person: played for (person, *rest), played in parted.items() if rest == [called, year]}
        figures = {person: reckoned.career(called, played) for person, played in those.items()}
        order = sorted(figures, key=lambda one: (-figures[one]["fair"], -figures[one]["matches"], one))
        ranked = ranking(1, called, year)
        assert [one.person.id for one in ranked] == order
        told = {feat.kind: (feat.value, {who.id for who in feat.people}, feat.round) for feat in feats(ranked)}
        assert told == reckoned.feats(figures, those)


@pytest.mark.parametrize("seed", range(as_many(4, 400)))
def test_every_figure_is_the_one_that_the_matches_give(app: Flask, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(app, Random(seed), monkeypatch)
    for _ in range(6):
        for _ in range(25):
            house.act()
        with app.app_context():
            catch_up()
            check(house.states())
    before = stored(app)
    with app.app_context():
        rebuilding.rebuild()
        check(house.states())
        check_reads(house.states())
    assert stored(app) == before
