"""The notice at the foot of a page: what was just saved, with its undo, or why something was refused."""

from __future__ import annotations

from flask import flash, get_flashed_messages, render_template, session
from markupsafe import Markup

from companion.ledger.state import MatchState

from .phone import fresh_id


def saved(said: str, state: MatchState, undo: bool = True) -> None:
    """Say that something was saved, with a button that takes it back if `undo` can."""
    flash(said, f"{state.public_id}/{state.version}" if undo else "")


def take() -> Markup:
    """The notices that wait for this phone, as HTML; they are shown once."""
    if "_flashes" not in session:
        return Markup("")
    messages = get_flashed_messages(with_categories=True)
    return Markup(render_template("_notice.html", messages=messages, client_id=fresh_id()))
