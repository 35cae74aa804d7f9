"""What a file of ours holds, read with care: every value is asked for by its kind, and what is wrong has a place."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import Any, NoReturn, TypeVar

from companion.games.why import N_, Refusal

T = TypeVar("T")
MOST_PARTS, MOST_VALUES = 2_000_000, 4_000_000
"""So many lists and objects, and values, has a file at most: twice what ours have in as many bytes as are taken."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


class Damaged(Refusal):
    """A file that cannot be read. `place`: where in it, as `matches[3].writes[0].at` or a line and a column."""

    def __init__(self, place: str, msgid: str, **values: object) -> None:
        super().__init__(msgid, "file", **values)
        self.place = place


def bounded(data: bytes, most: int, *signs: bytes) -> None:
    """Raise Damaged for a file with more of these signs, each of which takes fifty times its place in memory."""
    if sum(map(data.count, signs)) > most:
        raise Damaged("", N_("This file holds more than can be read at once. Save it in several parts."))


def loaded(data: bytes) -> At:
    """The value that a JSON file holds. Raises Damaged for what is none, in UTF-8 with or without its mark."""
    bounded(data, MOST_PARTS, b"[", b"{")
    bounded(data, MOST_VALUES, b",")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Damaged(f"[{wrong.start}]", N_("This file is not written in UTF-8.")) from None
    try:
        return At("", json.loads(text, object_pairs_hook=_object, parse_constant=_no_number))
    except json.JSONDecodeError as wrong:
        raise Damaged(f"{wrong.lineno}:{wrong.colno}", N_("This file is no JSON, or it was cut off.")) from None
    except (RecursionError, ValueError):
        raise Damaged("", N_("This file is no JSON that can be read.")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_number(said: str) -> NoReturn:
    raise ValueError(f"{said} is no number")


@dataclass(frozen=True, slots=True)
class At:
    """A value of a file and where it stands. Each method returns the value as its kind, or raises Damaged."""

    place: str
    value: Any

    def wrong(self, msgid: str, **values: object) -> NoReturn:
        """Refuse the file because of this value."""
        raise Damaged(self.place, msgid, **values)

    def keyed(self, *keys: str) -> Mapping[str, At]:
        """An object with exactly these keys: what is unknown would be lost unsaid."""
        found = self.value
        if not isinstance(found, dict):
            self.wrong(N_("Here should be an object."))
        if missing := sorted(set(keys) - set(found)):
            self.wrong(N_("“%(key)s” is missing here."), key=missing[0])
        if unknown := sorted(set(found) - set(keys)):
            self.wrong(N_("Nobody here knows what “%(key)s” is."), key=unknown[0][:40])
        return {key: At(f"{self.place}.{key}".removeprefix("."), found[key]) for key in keys}

    def many(self, parse: Callable[[At], T]) -> tuple[T, ...]:
        """A list of which each part is parsed."""
        if not isinstance(self.value, list):
            self.wrong(N_("Here should be a list."))
        return tuple(parse(At(f"{self.place}[{at}]", one)) for at, one in enumerate(self.value))

    def maybe(self, parse: Callable[[At], T]) -> T | None:
        """What is parsed, or None where the file says null."""
        return None if self.value is None else parse(self)

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.wrong(N_("Here should be true or false."))
        return self.value

    def number(self, least: int, most: int) -> int:
        """A whole number in these bounds."""
        found = self.value
        if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
            self.wrong(N_("Here should be a whole number from %(least)s to %(most)s."), least=least, most=most)
        return found

    def text(self, longest: int, shape: str = "") -> str:
        """A text of so many characters at most; `shape`: a pattern for all of it."""
        found = self.value
        if not isinstance(found, str):
            self.wrong(N_("Here should be a text."))
        if len(found) > longest:
            self.wrong(N_("This text is longer than %(most)s characters."), most=longest)
        if not sound(found) or (shape and not re.fullmatch(shape, found, re.ASCII)):
            self.wrong(N_("This text isn’t allowed here."))
        return found

    def moment(self) -> datetime:
        """A moment in UTC."""
        found = _moment(self.text(27))
        if found is None:
            self.wrong(N_("Here should be a moment such as %(moment)s."), moment="2026-05-03T18:04:05.123456Z")
        return found

    def raw(self) -> bytes:
        """Bytes, in base64."""
        try:
            return base64.b64decode(self.text(100_000, r"[A-Za-z0-9+/=]*"), validate=True)
        except binascii.Error:
            raise Damaged(self.place, N_("Here should be bytes in base64.")) from None

    def plain(self) -> Any:
        """Any value, as long as its texts and numbers can be kept."""
        try:
            kept = _all_sound(self.value)
        except RecursionError:
            kept = False
        if not kept:
            self.wrong(N_("This text isn’t allowed here."))
        return self.value

    def options(self) -> dict[str, Any]:
        """An object of plain values."""
        if not isinstance(self.value, dict):
            self.wrong(N_("Here should be an object."))
        found: dict[str, Any] = self.plain()
        return found

    def once(self, names: Collection[str]) -> None:
        """Check that none of these names, which the parts of this list have, stands twice."""
        seen: set[str] = set()
        for at, name in enumerate(names):
            if name in seen:
                raise Damaged(f"{self.place}[{at}]", N_("“%(key)s” stands twice in this file."), key=name)
            seen.add(name)


def moment_text(moment: datetime) -> str:
    """A moment as `At.moment` reads it: in UTC, to the microsecond."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if _MOMENT.fullmatch(text) else None
    except ValueError:  # There is no 30th of February.
        return None


def raw_text(data: bytes) -> str:
    """Bytes as `At.raw` reads them."""
    return base64.b64encode(data).decode()


def sound(text: str) -> bool:
    """Whether every database can keep it: no NUL, no half of a pair."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _all_sound(value: Any) -> bool:
    if isinstance(value, str):
        return sound(value)
    if isinstance(value, dict):
        return all(sound(key) and _all_sound(one) for key, one in value.items())
    if isinstance(value, float):
        return isfinite(value)
    return all(map(_all_sound, value)) if isinstance(value, list) else True
