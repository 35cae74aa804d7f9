"""A play of another program as a match: only its result, or its rounds where a spreadsheet tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any

from sqlalchemy import insert

from companion.games import by_key
from companion.games.scoresheet import SeatSpan
from companion.interchange.plays import Play

from .base import db
from .brought_match import BROUGHT, finish
from .brought_people import keys_of
from .cells import ADJUST, CLOSER, ENTRY, FINISH, NOTE, PLACE, RESULT, SPAN, STOP, Cell
from .from_cells import Told, told
from .models import Match, Seat, Write, new_public_id
from .players import clean_lines
from .result_only import Result
from .seats import spelled
from .store import append
from .trails import Value

Written = list[dict[Cell, Value]]
"""What stands in the cells of a match, write by write."""


def moment_of(at: datetime, zone: tzinfo) -> datetime:
    """A moment in UTC; one without a zone is what the clock on the wall showed in that one."""
    if at.tzinfo is not None:
        return at.astimezone(UTC)
    placed = zone.localize(at) if hasattr(zone, "localize") else at.replace(tzinfo=zone)
    found: datetime = placed.astimezone(UTC)
    return found


def result_of(play: Play) -> Result:
    """What the cell of a play says of which only the result is known."""
    return Result(play.source.partition(":")[0], play.ends, play.minutes)


def write_play(
    play: Play, group: int, import_id: int, phones: tuple[int, int], people: Mapping[str, int], zone: tzinfo
) -> int:
    """Store a play as a match, with all that follows from it, and return its id; inside `writing()`, nothing is
    committed. `phones`: the one that brought it, its host from now on, and the one that is said to have written it;
    `people`: the players of its seats; `zone`: that of its clock.
    """
    rounds, at = told(play), moment_of(play.at, zone)
    host, phone = phones
    match = _row(play, rounds, at, group, import_id)
    written = _rounds(rounds) if rounds else [{Cell(RESULT): result_of(play).spell()}]
    written[0] |= _beside(play)
    match.phone_id, match.version = host, len(written) + import_id
    db.session.add(match)
    db.session.flush()
    _seats(match.id, play, rounds, people)
    game = by_key(play.key)
    for version, cells in enumerate(written, 1):
        act = Write(match_id=match.id, version=version, client_id=f"{BROUGHT}{version}", phone_id=phone, at=at)
        append(game, act, [(cell, 1, value) for cell, value in cells.items()])
    finish(match.id)
    return match.id


def _row(play: Play, rounds: Told | None, at: datetime, group: int, import_id: int) -> Match:
    return Match(
        public_id=new_public_id(),
        group_id=group,
        client_id=f"{BROUGHT}{import_id} {new_public_id()}",
        game=play.key,
        called=play.called,
        options=dict(rounds.options) if rounds else _agreed(play),
        first_starter=play.starter,
        created_at=at,
        source=play.source[:80],
        import_id=import_id,
    )


def _beside(play: Play) -> dict[Cell, Value]:
    texts = {Cell(NOTE): clean_lines(play.note), Cell(PLACE): play.place}
    return {cell: text for cell, text in texts.items() if text}


def _agreed(play: Play) -> dict[str, int | str]:
    """The options of a match of which only the result is known: as few as can be."""
    if play.key != "points":
        return {}
    return {"called": play.called, "winner": "highest" if _highest(play) else "lowest", "length": "group"}


def _highest(play: Play) -> bool:
    """Whether the highest total wins, by what is said, else by who has won with what."""
    if play.highest_wins is not None:
        return play.highest_wins
    won = [end.total for end in play.ends if end.won and end.total is not None]
    others = [end.total for end in play.ends if not end.won and end.total is not None]
    return not won or not others or max(won) > min(others)


def _seats(match_id: int, play: Play, rounds: Told | None, people: Mapping[str, int]) -> None:
    spans: Sequence[SeatSpan] = rounds.spans if rounds else [SeatSpan()] * len(play.names)
    rows = [
        {
            "match_id": match_id,
            "number": seat,
            "part": part,
            "player_id": people[key],
            "joined": spans[seat].first_round > 1,
        }
        for seat, keys in enumerate(keys_of(play))
        for part, key in enumerate(keys)
    ]
    db.session.connection().execute(insert(Seat.__table__), rows)


def _rounds(rounds: Told) -> Written:
    """Round by round what was written; who played when stands in the first write, how it ended in the last."""
    written: Written = [{}]
    for number, facts in enumerate(rounds.rounds, 1):
        written.append({Cell(ENTRY, number, seat): entry for seat, entry in facts.entries.items()})
        if facts.closer is not None:
            written[-1][Cell(CLOSER, number)] = facts.closer
        for seat, points in facts.adjust.items():
            written[-1][Cell(ADJUST, number, seat)] = {"points": points, "note": ""}
    spans: dict[Cell, Any] = {
        Cell(SPAN, seat=seat): spelled(span) for seat, span in enumerate(rounds.spans) if span != SeatSpan()
    }
    written[0] |= spans
    if rounds.finish is not None:
        written[-1][Cell(FINISH)] = rounds.finish
    if rounds.stopped:
        written[-1][Cell(STOP)] = True
    return [cells for cells in written if cells] or [{}]
