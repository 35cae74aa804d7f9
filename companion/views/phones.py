"""The phones of a match: the links to show, who is here, and what only the host may do."""

from __future__ import annotations

from collections.abc import Callable

import segno
from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.ledger import links, phones
from companion.ledger.access import Found
from companion.ledger.matches import Refused
from companion.ledger.state import MatchState
from companion.live import bell

from .forms import NOBODY, ClientForm, seen_number
from .phone import opened, token, token_for_writing
from .words import gettext, phone_name, say

phones_ = Blueprint("phones", __name__)


@phones_.get("/m/<public_id>/phones")
def page(public_id: str) -> str:
    """QR code, link and code to come in; the phones that are in."""
    return _page(*opened(public_id))


@phones_.post("/m/<public_id>/phones/<any(free,remove,joining,host):what>")
def decide(public_id: str, what: str) -> Response | tuple[str, int]:
    """What the host decides: free a seat, remove a phone, close joining; and taking over from a host that is gone."""
    found, state = opened(public_id)
    token_for_writing()
    client = ClientForm().client()
    number = seen_number(request.form.get("number"), NOBODY)
    verbs: dict[str, Callable[[], MatchState]] = {
        "free": lambda: phones.free(found.id, found.phone, client, number),
        "remove": lambda: phones.remove(found.id, found.phone, client, number),
        "joining": lambda: phones.set_joining(found.id, found.phone, client, request.form.get("open") == "1"),
        "host": lambda: phones.take_over(found.id, found.phone, client, bell.gone_for(public_id, state.host or 0)),
    }
    try:
        verbs[what]()
    except Refused as refused:
        return _page(found, state, say(refused.why)), 409
    return redirect(url_for("phones.page", public_id=public_id), 303)


@phones_.get("/group")
def group() -> str:
    """The link that opens everything of the group, for phones of the family."""
    return render_template("phones/group.html", **_group_facts())


@phones_.post("/group/renew")
def renew() -> Response:
    """Make the group's old link useless."""
    links.renew_group_link(token_for_writing())
    flash(gettext("The old link opens nothing any more"), "")
    return redirect(url_for("phones.group"), 303)


def link_url(secret: str) -> str:
    """The address of a link as another phone can reach it, in capitals: that makes the smallest QR code."""
    root = request.host_url.rstrip("/")
    if request.host.partition(":")[0] in ("localhost", "127.0.0.1") and current_app.config.get("LAN_URL"):
        root = str(current_app.config["LAN_URL"]).rstrip("/")
    return f"{root}/J/{secret}"


def qr(url: str) -> Markup:
    """A QR code as inline SVG, dark on light in every theme; scheme and host may be capitals, they mean the same."""
    code = segno.make(url.upper(), error="m", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass="qr-dark", light=None))


def _page(found: Found, state: MatchState, refusal: str = "") -> str:
    shown = links.links_of(found.id)
    url = link_url(shown.match)
    held = [(seat, state.name(seat)) for seat in state.playing if seat in state.holders]
    return render_template(
        "phones/page.html",
        state=state,
        url=url,
        qr=qr(url),
        code=f"{shown.code[:3]} {shown.code[3:]}",
        watch_url=link_url(shown.watch),
        people=_people(found, state),
        held=held,
        hosts=state.host == found.phone,
        member=found.member,
        refusal=refusal,
        form=ClientForm(formdata=None),
    )


def _people(found: Found, state: MatchState) -> list[dict[str, object]]:
    """The phones that are in, whoever they came by."""
    in_ = phones.phones_of(found.id) | dict.fromkeys([*state.holders.values(), state.host or 0, found.phone], "write")
    there = bell.here(state.public_id)
    return [
        {
            "id": phone,
            "name": phone_name(state, phone),
            "here": phone in there,
            "host": phone == state.host,
            "me": phone == found.phone,
            "watches": role == "watch",
        }
        for phone, role in sorted(in_.items())
        if phone
    ]


def _group_facts() -> dict[str, object]:
    secret = links.group_link(token())
    url = link_url(secret) if secret else ""
    return {"url": url, "qr": qr(url) if url else "", "form": ClientForm(formdata=None)}
