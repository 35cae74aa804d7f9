"""A database without today's tables: nothing can be shown before it is migrated, and one page says so."""

from __future__ import annotations

from flask import Flask, current_app, render_template, request

from companion.app_state import app_state
from companion.games.why import N_
from companion.ledger import upgrading
from companion.ledger.busy import Busy

from .words import gettext

WHY = {
    upgrading.MISSING: N_("The database has no tables yet. On the server, run: companion migrate"),
    upgrading.OLD: N_("The database is from an older version. On the server, run: companion migrate"),
    upgrading.NEWER: N_("The database is from a newer version: start that version of Companion."),
}
TITLE = N_("Companion isn’t ready yet")


def init_app(app: Flask) -> None:
    """Let no page be asked for before the database is ready; whatever else is asked before each request comes after."""
    app.before_request_funcs.setdefault(None, []).insert(0, refused)


def refused() -> tuple[str, int] | None:
    """The page that says what is missing; None once the database was seen to be ready."""
    kept = app_state()
    if kept.schema == upgrading.READY or request.endpoint == "static":
        return None
    known, kept.schema = kept.schema, upgrading.state()
    if kept.schema == upgrading.READY:
        return None
    if kept.schema != known:
        current_app.logger.error("nothing is served: %s", WHY[kept.schema])
    said = gettext(WHY[kept.schema])
    return render_template("error.html", code=Busy.code, title=gettext(TITLE), said=said), Busy.code
