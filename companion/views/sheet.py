"""Around the rows of the sheet: the columns' heads and totals, and the ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from companion.games import by_key
from companion.ledger.seats import SeatState
from companion.ledger.state import MatchState

from .pieces import piece
from .words import gettext, signed


class HeadFacts(NamedTuple):
    """The head of a seat's column. `first`, `points`: the round it joined in, and with how many points; 0 for the
    first; `left`: it plays no more.
    """

    name: str
    first: int
    points: int
    left: bool


@dataclass(frozen=True, slots=True)
class HeadText:
    """The head of a column ready to print; `note` says from or until when."""

    name: str
    note: str
    css: str


class Rank(NamedTuple):
    """A place in the ranking. `left`: how far it is to the limit, None where there is none; `free`: how many of the
    points were a gift.
    """

    seat: int
    place: int
    name: str
    total: int
    left: int | None
    free: int
    leads: bool
    near: bool


class RankingFacts(NamedTuple):
    """Everybody who is in the ranking, best first."""

    game: str
    limit: int | None
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class RankText:
    """A place in the ranking, ready to print. `share`: 0 to 100, how much of the way to the limit is gone; None where
    there is no limit; `tally`: a card for every point of the limit, "done", "bonus" or "" for one that is still to
    come; empty where points are many.
    """

    seat: int
    place: int
    name: str
    total: str
    far: str
    label: str
    leads: bool
    css: str
    share: int | None
    tally: tuple[str, ...]


def heads(state: MatchState) -> Markup:
    """The heads of the columns, clockwise; somebody whose joining was taken back has none."""
    return piece(_heads, tuple(_head(state, state.seats[seat]) for seat in columns(state)))


def columns(state: MatchState) -> list[int]:
    """The seats that have a column, clockwise."""
    return [seat for seat in state.order if not state.seats[seat].absent]


def _head(state: MatchState, seat: SeatState) -> HeadFacts:
    span = seat.span
    if span.last_round is not None and seat.number not in state.playing:
        return HeadFacts(seat.name, 0, 0, left=True)
    if span.first_round == 1:
        return HeadFacts(seat.name, 0, 0, left=False)
    return HeadFacts(seat.name, span.first_round, span.start_points, left=False)


def _heads(them: tuple[HeadFacts, ...]) -> str:
    return render_template("pad/_head.html", heads=[_head_text(it) for it in them])


def _head_text(it: HeadFacts) -> HeadText:
    note = gettext("left") if it.left else ""
    if it.points:
        note = gettext("from %(round)s, with %(points)s", round=it.first, points=signed(it.points))
    elif it.first:
        note = gettext("from %(round)s", round=it.first)
    return HeadText(it.name, note, "out" if it.left else "")


def foot(state: MatchState) -> Markup:
    """The totals below the columns."""
    begun, sheet = any(round_.complete for round_ in state.sheet.rounds), state.sheet
    return piece(_foot, tuple((sheet.totals[seat], begun and sheet.places[seat] == 1) for seat in columns(state)))


def _foot(totals: tuple[tuple[int, bool], ...]) -> str:
    return render_template("pad/_foot.html", totals=[(signed(total), best) for total, best in totals])


def ranking(state: MatchState) -> RankingFacts:
    """Everybody who is in the ranking, best first, equal places in the order of the seats."""
    sheet = state.sheet
    begun = any(round_.complete for round_ in sheet.rounds)
    free, near_from = _gifts(state), state.agreement.near
    ranks = []
    for seat in state.playing:
        place, left = sheet.places[seat], sheet.to_limit[seat]
        if place is not None:
            near = begun and left is not None and left <= near_from
            ahead = None if left is None else max(left, 0)
            leads = begun and place == 1
            ranks.append(Rank(seat, place, state.name(seat), sheet.totals[seat], ahead, free[seat], leads, near))
    return RankingFacts(state.game.key, sheet.limit, tuple(sorted(ranks, key=lambda rank: rank.place)))


def _gifts(state: MatchState) -> tuple[int, ...]:
    """How many of its points each seat was given for free."""
    if not state.game.tallies:
        return (0,) * len(state.seats)
    counted = [round_ for round_ in state.sheet.rounds if round_.complete and round_.counted]
    cells = zip(*(round_.cells for round_ in counted), strict=True) if counted else [()] * len(state.seats)
    return tuple(sum(cell.score.free for cell in column if cell.score) for column in cells)


def strip(it: RankingFacts) -> str:
    """The ranking as a strip above the sheet."""
    return render_template("pad/_strip.html", ranks=rank_texts(it))


def rank_texts(it: RankingFacts) -> list[RankText]:
    """The ranking in words."""
    return [_rank_text(it, rank) for rank in it.ranks]


def _rank_text(it: RankingFacts, rank: Rank) -> RankText:
    game, total, left = by_key(it.game), signed(rank.total), rank.left
    if it.limit is None:
        label = gettext(game.words.so_far, total=total)
    else:
        label = gettext(game.words.standing, total=total, left=max(it.limit - rank.total, 0), limit=it.limit)
    far = gettext("leads") if rank.leads else "" if left is None else gettext("%(points)s left", points=left)
    css = f"{'lead' if rank.leads else ''}{' near' if rank.near else ''}"
    share = None if it.limit is None else max(0, min(100, round(100 * rank.total / it.limit)))
    tally = _tally(rank, it.limit) if game.tallies and it.limit else ()
    return RankText(rank.seat, rank.place, rank.name, total, far, label, rank.leads, css, share, tally)


def _tally(rank: Rank, limit: int) -> tuple[str, ...]:
    done = max(0, min(rank.total, limit))
    free = min(rank.free, done)
    return (*["done"] * (done - free), *["bonus"] * free, *[""] * (limit - done))


def where(state: MatchState) -> str:
    """Where the match stands: the round, and how far it goes where that is known."""
    limit, rounds = state.agreement.limit, state.agreement.rounds
    if limit is not None and rounds is not None:
        far = {"round": state.current, "rounds": rounds, "limit": limit}
        return gettext("Round %(round)s of %(rounds)s · to %(limit)s", **far)
    if limit is not None:
        return gettext("Round %(round)s · to %(limit)s", round=state.current, limit=limit)
    if rounds is not None:
        return gettext("Round %(round)s of %(rounds)s", round=state.current, rounds=rounds)
    return gettext("Round %(round)s", round=state.current)
