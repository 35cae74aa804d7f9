"""What can be written in a match: its cells. The one place that knows how a cell is spelled in the database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.games.options import FINISHED, Option, Options
from companion.games.scoresheet import RoundFacts
from companion.games.why import N_


@dataclass(frozen=True, slots=True, eq=False)  # Compared by identity: else every look-up would hash all these words.
class Kind:
    """What a cell is about."""

    name: str
    title: str = ""
    """What its cells are called on pages; empty where the game says it."""
    places: tuple[str, ...] = ()
    """Which of `round` and `seat` a cell has; a line's number and a phone that was put out stand in `seat`."""
    undone: bool = True
    """Whether undo takes it back: which phone or bot sits where is put right by tapping again."""
    guarded: bool = False
    """A writer who does not say what it has seen is taken to have seen the cell blank, never to overwrite."""


ENTRY = Kind("entry", N_("%(name)s, round %(round)s"), ("round", "seat"), guarded=True)
CLOSER = Kind("closer", places=("round",), guarded=True)
ADJUST = Kind("adjust", N_("%(name)s, round %(round)s, house rule"), ("round", "seat"), guarded=True)
LIMIT = Kind("limit", N_("Limit"))
FINISH = Kind("finish", N_("The end"))
STOP = Kind("stop", N_("Stopped"))
ARCHIVE = Kind("archive", N_("Archived"))
ORDER = Kind("order", N_("Seating order"))
SPAN = Kind("span", N_("When %(name)s plays"), ("seat",))
NOTE = Kind("note", N_("The note"))
PLACE = Kind("place", N_("The place"))
RESULT = Kind("result", N_("The result"), undone=False)
HOLDER = Kind("holder", N_("%(name)s’s phone"), ("seat",), undone=False)
BOT = Kind("bot", N_("A bot for %(name)s"), ("seat",), undone=False)
SITS = Kind("sits", N_("Who sits at %(name)s’s place"), ("seat",), undone=False)
NAME = Kind("name", N_("Name: %(name)s"), ("seat",), undone=False)
HOST = Kind("host", N_("The host’s phone"), undone=False)
JOINING = Kind("joining", N_("Closed to new phones"), undone=False)
GONE = Kind("gone", N_("A phone removed"), ("seat",), undone=False)
RENEWED = Kind("renewed", N_("New links"), undone=False)
SCREENS = Kind("screens", N_("Screens on the table"), undone=False)
NEXT = Kind("next", N_("The rematch"), undone=False)
OPENED = Kind("opened", N_("The sealed cards opened"), undone=False)
LINE = Kind("line", N_("Round %(round)s on screen"), ("round", "seat"), undone=False)

KINDS = (
    *(ENTRY, CLOSER, ADJUST),
    *(LIMIT, FINISH, STOP, ARCHIVE, ORDER, SPAN, NOTE, PLACE, RESULT),
    *(HOLDER, BOT, SITS, NAME, HOST, JOINING, GONE, RENEWED, SCREENS, NEXT),
    *(OPENED, LINE),
)
ON_SHEET = (ENTRY, CLOSER, ADJUST)
"""What stands on the sheet, in the row of its round."""


def pattern_of(kind: Kind) -> str:
    """What the texts of all its cells are like, for SQL; of a kind whose cells have a round or a seat."""
    return f"{kind.name}/%"


_BY_NAME = {kind.name: kind for kind in KINDS}


class Cell(NamedTuple):  # No dataclass: a match of forty rounds looks up a thousand cells, and a tuple hashes in C.
    """One cell of a match. Its text, `entry/2/1`, is its name in the database and in forms."""

    kind: Kind
    round: int | None = None
    seat: int | None = None

    def __str__(self) -> str:
        return "/".join([self.kind.name, *(str(place) for place in self[1:] if place is not None)])

    @classmethod
    def read(cls, text: str) -> Cell:
        """The cell with that text. Raises ValueError when it is none."""
        name, *places = text.split("/")
        kind = _BY_NAME.get(name)
        if kind is None or len(places) != len(kind.places):
            raise ValueError(f"no cell: {text!r}")
        cell = cls(kind, **{place: int(number) for place, number in zip(kind.places, places, strict=True)})
        if str(cell) != text:
            raise ValueError(f"no cell: {text!r}")
        return cell


def options_of(agreed: Options, length: Option | None, value: Callable[[Cell], Any]) -> Options:
    """What holds in a match: what was agreed, with the `length` that the group decided on, and where it ended it."""
    decided = {length.key if length else "": value(Cell(LIMIT)), FINISHED: value(Cell(FINISH))}
    return {**agreed, **{key: each for key, each in decided.items() if each is not None}}


def facts_of(number: int, seats: int, value: Callable[[Cell], Any]) -> RoundFacts:
    """What is written for a round of so many seats."""
    entries = {seat: value(Cell(ENTRY, number, seat)) for seat in range(seats)}
    adjusts = {seat: value(Cell(ADJUST, number, seat)) for seat in range(seats)}
    return RoundFacts(
        {seat: entry for seat, entry in entries.items() if entry is not None},
        value(Cell(CLOSER, number)),
        {seat: adjust["points"] for seat, adjust in adjusts.items() if adjust},
    )
