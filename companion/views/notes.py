"""What stands beside the sheet: who is missing, how near the end is; and who starts, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import render_template

from companion.games import by_key
from companion.games.game import Start
from companion.games.scoresheet import SheetRound
from companion.ledger.state import MatchState

from .sheet import RankingFacts
from .signs import Sign
from .words import gettext, names, ngettext, say, short, signed, who_did

FEW = 3
"""How many are called by their names where a note is about them."""


class StartFacts(NamedTuple):
    """Who begins a round. `dealer`: who sits before that; `names`: of all seats, for the reason may name anybody."""

    game: str
    names: tuple[str, ...]
    start: Start
    dealer: int | None


class NearFacts(NamedTuple):
    """How near the end is: who is closest to the limit, and how far it is; whether that may be in this round."""

    names: tuple[str, ...]
    left: int
    limit: int
    close: bool


class NotesFacts(NamedTuple):
    """What there is to say of a match. `round`: the open one, 0 when there is none; `reminded`: who has something to do
    before the next deal; `last`: this is known to be the last round; `uncounted`: rounds that were written after the
    end; `given_up`: who gave the deal of the open round up; `renewed`: in this round the links became new; `paper`: who
    began with what; `place`, `note`: where it was, and what there is to tell of it.
    """

    game: str
    round: int
    reminded: tuple[str, ...]
    waiting: tuple[tuple[int, str], ...]
    near: NearFacts | None
    last: bool
    uncounted: tuple[int, ...]
    given_up: str
    renewed: bool
    paper: tuple[tuple[str, int], ...]
    place: str
    note: str


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence with its icon; `warns`: it matters now; `seats`: whom it is about, shown behind it with their names,
    or where they are many by their avatars only.
    """

    sign: Sign
    said: str
    warns: bool = False
    seats: tuple[tuple[int, str], ...] = ()

    @property
    def many(self) -> bool:
        """Whether it is about so many that their avatars have to do."""
        return len(self.seats) > FEW


def open_round(state: MatchState) -> SheetRound | None:
    """The round that is played; None when the match is over or stopped."""
    number = state.sheet.open_round
    return state.sheet.rounds[number - 1] if number and not state.stopped else None


def notes_of(state: MatchState, ranking: RankingFacts, waiting: Sequence[int]) -> NotesFacts:
    """What there is to say. `waiting`: the seats that the open round waits for, where that is worth a word."""
    open_ = open_round(state)
    return NotesFacts(
        state.game.key,
        open_.number if open_ else 0,
        _reminded(state),
        tuple((seat, state.name(seat)) for seat in state.order if seat in waiting),
        _near(state, ranking),
        not state.sheet.over and state.agreement.rounds == state.current,
        tuple(round_.number for round_ in state.sheet.rounds if not round_.counted),
        who_gave_up(state),
        open_ is not None and state.renewed == open_.number,
        _from_paper(state),
        state.place,
        state.note,
    )


def _from_paper(state: MatchState) -> tuple[tuple[str, int], ...]:
    """Who began with what, where a match began on paper."""
    there = [seat for seat in state.seats if not seat.joined]
    began = any(seat.span.start_points for seat in there)
    return tuple((seat.name, seat.span.start_points) for seat in there) if began else ()


def who_gave_up(state: MatchState) -> str:
    """Who gave the deal of the open round up; empty when nobody did, or something was written there since."""
    open_, dealt = open_round(state), state.dealt
    if open_ is None or open_.begun or dealt is None or not dealt.abandoned or dealt.round != open_.number:
        return ""
    return who_did(state, dealt.lines[-1].phone)


def start_of(state: MatchState, start: Start) -> StartFacts:
    """Who begins a round of this match."""
    dealer = None
    if start.seat is not None:
        ring = [seat for seat in state.order if seat in state.playing or seat == start.seat]
        dealer = ring[ring.index(start.seat) - 1]
    return StartFacts(state.game.key, tuple(seat.name for seat in state.seats), start, dealer)


def _reminded(state: MatchState) -> tuple[str, ...]:
    """Who should do something before the next deal, as long as nothing of it is written."""
    open_ = open_round(state)
    if open_ is None or open_.number == 1 or state.dealing or open_.begun:
        return ()
    seats = state.game.reminded(state.sheet.rounds[open_.number - 2].judged)
    return tuple(state.name(seat) for seat in seats if seat in state.playing)


def _near(state: MatchState, ranking: RankingFacts) -> NearFacts | None:
    limit, ranks = ranking.limit, ranking.ranks
    if limit is None or state.sheet.over or not any(rank.leads for rank in ranks):
        return None
    total = max(rank.total or 0 for rank in ranks)
    left = max(limit - total, 0)
    closest = tuple(rank.name for rank in ranks if rank.total == total)
    return NearFacts(closest, left, limit, left <= state.agreement.near)


def notes(it: NotesFacts) -> str:
    """The notes beside the sheet."""
    told = [given_up_note(it.given_up, it.round), reminder(it)]
    if it.waiting:
        told.append(Note("hourglass", _waiting(it), seats=it.waiting))
    told.append(near_note(it))
    for number in it.uncounted:
        said = gettext("Round %(round)s was entered after the end: it doesn’t count.", round=number)
        told.append(Note("info", said))
    if it.paper:
        had = ", ".join(f"{name} {signed(total)}" for name, total in it.paper)
        told.append(Note("info", gettext("From paper: %(totals)s.", totals=had)))
    if it.renewed:
        told.append(Note("info", gettext("Links are new: old links and codes open nothing any more.")))
    if it.place:
        told.append(Note("house", it.place))
    if it.note:
        told.append(Note("pencil", it.note))
    return render_template("pad/_notes.html", notes=list(filter(None, told)))


def _waiting(it: NotesFacts) -> str:
    """That the open round waits for those who stand behind it; many are counted."""
    if len(it.waiting) > FEW:
        return gettext("%(num)s still to come:", num=len(it.waiting))
    return gettext("Still to come:")


def given_up_note(who: str, round_: int) -> Note | None:
    """Who gave a deal up."""
    if not who:
        return None
    said = gettext("%(who)s gave up the deal of round %(round)s: it counts for nobody.", who=who, round=round_)
    return Note("info", said, warns=True)


def next_start(state: MatchState) -> tuple[Note | None, tuple[int, str] | None]:
    """Who begins the open round: in a sentence, and the seat with its name; nothing while that is not known."""
    open_ = open_round(state)
    if open_ is None:
        return None, None
    seat = open_.start.seat
    return start_note(start_of(state, open_.start)), None if seat is None else (seat, state.name(seat))


def start_note(it: StartFacts | None) -> Note | None:
    """Who begins a round and which way round it goes; nothing while that is not known."""
    if it is None:
        return None
    start, dealer = it.start, it.dealer
    if start.seat is None or dealer is None:
        return Note("layers-2", gettext("The cards decide who starts")) if start.why else None
    said = gettext(
        by_key(it.game).words.starts,
        name=it.names[start.seat],
        dealer=it.names[dealer],
        way=ways()[start.direction or 1],
        why=say(start.why, it.names.__getitem__),
    )
    return Note("rotate-ccw" if start.direction == -1 else "rotate-cw", said)


def ways() -> dict[int, str]:
    """What the two directions are called."""
    return {1: gettext("clockwise"), -1: gettext("anticlockwise")}


def reminder(it: NotesFacts) -> Note | None:
    """What somebody should do before the next deal, as long as nothing of it is written; mostly nothing."""
    words = by_key(it.game).words
    return Note("repeat", gettext(words.reminder, names=names(it.reminded))) if it.reminded else None


def near_note(it: NotesFacts) -> Note | None:
    """How near the end is, in words."""
    if it.last:
        return Note("flag", gettext("This is the last round."), warns=True)
    if it.near is None:
        return None
    near = it.near
    said = ngettext(*by_key(it.game).words.near, near.left, who=names(map(short, near.names)), limit=near.limit)
    if near.close:
        said = gettext("%(said)s. This could be the last round.", said=said)
    return Note("flag", said, near.close)
