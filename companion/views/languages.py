"""Which language a phone reads: chosen on any page, kept by the phone itself, whoever it belongs to."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from .words import CHOSEN, LANGUAGES

languages = Blueprint("languages", __name__, url_prefix="/language")


@languages.get("/<said>")
def choose(said: str) -> Response:
    """Remember a language on this phone, and go back to where that was asked. A GET, for it stands on pages that are
    kept for all, and changes nothing but what this phone reads.
    """
    if said not in LANGUAGES:
        abort(404)
    answer = redirect(_back(), 303)
    answer.set_cookie(
        CHOSEN,
        said,
        max_age=current_app.permanent_session_lifetime,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure,
    )
    return answer


def _back() -> str:
    """The page of ours that led here, else home."""
    try:
        came = urlsplit(request.referrer or "")
    except ValueError:
        return url_for("home.page")
    there = f"{came.path}?{came.query}" if came.query else came.path
    ours = came.netloc == request.host and there.startswith("/") and not there.startswith(("//", "/language"))
    return there if ours else url_for("home.page")
