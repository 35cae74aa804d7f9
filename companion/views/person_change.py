"""What a group says of one of its people: a name and a nickname, that two are one, and who is out of the lists."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import LazyString
from werkzeug.wrappers import Response
from wtforms import StringField

from companion.games.why import N_, Refusal
from companion.ledger.deleted import keeps_person
from companion.ledger.merging import merge, other_names, others_in_group, part
from companion.ledger.persons import Namesake, Person, call, put_in_lists

from .act import Answer, tried
from .forms import NOBODY, ClientForm, seen_number
from .notice import tell
from .person import person_of
from .phone import token
from .words import gettext, isolated, say

person_change = Blueprint("person_change", __name__, url_prefix="/people/<int:player>")


class PersonForm(ClientForm):
    """What a person is called; what cannot be is the ledger's matter."""

    name = StringField(LazyString(gettext, N_("Name")))
    nickname = StringField(LazyString(gettext, N_("Nickname")))


class MergeForm(ClientForm):
    """Who is the same person."""

    other = StringField(LazyString(gettext, N_("The other name")))


@person_change.get("/edit")
def page(player: int) -> str:
    """Name and nickname; other names of the same person; in the lists or not."""
    its = person_of(player)
    return _page(its, PersonForm(name=its.name, nickname=its.nickname))


@person_change.post("/edit")
def name(player: int) -> Answer:
    """Call a person otherwise; a name that somebody else has is refused, with the way to merge the two."""
    its, form = person_of(player), PersonForm()

    def again(refused: Refusal) -> str:
        form.refuse(refused)
        return _page(its, form, refused.other if isinstance(refused, Namesake) else None)

    typed = (form.name.data or "", form.nickname.data or "")
    return tried(lambda: call(token() or "", its.id, *typed), lambda: _told(its.id, gettext("Saved.")), again)


@person_change.get("/merge")
def same(player: int) -> str:
    """Choose who is the same person; `other` in the address is chosen already."""
    return _merge_page(person_of(player), MergeForm(other=request.args.get("other", "")))


@person_change.post("/merge")
def join(player: int) -> Answer:
    """Write that two names are one person's."""
    its, form = person_of(player), MergeForm()

    def again(refused: Refusal) -> str:
        form.refuse(refused)
        return _merge_page(its, form)

    other = seen_number(form.other.data, NOBODY)
    said = gettext("The two are one person now: all matches count for %(name)s.", name=isolated(its.name))
    return tried(lambda: merge(token() or "", its.id, other), lambda: _told(its.id, said), again)


@person_change.post('/<any(part,"out","back"):what>')
def decide(player: int, what: str) -> Answer:
    """Part a name from the person that it stands for; put a person out of the lists, or back."""
    its = person_of(player)
    if what == "part":
        said = gettext("They are two people again.")
        return tried(lambda: part(token() or "", player), lambda: _told(player, said), lambda no: _refused(its, no))
    said = gettext("Back in the lists.") if what == "back" else gettext("Out of the lists.")

    def verb() -> None:
        put_in_lists(token() or "", its.id, what == "back")

    return tried(verb, lambda: _told(its.id, said), lambda no: _refused(its, no))


def _refused(its: Person, refused: Refusal) -> str:
    return _page(its, PersonForm(formdata=None, name=its.name, nickname=its.nickname), refusal=say(refused.why))


def _told(player: int, said: str) -> Response:
    tell(said)
    return redirect(url_for("person.page", player=player), 303)


def _page(its: Person, form: PersonForm, namesake: int | None = None, refusal: str = "") -> str:
    return render_template(
        "people/edit.html",
        it=its,
        form=form,
        errors=form.all_errors(),
        refusal=refusal,
        merging=url_for("person_change.same", player=its.id, other=namesake),
        namesake=namesake,
        same=other_names(its.id),
        deletes=keeps_person(token(), its.id),
    )


def _merge_page(its: Person, form: MergeForm) -> str:
    others = others_in_group(token() or "", its.id)
    return render_template("people/merge.html", it=its, form=form, errors=form.all_errors(), others=others)
