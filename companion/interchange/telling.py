"""How a play of another program becomes one of ours: which game, whose names, how it came out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, time

from companion.games import GAMES
from companion.games.result import SeatEnd
from companion.games.why import N_

from .plays import LONGEST_NAME, LONGEST_NOTE, LeftOut, Play, Plays

LONGEST = 24 * 60
"""Nobody plays for more minutes."""
MOST = 99_999
"""No total is further from 0."""
SKYJO = 204135
"""What BoardGameGeek calls that game."""
MINUS = str.maketrans({"−": "-", "–": "-", "\xa0": None, "\u202f": None})
_SUM = re.compile(r"[+-]?\d{1,6}(\s*[+-]\s*\d{1,6})*", re.ASCII)
POINTS = "points"
FIRST_YEAR, LAST_YEAR = 1970, 2100

TEAMS = N_("Everyone played together against the game, so nobody won against the others.")
ALONE = N_("One person played alone.")
MANY = N_("More people played than can play in a match here.")
TWICE = N_("The same person is in it twice.")
NAMELESS = N_("Nobody in it has a name.")
NO_GAME = N_("It doesn’t say which game was played.")
NO_DAY = N_("It doesn’t say when it was played.")
BAD_SCORE = N_("One of its scores isn’t a whole number.")
NO_RESULT = N_("It says neither who won nor how many points anyone had.")


def game_of(name: str, bgg_id: int = 0) -> tuple[str, str]:
    """Which of our games that is, and what it is called; "points" with its own name for all others."""
    key = plain(name, LONGEST_NAME).casefold()
    for game in GAMES:
        if game.key != POINTS and key in (game.name.casefold(), game.key):
            return game.key, game.name
    if bgg_id == SKYJO:
        return "skyjo", "Skyjo"
    return POINTS, plain(name, LONGEST_NAME)


def most_seats(key: str) -> int:
    """How many can sit in a match of that game."""
    return next(game.seats.stop - 1 for game in GAMES if game.key == key)


class SkipPlay(ValueError):
    """A play that is left out, and why."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


def whole(text: str) -> int | None:
    """The number that a score is, None for a blank one. Sums such as 3+20+5 are added. Raises SkipPlay for others."""
    said = text.translate(MINUS).strip()
    if not said:
        return None
    said = re.sub(r"[.,]0+$", "", said)
    if not _SUM.fullmatch(said):
        raise SkipPlay(BAD_SCORE)
    total = sum(int(part) for part in re.findall(r"[+-]?\d+", re.sub(r"\s", "", said)))
    if abs(total) > MOST:
        raise SkipPlay(BAD_SCORE)
    return total


def day_of(text: str) -> datetime:
    """When something was played: a day, a day and a time by the clock on the wall, or a moment with its distance to
    UTC. Raises SkipPlay for what is none.
    """
    try:
        said = datetime.fromisoformat(text.strip())
    except ValueError:
        raise SkipPlay(NO_DAY) from None
    if not FIRST_YEAR <= said.year <= LAST_YEAR:
        raise SkipPlay(NO_DAY)
    return said if ":" in text else datetime.combine(said.date(), time(12))


def plain(text: str, longest: int) -> str:
    """A text of one line that every database keeps, cut where it is too long."""
    shown = "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or _shows(sign))
    return " ".join(shown.split())[:longest].strip()


def note_of(text: str) -> str:
    """A comment as a note, with its lines."""
    lines = (plain(line, LONGEST_NOTE) for line in text.splitlines())
    return "\n".join(filter(None, lines))[:LONGEST_NOTE].strip()


def _shows(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cs")


def placed(ends: Sequence[SeatEnd]) -> tuple[SeatEnd, ...]:
    """How a match came out, where no place was told at all: who won is first, all others share the place behind."""
    winners = sum(end.won for end in ends)
    if not winners or any(end.place for end in ends):
        return tuple(ends)
    return tuple(replace(end, place=1 if end.won else winners + 1) for end in ends)


def gathered(told: Iterable[Play | LeftOut]) -> Plays:
    """What a file tells, oldest first; a play that stands in it twice is there once."""
    plays: dict[str, Play] = {}
    left = []
    for one in told:
        if isinstance(one, LeftOut):
            left.append(one)
        elif why := _unfit(one):
            left.append(LeftOut(why, one.where))
        else:
            plays.setdefault(one.source, one)
    return Plays(tuple(sorted(plays.values(), key=lambda play: play.at.replace(tzinfo=None))), tuple(left))


def _unfit(play: Play) -> str:
    """Why a play cannot be brought in; empty for one that can."""
    people = [name.casefold() for name in play.names if name]
    checks = (
        (not play.called, NO_GAME),
        (not people, NAMELESS),
        (len(play.names) < 2, ALONE),
        (len(play.names) > most_seats(play.key), MANY),
        (len(set(people)) < len(people), TWICE),
        (not any(end.won or end.place or end.total is not None for end in play.ends), NO_RESULT),
    )
    return next((why for wrong, why in checks if wrong), "")
