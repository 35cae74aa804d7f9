"""What the entry sheet shows of one seat in one round, and the sheets of the others that come with its page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from flask import current_app, render_template, url_for
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from companion.app_state import app_state
from companion.games import by_key
from companion.games.game import Game
from companion.games.options import Options
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.hidden import HIDDEN
from companion.ledger.state import MatchState

from .cellwords import cell_title, cell_value
from .forms import EntryForm
from .others import others_of
from .pieces import CLIENT_HOLE, CSRF_HOLE, filled, hole, piece
from .seat_round import SeatRound, entered_elsewhere, entered_here, missing_after
from .words import gettext, short

OTHERS_HOLE = hole("others")

SHARED = ("entry", "entry-draft", "entry-keys", "ahead", "drafts", "outbox", "shelf", "waiting")
"""The scripts that every sheet needs."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The files of a game's sheet: its style and script, what that script needs, and the name of its element."""

    style: str
    script: str
    ahead: tuple[str, ...]
    element: str


def parts_of(game: Game[Any]) -> Parts:
    """The game's own script, or the one that plain forms share."""
    own = f"{game.key}/entry.js"
    known = Path(str(current_app.static_folder), own).is_file()
    script, element = (own, f"{game.key}-entry") if known else ("js/entry-plain.js", "plain-entry")
    return Parts(f"{game.key}/entry.css", script, (script, *(f"js/{name}.js" for name in SHARED)), element)


class Neighbour(NamedTuple):
    """The sheet beside this one."""

    url: str
    name: str


class Facts(NamedTuple):
    """What the sheet of a seat shows before anything is typed there. `next`: whose sheet comes when it is saved;
    `holder`: which other seat ended the round; `closes`: whether that is asked, `closed`: whether it was this one;
    `typed`: what stands in the cell, as the fields have it; `seen`: the newest numbers by cell, none of a hidden hand
    (house H4), so that whoever writes over it is asked; `seats`: how many play.
    """

    game: str
    options: tuple[tuple[str, Any], ...]
    match: str
    round: int
    seat: int
    name: str
    title: str
    before: Neighbour
    after: Neighbour
    next: str
    holder: str
    closes: bool
    closed: bool
    typed: tuple[tuple[str, str], ...]
    seen: tuple[tuple[Cell, int], ...]
    correcting: bool
    seats: int


@dataclass(frozen=True, slots=True)
class EntrySheet:
    """A sheet as its template prints it. `now`: the number of what stands in the cell; `fresh`: its fields are what
    stands there, and not what was sent and refused.
    """

    element: str
    seats: int
    round: int
    seat: int
    name: str
    short: str
    title: str
    url: str
    preview_url: str
    typing_url: str
    others_url: str
    cell: str
    now: int
    fresh: bool
    before: Neighbour
    after: Neighbour
    save: str
    holder: str
    closed: str
    correcting: bool
    options: Options


def facts_of(here: SeatRound, coming: Iterable[int]) -> Facts:
    """The sheet of a seat; `coming`: whose hands come after it."""
    state, round_ = here.state, here.state.sheet.rounds[here.round - 1]
    ring = [seat for seat in state.order if seat in round_.playing]
    at, waiting = ring.index(here.seat), here.seat in round_.missing
    held, closer = state.trails.value(here.cell), Cell(CLOSER, here.round)
    hidden, numbers = held is HIDDEN, state.trails.numbers(here.cell, closer)
    following = next((seat for seat in coming if seat != here.seat), None)
    return Facts(
        state.game.key,
        tuple(sorted(state.options.items())),
        state.public_id,
        here.round,
        here.seat,
        state.name(here.seat),
        cell_title(state, here.cell),
        _neighbour(here, ring[at - 1]),
        _neighbour(here, ring[(at + 1) % len(ring)]),
        "" if following is None or not waiting else state.name(following),
        "" if round_.closer in (None, here.seat) else state.name(round_.closer or 0),
        closes=state.agreement.closes,
        closed=state.trails.value(closer) == here.seat,
        typed=() if held is None or hidden else tuple(state.game.fields(held).items()),
        seen=tuple((numbers | {here.cell: 0} if hidden else numbers).items()),
        correcting=not waiting and not hidden,
        seats=len(ring),
    )


def _neighbour(here: SeatRound, seat: int) -> Neighbour:
    return Neighbour(here.at(seat).url, here.state.name(seat))


def blank(it: Facts, others: str = "") -> Markup:
    """A sheet as it is before anything is typed; `others`: what other phones do there."""
    return filled(piece(_blank, it), {OTHERS_HOLE: others})


def _blank(it: Facts) -> str:
    form = EntryForm(dict(it.seen), typed=dict(it.typed), formdata=None, closed=it.closed)
    return _rendered(it, form, csrf=CSRF_HOLE, client_id=CLIENT_HOLE, others=OTHERS_HOLE, fresh=True)


def opened_sheet(here: SeatRound, it: Facts) -> Markup:
    """The sheet of a page that is opened now."""
    return blank(it, others_of(here, dict(it.seen)[here.cell]))


def sent_sheet(here: SeatRound, it: Facts, form: EntryForm, preview: Mapping[str, Any] | None) -> Markup:
    """A sheet with what was sent: refused, or asking back."""
    own = {"csrf": generate_csrf(), "client_id": form.client_id._value(), "preview": preview}
    others = others_of(here, form.seen.get(here.cell, 0))
    return Markup(_rendered(it, form, **own, others=others, found=form.all_errors()))


def _rendered(it: Facts, form: EntryForm, fresh: bool = False, **more: Any) -> str:
    game = by_key(it.game)
    sheet = _sheet(it, game, form, fresh)
    return render_template(f"{it.game}/entry.html", sheet=sheet, game=game, form=form, **more)


def _sheet(it: Facts, game: Game[Any], form: EntryForm, fresh: bool) -> EntrySheet:
    place: dict[str, Any] = {"public_id": it.match, "round_": it.round, "seat": it.seat}
    cell = Cell(ENTRY, it.round, it.seat)
    return EntrySheet(
        element=parts_of(game).element,
        seats=it.seats,
        round=it.round,
        seat=it.seat,
        name=it.name,
        short=short(it.name),
        title=it.title,
        url=url_for("entry.edit", **place),
        preview_url=url_for("entry.preview", **place),
        typing_url=url_for("others.types", **place),
        others_url=url_for("others.page", seen=form.seen.get(cell, 0), **place),
        cell=str(cell),
        now=dict(it.seen)[cell],
        fresh=fresh,
        before=it.before,
        after=it.after,
        save=_save_text(it.next),
        holder=it.holder,
        closed=gettext(game.words.closed, name=short(it.name)) if it.closes else "",
        correcting=it.correcting,
        options=dict(it.options),
    )


def _save_text(next_name: str) -> str:
    """The label of the save button, with a place for the sum that the script fills."""
    if next_name:
        return gettext("Save %(n)s · next: %(name)s", n="%(n)s", name=short(next_name))
    return gettext("Save %(n)s", n="%(n)s")


def to_enter(here: SeatRound, state: MatchState) -> list[int]:
    """Whose hands this phone still has to enter: those of its own seats, or everybody's when it holds none, but for
    those whose own phone is here.
    """
    phone = here.found.phone
    elsewhere = entered_elsewhere(state, phone, app_state().hub.present(state.public_id))
    return entered_here(state, phone, elsewhere, missing_after(state, here.round, here.seat))


def ahead_of(here: SeatRound) -> list[tuple[str, Markup]]:
    """The sheets of the others that this phone has still to enter, in their order: they come with the page, so that one
    can go on without a connection.
    """
    if here.state.dealing == here.round:
        return []
    coming = [seat for seat in to_enter(here, here.state) if seat != here.seat]
    return [(here.at(seat).url, blank(facts_of(here.at(seat), coming[at + 1 :]))) for at, seat in enumerate(coming)]


def beside(here: SeatRound) -> str:
    """What else of the round may change while somebody types."""
    return beside_of(here.state, here.round)


def beside_of(state: MatchState, number: int) -> str:
    """What stands in the cells of a round: by cell, in words, as JSON."""
    cells = [Cell(ENTRY, number, seat) for seat in state.sheet.rounds[number - 1].playing]
    if state.agreement.closes:
        cells.append(Cell(CLOSER, number))
    said = {str(cell): _told(state, cell) for cell in cells}
    return json.dumps(said, ensure_ascii=False)


def _told(state: MatchState, cell: Cell) -> str:
    value = cell_value(state, cell, state.trails.value(cell))
    return gettext("%(label)s: %(value)s", label=cell_title(state, cell), value=value)
