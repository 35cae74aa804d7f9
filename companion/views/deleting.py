"""Deleting for good: the page that names what is lost, and the list of what can come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.games.why import NN_, Refusal
from companion.ledger import deleting as verbs
from companion.ledger.access import Found
from companion.ledger.deleted import (
    Loss,
    PersonLoss,
    keeps_group,
    loss_of,
    person_loss,
)
from companion.ledger.state import MatchState

from .act import Answer, tried
from .forms import ClientForm
from .notice import tell
from .phone import allowed, state_of, token, token_for_writing
from .words import gettext, names, ngettext, say, seat_names

deleting = Blueprint("deleting", __name__)
DAYS = verbs.KEPT.days


@deleting.get("/m/<public_id>/delete")
def match(public_id: str) -> str:
    """What is lost with a match; for the phone that keeps its group."""
    return _match_page(*_kept(public_id))


@deleting.post("/m/<public_id>/delete")
def delete_match(public_id: str) -> Answer:
    """Delete it."""
    found, state = _kept(public_id)
    return tried(
        lambda: verbs.delete_match(token_for_writing(), found.id),
        lambda: gone(gettext("The match is deleted.")),
        lambda no: _match_page(found, state, no),
    )


@deleting.get("/people/<int:player>/delete")
def person(player: int) -> str:
    """What is lost with a person; for the phone that keeps the group."""
    return _person_page(kept_person(player))


@deleting.post("/people/<int:player>/delete")
def delete_person(player: int) -> Answer:
    """Delete who that was."""
    loss = kept_person(player)
    return tried(
        lambda: verbs.delete_person(token_for_writing(), loss.id),
        lambda: gone(gettext("%(name)s is deleted.", name=loss.name)),
        lambda no: _person_page(loss, no),
    )


def _kept(public_id: str) -> tuple[Found, MatchState]:
    """A match for the phone that keeps its group, else 404."""
    found = allowed(public_id)
    if not found.keeps:
        abort(404)
    return found, state_of(found)


def kept_person(player: int, deleted: bool = False) -> PersonLoss:
    """A person for the phone that keeps the group, else 404."""
    loss = person_loss(player)
    if loss is None or loss.deleted is not deleted or not keeps_group(token(), loss.group):
        abort(404)
    return loss


def gone(said: str) -> Response:
    """On to what can come back, with that said."""
    tell(said)
    return redirect(url_for("deleted.page"), 303)


@dataclass(frozen=True, slots=True)
class Sure:
    """The page before something goes. `lost`: what, in words, `kept`: what stays; `where`: the form goes there with
    these `fields`, and `back` leads away from it.
    """

    title: str
    whom: str
    lost: tuple[str, ...]
    kept: tuple[str, ...]
    button: str
    where: str
    back: str
    fields: tuple[tuple[str, object], ...] = ()
    played_at: datetime | None = None


def sure(it: Sure, refused: Refusal | None = None) -> str:
    said = say(refused.why) if refused else ""
    return render_template("deleting/sure.html", it=it, refusal=said, form=ClientForm(formdata=None))


def _match_page(found: Found, state: MatchState, refused: Refusal | None = None) -> str:
    loss = loss_of(state)
    kept = [_for_a_while(), gettext("The people stay, with their other matches.")]
    it = Sure(
        gettext("Delete this match?"),
        f"{loss.called} · {people_of(state)}",
        tuple(lost_in(loss)),
        (*kept, backups()),
        gettext("Delete the match"),
        url_for("deleting.delete_match", public_id=found.public_id),
        url_for("menu.page", public_id=found.public_id),
        played_at=loss.played_at,
    )
    return sure(it, refused)


def people_of(state: MatchState) -> str:
    return seat_names(state, [seat.number for seat in state.seats if not seat.absent])


def lost_in(loss: Loss) -> list[str]:
    """What goes with a match, a sentence each."""
    said = [ngettext("%(num)s round, with all corrections.", "%(num)s rounds, with all corrections.", loss.rounds)]
    if loss.dealt:
        dealt = NN_(
            "%(num)s round played on screen, with its cards and its seals.",
            "%(num)s rounds played on screen, with their cards and their seals.",
        )
        said.append(ngettext(*dealt, loss.dealt))
    if loss.notes:
        said.append(ngettext("%(num)s note.", "%(num)s notes.", loss.notes))
    if loss.place:
        said.append(gettext("Where it was played: %(place)s.", place=loss.place))
    if loss.counts:
        return [*said, gettext("It counts in the statistics: these change.")]
    return [*said, gettext("It doesn’t count in the statistics.")]


def _for_a_while() -> str:
    said = NN_(
        "For %(num)s day this phone can bring it back. Then it is erased for good.",
        "For %(num)s days this phone can bring it back. Then it is erased for good.",
    )
    return ngettext(*said, DAYS)


def backups() -> str:
    return gettext("Backups of the server, if someone makes any, hold it for as long as they are kept.")


def _person_page(loss: PersonLoss, refused: Refusal | None = None) -> str:
    stays = gettext("Their matches stay, with all points: someone without a name sits there.")
    it = Sure(
        gettext("Delete this person?"),
        loss.name,
        tuple(lost_with(loss)),
        (stays, _for_a_while(), backups()),
        gettext("Delete the person"),
        url_for("deleting.delete_person", player=loss.id),
        url_for("person_change.page", player=loss.id),
        played_at=loss.last,
    )
    return sure(it, refused)


def lost_with(loss: PersonLoss) -> list[str]:
    """What goes with a person, a sentence each."""
    said = [gettext("The name, the colour and the emoji, in every match and list.")]
    if loss.nickname:
        said.append(gettext("The nickname: %(nickname)s.", nickname=loss.nickname))
    if loss.others:
        said.append(gettext("The other names of this person: %(names)s.", names=names(loss.others)))
    said.append(ngettext("The figures from %(num)s match.", "The figures from %(num)s matches.", loss.counted))
    return [*said, gettext("Not searched: notes, places and names of games. Change these by hand.")]
