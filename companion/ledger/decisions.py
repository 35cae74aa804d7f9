"""What the group decides about a match: its limit, stopping, who sits where, who leaves and joins, house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as replace_span
from typing import Any

from sqlalchemy import delete

from companion.games.scoresheet import SeatSpan
from companion.games.why import N_, Refusal

from . import players
from .base import db
from .cells import ADJUST, BOT, FINISH, LIMIT, NAME, NOTE, ORDER, PLACE, SITS, SPAN, STOP, Cell, Kind
from .hands import check_open
from .models import Player, Seat
from .pen import Change, Late, Pen
from .players import LONGEST, clean, clean_lines, name_key, people_in, seated
from .seats import SeatState, spelled
from .state import MatchState

LONGEST_NOTE = 500
OUT_OF_RANGE = N_("Enter a whole number from %(least)s to %(most)s.")


def decide(pen: Pen, kind: Kind, value: Any) -> MatchState:
    """Write one of the plain facts LIMIT (how long the match is), FINISH (after which round it ended, None to go on),
    STOP and ARCHIVE (True, or None to take it back).

    `seen`: the newest number the phone knew in that cell, None to write over whatever stands. Raises Refusal when a
    match that is over should be stopped, for a limit that the game does not go to or an end that is not the group's to
    say, and Conflict.
    """

    def plan(state: MatchState) -> list[Change]:
        if kind is STOP and value and state.sheet.over:
            raise Late(N_("This match is already over."))
        if kind is LIMIT:
            _check_limit(state, value)
        if kind is FINISH and value is not None:
            _check_finish(state, value)
        return [Change(Cell(kind), value)]

    return pen.write(plan, kind.name, value)


def describe(pen: Pen, note: str, place: str) -> MatchState:
    """Write what there is to tell of a match, and where it was; empty for nothing. Raises Conflict, and Refusal for a
    note longer than LONGEST_NOTE and a place longer than a name.
    """
    note, place = clean_lines(note), clean(place)

    def plan(_: MatchState) -> list[Change]:
        for text, most, field in ((note, LONGEST_NOTE, "note"), (place, LONGEST, "place")):
            if len(text) > most:
                said = N_("Keep it to %(most)s characters: this has %(long)s.")
                raise Refusal(said, field, most=most, long=len(text))
        return [Change(Cell(NOTE), note or None), Change(Cell(PLACE), place or None)]

    return pen.write(plan, "describe", note, place)


def _check_limit(state: MatchState, limit: int) -> None:
    option = state.agreement.length
    if option is None:
        raise Refusal(N_("This match has no limit: the group ends it."), "limit")
    if not option.least <= limit <= option.most:
        raise Refusal(OUT_OF_RANGE, "limit", least=option.least, most=option.most)


def _check_finish(state: MatchState, round_: int) -> None:
    if state.agreement.length:
        raise Refusal(N_("This match ends by itself."))
    done = state.last_complete
    if not done:
        raise Refusal(N_("Play one round to its end first."))
    if round_ != done:
        raise Late(N_("Round %(round)s is complete meanwhile: look again, then end the match."), round=done)


def reorder(pen: Pen, order: Sequence[int]) -> MatchState:
    """Write who sits where: all seat numbers, clockwise. Raises Refusal for anything else."""

    def plan(state: MatchState) -> list[Change]:
        if sorted(order) != [seat.number for seat in state.seats]:
            raise Refusal(N_("Each player needs one place in the order."), "order")
        return [Change(Cell(ORDER), list(order))]

    return pen.write(plan, "order", list(order))


def move(pen: Pen, seat: int, steps: int) -> MatchState:
    """Write that a seat goes that many places clockwise (or back, when negative); at the ends nothing changes."""

    def plan(state: MatchState) -> list[Change]:
        shown = [number for number in state.order if not state.seats[number].absent]
        if seat not in shown or not 0 <= shown.index(seat) + steps < len(shown):
            return []
        at = shown.index(seat)
        shown.insert(at + steps, shown.pop(at))
        return [Change(Cell(ORDER), shown + [number for number in state.order if state.seats[number].absent])]

    return pen.write(plan, "move", seat, steps)


def rename(pen: Pen, seat: int, name: str) -> MatchState:
    """Write another name for whoever sits there; the person is called so from now on, in all matches of the group.

    Raises Refusal when the group remembers somebody else by that name. Undo leaves it alone: rename once more.
    """
    name = clean(name)

    def plan(state: MatchState) -> list[Change]:
        _span(state, seat)
        sitting, names = state.seats[seat].persons, people_in(name, state.game.sides)
        if len(names) != len(sitting):
            raise Refusal(N_("Enter all names of this column, with a + between."), "new_name")
        for player, called in zip(sitting, names, strict=True):
            _rename(player, called)
        return [Change(Cell(NAME, seat=seat), name)]

    return pen.write(plan, "rename", seat, name, whole=True)


def replace(pen: Pen, seat: int, name: str) -> MatchState:
    """Write that somebody else sits there from now on, with all that stands in the column; whoever sat there keeps
    their name, their other matches and wins. A person takes over from a bot, too.

    Raises Refusal for somebody who is at the table already. Undo leaves it alone: write the first name again.
    """
    name = clean(name)

    def plan(state: MatchState) -> list[Change]:
        _span(state, seat)
        before, coming = state.seats[seat], people_in(name, state.game.sides)
        _none_there(state, seat, coming)
        db.session.execute(delete(Seat).where(Seat.match_id == state.id, Seat.number == seat))
        new = seated(state, [coming], seat, joined=before.joined)
        still = [each for each in state.seats if each.number != seat and each.span.last_round is None]
        _check_new(new, still, "new_name")
        db.session.add_all(new)
        freed = [Change(Cell(BOT, seat=seat), None)] if before.bot else []
        return [Change(Cell(SITS, seat=seat), [one.player_id for one in new]), *freed]

    return pen.write(plan, "replace", seat, name, whole=True)


def _none_there(state: MatchState, seat: int, coming: Sequence[str]) -> None:
    """Raise Refusal when one of these people sits at another place, or all of them at this one."""
    rows = [[name_key(one) for one in people_in(each.name, state.game.sides)] for each in state.seats]
    others = {key for row, each in zip(rows, state.seats, strict=True) if each.span.last_round is None for key in row}
    others -= set(rows[seat]) if [name_key(one) for one in coming] != rows[seat] else set()
    for one in coming:
        if name_key(one) in others:
            raise Refusal(N_("%(name)s is already playing."), "new_name", name=one)


def _check_new(new: Sequence[Seat], there: Sequence[SeatState], field: str) -> None:
    """Raise Refusal when one of those who come is at the table already by another name."""
    persons = {person: seat.name for seat in there for person in seat.persons}
    for one in new:
        player = db.session.get_one(Player, one.player_id)
        if player.stands_for in persons:
            said = N_("%(name)s is another name of %(person)s, who is at the table already.")
            raise Refusal(said, field, name=player.name, person=persons[player.stands_for])


def _rename(player: int, name: str) -> None:
    """Give a person of the group another name. Raises Refusal when it is somebody else's."""
    person = db.session.get_one(Player, player)
    if person.deleted_at is not None:
        raise Refusal(N_("This person was deleted: say that someone else sits there."), "new_name")
    if other := players.namesake(person, name):
        said = N_("%(name)s is someone else in your group: add a letter, or say that someone else sits there.")
        raise Refusal(players.OTHER_NAME if other.stands_for == person.id else said, "new_name", name=name)
    if person.name != name:
        players.rename(person, name)


def leave(pen: Pen, seat: int, last_round: int) -> MatchState:
    """Write that a seat plays its last round in round `last_round`: it keeps its total, out of the ranking.

    Raises Refusal when fewer people than the game needs would stay, when the seat has points in a later round, or for
    a round that has not come.
    """

    def plan(state: MatchState) -> list[Change]:
        span, rounds = _span(state, seat), state.sheet.rounds
        if not span.first_round - 1 <= last_round <= len(rounds):
            raise Refusal(N_("Choose a round from the list."), "last_round")
        if state.dealt and seat in state.dealt.setup.seats and last_round < (state.dealing or 0):
            raise Refusal(
                N_("%(name)s has cards in round %(round)s: let a bot finish it, and choose that round."),
                "last_round",
                name=state.name(seat),
                round=state.dealt.round,
            )
        scored = max((r.number for r in rounds if r.cells[seat].score is not None), default=0)
        if last_round < scored:
            raise Refusal(
                N_("%(name)s already has points in round %(round)s: choose that round or a later one."),
                "last_round",
                name=state.name(seat),
                round=scored,
            )
        _enough_stay(state, seat, last_round)
        return [Change(Cell(SPAN, seat=seat), spelled(SeatSpan(span.first_round, last_round, span.start_points)))]

    return pen.write(plan, "leave", seat, last_round)


def _enough_stay(state: MatchState, seat: int, last_round: int) -> None:
    """Raise Refusal unless every round after `last_round`, begun or to come, has enough people without `seat`."""
    others = [other.span for other in state.seats if other.number != seat]
    least = state.game.seats.start
    coming = sum(span.last_round is None for span in others)
    there = [sum(span.plays(n) for span in others) for n in range(last_round + 1, len(state.sheet.rounds) + 1)]
    if min([coming, *there]) < least:
        said = N_("At least %(least)s players must stay. To finish for tonight, stop the match instead.")
        raise Refusal(said, "seat", least=least)


def join(pen: Pen, name: str, first_round: int, points: int) -> MatchState:
    """Write that a person plays from round `first_round` on, starting with `points`.

    Raises Refusal when the match is over, everybody fits no more, the person sits there already, or the round is past.
    """

    def plan(state: MatchState) -> list[Change]:
        there = _may_join(state, name, first_round)
        number = len(state.seats)
        new = seated(state, [people_in(name, state.game.sides)], number, joined=True)
        _check_new(new, there, "name")
        db.session.add_all(new)
        return [Change(Cell(SPAN, seat=number), spelled(SeatSpan(first_round, None, points)))]

    return pen.write(plan, "join", name, first_round, points, whole=True)


def begin_with(pen: Pen, totals: Mapping[int, int]) -> MatchState:
    """Write what seats had on paper before the first round; who came later is left out. Raises Refusal."""

    def plan(state: MatchState) -> list[Change]:
        spans = {seat: _span(state, seat) for seat in totals}
        return [
            Change(Cell(SPAN, seat=seat), spelled(replace_span(span, start_points=totals[seat])))
            for seat, span in spans.items()
            if not state.seats[seat].joined
        ]

    return pen.write(plan, "begin with", sorted(totals.items()))


def adjust(pen: Pen, round_: int, seat: int, points: int, note: str) -> MatchState:
    """Write a house rule for a cell: ± points with a note; 0 points takes it away. Raises Refusal and Conflict."""
    value = {"points": points, "note": note} if points else None

    def plan(state: MatchState) -> list[Change]:
        check_open(state, round_, seat)
        return [Change(Cell(ADJUST, round_, seat), value)]

    return pen.write(plan, "adjust", round_, seat, value)


def _may_join(state: MatchState, name: str, first_round: int) -> list[SeatState]:
    """Who is at the table when somebody comes. Raises Refusal when they may not."""
    if state.sheet.over:
        raise Late(N_("This match is over: start a new one."))
    if first_round not in (state.current, state.current + 1):
        raise Refusal(N_("Choose a round from the list."), "first_round")
    if first_round == state.dealing:
        raise Refusal(
            N_("Round %(round)s has already been dealt: choose the next one."), "first_round", round=first_round
        )
    there = [seat for seat in state.seats if seat.span.last_round is None or seat.span.plays(first_round)]
    if any(name_key(seat.name) == name_key(name) for seat in there):
        raise Refusal(N_("%(name)s is already playing."), "name", name=name)
    if len(there) >= state.game.seats.stop - 1:
        raise Refusal(N_("The match is full (%(most)s players)."), "name", most=state.game.seats.stop - 1)
    return there


def _span(state: MatchState, seat: int) -> SeatSpan:
    if not 0 <= seat < len(state.seats) or state.seats[seat].absent:
        raise Refusal(N_("Choose someone from the list."), "seat")
    return state.seats[seat].span
