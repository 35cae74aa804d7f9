"""The stream of a match: version numbers only, and who is here. Pages fetch what changed by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.games.why import NN_
from companion.ledger.base import db
from companion.ledger.state import MatchState

from .once_sent import this_app
from .phone import allowed, opened, still_allowed, token
from .words import gettext, names, ngettext

live = Blueprint("live", __name__, url_prefix="/m/<public_id>")

HEARTBEAT = 15.0
"""Seconds between two signs of life; they carry the numbers too, so a lost message heals by itself."""


class Never:
    """Where the server cannot tell that a phone hung up: the next heartbeat notices."""

    def watch(self, wake: Callable[[], None]) -> None:
        """Nothing to watch."""

    def gone(self) -> bool:
        """Not that anybody knew."""
        return False

    def close(self) -> None:
        """Nothing to let go of."""


@live.get("/events")
def events(public_id: str) -> Response:
    """Server-sent events: `beat` with the hub's numbers, once on connecting and whenever one of them changes."""
    found = allowed(public_id)
    phone, version, whose = found.phone, found.version, token()
    # A stream lives for hours: it must not keep a connection of the pool.
    db.session.remove()

    app = this_app()
    hangup = request.environ.get("companion.hangup")
    subscribing = app_state().hub.subscribe(public_id, phone, version)

    def stream() -> Iterator[bytes]:
        with subscribing as subscription, closing(hangup() if hangup else Never()) as end:
            end.watch(subscription.wake)
            numbers = subscription.wait(0)
            while not end.gone():
                yield f"event: beat\nid: {numbers}\ndata: {numbers}\n\n".encode()
                numbers = subscription.wait(HEARTBEAT)
                # Asked at each sign, as the page will ask next: who was put out hears nothing more, of no process.
                if not still_allowed(app, public_id, whose):
                    yield b"event: out\ndata: \n\n"
                    return

    answer = Response(stream(), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@live.get("/phones/here")
def here(public_id: str) -> str:
    """Which phones are here, for the button in the pad's head."""
    return here_line(opened(public_id)[1])


def here_line(state: MatchState) -> Markup:
    """The button to the phones of the match, with how many are connected; who they are is its name."""
    there = app_state().hub.present(state.public_id)
    people = [state.name(seat) for seat in state.playing if state.holders.get(seat) in there]
    others = len(there - set(state.holders.values()))
    if people and others:
        one, many = NN_("%(people)s and %(num)s other phone", "%(people)s and %(num)s other phones")
        said = ngettext(one, many, others, people=names(people))
    else:
        said = names(people) or ngettext("%(num)s phone", "%(num)s phones", max(others, 1))
    label = gettext("Phones connected: %(who)s", who=said)
    where = url_for("phones.page", public_id=state.public_id)
    badge = len(there) if len(there) > 1 else ""
    return Markup(render_template("live/_here.html", said=label, badge=badge, where=where))
