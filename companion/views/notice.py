"""The notice at the foot of a page: what was just saved, with its undo, or why something was refused."""

from __future__ import annotations

from dataclasses import dataclass

from flask import flash, get_flashed_messages, render_template, session
from markupsafe import Markup

from companion.ledger.state import MatchState

from .phone import fresh_id

MOST = 3
"""Notices that wait at once: they stand in the phone's cookie, and a browser keeps none of more than 4 kB."""


def tell(said: str, category: str = "") -> None:
    """Say something on the next page that this phone opens; of many that nobody looked at the newest are kept."""
    flash(said, category)
    session["_flashes"] = session["_flashes"][-MOST:]


def saved(said: str, state: MatchState, undo: bool = True) -> None:
    """Say that something was saved, with a button that takes it back if `undo` can."""
    tell(said, f"{state.public_id} {state.version}" if undo else "")


def take() -> Markup:
    """The notices that wait for this phone, as HTML; they are shown once."""
    if "_flashes" not in session:
        return Markup("")
    toasts = [_toast(*message) for message in get_flashed_messages(with_categories=True)]
    return Markup(render_template("_notice.html", toasts=toasts, client_id=fresh_id()))


@dataclass(frozen=True, slots=True)
class Toast:
    """One notice. `public_id`, `version`: what its button takes back, empty when it has none; for the version "who" it
    asks again who this phone is.
    """

    said: str
    public_id: str
    version: str


def _toast(category: str, said: str) -> Toast:
    public_id, _, version = category.partition(" ")
    return Toast(said, public_id, version)
