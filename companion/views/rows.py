"""The rows of the sheet, one for each round, and the cells in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import render_template, url_for
from markupsafe import Markup

from companion.games import by_key
from companion.games.scoresheet import SheetRound
from companion.games.words import Words
from companion.ledger.state import MatchState

from .pieces import piece
from .words import gettext, signed


class CellFacts(NamedTuple):
    """One seat in one round. `state`: see SheetCell; `points`: of the score, else of the hand; `bad`: part of a
    problem. (Named tuples are hashed and compared several times faster than data classes.)
    """

    seat: int
    name: str
    state: str
    points: int | None
    mark: str
    adjusted: bool
    bad: bool


class RowFacts(NamedTuple):
    """A round. `kind`: "done", "open", "problem" or "uncounted"."""

    game: str
    match: str
    number: int
    kind: str
    closer: int | None
    cells: tuple[CellFacts, ...]


@dataclass(frozen=True, slots=True)
class CellText:
    """A cell ready to print; `label` is the whole story in words, `href` is empty where there is nothing to see."""

    label: str
    href: str = ""
    css: str = ""
    text: str = ""
    mark: str = ""
    long: bool = False
    adjusted: bool = False


@dataclass(frozen=True, slots=True)
class RowText:
    """A row ready to print. `label`: what is special about the round, for who cannot see it."""

    number: int
    css: str
    wrong: bool
    label: str
    cells: tuple[CellText, ...]


ROW_CSS = {"open": "now", "problem": "now troubled", "uncounted": "void"}
HIDDEN_MARK = "✓"
CELL_CSS = {"waiting": "cell wait", "in": "cell open"}


def rows(state: MatchState, seats: Sequence[int]) -> Markup:
    """All rounds, the open one included, as table rows with a cell for each of `seats`."""
    # A match of which only the totals are known ended in a round that nobody played.
    played = [one for one in state.sheet.rounds if one.begun or one.number != state.sheet.over_round]
    return Markup("".join(piece(row, _facts(state, round_, seats)) for round_ in played))


def _facts(state: MatchState, round_: SheetRound, seats: Sequence[int]) -> RowFacts:
    bad = {seat for problem in round_.problems for seat in problem.seats}
    cells = []
    for seat in seats:
        cell = round_.cells[seat]
        said = cell.score or cell.count
        points, mark = (None, "") if said is None else (said.points, said.mark if cell.score else "")
        name = state.seats[seat].name
        cells.append(CellFacts(seat, name, cell.state, points, mark, bool(cell.adjust), seat in bad))
    kind = "done" if round_.complete else "open"
    kind = "uncounted" if not round_.counted else "problem" if round_.problems else kind
    return RowFacts(state.game.key, state.public_id, round_.number, kind, round_.closer, tuple(cells))


def row(it: RowFacts) -> str:
    """A round as a row of the table."""
    # Building an address for each of sixty cells would cost more than the whole page.
    base = f"{url_for('pad.page', public_id=it.match)}/r/{it.number}/s/"
    words, label = by_key(it.game).words, ""
    if it.kind == "uncounted":
        label = gettext("Round %(round)s, after the end: doesn’t count", round=it.number)
    elif it.kind == "problem":
        label = gettext("Round %(round)s needs checking", round=it.number)
    cells = tuple(_cell(it, cell, words, f"{base}{cell.seat}") for cell in it.cells)
    text = RowText(it.number, ROW_CSS.get(it.kind, ""), it.kind == "problem", label, cells)
    return render_template("pad/_row.html", row=text)


def _cell(row: RowFacts, it: CellFacts, words: Words, href: str) -> CellText:
    title = gettext("%(name)s, round %(round)s", name=it.name, round=row.number)
    if it.state == "away":
        return CellText(gettext("%(cell)s: not playing", cell=title))
    points = "" if it.points is None else signed(it.points)
    mark = it.mark or (words.badge if it.seat == row.closer else "")
    shown = gettext(mark) if mark else ""
    css = CELL_CSS.get(it.state, "cell")
    if it.state == "scored":
        label = gettext(words.scored, cell=title, points=points)
        if mark:
            label = gettext("%(said)s, %(mark)s", said=label, mark=gettext(words.marks[mark]))
    elif it.state == "in" and it.points is None:
        label, points = gettext("%(cell)s: in, hidden until all are", cell=title), HIDDEN_MARK
        css = f"{css} bad" if it.bad else css
    elif it.points is None:
        label, href = gettext(words.waiting, cell=title), f"{href}/edit"
    else:
        label = gettext(words.counted, cell=title, points=points)
        css = f"{css} bad" if it.bad else css
    return CellText(label, href, css, points, shown, len(shown) > 2, it.adjusted)
