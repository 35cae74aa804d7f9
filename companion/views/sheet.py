"""The sheet as the pad shows it: columns, cells, ranking and notes, with every text ready. Templates only print."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext, ngettext

from companion.games.game import Start
from companion.games.scoresheet import Cell, SheetRound
from companion.ledger.state import MatchState, SeatState

from .words import say, seat_names


@dataclass(frozen=True, slots=True)
class Column:
    """A seat's column. `kind`: "in", "left" or "joined"; `note` says from or until when."""

    seat: int
    name: str
    kind: str
    note: str
    total: int
    best: bool


@dataclass(frozen=True, slots=True)
class CellText:
    """A cell ready to print. `kind`: "away", "waiting", "in" or "scored"; `label` is the whole story in words."""

    seat: int
    kind: str
    text: str = ""
    mark: str = ""
    adjusted: bool = False
    href: str = ""
    label: str = ""

    @property
    def css(self) -> str:
        """The classes of the cell."""
        return {"waiting": "cell wait", "in": "cell open"}.get(self.kind, "cell")


@dataclass(frozen=True, slots=True)
class Row:
    """A round. `kind`: "done", "open", "problem" or "uncounted"."""

    number: int
    kind: str
    label: str
    cells: tuple[CellText, ...]

    @property
    def css(self) -> str:
        """The classes of the row."""
        return {"open": "now", "problem": "now troubled", "uncounted": "void"}.get(self.kind, "")


@dataclass(frozen=True, slots=True)
class Rank:
    """A place in the ranking strip. `share`: 0 to 100, how much of the way to the limit is gone."""

    seat: int
    place: int
    name: str
    total: int
    left: int
    share: int
    leads: bool
    near: bool
    label: str


def columns(state: MatchState) -> tuple[Column, ...]:
    """The columns clockwise; somebody whose joining was taken back has none."""
    begun = any(round_.complete for round_ in state.sheet.rounds)
    shown = [state.seats[seat] for seat in state.order if not state.seats[seat].absent]
    return tuple(_column(state, seat, begun and state.sheet.places[seat.number] == 1) for seat in shown)


def _column(state: MatchState, seat: SeatState, best: bool) -> Column:
    span, kind, note = seat.span, "in", ""
    if seat.number not in state.playing and span.last_round is not None:
        kind, note = "left", gettext("left")
    elif span.first_round > 1:
        kind, note = "joined", gettext("from %(round)s", round=span.first_round)
    return Column(seat.number, seat.name, kind, note, state.sheet.totals[seat.number], best)


def rows(state: MatchState) -> tuple[Row, ...]:
    """All rounds, the open one included."""
    seats = [column.seat for column in columns(state)]
    # Building an address for each of sixty cells would cost more than the whole page.
    base = url_for("pad.page", public_id=state.public_id)
    return tuple(_row(state, round_, seats, f"{base}/r/{round_.number}/s/") for round_ in state.sheet.rounds)


def _row(state: MatchState, round_: SheetRound, seats: list[int], base: str) -> Row:
    kind = "done"
    label = gettext("Round %(round)s", round=round_.number)
    if not round_.counted:
        kind, label = "uncounted", gettext("Round %(round)s, after the end: does not count", round=round_.number)
    elif round_.problems:
        kind, label = "problem", gettext("Round %(round)s, something is wrong", round=round_.number)
    elif not round_.complete:
        kind = "open"
    cells = tuple(_cell(state, round_, seat, round_.cells[seat], f"{base}{seat}") for seat in seats)
    return Row(round_.number, kind, label, cells)


def _cell(state: MatchState, round_: SheetRound, seat: int, cell: Cell, href: str) -> CellText:
    title = gettext("%(name)s, round %(round)s", name=state.name(seat), round=round_.number)
    adjusted = bool(cell.adjust)
    if cell.state == "away":
        return CellText(seat, "away", "·", label=gettext("%(cell)s: not playing", cell=title))
    if cell.state == "waiting":
        label = gettext("%(cell)s: enter the hand", cell=title)
        mark = gettext("M") if seat == round_.closer else ""
        return CellText(seat, "waiting", "", mark, adjusted, f"{href}/edit", label)
    if cell.score is None:
        points = str(cell.count.points if cell.count else "")
        mark = gettext("M") if seat == round_.closer else ""
        label = gettext("%(cell)s: the hand counts %(points)s, not scored yet", cell=title, points=points)
        return CellText(seat, "in", points, mark, adjusted, href, label)
    text = str(cell.score.points)
    label = gettext("%(cell)s: %(points)s points, %(why)s", cell=title, points=text, why=say(cell.score.why))
    return CellText(seat, "scored", text, cell.score.mark, adjusted, href, label)


def ranking(state: MatchState) -> tuple[Rank, ...]:
    """Everybody who is in the ranking, best first, equal places in the order of the seats."""
    sheet = state.sheet
    begun = any(round_.complete for round_ in sheet.rounds)
    ranks = []
    for seat in state.playing:
        place, total, left = sheet.places[seat], sheet.totals[seat], sheet.to_limit[seat]
        if place is None or left is None:
            continue
        said = gettext("%(total)s points, %(left)s from %(limit)s", total=total, left=max(left, 0), limit=sheet.limit)
        share = max(0, min(100, round(100 * total / sheet.limit)))
        near = begun and left <= state.game.near
        ranks.append(Rank(seat, place, state.name(seat), total, max(left, 0), share, begun and place == 1, near, said))
    return tuple(sorted(ranks, key=lambda rank: rank.place))


def start_text(state: MatchState, start: Start) -> tuple[str, str]:
    """Who begins a round and which way round it goes, as a sentence and the name of its icon."""
    if start.seat is None:
        return "", ""
    ways = {1: gettext("clockwise"), -1: gettext("counter-clockwise")}
    icon = "rotate-ccw" if start.direction == -1 else "rotate-cw"
    said = gettext(
        "%(name)s starts, %(way)s: %(why)s",
        name=state.name(start.seat),
        way=ways.get(start.direction or 1),
        why=say(start.why),
    )
    return said, icon


def near_text(state: MatchState) -> tuple[str, bool]:
    """Who is closest to the limit, in words, and whether this may be the last round."""
    ranks = ranking(state)
    if state.sheet.over or not any(rank.leads for rank in ranks):
        return "", False
    total = max(rank.total for rank in ranks)
    left = max(state.sheet.limit - total, 0)
    who = seat_names(state, [rank.seat for rank in ranks if rank.total == total])
    near = left <= state.game.near
    said = ngettext(
        "%(who)s: %(num)s point from %(limit)s", "%(who)s: %(num)s points from %(limit)s", left,
        who=who, limit=state.sheet.limit,
    )  # fmt: skip
    return (gettext("%(said)s. This may be the last round.", said=said) if near else said), near
