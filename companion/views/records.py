"""The records of a group in words: what was lowest, highest, longest, the most wins in a row, the best comeback."""

from __future__ import annotations

from dataclasses import replace

from companion.games import by_key
from companion.ledger.careers import Feat, Ranked, feats
from companion.ledger.summaries import ALL

from .feats import FeatText, feat_text, worth_telling
from .lively import day
from .ranking import Standing
from .words import isolated, names


def records(standing: Standing) -> tuple[FeatText, ...]:
    """The records of what the page shows."""
    one_game = standing.called != ALL
    found = worth_telling(feats(_holders(standing)))
    return tuple(_text(feat, one_game or feat.kind != "best_streak") for feat in found)


def _holders(standing: Standing) -> list[Ranked]:
    """Whose peaks are looked at: in one game all of them, in ALL games the rounds of each game that has points."""
    if standing.called != ALL:
        return [_with_points(one) for one in standing.ranking]
    single = [_with_points(one) for called in standing.games for one in standing.of(called)]
    rounds = [Ranked(one.person, replace(one.career, longest=None, best_streak=None)) for one in single]
    return [*rounds, *standing.ranking]


def _with_points(one: Ranked) -> Ranked:
    """Without the rounds of a game that has no points to be low or high."""
    if not by_key(one.career.game).tallies:
        return one
    return Ranked(one.person, replace(one.career, lowest=None, highest=None, comeback=None))


def _text(feat: Feat, game: bool) -> FeatText:
    """A record: who has it, in which game and since when. The longest match is nobody's, and wins in a row over all
    games are of no game.
    """
    holders = () if feat.kind == "longest" else feat.people
    note = (names(one.name for one in holders), isolated(feat.called) if game else "", day(feat.played_at))
    return feat_text(feat, " · ".join(filter(None, note)), holders)
