"""BG Stats: its whole log, or a single play (`.bgsplay`), as plays. See docs/interchange.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.result import SeatEnd
from companion.games.why import N_

from .loose import Fields
from .plays import LONGEST_NAME, LeftOut, Play, Plays
from .reading import At
from .telling import LONGEST, NO_GAME, TEAMS, SkipPlay, day_of, game_of, gathered, note_of, placed, plain, whole

TABLES = ("games", "players", "plays")
IGNORED = N_("It doesn’t count in the statistics there.")
HIGHEST = 1
TOGETHER = (4, 6)
"""What `scoringSetting` says: 1 highest wins whatever the game says, 4 and 6 together against the game."""
UUID = r"[0-9A-Fa-f-]{1,64}"


def is_bgstats(value: Any) -> bool:
    """Whether the value of a JSON file is one of that app."""
    return isinstance(value, dict) and all(isinstance(value.get(table), list) for table in TABLES)


def read(top: At) -> Plays:
    """What a file of that app tells. Raises Damaged for one that is not whole."""
    file = _File(*(_table(Fields(top), name) for name in ("games", "players", "locations")))
    return gathered(_plays(file, Fields(top)))


def _table(top: Fields, name: str) -> Mapping[int, Fields]:
    return {row.number("id"): row for row in top.many(name)}


def _plays(file: _File, top: Fields) -> Iterator[Play | LeftOut]:
    for row in top.many("plays"):
        try:
            yield file.play(row)
        except SkipPlay as unfit:
            yield LeftOut(unfit.why, file.which(row))


@dataclass(frozen=True, slots=True)
class _File:
    """The tables to which plays refer, by numbers that count in this file only. Some refer to nothing."""

    games: Mapping[int, Fields]
    players: Mapping[int, Fields]
    locations: Mapping[int, Fields]

    def which(self, row: Fields) -> str:
        """A play in the file's own words: the game and the day."""
        game = self.games.get(row.number("gameRefId"))
        named = plain(game.text("name"), LONGEST_NAME) if game else ""
        return ", ".join(filter(None, (named, plain(row.text("playDate"), 10))))

    def play(self, row: Fields) -> Play:
        """A play. Raises SkipPlay for one that is left out, Damaged for one that is not whole."""
        game, setting = self.games.get(row.number("gameRefId")), row.number("scoringSetting")
        if game is None:
            raise SkipPlay(NO_GAME)
        if setting in TOGETHER or game.flag("cooperative"):
            raise SkipPlay(TEAMS)
        if row.flag("ignored"):
            raise SkipPlay(IGNORED)
        key, called = game_of(game.text("name"), game.number("bggId"))
        scores = _seated(row.many("playerScores"))
        people = [self.players.get(score.number("playerRefId")) for score in scores]
        return Play(
            source=f"bgstats:{row.field('uuid').text(64, UUID).upper()}",
            where=self.which(row),
            called=called,
            key=key,
            at=day_of(row.text("playDate")),
            names=tuple(_name(person) for person in people),
            ends=placed([_end(score) for score in scores]),
            bots=frozenset(at for at, person in enumerate(people) if person and _is_npc(person)),
            starter=next((at for at, score in enumerate(scores) if score.flag("startPlayer")), 0),
            minutes=max(0, min(row.number("durationMin"), LONGEST)),
            note=note_of(row.text("comments")),
            place=self._place(row),
            highest_wins=setting == HIGHEST or game.flag("highestWins"),
        )

    def _place(self, row: Fields) -> str:
        there = self.locations.get(row.number("locationRefId"))
        return plain(there.text("name"), LONGEST_NAME) if there else ""


def _seated(scores: tuple[Fields, ...]) -> tuple[Fields, ...]:
    """How everybody came out, in the order in which they sat, where that is said."""
    order = [score.number("seatOrder") for score in scores]
    if len(set(order)) < len(order):
        return scores
    return tuple(score for _, score in sorted(zip(order, scores, strict=True), key=lambda pair: pair[0]))


def _name(person: Fields | None) -> str:
    """What somebody is called; empty for somebody who is nobody in particular."""
    return "" if person is None or person.flag("isAnonymous") else plain(person.text("name"), LONGEST_NAME)


def _is_npc(person: Fields) -> bool:
    """Whether no person played there, as a text of JSON inside says."""
    try:
        said = json.loads(person.text("metaData") or "{}")
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("isNpc") in (1, True)


def _end(score: Fields) -> SeatEnd:
    place = score.number("rank")
    return SeatEnd(whole(score.text("score")), place if 0 < place < 100 else None, score.flag("winner"))
