"""Whether what a file of ours says of a match can be: nothing that no house could have written comes in.

A damaged value would break the pages that show it, long after; so all of it is read once as pages read it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.games import by_key
from companion.games.game import Game
from companion.games.options import Option
from companion.games.scoresheet import SeatSpan, full_order, scoresheet
from companion.games.why import N_
from companion.interchange.companionfile import CompanionFile
from companion.interchange.matchfile import MatchFile
from companion.interchange.reading import At, Damaged

from . import cells
from .cells import ENTRY, LINE, Cell, Kind, facts_of, options_of
from .dealt import Dealt, Line
from .decisions import LONGEST_NOTE
from .players import LONGEST
from .result_only import Result

IMPOSSIBLE = N_("This match is damaged: something is missing or doesn’t fit.")
NO_CELL = N_("A match has no cell “%(key)s”.")
NO_VALUE = N_("This value isn’t allowed here.")
NO_GAME = N_("There is no game “%(key)s”.")
TWICE = N_("Someone is in this match twice.")
MOST_SEATS = 40
_BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What the rules raise on values that are none of theirs."""


def check(file: CompanionFile) -> None:
    """Raise Damaged, with the place and the reason, for a file with a match that cannot be."""
    for at, match in enumerate(file.matches):
        _Check(f"matches[{at}]", match).all()


@dataclass(frozen=True, slots=True)
class _Check:
    """One match, and where it stands in the file."""

    place: str
    match: MatchFile

    def all(self) -> None:
        """Everything that is in it."""
        game = self._game()
        self._options(game)
        self._seats()
        values: dict[Cell, Any] = {}
        for at, write in enumerate(self.match.writes):
            for number, record in enumerate(write.records):
                here = f"{self.place}.writes[{at}].records[{number}]"
                cell = self._cell(f"{here}.cell", record.cell)
                values[cell] = self._value(At(f"{here}.value", record.value), game, cell)
        try:
            self._sheet(game, values)
            self._dealt(game)
        except Damaged:
            raise
        except _BROKEN:
            raise Damaged(self.place, IMPOSSIBLE) from None

    def _game(self) -> Game[Any]:
        try:
            game = by_key(self.match.game)
        except KeyError:
            raise Damaged(f"{self.place}.game", NO_GAME, key=self.match.game) from None
        return game

    def _options(self, game: Game[Any]) -> None:
        """What was agreed is what can be agreed; and the game is called as that says."""
        known = {option.key: option for option in game.options}
        for key, value in self.match.options.items():
            at = At(f"{self.place}.options.{key}", value)
            if key in known:
                _check_option(at, known[key])
            elif not isinstance(value, int):  # A version before this one knew what it is; it is kept as it is.
                at.text(LONGEST)
        if game.agreement(self.match.options).called != self.match.called:
            At(f"{self.place}.called", None).wrong(NO_VALUE)

    def _seats(self) -> None:
        people = [person for seat in self.match.seats for person in seat.people]
        if len(set(people)) < len(people):
            raise Damaged(f"{self.place}.seats", TWICE)
        if len(self.match.seats) > MOST_SEATS:
            raise Damaged(f"{self.place}.seats", NO_VALUE)

    def _cell(self, place: str, text: str) -> Cell:
        try:
            cell = Cell.read(text)
        except ValueError:
            raise Damaged(place, NO_CELL, key=text) from None
        # A round that is written begins with a write of its own, so no file can make a house count to a million.
        later = (cell.round or 0) > len(self.match.writes) + 1 or cell.round == 0
        if cell.kind is LINE or later or (cell.kind is not cells.GONE and (cell.seat or 0) >= len(self.match.seats)):
            raise Damaged(place, NO_CELL, key=text)
        return cell

    def _value(self, at: At, game: Game[Any], cell: Cell) -> Any:
        """A value as the house has it. Raises Damaged."""
        if at.value is None:
            return None
        if cell.kind is not ENTRY:
            _VALUES[cell.kind](at, self.match)
            return at.value
        try:
            entry = game.parse(at.value)
            game.count(entry, self.match.options)
            game.faces(entry)
            sound = game.spell(entry) == at.value
        except _BROKEN:
            sound = False
        if not sound:
            at.wrong(NO_VALUE)
        return entry

    def _sheet(self, game: Game[Any], values: Mapping[Cell, Any]) -> None:
        """Compute the sheet, as it will be shown. Raises whatever the rules raise."""
        spans = [values.get(Cell(cells.SPAN, seat=seat)) for seat in range(len(self.match.seats))]
        length = game.agreement(self.match.options).length
        options = options_of(self.match.options, length, values.get)
        if length and options.get(length.key) is not None:
            _check_option(At(self.place, options[length.key]), length)
        last = max((cell.round or 0 for cell in values if cell.kind in cells.ON_SHEET), default=0)
        scoresheet(
            game,
            [SeatSpan() if span is None else SeatSpan(span["first"], span["last"], span["start"]) for span in spans],
            [facts_of(number, len(spans), values.get) for number in range(1, last + 1)],
            options,
            self.match.first_starter,
            full_order(len(spans), values.get(Cell(cells.ORDER)) or ()),
        )

    def _dealt(self, game: Game[Any]) -> None:
        """Play the rounds on screens once more. Raises whatever the rules raise."""
        lines = [line for write in self.match.writes for line in write.lines]
        for round_, those in groupby(
            sorted(lines, key=lambda line: (line.round, line.number)), lambda line: line.round
        ):
            own = [Line(line.number, line.seat, line.move, line.nonces, 0, 0, self.match.created_at) for line in those]
            if [line.number for line in own] != list(range(1, len(own) + 1)):
                raise ValueError(round_)
            begins = [at for at, line in enumerate(own) if line.move.startswith("deal ")]
            for begin, end in zip(begins, [*begins[1:], len(own)], strict=True):
                Dealt.of(game, round_, own[begin:end])
            if begins[:1] != [0]:
                raise ValueError(round_)


def _check_option(at: At, option: Option) -> None:
    """Raise Damaged unless an option can have that value."""
    if option.kind == "int":
        at.number(option.least, option.most)
    elif option.kind == "text":
        at.text(option.most)
    elif at.value not in [value for value, _ in option.choices]:
        at.wrong(NO_VALUE)


def _seat(at: At, match: MatchFile, least: int = 0) -> int:
    return at.number(least, len(match.seats) - 1)


def _round(at: At) -> int:
    return at.number(-1, 999_999)


def _adjust(at: At, match: MatchFile) -> None:
    of = at.keyed("points", "note")
    of["points"].number(-99_999, 99_999)
    of["note"].text(LONGEST_NOTE)


def _span(at: At, match: MatchFile) -> None:
    of = at.keyed("first", "last", "start")
    of["first"].number(1, 999_999)
    of["last"].maybe(_round)
    of["start"].number(-999_999, 999_999)


def _true(at: At, match: MatchFile) -> None:
    if at.value is not True:
        at.wrong(NO_VALUE)


def _phone(at: At) -> int:
    return at.number(1, 999_999)


def _result(at: At, match: MatchFile) -> None:
    try:
        told = Result.parse(at.value)
        sound = told.spell() == at.value and bool(told.why) and len(told.ends) == len(match.seats)
    except _BROKEN:
        sound = False
    if not sound:
        at.wrong(NO_VALUE)
    for end in told.ends:
        At(at.place, end.total).maybe(lambda at: at.number(-999_999, 999_999))
        At(at.place, end.place).maybe(lambda at: at.number(1, 99))
        At(at.place, end.won).flag()
    At(at.place, told.minutes).number(0, 1440)


def _renewed(at: At, match: MatchFile) -> None:
    if len(at.many(_round)) != 2:
        at.wrong(NO_VALUE)


_VALUES: Mapping[Kind, Callable[[At, MatchFile], object]] = {
    cells.CLOSER: lambda at, match: _seat(at, match, -1),
    cells.ADJUST: _adjust,
    cells.LIMIT: lambda at, match: at.number(1, 999_999),
    cells.FINISH: lambda at, match: at.number(0, 999_999),
    cells.STOP: _true,
    cells.ARCHIVE: _true,
    cells.ORDER: lambda at, match: at.many(lambda one: _seat(one, match)),
    cells.SPAN: _span,
    cells.NOTE: lambda at, match: at.text(LONGEST_NOTE),
    cells.PLACE: lambda at, match: at.text(LONGEST),
    cells.RESULT: _result,
    cells.HOLDER: lambda at, match: _phone(at),
    cells.BOT: lambda at, match: at.text(20),
    cells.SITS: lambda at, match: at.many(lambda one: one.maybe(lambda who: who.text(16))),
    cells.NAME: lambda at, match: at.text(400),
    cells.HOST: lambda at, match: _phone(at),
    cells.JOINING: lambda at, match: at.text(20),
    cells.GONE: _true,
    cells.RENEWED: _renewed,
    cells.SCREENS: lambda at, match: at.many(_phone),
    cells.NEXT: lambda at, match: at.text(16, "[A-Za-z0-9_-]+"),
    cells.OPENED: lambda at, match: at.number(0, 999_999),
}
"""What can stand in each kind of cell but a hand."""
