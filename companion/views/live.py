"""The stream of a match: version numbers only, and who is here. Pages fetch what changed by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from random import randrange
from typing import Any

from flask import Blueprint, Flask, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response
from werkzeug.wsgi import ClosingIterator

from companion.app_state import AppState, app_state
from companion.games.why import NN_
from companion.hub import Subscription
from companion.ledger.access import Found
from companion.ledger.base import db
from companion.ledger.state import MatchState

from . import limits
from .late_bots import Watch
from .once_sent import this_app
from .pad import make_ready
from .phone import allowed, found_still, opened, token
from .words import gettext, names, ngettext

live = Blueprint("live", __name__, url_prefix="/m/<public_id>")

HEARTBEAT = 15.0
"""Seconds between two signs of life; they carry the numbers too, so a lost message heals by itself."""

SPREAD_MS = 2000
"""Within so many milliseconds the phones of a server that stops come back: not all of them at once."""


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
    found, shows = allowed(public_id), request.args.get("shows")
    phone, version, whose = found.phone, found.version, token()
    # A stream lives for hours: it must not keep a connection of the pool.
    db.session.remove()

    app, house = this_app(), app_state()
    most = int(app.config["STREAMS_A_PHONE"])
    of_address = limits.place("STREAMS_AN_ADDRESS", limits.STREAMS)
    hangup = request.environ.get("companion.hangup")
    subscribing = house.hub.subscribe(public_id, phone, version)
    still = partial(_at_a_sign, app, public_id, whose, Watch(app, shows == "table"))
    told = partial(_told, app, request.environ) if shows == "pad" else _nothing_more

    def stream() -> Iterator[bytes]:
        with (
            house.listening(public_id, subscribing) as subscription,
            closing(hangup() if hangup else Never()) as end,
            # The oldest makes room: it may be of a page that has gone without a word.
            house.places.newest(f"streams {phone}", most, subscription.wake) as place,
        ):
            end.watch(subscription.wake)
            yield from _beats(house, public_id, subscription, lambda: place.lost or end.gone(), still, told)

    # Passed through: each iterator more that waits in another one would be kept in memory with its part of the stack.
    said = ClosingIterator(stream(), [lambda: house.places.leave(of_address)])
    kept = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(said, mimetype="text/event-stream", headers=kept, direct_passthrough=True)


def _at_a_sign(app: Flask, public_id: str, whose: str | None, watch: Watch) -> Found | None:
    """The match as it stands; None for a phone that may not open it any more."""
    found = found_still(app, public_id, whose)
    if found is not None:
        watch.look(found)
    return found


def _told(app: Flask, environ: dict[str, Any], found: Found) -> None:
    """A phone that shows the pad was told of that version: what it asks for next is made meanwhile."""
    with app.request_context(environ):
        make_ready(found)


def _nothing_more(found: Found) -> None:
    """What a phone with another page asks for is not made before it does."""


def _beats(
    house: AppState,
    public_id: str,
    subscription: Subscription,
    over: Callable[[], bool],
    still: Callable[[], Found | None],
    told: Callable[[Found], None],
) -> Iterator[bytes]:
    """What a stream says, until nobody hears it, or its phone may not; it was `told` of each newer version."""
    numbers, found = subscription.wait(0), None
    version = numbers.version
    while not over():
        if house.stopping:
            yield _come_back()
            return
        newer = numbers.version > version
        if newer:
            house.metrics.told(public_id, version := numbers.version)
        yield f"event: beat\nid: {numbers}\ndata: {numbers}\n\n".encode()
        if newer and found is not None:
            told(found)
        numbers = subscription.wait(HEARTBEAT)
        # Asked at each sign, as the page will ask next: who was put out hears nothing more, of no process. And what no
        # process could tell stands in the database, so no phone is later than the heartbeat.
        found = still()
        if found is None:
            yield b"event: out\ndata: \n\n"
            return
        numbers = replace(numbers, version=max(numbers.version, found.version))


def _come_back() -> bytes:
    """The last word of a server that stops; `retry` is for a page that has an older script."""
    after = randrange(SPREAD_MS)
    return f"retry: {after}\nevent: again\ndata: {after}\n\n".encode()


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
