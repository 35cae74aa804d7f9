"""Ways in: a file is chosen, looked at, brought in, and can be taken back as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.games.why import N_, Refusal
from companion.interchange.reading import Damaged
from companion.ledger import importing
from companion.ledger.bringing import changed_since
from companion.ledger.importing import DONE, FAILED, LOOKED, RUNNING, UNDOING, Brought
from companion.ledger.members import kept_by

from . import limits
from .act import Answer, tried
from .forms import seen_number
from .group import title_of
from .in_background import comes_in, go_on, read_file
from .incoming import MOST_FILE
from .notice import tell
from .phone import fresh_id, token, token_for_writing
from .preview_of_file import games_text, left_text, people_text
from .words import gettext, say

ways_in = Blueprint("ways_in", __name__, url_prefix="/import")

KINDS = {
    "json": N_("a Companion file"),
    "csv": N_("a spreadsheet"),
    "bgstats": N_("a file from BG Stats"),
    "bgg": N_("a list of plays from BoardGameGeek"),
}
MOST_SHOWN = 20


@ways_in.get("")
def page() -> str:
    """Choose a file; and those that came in."""
    return _choose()


@ways_in.post("")
def bring() -> Answer:
    """Look at a file. Nothing of it comes in yet."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return _choose(gettext("Choose a file.")), 422
    data = file.stream.read(MOST_FILE + 1)
    file.close()
    if len(data) > MOST_FILE:
        return _choose(gettext("This file is larger than %(most)s MB.", most=MOST_FILE // 2**20)), 413
    limits.check_file()
    place = limits.place("FILES_IN", limits.FILES_NOW, each_address=False)
    try:
        form, told = read_file(data)
    except Damaged as damaged:
        return _choose(_damaged(damaged)), 422
    finally:
        app_state().places.leave(place)
    group = seen_number(request.form.get("into")) or None
    name = file.filename.replace("\0", "")
    public_id = importing.look(token_for_writing(), group, name, form, told, data)
    return redirect(url_for("ways_in.file", public_id=public_id), 303)


@ways_in.get("/<public_id>")
def file(public_id: str) -> str:
    """What a file tells, how far it has come, or what came of it."""
    return _file(_own(public_id))


@ways_in.post('/<public_id>/<any("start","go-on","undo","forget"):what>')
def decide(public_id: str, what: str) -> Answer:
    """Bring it in, go on with that, take all of it back, or forget it."""
    own, phone = _own(public_id), token() or ""
    if what == "forget":
        return tried(lambda: importing.forget(phone, public_id), _forgotten, lambda refused: _file(own, refused))

    def verb() -> None:
        if what == "start":
            importing.begin(phone, public_id, _chosen(), bool(request.form.get("erased")))
        elif what == "undo":
            importing.take_back(phone, public_id)

    def done() -> Response:
        go_on(public_id)
        return redirect(url_for("ways_in.file", public_id=public_id), 303)

    return tried(verb, done, lambda refused: _file(_own(public_id), refused))


def _chosen() -> dict[int, int]:
    """Who is said to be whom, by the numbers of people in the file; who is new is left out."""
    fields = {name.removeprefix("who-"): who for name, who in request.form.items() if name.startswith("who-")}
    return {seen_number(at, -1): seen_number(who) for at, who in fields.items() if who}


def _forgotten() -> Response:
    tell(gettext("The file was removed. Nothing was brought in."))
    return redirect(url_for("ways_in.page"), 303)


def _own(public_id: str) -> Brought:
    """A file that this phone's groups brought, else 404."""
    found = importing.brought(token(), public_id)
    if found is None:
        abort(404)
    return found


def _damaged(damaged: Damaged) -> str:
    why = say(damaged.why)
    if damaged.place.isdecimal():
        return gettext("%(why)s It is in line %(line)s of the file.", why=why, line=damaged.place)
    return gettext("%(why)s Place in the file: %(place)s", why=why, place=damaged.place) if damaged.place else why


@dataclass(frozen=True, slots=True)
class FileText:
    """A file that was brought, in a list."""

    public_id: str
    name: str
    at: datetime
    said: str


def _choose(refusal: str = "") -> str:
    kept = kept_by(token())
    chosen = seen_number(request.values.get("into"))
    return render_template(
        "ways/in.html",
        refusal=refusal,
        groups=[(one.id, title_of(one), one.id == chosen) for one in kept] if len(kept) > 1 else [],
        files=[FileText(one.public_id, one.name, one.at, _stands(one)) for one in importing.all_brought(token())],
        most=MOST_FILE // 2**20,
        client_id=fresh_id(),
    )


def _stands(file: Brought) -> str:
    """Where a file stands, in short."""
    said = {
        LOOKED: gettext("not brought in yet"),
        RUNNING: gettext("coming in"),
        UNDOING: gettext("being taken back"),
        FAILED: gettext("failed"),
    }
    return said.get(file.state) or gettext("matches: %(num)s", num=file.report.get("in", 0))


def _file(it: Brought, refusal: Refusal | None = None) -> str:
    changed = changed_since(it.public_id, MOST_SHOWN) if it.state in (DONE, FAILED) else []
    return render_template(
        "ways/file.html",
        it=it,
        kind=gettext(KINDS[it.form]),
        refusal=say(refusal.why) if refusal else "",
        here=comes_in(it.public_id),
        moves=it.state in (RUNNING, UNDOING),
        games=games_text(it),
        left=left_text(it),
        people=people_text(it) if it.state == LOOKED else None,
        came=it.report.get("in", 0),
        late=it.report.get("late", 0),
        changed=[(match.public_id, match.called, match.created_at) for match in changed],
        client_id=fresh_id(),
    )
