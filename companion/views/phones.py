"""The phones of a match: the links to show, who is here, and what only the host may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from markupsafe import Markup

from companion.app_state import app_state
from companion.ledger import links
from companion.ledger import phones as known
from companion.ledger.access import Found
from companion.ledger.members import kept_by
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState

from .act import Answer, act
from .away import freed_in
from .forms import NOBODY, ClientForm, seen_number
from .phone import opened, token
from .words import gettext, phone_name, say

phones = Blueprint("phones", __name__)


@phones.get("/m/<public_id>/phones")
def page(public_id: str) -> str:
    """QR code, link and code to come in; the phones that are in."""
    return _page(*opened(public_id))


@phones.post("/m/<public_id>/phones/<any(free,remove,table,joining,renew,host):what>")
def decide(public_id: str, what: str) -> Answer:
    """What the host decides: put a phone out, close joining, make new links, which screens stand on the table; and what
    others may, too: free a seat, take over from a host that is gone.
    """
    found, state = opened(public_id)
    number = seen_number(request.form.get("number"), NOBODY)
    hub, holder = app_state().hub, state.holders.get(number, 0)
    verbs: dict[str, Callable[[Pen], MatchState]] = {
        "free": lambda pen: known.free(pen, number, hub.gone_for(public_id, holder)),
        "remove": lambda pen: known.remove(pen, number),
        "table": lambda pen: known.set_on_table(pen, number, request.form.get("open") == "1"),
        "joining": lambda pen: known.set_joining(pen, request.form.get("open") == "1"),
        "renew": known.renew,
        "host": lambda pen: known.take_over(pen, hub.gone_for(public_id, state.host or 0)),
    }
    there = redirect(url_for("phones.page", public_id=public_id), 303)
    return act(found, verbs[what], lambda _: there, lambda refused: _page(found, state, say(refused.why)))


def link_url(secret: str) -> str:
    """The address of a link as another phone can reach it, in capitals: that makes the smallest QR code."""
    root = request.host_url.rstrip("/")
    if request.host.partition(":")[0] in ("localhost", "127.0.0.1") and current_app.config.get("LAN_URL"):
        root = str(current_app.config["LAN_URL"]).rstrip("/")
    return f"{root}/J/{secret}"


def qr(url: str) -> Markup:
    """A QR code as inline SVG, dark on light in every theme; scheme and host may be capitals, they mean the same."""
    import segno  # See server.py.

    code = segno.make(url.upper(), error="m", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass="qr-dark", light=None))


@dataclass(frozen=True, slots=True)
class PhoneText:
    """A phone that is in. `said`: whether it is connected, hosts, only watches; `may_go`: the host may put it out;
    `on_table`: whether the screen of one that watches stands on the table, which the host says; None for all others.
    """

    id: int
    name: str
    here: bool
    me: bool
    said: str
    may_go: bool
    on_table: bool | None


def _page(found: Found, state: MatchState, refusal: str = "") -> str:
    shown = links.links_of(found.id)
    url = link_url(shown.match)
    family = links.link_of_group(state.group_id) if found.member else ""
    return render_template(
        "phones/page.html",
        match=state.public_id,
        joining=state.joining,
        url=url,
        address=f"{url.split('/J/')[0]}/join",
        qr=qr(url),
        code=f"{shown.code[:3]} {shown.code[3:]}",
        watch_url=link_url(shown.watch),
        phones=_phones(found, state),
        held=[(seat, state.name(seat), left) for seat, left in freed_in(state, found.phone).items()],
        hosts=state.host == found.phone,
        family=link_url(family) if family else "",
        several=found.member and len(kept_by(token())) > 1,
        refusal=refusal,
        form=ClientForm(formdata=None),
    )


def _phones(found: Found, state: MatchState) -> list[PhoneText]:
    """The phones that are in, whoever they came by."""
    in_ = known.phones_of(found.id) | dict.fromkeys([*state.holders.values(), state.host or 0, found.phone], "write")
    return [_phone(found, state, phone, role) for phone, role in sorted(in_.items()) if phone]


def _phone(found: Found, state: MatchState, phone: int, role: str) -> PhoneText:
    here, host = phone in app_state().hub.present(state.public_id), phone == state.host
    said = [gettext("online") if here else gettext("offline")]
    if host:
        said.append(gettext("host"))
    looks, stands = role == "watch", phone in state.screens
    if looks:
        said.append(gettext("on the table") if stands else gettext("watching"))
    decides = state.host == found.phone
    on_table = stands if looks and decides else None
    name = phone_name(state, phone)
    return PhoneText(phone, name, here, phone == found.phone, " · ".join(said), decides and not host, on_table)
