"""BoardGameGeek: a saved answer of its list of plays, as plays. See docs/interchange.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.parsers import expat

from companion.games.result import SeatEnd
from companion.games.why import N_

from .plays import LONGEST_NAME, LeftOut, Play, Plays
from .reading import Damaged, bounded
from .telling import LONGEST, SkipPlay, day_of, game_of, gathered, note_of, placed, plain, whole

SEVERAL = N_("It stands for several plays and doesn’t say how each of them ended.")
UNFINISHED = N_("It wasn’t played to the end.")
MOST_TAGS = 1_000_000
NOT_COUNTED = N_("It doesn’t count in the statistics there.")


def read(data: bytes) -> Plays:
    """What a list of plays tells. Raises Damaged for one that is not whole, and for any other XML."""
    bounded(data, MOST_TAGS, b"<")
    _check(data)
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise Damaged("", N_("This file isn’t XML that can be read.")) from None
    if root.tag != "plays":
        raise Damaged("1:1", N_("This isn’t a list of plays: save the page of your plays again."))
    return gathered(_plays(root))


def _check(data: bytes) -> None:
    """Raise Damaged for what is no XML, and for one that declares anything: a few lines of that could fill a house."""
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda *_: _declares(parser)
    try:
        parser.Parse(data, True)
    except Damaged:
        raise
    except expat.ExpatError as wrong:
        place = f"{wrong.lineno}:{wrong.offset + 1}"
        raise Damaged(place, N_("This file isn’t XML, or its end is missing.")) from None
    except (ValueError, LookupError):
        raise Damaged("", N_("This file isn’t XML that can be read.")) from None


def _declares(parser: expat.XMLParserType) -> NoReturn:
    place = f"{parser.CurrentLineNumber}:{parser.CurrentColumnNumber + 1}"
    raise Damaged(place, N_("A list of plays has no declarations: this is some other file."))


def _plays(root: Element) -> Iterator[Play | LeftOut]:
    for at, row in enumerate(root.iter("play")):
        try:
            yield _play(row, at)
        except SkipPlay as unfit:
            yield LeftOut(unfit.why, _which(row))


def _play(row: Element, at: int) -> Play:
    """A play. Raises SkipPlay for one that is left out, Damaged for one that has no number."""
    if _number(row, "quantity", 1) != 1:
        raise SkipPlay(SEVERAL)
    if _number(row, "incomplete"):
        raise SkipPlay(UNFINISHED)
    if _number(row, "nowinstats"):
        raise SkipPlay(NOT_COUNTED)
    if not (number := plain(row.get("id", ""), 40)):
        raise Damaged(f"play[{at + 1}]", N_("“%(key)s” is missing here."), key="id")
    item = row.find("item")
    key, called = game_of("" if item is None else item.get("name", ""), _number(item, "objectid"))
    people = row.findall("players/player")
    starts = [at for at, person in enumerate(people) if person.get("startposition", "").strip() == "1"]
    return Play(
        source=f"bgg:{number}",
        where=_which(row),
        called=called,
        key=key,
        at=day_of(row.get("date", "")),
        names=tuple(plain(person.get("name") or person.get("username") or "", LONGEST_NAME) for person in people),
        ends=placed([SeatEnd(whole(one.get("score", "")), None, one.get("win") == "1") for one in people]),
        starter=starts[0] if starts else 0,
        minutes=max(0, min(_number(row, "length"), LONGEST)),
        note=note_of(row.findtext("comments") or ""),
        place=plain(row.get("location", ""), LONGEST_NAME),
    )


def _which(row: Element) -> str:
    item = row.find("item")
    named = "" if item is None else plain(item.get("name", ""), LONGEST_NAME)
    return ", ".join(filter(None, (named, plain(row.get("date", ""), 10))))


def _number(row: Element | None, key: str, blank: int = 0) -> int:
    said = "" if row is None else row.get(key, "").strip()
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else blank
