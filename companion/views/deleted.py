"""What was deleted and can still come back: the list, and what its keeper does with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, abort, render_template, request, url_for

from companion.ledger import deleting as verbs
from companion.ledger import erasing
from companion.ledger.deleted import MATCH, PERSON, DeletedItem, deleted_in, deleted_match_for, loss_of
from companion.ledger.members import kept_by, members_of
from companion.ledger.state import read_state
from companion.ledger.unnamed import somebody

from .act import Answer, tried
from .deleting import Sure, backups, gone, kept_person, lost_in, lost_with, people_of, sure
from .forms import NOBODY, ClientForm, seen_number
from .group import called, title_of
from .phone import token, token_for_writing
from .unnamed import in_match
from .words import gettext, names, say

deleted = Blueprint("deleted", __name__)


@deleted.get("/group/deleted")
def page() -> str:
    """What can come back, for every phone of the group."""
    return _page()


@deleted.post("/group/deleted/restore")
def restore() -> Answer:
    """Bring something back; for the phone that keeps the group."""
    what, number = _named()
    verb = verbs.restore_match if what == MATCH else verbs.restore_person
    return tried(
        lambda: verb(token_for_writing(), number),
        lambda: gone(gettext("It is back, as it was.")),
        lambda no: _page(say(no.why)),
    )


@deleted.get("/group/deleted/erase")
def erasing_page() -> str:
    """What is erased now, and not only after some days."""
    return _erase_page(*_named())


@deleted.post("/group/deleted/erase")
def erase() -> Answer:
    """Erase it."""
    what, number = _named()
    verb = erasing.erase_match if what == MATCH else erasing.erase_person
    return tried(
        lambda: verb(number, token_for_writing()),
        lambda: gone(gettext("It is erased.")),
        lambda no: _page(say(no.why)),
    )


def _named() -> tuple[str, int]:
    """What the request is about; 404 when it is nothing."""
    what = request.values.get("what")
    if what not in (MATCH, PERSON):
        abort(404)
    number = seen_number(request.values.get("number"), NOBODY)
    if all(each.id != number or each.what != what or not each.keeps for each in deleted_in(token())):
        abort(404)
    return what, number


def _erase_page(what: str, number: int) -> str:
    if what == PERSON:
        loss = kept_person(number, deleted=True)
        whom, lost, kept = loss.name, lost_with(loss), [gettext("Their matches stay, with all points.")]
    else:
        row = deleted_match_for(token(), number)
        if row is None:
            abort(404)
        state = in_match(read_state(row))
        its = loss_of(state)
        whom, lost, kept = f"{its.called} · {people_of(state)}", lost_in(its), []
    it = Sure(
        gettext("Erase it now?"),
        whom,
        (*lost, gettext("Nobody can bring it back after that.")),
        (*kept, backups()),
        gettext("Erase it for good"),
        url_for("deleted.erase"),
        url_for("deleted.page"),
        (("what", what), ("number", number)),
    )
    return sure(it)


@dataclass(frozen=True, slots=True)
class DeletedRow:
    """Something that can come back, in words. `by`: which phone deleted it; `group`: whose it was, where this phone is
    in several; `erase`: the page that erases it now, for the keeper.
    """

    what: str
    number: int
    title: str
    who: str
    by: str
    group: str
    at: datetime
    until: datetime
    erase: str


def _page(refusal: str = "") -> str:
    kept = kept_by(token())
    titles = {one.id: title_of(one) for one in kept} if len(kept) > 1 else {}
    phones = {member.phone: called(member) for one in kept for member in members_of(one.id)}
    me = kept[0].phone if kept else None
    lines = [_line(each, titles.get(each.group, ""), phones, me) for each in deleted_in(token())]
    return render_template("deleting/page.html", lines=lines, refusal=refusal, form=ClientForm(formdata=None))


def _line(it: DeletedItem, group: str, phones: dict[int, str], me: int | None) -> DeletedRow:
    people = names(name or say(somebody(1)) for name in it.people)
    by = gettext("this phone") if it.phone == me else phones.get(it.phone, gettext("another phone"))
    erase = url_for("deleted.erasing_page", what=it.what, number=it.id) if it.keeps else ""
    title = it.called if it.what == MATCH else gettext("A person")
    return DeletedRow(
        it.what, it.id, title, people, gettext("Deleted by %(phone)s", phone=by), group, it.at, it.until, erase
    )
