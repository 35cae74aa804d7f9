"""The pages. Every view: find (404), may this phone?, form, one verb of the ledger, then 303 or a page."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from pathlib import Path

from flask import Flask, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from . import words
from .words import language

__all__ = ["SETTINGS", "furnish", "language"]

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


def furnish(app: Flask) -> None:
    """Give the app its pages, error pages, headers and what templates may call."""
    from .cell import cell
    from .entry import entry
    from .history import history
    from .home import home
    from .join import join
    from .live import live
    from .menu import menu
    from .notice import take
    from .pad import pad
    from .people import people
    from .phones import phones_
    from .rules import rules
    from .seals import seals
    from .steps import steps
    from .table import table
    from .tv import tv

    pages = (home, pad, entry, cell, menu, history, people, join, phones_, live, tv, table, steps, seals, rules)
    for blueprint in pages:
        app.register_blueprint(blueprint)
    app.config["BUILD"] = _build(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.install_gettext_callables(words.gettext, words.ngettext, newstyle=False)  # type: ignore[attr-defined]
    app.jinja_env.filters.update(
        initial=words.initial,
        names=words.names,
        short=words.short,
        moment=words.moment,
        ordinal=words.ordinal,
        say=words.say,
        signed=words.signed,
    )
    app.jinja_env.globals.update(language=language, notice=take, asset=_assets(app))
    app.register_error_handler(HTTPException, _error)
    if not app.testing:
        app.register_error_handler(Exception, _broken)
    app.after_request(_headers)


def _build(app: Flask) -> str:
    """What tells one build's pages from another's: a hash over templates and static files."""
    digest = hashlib.sha256()
    for folder in (app.template_folder, app.static_folder):
        for path in sorted(Path(str(folder)).rglob("*.*")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def _assets(app: Flask) -> Callable[[str], str]:
    """Addresses of static files; they carry a hash of the content, so that browsers may keep them for ever.

    The hash of a script is that of all scripts and a part of its path: what it imports beside it has the same.
    """
    folder = Path(app.static_folder or "")
    scripts = hashlib.sha256(b"".join(path.read_bytes() for path in sorted((folder / "js").glob("*.js")))).hexdigest()
    app.add_url_rule(f"{app.static_url_path}/<string(length=10):version>/js/<path:filename>", "static")
    # The rule without a version is Flask's own.
    app.view_functions["static"] = lambda filename, version="": app.send_static_file(
        f"js/{filename}" if version else filename
    )

    @cache
    def asset(filename: str) -> str:
        if filename.startswith("js/"):
            return f"{app.static_url_path}/{scripts[:10]}/{filename}"
        return f"{app.static_url_path}/{filename}?v={hashlib.sha256((folder / filename).read_bytes()).hexdigest()[:10]}"

    return asset


def _headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    if request.is_secure:
        # Over plain http browsers ignore it, and complain.
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def _error(error: HTTPException) -> tuple[str, int] | HTTPException | Response:
    code = error.code or 500
    if code < 400 or request.path.startswith("/static/"):
        return error
    if code == 405 and request.method == "GET":
        # A reload after a form that was refused asks for where the form went: show the page it came from.
        return redirect(re.sub(r"(/r/\d+)?/[^/]+$", "", request.path) or "/", 303)
    return render_template("error.html", code=code), code


def _broken(error: Exception) -> tuple[str, int]:
    from flask import current_app

    current_app.logger.exception("unexpected error on %s", request.endpoint)
    return render_template("error.html", code=500), 500
