"""The notice at the foot of a page: what was just saved, with its undo, or why something was refused."""

from __future__ import annotations

from flask import get_flashed_messages, render_template, session
from markupsafe import Markup

from .phone import fresh_id


def take() -> Markup:
    """The notices that wait for this phone, as HTML; they are shown once."""
    if "_flashes" not in session:
        return Markup("")
    messages = get_flashed_messages(with_categories=True)
    return Markup(render_template("_notice.html", messages=messages, client_id=fresh_id()))
