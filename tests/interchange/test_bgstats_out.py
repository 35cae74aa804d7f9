"""BG Stats: plays as its samples have them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest

from companion.interchange.bgstats_out import ADDRESS, LONGEST, file_of, link
from companion.interchange.results import Result, ResultPerson, ResultSeat
from tests.interchange.test_csv_out import result

WARSAW = ZoneInfo("Europe/Warsaw")

# The kinds of what a real export has in every row of these tables, and ours must have, too.
SHAPES: dict[str, dict[str, type]] = {
    "games": {
        **dict.fromkeys(("id", "bggId", "bggYear", "isBaseGame", "isExpansion", "rating"), int),
        **dict.fromkeys(("uuid", "name", "bggName", "modificationDate"), str),
        **dict.fromkeys(("highestWins", "noPoints", "cooperative", "usesTeams"), bool),
    },
    "players": {"id": int, "uuid": str, "name": str, "isAnonymous": bool, "modificationDate": str, "bggUsername": str},
    "locations": {"id": int, "uuid": str, "name": str, "modificationDate": str},
    "plays": {
        **dict.fromkeys(("uuid", "playDate", "entryDate", "modificationDate", "playImages"), str),
        **dict.fromkeys(("playDateYmd", "gameRefId", "locationRefId", "durationMin", "rounds", "rating"), int),
        **dict.fromkeys(("scoringSetting", "bggId", "nemestatsId", "importPlayId"), int),
        **dict.fromkeys(("ignored", "usesTeams", "manualWinner"), bool),
        **dict.fromkeys(("expansionPlays", "playerScores"), list),
    },
}
SCORE = {
    **dict.fromkeys(("playerRefId", "rank", "seatOrder"), int),
    "score": str,
    **dict.fromkeys(("winner", "startPlayer", "newPlayer"), bool),
}


def read(some: Iterable[Result], about: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(file_of(some, WARSAW, about)))
    return found


def fits(row: dict[str, Any], shape: dict[str, type]) -> bool:
    """Whether a row has all of a shape, of exactly these kinds."""
    return {key: type(row.get(key)) for key in shape} == shape


def played() -> list[Result]:
    """Matches with everything: a place, a note, a bot, a leaver, a tie, sides, the archive, no rounds."""
    bot = ResultSeat(1, (ResultPerson("bot", "Robo", bot=True),), 60, 2, won=False)
    left = ResultSeat(2, (ResultPerson("teo", "Teo", bot=False),), 5, None, won=False)
    blank = ResultSeat(3, (ResultPerson("iris", "Iris", bot=False),), None, 1, won=True)
    ana = result().seats[0]
    return [
        result(note="tie: both win", place="Kitchen"),
        result(public_id="m2", seats=(ana, bot, left, blank), archived=True, game="skyjo", called="Skyjo"),
        result(public_id="m3", place="Kitchen", rounds=0, lowest_wins=False, game="points", called="Uno"),
        result(public_id="m4", over=False),
    ]


def test_every_row_has_what_those_of_a_real_export_have() -> None:
    file = read(played())
    for table, shape in SHAPES.items():
        assert file[table]
        assert [row for row in file[table] if not fits(row, shape)] == [], table
    assert [one for play in file["plays"] for one in play["playerScores"] if not fits(one, SCORE)] == []
    assert {key: type(value) for key, value in file["userInfo"].items()} == {
        "meRefId": int,
        "exportDate": str,
        "appVersion": str,
    }
    assert {"groups", "tags", "challenges", "deletedObjects"} < set(file)


def test_what_plays_refer_to_is_there_and_has_a_name_of_its_own() -> None:
    file = read(played())
    ids = {table: [row["id"] for row in file[table]] for table in ("games", "players", "locations")}
    assert ids == {"games": [1, 2, 3], "players": [1, 2, 3, 4, 5, 6], "locations": [1]}
    for play in file["plays"]:
        assert play["gameRefId"] in ids["games"]
        assert play["locationRefId"] in [0, *ids["locations"]]
        assert {score["playerRefId"] for score in play["playerScores"]} <= set(ids["players"])
    uuids = [row["uuid"] for table in SHAPES for row in file[table]]
    assert len(set(uuids)) == len(uuids)
    assert all(uuid == uuid.upper() and len(uuid) == 36 for uuid in uuids)


def test_a_play_says_what_the_match_came_to() -> None:
    first, second, third = read(played())["plays"]
    assert [(one["score"], one["rank"], one["winner"]) for one in second["playerScores"]] == [
        *(("-7", 1, True), ("60", 2, False), ("5", 0, False), ("", 1, True))
    ]
    assert [one["seatOrder"] for one in first["playerScores"]] == [0, 1, 2]
    assert [one["team"] for one in first["playerScores"]] == ["1", "2", "2"]
    assert "team" not in second["playerScores"][0]
    assert [play["usesTeams"] for play in (first, second, third)] == [True, False, True]
    assert [play["ignored"] for play in (first, second, third)] == [False, True, False]
    assert (first["rounds"], third["rounds"]) == (1, 0)
    assert (first["comments"], "comments" in second) == ("tie: both win", False)
    assert [one["startPlayer"] for one in first["playerScores"]] == [True, False, False]


def test_times_in_the_file_are_those_of_the_clock_on_the_wall() -> None:
    play = read(played())["plays"][0]
    assert (play["playDate"], play["playDateYmd"]) == ("2026-05-04 00:30:00", 20260504)
    assert play["durationMin"] == 60


def test_a_game_is_known_by_its_number_and_by_who_wins() -> None:
    mojo, skyjo, uno = read(played())["games"]
    assert (mojo["bggId"], mojo["highestWins"]) == (0, False)
    assert (skyjo["bggId"], skyjo["bggName"]) == (204135, "SKYJO")
    assert (uno["name"], uno["highestWins"]) == ("Uno", True)


def test_a_bot_is_no_person() -> None:
    people = {row["name"]: row for row in read(played())["players"]}
    assert json.loads(people["Robo"]["metaData"]) == {"isNpc": 1}
    assert "metaData" not in people["Ana"]


def test_somebody_who_was_deleted_is_anonymous() -> None:
    seats = (ResultSeat(0, (ResultPerson("gone", "", bot=False),), 5, 1, won=True),)
    (nobody,) = read([result(seats=seats)])["players"]
    assert (nobody["name"], nobody["isAnonymous"]) == ("Anonymous", True)
    assert said(result(seats=seats))["players"][0]["name"] == "Anonymous"


def test_the_file_is_the_same_twice_and_a_play_keeps_its_name_in_every_file() -> None:
    assert "".join(file_of(played(), UTC)) == "".join(file_of(played(), UTC))
    assert read(played()[1:])["plays"][0]["uuid"] == read(played())["plays"][1]["uuid"]


def test_a_single_play_says_what_it_is_for() -> None:
    assert next(iter(read(played()[:1], about=True))) == "about"
    assert "about" not in read(played())
    assert read([])["plays"] == []


def said(result: Result) -> dict[str, Any]:
    """What a link says."""
    address = link(result)
    assert address is not None
    found: dict[str, Any] = json.loads(unquote(address.removeprefix(ADDRESS)))
    return found


def test_a_link_says_the_moment_in_utc() -> None:
    assert said(result())["playDate"] == "2026-05-03 22:30:00"


def test_a_link_has_what_the_app_asks_for() -> None:
    play = said(played()[1])
    assert set(play) == {"sourceName", "sourcePlayId", "playDate", "game", "players", "durationMin"}
    assert play["game"] == {
        "name": "Skyjo",
        "sourceGameId": "skyjo",
        "bggId": 204135,
        "highestWins": False,
        "noPoints": False,
    }
    for one in play["players"]:
        assert isinstance(one["startPlayer"], bool)
        assert isinstance(one["winner"], bool)
    assert [one.get("score") for one in play["players"]] == [-7, 60, 5, None]
    assert [one.get("rank") for one in play["players"]] == [1, 2, None, 1]
    assert "bggId" not in said(result())["game"]


@pytest.mark.parametrize("name", ["A" * 40, "Zoé & Łukasz?#%+", "👨‍👩‍👧 نور"])
def test_a_link_holds_eight_people_with_long_names(name: str) -> None:
    them = (ResultPerson("abcdefghijkl", name, bot=False),)
    seats = [ResultSeat(at, them, 100, at + 1, won=False) for at in range(8)]
    address = link(replace(result(), seats=tuple(seats), note="x" * 500))
    assert address is not None
    assert len(address) < LONGEST
    assert json.loads(unquote(address.removeprefix(ADDRESS)))["players"][7]["name"] == name


def test_a_link_that_would_be_too_long_leaves_the_note_out_and_then_is_none() -> None:
    people = tuple(ResultPerson("abcdefghijkl", "👩" * 40, bot=False) for _ in range(8))
    seats = tuple(ResultSeat(at, (one,), 100, at + 1, won=False) for at, one in enumerate(people))
    assert "comments" not in said(replace(result(), seats=seats, note="é" * 500))
    assert link(replace(result(), seats=tuple(replace(seat, people=people[:2]) for seat in seats))) is None


def test_a_match_that_lay_overnight_has_no_length() -> None:
    assert result(played_at=datetime(2026, 5, 5, tzinfo=UTC)).minutes == 0
    assert result(played_at=datetime(2026, 5, 3, tzinfo=UTC)).minutes == 0
