"""Random evenings on two phones, against a model that knows nothing but the value of every cell."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from companion import create_app
from companion.games.cards import Hand
from companion.games.why import Refusal
from companion.ledger import rebuilding
from companion.ledger.cells import ADJUST, CLOSER, ENTRY, LIMIT, SPAN, Cell
from companion.ledger.pen import Conflict
from companion.ledger.trails import Record
from tests.conftest import SETTINGS, as_many
from tests.databases import KINDS, SQLITE, PostgreSQL, close

from .cast import ANAS_PHONE, NAMES, PAUS_PHONE, Pad, begin, caught_up, hand, stored, typed

HANDS = (hand(0, 0), hand(10, 11), hand(11, 10), hand(5), hand(12, 12), typed(7), typed(0))
PHONES = st.sampled_from((ANAS_PHONE, PAUS_PHONE))
PICKS = st.integers(0, 63)
TOOK = st.sampled_from((None, True, False))


def plain(value: Any) -> Any:
    """A value with its cards in order, because the order in which they were tapped says nothing."""
    return typed_or_sorted(value) if isinstance(value, Hand) else value


def typed_or_sorted(entry: Hand) -> tuple[int | None, list[int] | None]:
    """An entry as the sum that was typed or the cards that were tapped."""
    return entry.points, None if entry.cards is None else sorted(entry.cards)


class Evening(RuleBasedStateMachine):
    """The model: all writes that are not taken back, oldest first, each with the values it gave to its cells."""

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self.app = app
        self.pad: Pad = begin(app, NAMES[:4])
        self.writes: list[tuple[int, Mapping[Cell, Any]]] = []
        self.cells: set[Cell] = set()
        self.version = 1
        self.before: dict[Cell, tuple[Record, ...]] = {}
        self.forms: list[tuple[int, int, Hand, None, int, str, int]] = []

    def value(self, cell: Cell) -> Any:
        """What a cell holds: what the last write that still stands gave to it."""
        return next((values[cell] for _, values in reversed(self.writes) if cell in values), None)

    def expect(self, phone: int, values: Mapping[Cell, Any]) -> None:
        """Note a write; what stands already is no news."""
        news = {cell: value for cell, value in values.items() if plain(self.value(cell)) != plain(value)}
        if news:
            self.writes.append((phone, news))
            self.cells |= set(news)
            self.version += 1

    def place(self, pick: int) -> tuple[int, int]:
        """A cell of the sheet in which somebody plays: its round and its seat."""
        places = [(round_.number, seat) for round_ in self.pad.now().sheet.rounds for seat in round_.playing]
        return places[-1 - pick % len(places)]

    @rule(phone=PHONES, pick=PICKS, entry=st.sampled_from(HANDS), closes=TOOK)
    def write_or_correct(self, phone: int, pick: int, entry: Hand, closes: bool | None) -> None:
        """A hand and the Mojo, from a phone that saw what stands."""
        round_, seat = self.place(pick)
        self.pad.enter(round_, seat, entry, closes, phone)
        values: dict[Cell, Any] = {Cell(ENTRY, round_, seat): entry}
        if closes is not None and closes != (self.value(Cell(CLOSER, round_)) == seat):
            values[Cell(CLOSER, round_)] = seat if closes else None
        self.expect(phone, values)

    @rule(phone=PHONES, mojo=st.integers(0, 3), entry=st.sampled_from(HANDS))
    def finish_the_round(self, phone: int, mojo: int, entry: Hand) -> None:
        """Everybody who is missing in the newest round reports, and one of them took the Mojo."""
        newest = self.pad.now().sheet.rounds[-1]
        for seat in newest.missing:
            self.pad.enter(newest.number, seat, entry, None, phone)
            self.expect(phone, {Cell(ENTRY, newest.number, seat): entry})
        closer = newest.playing[mojo % len(newest.playing)]
        self.pad.close(newest.number, closer, phone)
        self.expect(phone, {Cell(CLOSER, newest.number): closer})

    @rule(phone=PHONES, pick=PICKS, entry=st.sampled_from(HANDS))
    def write_from_an_old_page(self, phone: int, pick: int, entry: Hand) -> None:
        """A phone that saw the cell blank: it may write only there or what stands."""
        round_, seat = self.place(pick)
        cell = Cell(ENTRY, round_, seat)
        if cell in self.cells and plain(self.value(cell)) != plain(entry):
            with pytest.raises(Conflict) as caught:
                self.pad.enter(round_, seat, entry, None, phone, seen=0)
            assert plain(caught.value.pairs[0][1].value) == plain(self.value(cell))
        else:
            self.pad.enter(round_, seat, entry, None, phone, seen=0)
            self.expect(phone, {cell: entry})

    @rule(phone=PHONES, pick=PICKS, entry=st.sampled_from(HANDS))
    def write_with_a_name(self, phone: int, pick: int, entry: Hand) -> None:
        """A hand whose form may be sent again later."""
        (round_, seat), client = self.place(pick), self.pad.client()
        form = (round_, seat, entry, None, phone, client, self.pad.seen(Cell(ENTRY, round_, seat)))
        self.pad.enter(*form)
        self.expect(phone, {Cell(ENTRY, round_, seat): entry})
        self.forms.append(form)

    @precondition(lambda self: self.forms)
    @rule(pick=PICKS)
    def send_again(self, pick: int) -> None:
        """A form that was sent before, whatever stands there now: it writes nothing, and nobody is asked anything."""
        assert self.pad.enter(*self.forms[pick % len(self.forms)]).version == self.version

    @rule(phone=PHONES, pick=PICKS)
    def withdraw(self, phone: int, pick: int) -> None:
        """A seat waits again."""
        round_, seat = self.place(pick)
        self.pad.enter(round_, seat, None, None, phone)
        self.expect(phone, {Cell(ENTRY, round_, seat): None})

    @rule(phone=PHONES, pick=PICKS)
    def close(self, phone: int, pick: int) -> None:
        """Somebody took the Mojo, whoever had it."""
        round_, seat = self.place(pick)
        self.pad.close(round_, seat, phone)
        self.expect(phone, {Cell(CLOSER, round_): seat})

    @rule(phone=PHONES, pick=PICKS, points=st.sampled_from((0, 5, -5, 40)))
    def adjust(self, phone: int, pick: int, points: int) -> None:
        """A house rule."""
        round_, seat = self.place(pick)
        self.pad.adjust(round_, seat, points, "so we play", phone)
        self.expect(phone, {Cell(ADJUST, round_, seat): {"points": points, "note": "so we play"} if points else None})

    @rule(phone=PHONES, limit=st.sampled_from((10, 20, 50)))
    def limit(self, phone: int, limit: int) -> None:
        """Another limit, which moves the end."""
        self.pad.decide("limit", limit, phone)
        self.expect(phone, {Cell(LIMIT): limit})

    @rule(phone=PHONES, seat=st.integers(0, 3), back=st.integers(0, 1))
    def leave(self, phone: int, seat: int, back: int) -> None:
        """Somebody leaves after this round or the one before; not before a round that is scored, and two must stay."""
        rounds = self.pad.now().sheet.rounds
        last = max(1, len(rounds) - back)
        ends = [(self.value(Cell(SPAN, seat=other)) or {"last": None})["last"] for other in range(4) if other != seat]
        later = [round_ for round_ in rounds if round_.number > last]
        scored = any(round_.cells[seat].score for round_ in later)
        staying = [sum(end is None or end >= round_.number for end in ends) for round_ in later]
        if scored or min([sum(end is None for end in ends), *staying]) < 2:
            with pytest.raises(Refusal):
                self.pad.leave(seat, last, phone)
        else:
            self.pad.leave(seat, last, phone)
            self.expect(phone, {Cell(SPAN, seat=seat): {"first": 1, "last": last, "start": 0}})

    @rule(phone=PHONES)
    def undo(self, phone: int) -> None:
        """Take back the phone's last write, unless one of its cells was written since."""
        mine = [at for at, (who, _) in enumerate(self.writes) if who == phone]
        if not mine:
            with pytest.raises(Refusal):
                self.pad.undo(phone)
        elif any(set(values) & set(self.writes[mine[-1]][1]) for _, values in self.writes[mine[-1] + 1 :]):
            with pytest.raises(Conflict):
                self.pad.undo(phone)
        else:
            self.pad.undo(phone)
            del self.writes[mine[-1]]
            self.version += 1

    @precondition(lambda self: self.version > 1)
    @rule()
    def rebuild(self) -> None:
        """Recreate the derived rows: every row of the database stays as it is."""
        before = caught_up(self.app)
        with self.app.app_context():
            assert rebuilding.rebuild() == 1
        assert stored(self.app) == before

    @invariant()
    def every_cell_holds_what_the_model_says(self) -> None:
        """Values and version, by the records on the disk."""
        trails = self.pad.afresh().trails
        assert set(trails.cells) == self.cells
        assert {cell: plain(trails.value(cell)) for cell in self.cells} == {
            cell: plain(self.value(cell)) for cell in self.cells
        }
        assert self.pad.afresh().version == self.version

    @invariant()
    def trails_only_grow(self) -> None:
        """What was written stays as it was; numbers have no gaps."""
        cells = dict(self.pad.afresh().trails.cells)
        for cell, old in self.before.items():
            assert cells[cell][: len(old)] == old
        for trail in cells.values():
            assert [record.number for record in trail] == list(range(1, len(trail) + 1))
        self.before = cells

    @invariant()
    def what_is_remembered_is_what_is_computed_afresh(self) -> None:
        """The memory by version never shows anything else than the records do."""
        assert self.pad.now() == self.pad.afresh()

    def teardown(self) -> None:
        """The evening ends with a rebuild that changes nothing."""
        self.rebuild()
        close(self.app)


def files(empty: Path, folder: Path) -> Iterator[str]:
    """The addresses of empty SQLite databases."""
    for number in count():
        path = folder / f"evening {number}.sqlite3"
        shutil.copy(empty, path)
        yield f"sqlite:///{path}"


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_two_phones_do_the_ledger_holds_what_was_written(
    migrated: Path, tmp_path: Path, postgresql: PostgreSQL, kind: str
) -> None:
    addresses = files(migrated, tmp_path) if kind == SQLITE else (postgresql.copy("evening") for _ in count())
    fresh = (create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": each}) for each in addresses)

    class FreshEvening(Evening):
        def __init__(self) -> None:
            super().__init__(next(fresh))

    run_state_machine_as_test(
        FreshEvening,
        settings=settings(
            max_examples=as_many(5 if kind == SQLITE else 2, 200),
            stateful_step_count=30,
            derandomize=True,
            database=None,
            deadline=None,
            # Shrinking a failure takes minutes on a real database; add Phase.shrink to look for a shorter one.
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        ),
    )
