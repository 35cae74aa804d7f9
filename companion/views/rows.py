"""The rows of the sheet, one for each round. A row is rendered anew only when something in it changed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from flask import render_template, url_for
from markupsafe import Markup

from companion.games.scoresheet import Cell, SheetRound
from companion.ledger.state import MatchState

from .kept import kept
from .words import gettext, language, signed


@dataclass(frozen=True, slots=True)
class CellText:
    """A cell ready to print. `kind`: "away", "waiting", "in" or "scored"; `label` is the whole story in words."""

    seat: int
    kind: str
    text: str = ""
    mark: str = ""
    adjusted: bool = False
    bad: bool = False
    href: str = ""
    label: str = ""

    @property
    def css(self) -> str:
        """The classes of the cell."""
        css = {"waiting": "cell wait", "in": "cell open"}.get(self.kind, "cell")
        return f"{css} bad" if self.bad else css


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


def rows(state: MatchState, seats: Sequence[int]) -> Markup:
    """All rounds, the open one included, as table rows with a cell for each of `seats`."""
    # Building an address for each of sixty cells would cost more than the whole page.
    base = url_for("pad.page", public_id=state.public_id)
    people = (language(), base, tuple((seat, state.name(seat)) for seat in seats))
    html = (_kept_row(state, round_, seats, base, people) for round_ in state.sheet.rounds)
    return Markup("".join(html))


def _kept_row(state: MatchState, round_: SheetRound, seats: Sequence[int], base: str, people: Hashable) -> str:
    key = ("row", people, _content(round_, seats))
    return kept(key, lambda: _html(state, round_, seats, base))


def _content(round_: SheetRound, seats: Sequence[int]) -> Hashable:
    """Everything that a row shows, apart from names and addresses."""
    cells = (round_.cells[seat] for seat in seats)
    shown = tuple(
        (cell.state, cell.count and cell.count.points, cell.score and (cell.score.points, cell.score.mark), cell.adjust)
        for cell in cells
    )
    return (
        round_.number,
        round_.counted,
        round_.complete,
        tuple(problem.seats for problem in round_.problems),
        round_.closer,
        shown,
    )


def _html(state: MatchState, round_: SheetRound, seats: Sequence[int], base: str) -> str:
    return render_template("pad/_row.html", row=_row(state, round_, seats, f"{base}/r/{round_.number}/s/"))


def _row(state: MatchState, round_: SheetRound, seats: Sequence[int], base: str) -> Row:
    kind, label = "done", gettext("Round %(round)s", round=round_.number)
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
    words, adjusted = state.game.words, bool(cell.adjust)
    closed = words.badge if seat == round_.closer else ""
    if cell.state == "away":
        return CellText(seat, "away", label=gettext("%(cell)s: not playing", cell=title))
    if cell.score is not None:
        points, mark = signed(cell.score.points), cell.score.mark or closed
        label = gettext(words.scored, cell=title, points=points)
        if mark:
            label = gettext("%(said)s, %(mark)s", said=label, mark=gettext(words.marks[mark]))
        return CellText(seat, "scored", points, gettext(mark) if mark else "", adjusted, False, href, label)
    mark = gettext(closed) if closed else ""
    if cell.count is None:
        label = gettext(words.waiting, cell=title)
        return CellText(seat, "waiting", "", mark, adjusted, False, f"{href}/edit", label)
    points = signed(cell.count.points)
    label = gettext(words.counted, cell=title, points=points)
    bad = any(seat in problem.seats for problem in round_.problems)
    return CellText(seat, "in", points, mark, adjusted, bad, href, label)
