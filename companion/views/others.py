"""What other phones do in a cell while its sheet is open on this one: they saved there, or somebody types there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, render_template, request
from markupsafe import Markup

from companion.app_state import app_state
from companion.ledger.trails import Record

from .cellwords import cell_value, draft_of
from .end import next_of
from .forms import seen_number
from .phone import fresh_id
from .seat_round import PREFIX, SeatRound, seat_round_of
from .words import gettext, phone_name, sentence, whose

others = Blueprint("others", __name__, url_prefix=PREFIX)


@others.get("/others")
def page(public_id: str, round_: int, seat: int) -> str:
    """What happened in the cell since its sheet was shown, which had seen number `seen`."""
    return others_of(seat_round_of(public_id, round_, seat), seen_number(request.args.get("seen")))


@others.post("/typing")
def types(public_id: str, round_: int, seat: int) -> tuple[str, int]:
    """Somebody types here: the hub tells the others for a moment, and nothing is written."""
    here = seat_round_of(public_id, round_, seat)
    app_state().hub.types(public_id, here.found.phone, str(here.cell))
    return "", 204


@dataclass(frozen=True, slots=True)
class Saved:
    """What another phone saved here meanwhile, in words; `kept`: the choice to leave it so."""

    said: str
    at: datetime
    kept: str


def others_of(here: SeatRound, seen: int) -> Markup:
    """What there is to say above the keys of a sheet that has seen that number, as HTML; mostly nothing."""
    phone, public_id = here.found.phone, here.state.public_id
    typing = app_state().hub.typing(public_id)
    typists = [other for other, where in typing.items() if other != phone and where == str(here.cell)]
    record = next(iter(here.state.trails.of(here.cell)[-1:]), None)
    news = record if record is not None and record.number > seen else None
    return Markup(
        render_template(
            "entry/_others.html",
            heard=bool(app_state().hub.present(public_id) - {phone}),
            saved=_saved(here, news) if news else None,
            typing=[_typing(here, other) for other in sorted(typists) if news is None or other != news.phone],
            draft=draft_of(here.state, here.cell),
            match=public_id,
            next=next_of(here.state),
            client_id=fresh_id(),
        )
    )


def _saved(here: SeatRound, record: Record) -> Saved:
    who = sentence(whose(here.state, record, here.found.phone))
    if record.value is None:
        return Saved(gettext("%(who)s took this hand back", who=who), record.at, gettext("Leave it so"))
    value = cell_value(here.state, here.cell, record.value)
    said = gettext("%(who)s saved %(value)s", who=who, value=value)
    return Saved(said, record.at, gettext("Keep %(value)s", value=value))


def _typing(here: SeatRound, other: int) -> str:
    return gettext("%(who)s is typing here, too", who=sentence(phone_name(here.state, other)))
