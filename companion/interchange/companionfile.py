"""Our own file as a whole: JSON that says the same in the same bytes, written piece by piece."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.games.why import N_

from .matchfile import MatchFile, PersonFile
from .reading import At, loaded

FORMAT, VERSION = "companion", 1


@dataclass(frozen=True, slots=True)
class CompanionFile:
    """Matches, and everybody who is named in them."""

    matches: tuple[MatchFile, ...]
    people: tuple[PersonFile, ...]


class _Spelled(Protocol):
    def spell(self) -> dict[str, Any]: ...


def spelled(matches: Iterable[MatchFile], people: Callable[[], Iterable[PersonFile]]) -> Iterator[str]:
    """The text of a file, in pieces of a match or a person; `people` is asked once all matches are out.

    Keys are sorted, so matches come first; every match and every person has a line.
    """
    yield f'{{"format":"{FORMAT}","matches":['
    yield from _lines(matches)
    yield '],"people":['
    yield from _lines(people())
    yield f'],"version":{VERSION}}}\n'


def read(data: bytes) -> CompanionFile:
    """What a file says. Raises Damaged with the place and the reason for a file that is not whole."""
    return read_loaded(loaded(data))


def read_loaded(top: At) -> CompanionFile:
    """What the value of a JSON file says. Raises Damaged."""
    if not isinstance(top.value, dict) or top.value.get("format") != FORMAT:
        top.wrong(N_("This is no file of this program."))
    if top.value.get("version") != VERSION:
        At("version", None).wrong(N_("This file was made by a newer version of this program."))
    of = top.keyed("format", "matches", "people", "version")
    matches, people = of["matches"].many(MatchFile.parse), of["people"].many(PersonFile.parse)
    of["matches"].once([match.public_id for match in matches])
    of["people"].once([person.public_id for person in people])
    _check_known(matches, {person.public_id: person for person in people})
    return CompanionFile(matches, people)


def _lines(parts: Iterable[_Spelled]) -> Iterator[str]:
    before = "\n"
    for part in parts:
        yield before + json.dumps(part.spell(), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        before = ",\n"
    if before != "\n":
        yield "\n"


def _check_known(matches: Iterable[MatchFile], people: Mapping[str, PersonFile]) -> None:
    """Raise Damaged for a seat, or a name of somebody else, whose person is not in the file."""
    said = N_("Nobody in this file is “%(key)s”.")
    for at, match in enumerate(matches):
        for number, seat in enumerate(match.seats):
            if missing := [key for key in seat.people if key not in people]:
                At(f"matches[{at}].seats[{number}]", None).wrong(said, key=missing[0])
    for at, person in enumerate(people.values()):
        here = At(f"people[{at}].stands_for", None)
        before, other = {person.public_id}, person.stands_for
        while other is not None:
            if other not in people:
                here.wrong(said, key=other)
            if other in before:
                here.wrong(N_("“%(key)s” can’t be another name of itself."), key=other)
            before.add(other)
            other = people[other].stands_for
