"""The pages. Every view: find (404), may this phone?, form, one verb of the ledger, then 303 or a page."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, MutableMapping
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask
from flask.templating import Environment
from sqlalchemy.exc import DataError, DBAPIError, TimeoutError
from werkzeug.exceptions import HTTPException, TooManyRequests
from werkzeug.wrappers import Response

from companion.ledger.busy import Busy, Unsure

from . import afterwards, avatars, counted, errors, incoming, seen, static_files, sweeping, unready, words, zone
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
    "COMPRESS_MIMETYPES": ["text/html", "text/css", "text/javascript", "image/svg+xml"],
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    # Pages are compressed as they go out: the fast levels give nearly all of it.
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_LEVEL": 6,
    "COMPRESS_CACHE_BACKEND": static_files.Compressed,
    "COMPRESS_CACHE_KEY": static_files.name,
}


class Templates(Environment):
    """Flask's own, but for how a template finds what all templates know: Jinja copies that at every rendering, and
    compares it at every import, through a ChainMap that takes a tenth of a page.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One dict for all templates; none of ours has globals of its own."""
        return {**self.globals, **d} if d else self.globals


def init_app(app: Flask) -> None:
    """Give the app its pages and error pages."""
    app.session_interface = Ageless()
    incoming.init_app(app)
    counted.init_app(app)
    for blueprint in _blueprints():
        app.register_blueprint(blueprint)
    app.config["BUILD"] = _build(app)
    _init_templates(app)
    app.register_error_handler(HTTPException, errors.told)
    app.register_error_handler(DataError, partial(errors.unfit, app))
    app.register_error_handler(Busy, errors.busy)
    app.register_error_handler(Unsure, errors.unsure)
    app.register_error_handler(TooManyRequests, errors.too_many)
    for unreadable in (DBAPIError, TimeoutError, sqlite3.OperationalError):
        app.register_error_handler(unreadable, errors.not_now)
    app.log_exception = partial(errors.log, app)  # type: ignore[method-assign]
    unready.init_app(app)
    app.after_request(_headers)
    app.after_request(seen.note)
    app.after_request(afterwards.note)
    app.after_request(sweeping.note)


PAGES = (
    "avatar_page",
    "brought",
    "cell",
    "deleted",
    "deleting",
    "entry",
    "give_up",
    "group",
    "history",
    "home",
    "https",
    "join",
    "languages",
    "live",
    "menu",
    "note",
    "others",
    "pad",
    "people",
    "person",
    "person_change",
    "phones",
    "rematch",
    "rules",
    "seals",
    "steps",
    "table",
    "tv",
    "ways_in",
    "ways_out",
    "whole_round",
)
"""The modules with pages; each has a blueprint of its own name."""


def _blueprints() -> Iterator[Blueprint]:
    for name in PAGES:
        yield getattr(import_module(f".{name}", __name__), name)


def _init_templates(app: Flask) -> None:
    """What templates may call."""
    from .notice import take

    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.install_gettext_callables(words.gettext, words.ngettext, newstyle=False)  # type: ignore[attr-defined]
    # What the extension has here looks `gettext` up anew for each of the hundred texts of a page.
    app.jinja_env.globals["_"] = words.gettext
    app.jinja_env.filters.update(
        avatar=avatars.avatar,
        names=words.names,
        short=words.short,
        moment=words.moment,
        ordinal=words.ordinal,
        say=words.say,
        signed=words.signed,
    )
    app.jinja_env.globals.update(
        language=language, languages=words.LANGUAGES, notice=take, asset=static_files.addresses(app)
    )


def _build(app: Flask) -> str:
    """What tells one build's pages from another's: a hash over templates and static files."""
    digest = hashlib.sha256()
    for folder in (app.template_folder, app.static_folder):
        for path in sorted(Path(str(folder)).rglob("*.*")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[: static_files.BUILD_DIGITS]


def _headers(response: Response) -> Response:
    if response.status_code == Busy.code:
        response.headers["Retry-After"] = "5"
    # No cache that several people share may keep a page of one of them.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
