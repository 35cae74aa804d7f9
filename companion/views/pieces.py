"""Pieces of pages, kept by what they show, and whole pages, kept by the version of their match.

A piece is a function of frozen facts. The facts are the key it is kept under, and its texts are made inside it: no key
is written by hand, and a name is in the facts, so nothing goes stale; the avatars of those who sit in the match are
always a part of the key. A piece tells no time, for that is another one elsewhere; a page may. Three holes stay open in
what is kept, for every answer fills them with something of its own: the CSRF token, the client id, the notice.

And what a phone keeps itself: a page that has not changed costs a 304.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from flask import current_app, request, session
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.ledger.hidden import seen_by
from companion.ledger.state import Versioned

from .avatars import here
from .phone import fresh_id, state_of
from .words import language
from .zone import zone_name

Facts = TypeVar("Facts", bound=Hashable)


_MARK = secrets.token_hex(16)
"""What every hole begins with, so that a page is looked through once for all of them; "." ends it."""


def hole(name: str) -> str:
    """A place in what is kept that is filled later. Nobody can guess it, so no name can carry one."""
    return f"{_MARK}{name}."


CSRF_HOLE, CLIENT_HOLE, NOTICE_HOLE = (hole(name) for name in ("csrf", "client", "notice"))


def piece(make: Callable[[Facts], str], facts: Facts) -> Markup:
    """What `make` makes of these facts and of who sits in the match, once for each language."""
    return _kept((make, language(), here(), facts), lambda: make(facts))


def page(make: Callable[..., str], match: Versioned, *own: Hashable) -> Markup:
    """What `make` makes of a match at its version, which fixes all that is known of it, as everybody may see it. `own`:
    for which phone, and what the address of the page says. A page may tell the day, which is another one elsewhere.
    """
    key = (make, match.public_id, match.version, language(), zone_name(), *own)
    return _kept(key, lambda: make(seen_by(state_of(match), None), *own))


def _kept(key: Hashable, build: Callable[[], str]) -> Markup:
    pieces = app_state().pieces
    html = pieces.get(key)
    if html is None:
        html = Markup(build())
        pieces.put(key, html, len(html))
    return html


def filled(html: str, parts: Mapping[str, str]) -> Markup:
    """A kept piece with other pieces in its holes; a hole that is not among them stays."""
    return Markup(_filled(html, parts))


def finish(html: str, notice: str = "") -> str:
    """A kept page with this answer's own values in the holes."""
    return _filled(html, {CSRF_HOLE: _csrf(), CLIENT_HOLE: fresh_id(), NOTICE_HOLE: notice})


def _filled(html: str, parts: Mapping[str, str]) -> str:
    before, *rest = str.split(html, _MARK)  # Markup would make Markup of each.
    said = [before]
    for each in rest:
        name, _, after = each.partition(".")
        spelled = hole(name)
        said += parts.get(spelled, spelled), after
    return "".join(said)


def _csrf() -> str:
    """The CSRF token of this phone: one that was signed before is as good as a new one, for none grows old."""
    secret = session.get("csrf_token")
    return generate_csrf() if secret is None else _kept((_csrf, secret), lambda: str(generate_csrf()))


def unless_known(facts: Iterable[object], build: Callable[[], str]) -> Response:
    """A part of a page that depends on these facts, the language, the zone and the build; a phone that has it gets a
    304.
    """
    answer = Response(mimetype="text/html")
    tag = "-".join(map(str, (*facts, language(), zone_name(), current_app.config["BUILD"])))
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, no-cache"
    # A compressed answer had the name of its compression behind the tag.
    if any(seen.partition(":")[0] == tag for seen in request.if_none_match.as_set()):
        answer.status_code = 304
    else:
        answer.set_data(build())
    return answer
