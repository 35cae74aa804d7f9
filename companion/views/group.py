"""Our group: the link that brings everybody back, its phones, and how one of them goes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.games.why import Refusal
from companion.ledger import door
from companion.ledger.members import Kept, Member, call, kept_by, members_of, people_of
from companion.ledger.models import today
from companion.ledger.players import clean

from .act import Answer, tried
from .forms import NOBODY, ClientForm, seen_number
from .notice import tell
from .phone import token
from .phones import link_url, qr
from .words import dated, gettext, names, say

group = Blueprint("group", __name__)
FIRST = 3
"""So many names tell one group from another."""


@group.get("/group")
def page() -> str:
    """The link that opens everything of the group, for phones of the family; and which those are."""
    return _page()


@group.post('/group/<any(name,renew,"put-out",keeper):what>')
def decide(what: str) -> Answer:
    """A name and new links, by any phone of the group; putting one out and handing that on, by its keeper."""
    phone, where = token() or "", seen_number(request.form.get("group"))
    number = seen_number(request.form.get("number"), NOBODY)
    verbs: dict[str, tuple[Callable[[], None], str]] = {
        "name": (lambda: call(phone, where, clean(request.form.get("name") or "")), gettext("The group has a name.")),
        "renew": (lambda: door.renew_group(phone, where), gettext("The links are new: the old ones open nothing.")),
        "put-out": (
            lambda: door.put_out_of_group(phone, where, number),
            gettext("The phone is out, and the links are new."),
        ),
        "keeper": (lambda: door.hand_on(phone, where, number), gettext("Another phone keeps the group now.")),
    }
    verb, said = verbs[what]
    return tried(verb, lambda: _told(said, url_for("group.page", group=where)), _again)


@group.post("/sign-out")
def sign_out() -> Answer:
    """Let this phone belong to nothing any more."""
    return tried(lambda: door.sign_out(token() or ""), _gone, _again)


def _again(refused: Refusal) -> str:
    return _page(say(refused.why))


def _gone() -> Response:
    session.clear()
    return _told(gettext("This phone is signed out."), url_for("home.page"))


def _told(said: str, where: str) -> Response:
    tell(said)
    return redirect(where, 303)


def mark_of(secret: str) -> str:
    """What a phone remembers of the link that it was shown: enough to know another one by."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def is_new(kept: Kept) -> bool:
    """Whether this phone was shown a link of the group that opens nothing any more."""
    number, _, mark = str(session.get("kept", "")).partition(" ")
    return number == str(kept.id) and mark != mark_of(kept.link)


@dataclass(frozen=True, slots=True)
class MemberText:
    """A phone of the group, in words. `keeps`: it keeps the group."""

    id: int
    name: str
    said: str
    me: bool
    keeps: bool


def _page(refusal: str = "") -> str:
    kept = kept_by(token())
    wanted = seen_number(request.values.get("group"))
    chosen = next((one for one in kept if one.id == wanted), kept[0] if kept else None)
    if chosen is None:
        return render_template("phones/group.html", url="", refusal=refusal)
    session["kept"] = f"{chosen.id} {mark_of(chosen.link)}"
    url = link_url(chosen.link)
    return render_template(
        "phones/group.html",
        refusal=refusal,
        group=chosen.id,
        called=chosen.name,
        choice=[(one.id, title_of(one), one == chosen) for one in kept] if len(kept) > 1 else [],
        url=url,
        qr=qr(url),
        phones=[_text(chosen, member) for member in members_of(chosen.id)],
        keeps=chosen.keeper == chosen.phone,
        form=ClientForm(formdata=None),
    )


def title_of(kept: Kept) -> str:
    """What a group is called: by its name, else by some of its people."""
    if kept.name:
        return kept.name
    people = dict.fromkeys(name for member in members_of(kept.id) for name in member.people)
    return names(list(people)[:FIRST] or people_of(kept.id, FIRST)) or gettext("Group %(number)s", number=kept.id)


def _text(kept: Kept, member: Member) -> MemberText:
    me, keeps = member.phone == kept.phone, member.phone == kept.keeper
    said = [gettext("keeps the group")] if keeps else []
    return MemberText(member.phone, called(member), " · ".join([*said, _seen(member)]), me, keeps)


def called(member: Member) -> str:
    """What a phone of the group is called: by whom it enters for, else by its first day."""
    people = gettext("%(names)s’s phone", names=names(member.people)) if member.people else ""
    return people or gettext("a phone from %(day)s", day=dated(member.came, "d MMM"))


def _seen(member: Member) -> str:
    now = today()
    if member.seen >= now:
        return gettext("seen today")
    if member.seen == now - timedelta(days=1):
        return gettext("seen yesterday")
    return gettext("seen on %(day)s", day=dated(member.seen, "d MMM y"))
