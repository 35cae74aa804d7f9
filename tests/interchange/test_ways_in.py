"""Files of other programs: read as they were meant, or refused with the place; never half."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.result import SeatEnd
from companion.interchange import any_file, csv_in
from companion.interchange.plays import LeftOut, Play, Plays
from companion.interchange.reading import Damaged
from companion.interchange.telling import SkipPlay, game_of, whole

SAMPLES = Path(__file__).parent / "samples"
NAMES = sorted(path.name for path in SAMPLES.iterdir())
HEADS = csv_in.heads([])


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def told(data: bytes) -> Plays:
    _, found = any_file.read(data, HEADS)
    assert isinstance(found, Plays)
    return found


def read(data: bytes) -> tuple[Play, ...]:
    return told(data).plays


def left(data: bytes) -> list[tuple[str, str]]:
    return [(one.which, one.why.partition(":")[0]) for one in told(data).left_out]


def log(**play: Any) -> bytes:
    """A log of BG Stats with one play of Ana and Pau."""
    scores = [{"playerRefId": 1, "score": "12", "rank": 1, "winner": True, "startPlayer": False, "seatOrder": 0}]
    scores += [{"playerRefId": 2, "score": "", "rank": 0, "winner": False, "startPlayer": True, "seatOrder": 0}]
    row = {"uuid": "ABC-1", "gameRefId": 7, "locationRefId": 3, "playDate": "2026-05-03 20:15:00", "durationMin": 35}
    row |= {"playerScores": scores, "scoringSetting": 0, "ignored": False, "comments": "two\nlines", **play}
    people = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Pau"}, {"id": 3, "name": "", "isAnonymous": True}]
    people.append({"id": 4, "name": "Robo", "metaData": '{"isNpc":1}'})
    games = [{"id": 7, "name": "Uno", "bggId": 2223, "highestWins": False}]
    games += [{"id": 8, "name": "skyJO", "bggId": 0}, {"id": 9, "name": "Quest", "cooperative": True}]
    tables = {"games": games, "players": people, "locations": [{"id": 3, "name": "Kitchen"}], "plays": [row]}
    return json.dumps(tables).encode()


def scored(*scores: dict[str, Any]) -> list[dict[str, Any]]:
    plain = {"rank": 0, "winner": False, "score": ""}
    return [{**plain, "playerRefId": at, **score} for at, score in enumerate(scores, 1)]


def test_a_play_of_bg_stats_is_told_as_it_stands() -> None:
    (play,) = read(log())
    assert (play.source, play.called, play.key) == ("bgstats:ABC-1", "Uno", "points")
    assert play.at.isoformat() == "2026-05-03T20:15:00"
    assert play.names == ("Ana", "Pau")
    assert play.ends == (SeatEnd(12, 1, won=True), SeatEnd(None, None, won=False))
    assert (play.starter, play.minutes, play.place, play.note) == (1, 35, "Kitchen", "two\nlines")
    assert play.highest_wins is False


def test_the_winner_is_trusted_whatever_the_scores_say() -> None:
    (llama,) = (play for play in read(sample("BGStatsExport.small.json")) if play.called == "L.A.M.A.")
    assert llama.ends == (SeatEnd(48, 1, won=True), SeatEnd(43, 2, won=False), SeatEnd(9, 3, won=False))
    assert llama.highest_wins is True


def test_what_refers_to_nothing_is_left_out_or_blank() -> None:
    assert left(log(gameRefId=99)) == [("2026-05-03", "It doesn’t say which game was played.")]
    assert read(log(locationRefId=99))[0].place == ""
    (play,) = read(log(playerScores=scored({"winner": True}, {"playerRefId": 99})))
    assert play.names == ("Ana", "")


def test_somebody_anonymous_is_nobody_in_particular_also_twice() -> None:
    anonymous = {"playerRefId": 3}
    (play,) = read(log(playerScores=scored({"winner": True}, anonymous, anonymous)))
    assert play.names == ("Ana", "", "")
    assert left(log(playerScores=scored(anonymous, anonymous))) == [("Uno, 2026-05-03", "Nobody in it has a name.")]


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ({"scoringSetting": 4}, "Everyone played together against the game, so nobody won against the others."),
        ({"scoringSetting": 6}, "Everyone played together against the game, so nobody won against the others."),
        ({"gameRefId": 9}, "Everyone played together against the game, so nobody won against the others."),
        ({"ignored": True}, "It doesn’t count in the statistics there."),
        ({"playDate": "yesterday"}, "It doesn’t say when it was played."),
        ({"playDate": "0001-01-01 00:00:00"}, "It doesn’t say when it was played."),
        ({"playerScores": []}, "Nobody in it has a name."),
        ({"playerScores": scored({"winner": True})}, "One person played alone."),
        ({"playerScores": scored({"winner": True}, {"playerRefId": 1})}, "The same person is in it twice."),
        ({"playerScores": scored({}, {})}, "It says neither who won nor how many points anyone had."),
        ({"playerScores": scored({"score": "3.5"}, {})}, "One of its scores isn’t a whole number."),
        (
            {"playerScores": scored({"winner": 1}, *[{"playerRefId": 3}] * 8)},
            "More people played than can play in a match here.",
        ),
    ],
)
def test_what_cannot_be_a_match_here_is_left_out_with_the_reason(play: dict[str, Any], why: str) -> None:
    ((_, said),) = left(log(**play))
    assert said == why


def test_highest_wins_where_the_play_says_so_and_not_the_game() -> None:
    assert read(log(scoringSetting=1))[0].highest_wins is True


def test_without_any_place_the_winners_are_first_and_all_others_behind_them() -> None:
    (play,) = read(log(playerScores=scored({"winner": True}, {"winner": True}, {"playerRefId": 4})))
    assert [end.place for end in play.ends] == [1, 1, 3]
    assert play.bots == {2}


def test_people_sit_in_their_order_where_that_is_said() -> None:
    (play,) = read(log(playerScores=scored({"seatOrder": 2, "winner": True}, {"seatOrder": 1})))
    assert play.names == ("Pau", "Ana")


def test_the_same_play_is_there_once() -> None:
    file = json.loads(log())
    file["plays"] *= 3
    assert len(read(json.dumps(file).encode())) == 1


@pytest.mark.parametrize(
    ("text", "number"),
    [("", None), ("  ", None), ("125  ", 125), ("3+20+5+31", 59), ("-3", -3), ("−3", -3), ("12,0", 12), ("10 - 4", 6)],
)
def test_a_score_is_a_sum_or_blank(text: str, number: int | None) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["3.5", "49-46ish", "1e3", "9" * 30, "٣", "12 points", "+", "0x1"])
def test_any_other_score_is_refused(text: str) -> None:
    with pytest.raises(SkipPlay):
        whole(text)


def test_our_games_are_known_by_their_names_and_skyjo_also_by_its_number() -> None:
    assert game_of(" SKYJO ") == ("skyjo", "Skyjo")
    assert game_of("Skyjo Action", 204135) == ("skyjo", "Skyjo")
    assert game_of("jok-r-ummy JR")[0] == "jokrummy"
    assert game_of("Uno") == ("points", "Uno")
    assert game_of("points") == ("points", "points")


def test_a_list_of_plays_of_boardgamegeek() -> None:
    (play,) = read(sample("bgg-plays.xml"))
    assert (play.source, play.key, play.minutes, play.place) == ("bgg:113391260", "skyjo", 60, "kitchen")
    assert play.note == "two\nlines"
    assert [end.won for end in play.ends] == [False, True, False]
    assert [end.total for end in play.ends] == [104, 57, None]
    assert [which for which, _ in left(sample("bgg-plays.xml"))] == ["SKYJO, 2026-04-18", "Mojo, 2024-04-13"]


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        (b"<error><message>Invalid username</message></error>", "isn’t a list of plays"),
        (b'<!DOCTYPE plays [<!ENTITY a "b">]><plays>&a;</plays>', "no declarations"),
        (b"<plays><play></plays>", "its end is missing"),
        (b'<?xml version="1.0" encoding="nonsense"?><plays/>', "XML"),
        (b"<plays><play date='2026-05-03'/></plays>", "is missing here"),
    ],
)
def test_any_other_xml_is_refused(xml: bytes, said: str) -> None:
    with pytest.raises(Damaged, match=said):
        told(xml)


@pytest.mark.parametrize(
    "data", [b"", b"\xef\xbb\xbf", b"{}", b"[]", b'{"games":1,"players":[],"plays":[]}', b"\xff\xfe\x00", b"\0\0"]
)
def test_what_is_no_file_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(Damaged):
        told(data)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_was_cut_is_refused(name: str) -> None:
    whole_file = sample(name).rstrip()
    for end in range(0, len(whole_file), 1 + len(whole_file) // 60):
        with pytest.raises(Damaged):
            told(whole_file[:end])


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=5)
    | st.just([])
    | st.just({})
)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith("xml")])
@given(data=st.data())
def test_a_value_of_another_kind_is_read_or_refused_with_its_place(name: str, data: st.DataObject) -> None:
    file = json.loads(sample(name))
    at: Any = file
    for _ in range(data.draw(st.integers(1, 5))):
        keys = list(at) if isinstance(at, dict) else list(range(len(at))) if isinstance(at, list) else []
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        inner = at[key]
        if not isinstance(inner, dict | list) or data.draw(st.booleans()):
            at[key] = data.draw(VALUES)
            break
        at = inner
    said = json.dumps(file).encode()
    try:
        found = told(said)
    except Damaged as refused:
        assert str(refused.why)
    else:
        assert all(isinstance(one, LeftOut) and one.why for one in found.left_out)
        assert all(2 <= len(play.names) <= 8 for play in found.plays)


@given(st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_no_bytes_break_anything(data: bytes) -> None:
    for start in (b"", b"{", b"<", b"match;name;began;round;points\n"):
        try:
            any_file.read(start + data, HEADS)
        except Damaged as refused:
            assert str(refused.why)
