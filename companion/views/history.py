"""The matches of the phone's groups, newest first, and the archive."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.ledger.history import matches_of

from .forms import seen_number
from .phone import fresh_id, token

history = Blueprint("history", __name__, url_prefix="/history")
PAGE = 20


@history.get("")
def page() -> str:
    """One page of matches; `archived=1` shows the archive."""
    archived = request.args.get("archived") == "1"
    number = min(max(seen_number(request.args.get("page")), 1), 10_000)
    lines = matches_of(token(), archived=archived, most=PAGE + 1, skip=(number - 1) * PAGE)
    return render_template(
        "history/page.html",
        lines=lines[:PAGE],
        archived=archived,
        page=number,
        more=len(lines) > PAGE,
        client_id=fresh_id(),
    )
