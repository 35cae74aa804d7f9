"""Two pens on one cell: both values side by side, one tap to keep either."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import render_template, url_for

from companion.ledger.matches import Conflict
from companion.ledger.state import MatchState

from .phone import fresh_id
from .words import cell_title, cell_value, whose


def conflict_page(
    state: MatchState, phone: int, conflict: Conflict, action: str, fields: Mapping[str, Any]
) -> tuple[str, int]:
    """The page with status 409. `fields` is the form as it was sent, with the numbers it must have seen to win."""
    pairs = [
        {
            "title": cell_title(state, change.cell),
            "mine": cell_value(state, change.cell, change.value),
            "theirs": cell_value(state, change.cell, theirs.value),
            "who": whose(state, theirs, phone),
            "at": theirs.at,
        }
        for change, theirs in conflict.pairs
    ]
    return render_template(
        "conflict.html",
        pairs=pairs,
        action=action,
        fields={**fields, "client_id": fresh_id()},
        back=url_for("pad.page", public_id=state.public_id),
    ), 409
