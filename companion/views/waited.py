"""What had waited on its phone: the script that sends it is told what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import jsonify
from werkzeug.wrappers import Response

from companion.games.why import Refusal
from companion.ledger.access import Found
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState

from .act import Answer, act
from .pad import prepared
from .preview import Unconfirmed
from .words import say


def had_waited(
    found: Found, verb: Callable[[Pen], MatchState], told: Callable[[MatchState], Mapping[str, Any]]
) -> Answer:
    """Do the verb; `told`: what is said once it is done, where to go on, and the newest numbers of what was written."""

    def done(after: MatchState) -> Answer:
        said = told(after)
        return prepared(jsonify(said), found, after, said["next"])

    def again(refused: Refusal) -> Response:
        return jsonify(asks=True) if isinstance(refused, Unconfirmed) else jsonify(said=say(refused.why))

    return act(found, verb, done, again, lambda _: (jsonify(two=True), 409))
