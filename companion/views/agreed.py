"""What a match is set to, in words: what was asked, and the answer."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.options import Option, Options
from companion.ledger.state import MatchState

from .words import gettext


class Term(NamedTuple):
    """One thing that a match is set to. `house`: no book knows it."""

    asked: str
    answer: str
    house: bool


def agreed(state: MatchState) -> tuple[Term, ...]:
    """All that a match is set to, in the order in which it is asked."""
    said = {option.key: str(option.of(state.options)) for option in state.game.options}
    asked = [option for option in state.game.options if option.asked(said)]
    return tuple(_term(option, state.options) for option in asked)


def _term(option: Option, options: Options) -> Term:
    value = option.of(options)
    words = option.none if option.none and not value else dict(option.choices).get(str(value), "")
    return Term(
        gettext(option.label), gettext(words) if words else str(value), option.house and value != option.default
    )
