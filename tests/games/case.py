"""What the tests and the bench have to be told of a game; each game tells it in `tests/<key>/case.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any

from companion.games.arena import Conditions, WinRate, contest
from companion.games.game import Game
from companion.games.options import Options
from companion.games.table import Move

Step = tuple[int, Move]
Fields = dict[str, str]


@dataclass(frozen=True)
class Series:
    """A bot that has to win more often than another: in some matches with some seconds of thought for a move."""

    one: str
    others: str
    short: tuple[int, float]
    """For `make test`."""
    long: tuple[int, float]
    """For `make soak`."""
    options: Options = field(default_factory=dict)

    def play(self, game: Game[Any], long: bool = False) -> WinRate:
        """Play it, with the same luck in every run."""
        matches, seconds = self.long if long else self.short
        return contest(game, self.one, self.others, matches, terms=Conditions(seconds, self.options))


@dataclass(frozen=True, kw_only=True)
class TableCase:
    """A game on its table."""

    lay_anew: Callable[[Any, Collection[int], Random, Step | None], Any]
    """A deal with all replaced that none of these seats sees, before the move that was made next."""
    told_anew: Callable[[Any, Step, Collection[int], Random], Move] = lambda _now, step, _eyes, _luck: step[1]
    """A move, no shuffle, as it could have been when the deal stands so now; mostly what it was."""
    everybody: Callable[[Any], str]
    """What a watcher sees, as a line of a recorded round."""
    own: Callable[[Any], str]
    """What a seat sees of its own, but for its moves."""
    recorded: Callable[[], Iterator[tuple[str, str]]]
    """Names and texts of the rounds to record."""
    imagining: Callable[[Any, Random], Callable[[], int]]
    """What its strong bot does again and again when it sees this, for the bench; returns how many moves that was."""
    first: str
    """What the table says after the first move."""
    unfit: tuple[Move, str]
    """A first move that the rules refuse, and their sentence."""
    short: str
    """A limit so low that a match ends soon."""
    twins: Sequence[Fields] = ({},)
    """Options with which a match on screens is told again by hand."""
    variants: Sequence[Fields] = ({},)
    """Options with which other things are hidden."""
    stride: int
    """Every so many moves all pages of all phones are looked at for secrets, over `rounds` from this `seed`."""
    rounds: int
    seed: int
    done: set[str]
    """What has to happen in these rounds, or they would say little."""
    loose: Callable[[Any], dict[str, Any]]
    """What a careless table would show of a deal."""
    before_loose: Move | None = None
    """Until this move it has nothing to be careless with."""
    party: tuple[Sequence[str], str, str]
    """Who plays on the first of two phones, how well the bot plays, and a limit for a match in the browser."""
    series: Sequence[Series]
    """Which bots win more often than others."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """A game on the pad."""

    report: Any
    """What a seat could report."""
    plain: Any = None
    """The same in a round like others; `report` where nothing is special about that."""
    numbered: Callable[[int], Any]
    """Something that a seat could report, of some number from 0 to 30: random rounds are made of it."""
    long: Mapping[str, str]
    """Set so, one round does not end a match."""
    varied: Sequence[Mapping[str, int | str]] = ({},)
    """What else random matches are set to, so that they end now and then."""
    sheets: Sequence[Fields]
    """A round of three seats as their sheets are filled in."""
    closer: int | None
    """Who ends it; None where nobody is asked."""
    limit: str
    """At which that round is the last one."""
    fill: Callable[[Any], object]
    """Tap something of everything on an open sheet, with a finger of the browser's tests."""
    correct: Callable[[Any], object]
    """Tap another value on the sheet of the second seat."""
    table: TableCase | None = field(default=None)


def case_of(game: Game[Any]) -> Case:
    """The case of a game."""
    found: Case = import_module(f"tests.{game.key}.case").CASE
    return found


def table_case(game: Game[Any]) -> TableCase:
    """The case of a game that has a table."""
    found = case_of(game).table
    assert found is not None
    return found
