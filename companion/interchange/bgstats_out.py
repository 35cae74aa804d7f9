"""BG Stats: a link that makes a play in the app, and the file that it reads. See docs/interchange.md."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from .results import Result, ResultPerson, ResultSeat

SOURCE = "Companion"
"""Part of what the app remembers a play by: never to be changed."""
ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
NAMELESS = "Anonymous"
"""What the app calls somebody who was deleted here."""
LONGEST = 8_000
"""So many characters a link may have."""
SKYJO = 204135
BGG: Mapping[str, Mapping[str, Any]] = {"skyjo": {"bggId": SKYJO, "bggName": "SKYJO", "bggYear": 2015}}
"""Games that BoardGameGeek knows, by our key."""
UNKNOWN = {"bggId": 0, "bggName": "", "bggYear": 0}
ABOUT = "This is a play for BG Stats: open or share it with that app."
SPACE = "companion:interchange"
"""What sets our names apart from those of other programs; never to be changed."""


def link(result: Result) -> str | None:
    """The link for a match that is over; None when it would be too long: then the file is left."""
    for comments in (result.note, ""):
        said = json.dumps(_play(result, comments), ensure_ascii=False, separators=(",", ":"))
        if len(address := ADDRESS + quote(said, safe="")) < LONGEST:
            return address
    return None


def _play(result: Result, comments: str) -> dict[str, Any]:
    game = {"name": result.called, "sourceGameId": _game_key(result), "highestWins": not result.lowest_wins}
    if result.game in BGG:
        game["bggId"] = BGG[result.game]["bggId"]
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": result.public_id,
        "playDate": _written(result.began_at, UTC),
        "game": {**game, "noPoints": False},
        "players": [_player(result, seat, person) for seat in result.seats for person in seat.people],
    }
    more = {"durationMin": result.minutes, "location": result.place, "comments": comments}
    return play | {key: value for key, value in more.items() if value}


def _player(result: Result, seat: ResultSeat, person: ResultPerson) -> dict[str, Any]:
    its = {"name": person.name or NAMELESS, "sourcePlayerId": person.public_id}
    did = {"startPlayer": seat.number == result.starter, "winner": seat.won}
    known = {"rank": seat.place, "score": seat.total}
    return {**its, **did, **{key: value for key, value in known.items() if value is not None}}


def file_of(results: Iterable[Result], zone: tzinfo, about: bool = False) -> Iterator[str]:
    """The app's own file with these matches, piece by piece; those that are not over are left out. Its times are those
    of the clock in that zone. `about`: it is a single play (`.bgsplay`).
    """
    file = _File(zone)
    yield "{" + (f'"about":{_text(ABOUT)},' if about else "") + '"plays":['
    before = "\n"
    for result in results:
        if result.over:
            yield before + _text(file.play(result))
            before = ",\n"
    yield "]," + ",\n".join(f"{_text(key)}:{_text(value)}" for key, value in file.tables().items()) + "}\n"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(slots=True)
class _Table:
    """Rows that plays refer to by a number which counts in this file only."""

    rows: dict[Hashable, dict[str, Any]] = field(default_factory=dict)

    def ref(self, key: Hashable, **row: Any) -> int:
        """The number of the row with that key, which is made now if there is none."""
        if key not in self.rows:
            self.rows[key] = {"id": len(self.rows) + 1, **row}
        number: int = self.rows[key]["id"]
        return number


@dataclass(slots=True)
class _File:
    """A file in the making."""

    zone: tzinfo
    games: _Table = field(default_factory=_Table)
    players: _Table = field(default_factory=_Table)
    locations: _Table = field(default_factory=_Table)
    newest: datetime = datetime(2000, 1, 1, tzinfo=UTC)

    def play(self, result: Result) -> dict[str, Any]:
        """A play; whoever and whatever is new in it gets a row."""
        self.newest = max(self.newest, result.played_at)
        day = _written(result.began_at, self.zone)
        place = self._location(result) if result.place else 0
        people = [(seat, person) for seat in result.seats for person in seat.people]
        play = {
            "uuid": _uuid("play", result.public_id),
            "gameRefId": self._game(result),
            "locationRefId": place,
            "playDate": day,
            "playDateYmd": int(day[:10].replace("-", "")),
            "entryDate": day,
            "modificationDate": _written(result.played_at, self.zone),
            "durationMin": result.minutes,
            "rounds": result.rounds,
            "rating": 0,
            "scoringSetting": 0,
            "ignored": result.archived,
            "usesTeams": _shared(result),
            "manualWinner": False,
            "playImages": "[]",
            "expansionPlays": [],
            "bggId": 0,
            "nemestatsId": 0,
            "importPlayId": 0,
            "playerScores": [self._score(result, at, seat, person) for at, (seat, person) in enumerate(people)],
        }
        return {**play, "comments": result.note} if result.note else play

    def tables(self) -> dict[str, Any]:
        """All that stands beside the plays."""
        empty: dict[str, Any] = {key: [] for key in ("groups", "tags", "challenges", "deletedObjects")}
        tables = {key: list(getattr(self, key).rows.values()) for key in ("games", "players", "locations")}
        user = {"meRefId": 1, "exportDate": _written(self.newest, self.zone), "appVersion": SOURCE}
        return {**tables, **empty, "userInfo": user}

    def _score(self, result: Result, at: int, seat: ResultSeat, person: ResultPerson) -> dict[str, Any]:
        score = {
            "playerRefId": self._person(person, result),
            "score": "" if seat.total is None else str(seat.total),
            "rank": seat.place or 0,
            "winner": seat.won,
            "startPlayer": seat.number == result.starter,
            "newPlayer": False,
            "seatOrder": at,
        }
        return {**score, "team": str(seat.number + 1)} if _shared(result) else score

    def _game(self, result: Result) -> int:
        key = _game_key(result)
        flags = {"highestWins": not result.lowest_wins, "noPoints": False, "cooperative": False, "usesTeams": False}
        known = {**BGG.get(result.game, UNKNOWN), "isBaseGame": 1, "isExpansion": 0, "rating": 0}
        return self.games.ref(key, uuid=_uuid("game", key), name=result.called, **flags, **known, **self._since(result))

    def _person(self, person: ResultPerson, result: Result) -> int:
        row = {"uuid": _uuid("player", person.public_id), "name": person.name or NAMELESS, "bggUsername": ""}
        npc = {"metaData": '{"isNpc":1}'} if person.bot else {}
        return self.players.ref(person.public_id, **row, isAnonymous=not person.name, **npc, **self._since(result))

    def _location(self, result: Result) -> int:
        uuid = _uuid("location", result.place)
        return self.locations.ref(result.place, uuid=uuid, name=result.place, **self._since(result))

    def _since(self, result: Result) -> dict[str, str]:
        return {"modificationDate": _written(result.began_at, self.zone)}


def _game_key(result: Result) -> str:
    """What tells one of our games from another: a game of one's own by its name, and by who wins it."""
    way = "lowest" if result.lowest_wins else "highest"
    return f"{result.game}/{result.called}/{way}" if result.game == "points" else result.game


def _shared(result: Result) -> bool:
    return any(len(seat.people) > 1 for seat in result.seats)


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(uuid5(NAMESPACE_URL, SPACE), f"{kind}/{name}")).upper()


def _written(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")
