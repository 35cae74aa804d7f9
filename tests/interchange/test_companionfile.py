"""Our own file: what is written is what is read, and what is damaged is refused with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from companion.interchange.companionfile import CompanionFile, read, spelled
from companion.interchange.matchfile import MatchFile, PersonFile
from companion.interchange.reading import At, Damaged
from tests.interchange.files import files


def text(file: CompanionFile) -> bytes:
    return "".join(spelled(file.matches, lambda: file.people)).encode()


@given(files())
def test_what_is_spelled_is_parsed_as_it_was(file: CompanionFile) -> None:
    assert read(text(file)) == file
    assert text(read(text(file))) == text(file)


@given(files())
def test_a_file_is_json_with_sorted_keys_and_one_line_for_each_part(file: CompanionFile) -> None:
    said = text(file).decode()
    assert json.dumps(json.loads(said), ensure_ascii=False, sort_keys=True, separators=(",", ":")) == said.replace(
        "\n", ""
    )
    assert said.endswith("}\n")
    assert said.count("\n") == len(file.matches) + len(file.people) + 1 + bool(file.matches) + bool(file.people)


@settings(max_examples=30)
@given(files())
def test_a_file_that_was_cut_is_refused(file: CompanionFile) -> None:
    whole = text(file)
    for end in range(0, len(whole) - 2, 1 + len(whole) // 20):
        with pytest.raises(Damaged):
            read(whole[:end])


def small() -> dict[str, Any]:
    """A file of one match with everything in it, as JSON has it."""
    person = {"public_id": "ana", "name": "Ana", "nickname": "", "pair": 0, "emoji": "", "bot": False, "listed": True}
    record = {"cell": "entry/1/0", "value": 14}
    line = {"round": 1, "number": 1, "seat": -1, "move": "shuffle 1", "nonces": "AAAA"}
    at = "2026-05-03T18:04:05.123456Z"
    write = {"version": 1, "at": at, "phone": 1, "undoes": None, "records": [record], "lines": [line]}
    match = {"public_id": "m", "game": "mojo", "called": "Mojo", "options": {"limit": 50}, "first_starter": 0}
    match |= {"created_at": at, "phone": 1, "source": None, "seats": [{"people": ["ana"], "joined": False}]}
    people = [person | {"stands_for": None}]
    return {"format": "companion", "version": 1, "matches": [match | {"writes": [write]}], "people": people}


def changed(path: str, value: Any) -> bytes:
    """The small file with another value at one place; `...` takes the key away."""
    whole = small()
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part: Any = whole
    for step in way:
        part = part[step]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return json.dumps(whole).encode()


def test_the_small_file_is_whole() -> None:
    (match,) = read(json.dumps(small()).encode()).matches
    assert match.writes[0].lines[0].nonces == b"\0\0\0"
    assert match.writes[0].at.microsecond == 123456


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("format", "other", ""),
        ("version", 2, "version"),
        ("more", 1, ""),
        ("people", {}, "people"),
        ("people.0", "ana", "people[0]"),
        ("people.0.bot", 0, "people[0].bot"),
        ("people.0.pair", True, "people[0].pair"),
        ("people.0.pair", 100, "people[0].pair"),
        ("people.0.name", "A" * 41, "people[0].name"),
        ("people.0.name", "A\0", "people[0].name"),
        ("people.0.name", "\ud800", "people[0].name"),
        ("people.0.public_id", "ä", "people[0].public_id"),
        ("people.0.stands_for", "ana", "people[0].stands_for"),
        ("people.0.stands_for", "pau", "people[0].stands_for"),
        ("matches.0.seats", [], "matches[0].seats"),
        ("matches.0.seats.0.people", [], "matches[0].seats[0].people"),
        ("matches.0.seats.0.people", ["pau"], "matches[0].seats[0]"),
        ("matches.0.seats.0.joined", None, "matches[0].seats[0].joined"),
        ("matches.0.options", [], "matches[0].options"),
        ("matches.0.options.limit", ["\0"], "matches[0].options"),
        ("matches.0.first_starter", 1, "matches[0].first_starter"),
        ("matches.0.first_starter", "0", "matches[0].first_starter"),
        ("matches.0.created_at", "2026-05-03", "matches[0].created_at"),
        ("matches.0.created_at", "2026-13-03T18:04:05.123456Z", "matches[0].created_at"),
        ("matches.0.source", ..., "matches[0]"),
        ("matches.0.called", 5, "matches[0].called"),
        ("matches.0.writes.0.phone", 0, "matches[0].writes[0].phone"),
        ("matches.0.writes.0.version", 1.5, "matches[0].writes[0].version"),
        ("matches.0.writes.0.more", 1, "matches[0].writes[0]"),
        ("matches.0.writes.0.records.0.cell", "Entry 1", "matches[0].writes[0].records[0].cell"),
        ("matches.0.writes.0.records.0.value", {"a": ["\ud800"]}, "matches[0].writes[0].records[0].value"),
        ("matches.0.writes.0.lines.0.nonces", "no", "matches[0].writes[0].lines[0].nonces"),
        ("matches.0.writes.0.lines.0.nonces", "AAA!", "matches[0].writes[0].lines[0].nonces"),
    ],
)
def test_what_is_damaged_is_refused_with_its_place(path: str, value: Any, place: str) -> None:
    with pytest.raises(Damaged) as refused:
        read(changed(path, value))
    assert refused.value.place == place


def test_a_match_or_a_person_that_stands_twice_is_refused() -> None:
    for part in ("matches", "people"):
        whole = small()
        whole[part] *= 2
        with pytest.raises(Damaged, match="twice") as refused:
            read(json.dumps(whole).encode())
        assert refused.value.place == f"{part}[1]"


def test_writes_out_of_order_are_refused() -> None:
    whole = small()
    whole["matches"][0]["writes"] *= 2
    with pytest.raises(Damaged) as refused:
        read(json.dumps(whole).encode())
    assert refused.value.place == "matches[0].writes"


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe{\0", b"[]", b"null", b"[" * 100_000, b'{"format":"companion","format":"companion"}',
             b'{"format":"companion","version":1,"matches":[],"people":NaN}', b'{"version": ' + b"9" * 5000 + b"}"]
)  # fmt: skip
def test_what_is_no_file_of_ours_is_refused(data: bytes) -> None:
    with pytest.raises(Damaged):
        read(data)


def test_the_sign_at_the_beginning_that_some_programs_write_is_read_over() -> None:
    assert read(b"\xef\xbb\xbf" + json.dumps(small()).encode()) == read(json.dumps(small()).encode())


def test_a_file_is_written_as_it_comes() -> None:
    """Nothing of the second match is asked for before the first is out, nor of people before all matches are."""
    asked = []

    def matches() -> Any:
        for key in ("a", "b"):
            asked.append(key)
            yield MatchFile.parse(At("", small()["matches"][0] | {"public_id": key}))

    def people() -> list[PersonFile]:
        asked.append("people")
        return []

    pieces = spelled(matches(), people)
    next(pieces)
    assert asked == []
    assert '"public_id":"a"' in next(pieces)
    assert asked == ["a"]
    rest = "".join(pieces)
    assert asked == ["a", "b", "people"]
    assert rest.endswith('],"people":[],"version":1}\n')
