"""The last evening of a group as text for a chat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.interchange.results import Result, ResultSeat
from companion.ledger.evenings import PAUSE
from companion.ledger.unnamed import somebody

from .words import dated, gettext, isolated, ngettext, say, signed


def evening_text(results: Iterable[Result]) -> str:
    """The matches of the newest evening among these, and who won how many; empty when there are none."""
    there = _evening(sorted(results, key=lambda result: result.played_at))
    if not there:
        return ""
    lines = [dated(there[0].began_at, "EEEE, d MMMM y"), *map(_line, there)]
    won = Counter(_name(seat) for result in there for seat in result.seats if seat.won)
    if len(there) > 1 and won:
        lines += ["", *(_won(name, times) for name, times in won.most_common())]
    return "\n".join(lines)


def _evening(results: Sequence[Result]) -> list[Result]:
    """The last of these with those before it that were played in one go."""
    found: list[Result] = []
    for result in reversed(results):
        if found and found[-1].began_at - result.played_at >= PAUSE:
            break
        found.append(result)
    return found[::-1]


def _line(result: Result) -> str:
    best = sorted(result.seats, key=lambda seat: (not seat.won, seat.place or len(result.seats) + 1))
    said = ", ".join(_stands(seat) for seat in best)
    if result.over:
        return gettext("%(label)s: %(value)s", label=result.called, value=said)
    return gettext("%(game)s, unfinished: %(people)s", game=result.called, people=said)


def _stands(seat: ResultSeat) -> str:
    total = "" if seat.total is None else f" {signed(seat.total)}"
    return f"{_name(seat)}{total}{' 👑' if seat.won else ''}"


def _name(seat: ResultSeat) -> str:
    return isolated(" + ".join(person.name or say(somebody(1)) for person in seat.people))


def _won(name: str, times: int) -> str:
    return ngettext("%(name)s won %(num)s match", "%(name)s won %(num)s matches", times, name=name)
