"""What the columns of the sheet come to: which there are, the ranking, how far it is to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.games import by_key
from companion.ledger.state import MatchState

from .words import gettext, signed

NEAR = 5
"""From how few points before the limit on a total stands out."""
NOT_KNOWN = "–"
"""Stands where nobody knows the total."""


class Rank(NamedTuple):
    """A place in the ranking. `total`: None where nobody knows it; `left`: how far it is to the limit, None where there
    is none; `free`: how many of the
    points were a gift.
    """

    seat: int
    place: int
    name: str
    total: int | None
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
    """A place in the ranking, ready to print. `left`: how far it is to the limit, empty where there is none; `share`:
    0 to 100, how much of the way to it is gone, None where there is none; `tally`: a card for every point of the limit,
    "done", "bonus" or "" for one that is still to come; empty where points are many.
    """

    seat: int
    place: int
    name: str
    total: str
    left: str
    label: str
    leads: bool
    near: bool
    css: str
    share: int | None
    tally: tuple[str, ...]


def columns(state: MatchState) -> list[int]:
    """The seats that have a column, clockwise."""
    return [seat for seat in state.order if not state.seats[seat].absent]


def is_begun(state: MatchState) -> bool:
    """Whether there are places yet."""
    return state.sheet.unknown is not None or any(round_.complete for round_ in state.sheet.rounds)


def total_text(total: int | None) -> str:
    """A total as it is shown: what nobody knows is not 0."""
    return NOT_KNOWN if total is None else signed(total)


def ranking(state: MatchState) -> RankingFacts:
    """Everybody who is in the ranking, best first, equal places in the order of the seats."""
    sheet = state.sheet
    begun, unknown = is_begun(state), sheet.unknown or ()
    free, near_from = _gifts(state), min(state.agreement.near, NEAR)
    ranks = []
    for seat in state.playing:
        place, left = sheet.places[seat], sheet.to_limit[seat]
        if place is not None:
            near = begun and left is not None and left <= near_from
            ahead = None if left is None else max(left, 0)
            leads = begun and place == 1
            total = None if seat in unknown else sheet.totals[seat]
            ranks.append(Rank(seat, place, state.name(seat), total, ahead, free[seat], leads, near))
    return RankingFacts(state.game.key, sheet.limit, tuple(sorted(ranks, key=lambda rank: rank.place)))


def _gifts(state: MatchState) -> tuple[int, ...]:
    """How many of its points each seat was given for free."""
    if not state.game.tallies:
        return (0,) * len(state.seats)
    counted = [round_.cells for round_ in state.complete]
    cells = zip(*counted, strict=True) if counted else [()] * len(state.seats)
    return tuple(sum(cell.score.free for cell in column if cell.score) for column in cells)


def rank_texts(it: RankingFacts) -> list[RankText]:
    """The ranking in words."""
    return [_rank_text(it, rank) for rank in it.ranks]


def _rank_text(it: RankingFacts, rank: Rank) -> RankText:
    game, total = by_key(it.game), total_text(rank.total)
    far = "" if rank.left is None else str(rank.left)
    if rank.total is None:
        label = gettext("total not known")
    elif it.limit is None:
        label = gettext(game.words.so_far, total=total)
    else:
        label = gettext(game.words.standing, total=total, left=max(it.limit - rank.total, 0), limit=it.limit)
    css = f"{'lead' if rank.leads else ''}{' near' if rank.near else ''}"
    share = None if it.limit is None or rank.total is None else max(0, min(100, round(100 * rank.total / it.limit)))
    tally = _tally(rank, it.limit) if game.tallies and it.limit else ()
    return RankText(rank.seat, rank.place, rank.name, total, far, label, rank.leads, rank.near, css, share, tally)


def _tally(rank: Rank, limit: int) -> tuple[str, ...]:
    done = max(0, min(rank.total or 0, limit))
    free = min(rank.free, done)
    return (*["done"] * (done - free), *["bonus"] * free, *[""] * (limit - done))


def where(state: MatchState) -> str:
    """Where the match stands: the round, and how far it goes where that is known."""
    if state.sheet.unknown is not None:
        return gettext("Without rounds")
    limit, rounds = state.agreement.limit, state.agreement.rounds
    if limit is not None and rounds is not None:
        far = {"round": state.current, "rounds": rounds, "limit": limit}
        return gettext("Round %(round)s of %(rounds)s · to %(limit)s", **far)
    if limit is not None:
        return gettext("Round %(round)s · to %(limit)s", round=state.current, limit=limit)
    if rounds is not None:
        return gettext("Round %(round)s of %(rounds)s", round=state.current, rounds=rounds)
    return gettext("Round %(round)s", round=state.current)
