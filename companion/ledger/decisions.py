"""What the group decides about a match: its limit, stopping, who sits where, who leaves and joins, house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from companion.games.game import N_
from companion.games.scoresheet import SeatSpan

from . import db
from .matches import Change, Refused, check_open, client_key, put
from .models import Player, Seat
from .players import clean, name_key, of_group
from .records import adjust_cell, span_cell
from .state import MatchState, forget


def decide(match_id: int, phone: int, client_id: str, cell: str, value: Any, seen: int | None = None) -> MatchState:
    """Write one of the plain facts `limit` (points), `stop` and `archive` (True, or None to take it back).

    `seen`: the newest number the phone knew in that cell, None to write over whatever stands. Raises Refused when a
    match that is over should be stopped, or for a limit that the game does not go to, and Conflict.
    """

    def plan(state: MatchState) -> list[Change]:
        if cell == "stop" and value and state.sheet.over:
            raise Refused(N_("This match is over already."))
        if cell == "limit":
            _check_limit(state, value)
        return [Change(cell, value, seen)]

    return put(match_id, phone, client_key(client_id, cell, value), plan)


def _check_limit(state: MatchState, limit: int) -> None:
    option = next(option for option in state.game.options if option.key == "limit")
    if not option.least <= limit <= option.most:
        said = N_("Write a whole number from %(least)s to %(most)s.")
        raise Refused(said, "limit", least=option.least, most=option.most)


def reorder(match_id: int, phone: int, client_id: str, order: Sequence[int]) -> MatchState:
    """Write who sits where: all seat numbers, clockwise. Raises Refused for anything else."""

    def plan(state: MatchState) -> list[Change]:
        if sorted(order) != [seat.number for seat in state.seats]:
            raise Refused(N_("Each person needs one seat."), "order")
        return [Change("order", list(order))]

    return put(match_id, phone, client_key(client_id, "order", list(order)), plan)


def move(match_id: int, phone: int, client_id: str, seat: int, steps: int) -> MatchState:
    """Write that a seat goes that many places clockwise (or back, when negative); at the ends nothing changes."""

    def plan(state: MatchState) -> list[Change]:
        shown = [number for number in state.order if not state.seats[number].absent]
        if seat not in shown or not 0 <= shown.index(seat) + steps < len(shown):
            return []
        at = shown.index(seat)
        shown.insert(at + steps, shown.pop(at))
        return [Change("order", shown + [number for number in state.order if state.seats[number].absent])]

    return put(match_id, phone, client_key(client_id, "move", seat, steps), plan)


def rename(match_id: int, phone: int, client_id: str, seat: int, name: str) -> MatchState:
    """Write another name for whoever sits there; the person is called so from now on, in all matches of the group.

    Raises Refused when the group remembers somebody else by that name. Undo leaves it alone: rename once more.
    """
    name = clean(name)

    def plan(state: MatchState) -> list[Change]:
        _span(state, seat)
        player = db.session.get_one(Player, state.seats[seat].player_id)
        taken = select(Player.id).where(Player.group_id == state.group_id, Player.key == name_key(name))
        if db.session.scalar(taken.where(Player.id != player.id)) is not None:
            raise Refused(N_("%(name)s is somebody else in your group: add a letter."), "new_name", name=name)
        player.name, player.key = name, name_key(name)
        return [Change(f"name/{seat}", name)]

    after = put(match_id, phone, client_key(client_id, "rename", seat, name), plan)
    forget()  # The old name is remembered with other matches, too.
    return after


def leave(match_id: int, phone: int, client_id: str, seat: int, last_round: int) -> MatchState:
    """Write that a seat plays its last round in round `last_round`: it keeps its total, out of the ranking.

    Raises Refused when fewer people than the game needs would stay, when the seat has points in a later round, or for
    a round that has not come.
    """

    def plan(state: MatchState) -> list[Change]:
        span, rounds = _span(state, seat), state.sheet.rounds
        if not span.first_round - 1 <= last_round <= len(rounds):
            raise Refused(N_("Choose a round from the list."), "last_round")
        if state.screen and seat in state.screen.setup.seats and last_round < (state.on_screens or 0):
            raise Refused(
                N_("%(name)s was dealt into round %(round)s: let a bot play on, and choose that round."),
                "last_round",
                name=state.name(seat),
                round=state.screen.round,
            )
        scored = max((r.number for r in rounds if r.cells[seat].score is not None), default=0)
        if last_round < scored:
            raise Refused(
                N_("%(name)s has points in round %(round)s: choose that round or a later one."),
                "last_round",
                name=state.name(seat),
                round=scored,
            )
        _enough_stay(state, seat, last_round)
        return [Change(span_cell(seat), _spelled(SeatSpan(span.first_round, last_round, span.start_points)))]

    return put(match_id, phone, client_key(client_id, "leave", seat, last_round), plan)


def _enough_stay(state: MatchState, seat: int, last_round: int) -> None:
    """Raise Refused unless every round after `last_round`, begun or to come, has enough people without `seat`."""
    others = [other.span for other in state.seats if other.number != seat]
    least = state.game.seats.start
    coming = sum(span.last_round is None for span in others)
    there = [sum(span.plays(n) for span in others) for n in range(last_round + 1, len(state.sheet.rounds) + 1)]
    if min([coming, *there]) < least:
        said = N_("%(least)s people at least must stay. To end the evening, stop the match instead.")
        raise Refused(said, "seat", least=least)


def join(match_id: int, phone: int, client_id: str, name: str, first_round: int, points: int) -> MatchState:
    """Write that a person plays from round `first_round` on, starting with `points`.

    Raises Refused when the match is over, everybody fits no more, the person sits there already, or the round is past.
    """

    def plan(state: MatchState) -> list[Change]:
        _may_join(state, name, first_round)
        player = of_group(state.group_id, [name])[0]
        number = len(state.seats)
        db.session.add(Seat(match_id=state.id, number=number, player_id=player.id, joined=True))
        return [Change(span_cell(number), _spelled(SeatSpan(first_round, None, points)))]

    return put(match_id, phone, client_key(client_id, "join", name, first_round, points), plan)


def adjust(
    match_id: int, phone: int, client_id: str, round_: int, seat: int, points: int, note: str, seen: int
) -> MatchState:
    """Write a house rule for a cell: ± points with a note; 0 points takes it away. Raises Refused and Conflict."""
    value = {"points": points, "note": note} if points else None

    def plan(state: MatchState) -> list[Change]:
        check_open(state, round_, seat)
        return [Change(adjust_cell(round_, seat), value, seen)]

    return put(match_id, phone, client_key(client_id, "adjust", round_, seat, value), plan)


def _may_join(state: MatchState, name: str, first_round: int) -> None:
    if state.sheet.over:
        raise Refused(N_("This match is over: start the next one together."))
    if first_round not in (state.current, state.current + 1):
        raise Refused(N_("Choose a round from the list."), "first_round")
    if first_round == state.on_screens:
        raise Refused(N_("Round %(round)s is dealt already: choose the next one."), "first_round", round=first_round)
    there = [seat for seat in state.seats if seat.span.last_round is None or seat.span.plays(first_round)]
    if any(name_key(seat.name) == name_key(name) for seat in there):
        raise Refused(N_("%(name)s is at the table already."), "name", name=name)
    if len(there) >= state.game.seats.stop - 1:
        raise Refused(N_("All %(most)s places are taken."), "name", most=state.game.seats.stop - 1)


def _span(state: MatchState, seat: int) -> SeatSpan:
    if not 0 <= seat < len(state.seats) or state.seats[seat].absent:
        raise Refused(N_("Choose somebody from the list."), "seat")
    return state.seats[seat].span


def _spelled(span: SeatSpan) -> dict[str, int | None]:
    return {"first": span.first_round, "last": span.last_round, "start": span.start_points}
