"""One person of a group: who that is, for its phones."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.ledger.persons import Person, person_for

from .phone import token

person = Blueprint("person", __name__, url_prefix="/people/<int:player>")


@person.get("")
def page(player: int) -> str | Response:
    """All that is remembered of a person; of a player who stands for another, that one's page."""
    its = person_of(player)
    if its.id != player:
        return redirect(url_for("person.page", player=its.id))
    return render_template("people/person.html", it=its)


def person_of(player: int) -> Person:
    """The person of a player, or 404 to a phone that is not of the group."""
    its = person_for(token(), player)
    if its is None:
        abort(404)
    return its
