"""The pages. Every view: find (404), may this phone?, form, one verb of the ledger, then 303 or a page."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import MutableMapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, request
from flask.templating import Environment
from sqlalchemy.exc import DataError, OperationalError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.ledger.sqlite import Busy

from . import afterwards, avatars, errors, incoming, seen, static_files, words, zone
from .cookie import Ageless
from .words import language

__all__ = ["SETTINGS", "Templates", "init_app", "language", "zone"]

SETTINGS = {
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_COOKIE_NAME": "companion",
    # Browsers keep a cookie for 400 days at most; every write renews it.
    "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
    "SESSION_REFRESH_EACH_REQUEST": False,
    # A game evening is longer than an hour: the token lives as long as the session.
    "WTF_CSRF_TIME_LIMIT": None,
    "MAX_CONTENT_LENGTH": 256 * 1024,
    "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),
    "COMPRESS_CACHE_BACKEND": static_files.Compressed,
    "COMPRESS_CACHE_KEY": static_files.name,
}

# Run with htmx 4: no inline script or style anywhere, nothing from another host.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: Flask-WTF wants the referrer of every HTTPS form.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)",
}


class Templates(Environment):
    """Flask's own, but for how a template finds what all templates know: Jinja copies that at every rendering, and
    compares it at every import, through a ChainMap that takes a tenth of a page.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One dict for all templates; none of ours has globals of its own."""
        return {**self.globals, **d} if d else self.globals


def init_app(app: Flask) -> None:
    """Give the app its pages, error pages and headers."""
    app.session_interface = Ageless()
    incoming.init_app(app)
    for blueprint in _blueprints():
        app.register_blueprint(blueprint)
    app.config["BUILD"] = _build(app)
    _init_templates(app)
    app.register_error_handler(HTTPException, errors.told)
    app.register_error_handler(DataError, partial(errors.unfit, app))
    app.register_error_handler(Busy, errors.busy)
    for unreadable in (OperationalError, sqlite3.OperationalError):
        app.register_error_handler(unreadable, errors.not_now)
    app.log_exception = partial(errors.log, app)  # type: ignore[method-assign]
    app.after_request(_headers)
    app.after_request(seen.note)
    app.after_request(afterwards.note)


def _blueprints() -> tuple[Blueprint, ...]:
    from .avatar_page import avatar_page
    from .group import group
    from .history import history
    from .home import home
    from .join import join
    from .people import people
    from .person import person
    from .person_change import person_change
    from .rules import rules
    from .ways_out import ways_out

    of_a_person = (person, person_change, avatar_page)
    return home, *_of_a_match(), group, history, people, *of_a_person, ways_out, join, rules


def _of_a_match() -> tuple[Blueprint, ...]:
    from .brought import brought
    from .cell import cell
    from .entry import entry
    from .give_up import give_up
    from .live import live
    from .menu import menu
    from .note import note
    from .others import others
    from .pad import pad
    from .phones import phones_
    from .rematch import rematch
    from .seals import seals
    from .steps import steps
    from .table import table
    from .tv import tv
    from .whole_round import whole_round

    written = (pad, entry, whole_round, others, cell, menu, note, brought, rematch)
    return (*written, phones_, live, tv, table, give_up, steps, seals)


def _init_templates(app: Flask) -> None:
    """What templates may call."""
    from .notice import take

    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.install_gettext_callables(words.gettext, words.ngettext, newstyle=False)  # type: ignore[attr-defined]
    app.jinja_env.filters.update(
        avatar=avatars.avatar,
        names=words.names,
        short=words.short,
        moment=words.moment,
        ordinal=words.ordinal,
        say=words.say,
        signed=words.signed,
    )
    app.jinja_env.globals.update(language=language, notice=take, asset=static_files.addresses(app))


def _build(app: Flask) -> str:
    """What tells one build's pages from another's: a hash over templates and static files."""
    digest = hashlib.sha256()
    for folder in (app.template_folder, app.static_folder):
        for path in sorted(Path(str(folder)).rglob("*.*")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[: static_files.BUILD_DIGITS]


def _headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    if response.status_code == Busy.code:
        response.headers["Retry-After"] = "5"
    if request.is_secure:
        # Over plain http browsers ignore it, and complain.
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response
