"""The figures of one person in words, each with the sentence that says what it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from flask import url_for
from flask_babel import format_decimal, format_percent

from companion.games import by_key
from companion.games.words import Words
from companion.ledger.careers import CareerFigures, Feat, Ranked
from companion.ledger.summaries import ALL

from .words import gettext, moment, ngettext, signed

SQUARES = 20
"""So many small squares stand in a line; what is more is a bar."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many: as small squares, or as a bar where there are too many for that."""

    times: int
    of: int

    @property
    def squares(self) -> tuple[bool, ...]:
        """Which squares are filled; none where it is a bar."""
        return tuple(at < self.times for at in range(self.of)) if self.of <= SQUARES else ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure. `value`, with `of` beside it and `said` below; `term`, `means`: what it is, in a sentence; `url`: its
    match; `tone`: whether it is good or bad; `share`: drawn below a figure that is a sentence.
    """

    value: str
    of: str
    said: str
    term: str
    means: str
    url: str = ""
    tone: Literal["", "good", "bad"] = ""
    share: Share | None = None


def facts(career: CareerFigures, together: Sequence[Ranked], peaks: Mapping[str, Feat], low: bool) -> tuple[Fact, ...]:
    """The figures of a career. `together`: those of everybody in the lists; `peaks`: what was most and least, by kind;
    `low`: low is good.
    """
    first = (_won(career), _place(career))
    streak = _streak(career, peaks.get("best_streak"))
    if career.called == ALL:
        return (*first, streak, _luck(career))
    game = by_key(career.game)
    rounds = () if game.tallies else tuple(_rounds(career, peaks, low))
    pace = _pace(game.words, career, [one.career for one in together], game.tallies)
    return tuple(filter(None, (*first, _endings(game.words, career), *rounds, streak, pace)))


def _won(career: CareerFigures) -> Fact:
    share = format_percent(career.rate)
    return Fact(
        str(career.won),
        gettext("of %(matches)s", matches=career.matches),
        ngettext("match won, %(share)s", "matches won, %(share)s", career.matches, share=share),
        gettext("Matches won"),
        gettext(
            "Of the finished matches that this person played to the end; a shared win counts for everyone who "
            "shares it. Stopped and archived matches don’t count."
        ),
    )


def _place(career: CareerFigures) -> Fact:
    return Fact(
        str(format_decimal(career.average_place, "0.0")),
        "",
        gettext("average place of %(players)s", players=format_decimal(career.average_players, "0.#")),
        gettext("Average place"),
        gettext("All places added and divided by the matches; beside it, how many were ranked on average."),
    )


def _luck(career: CareerFigures) -> Fact:
    return Fact(
        str(format_decimal(career.expected, "0.0")),
        "",
        gettext("wins that luck alone would give"),
        gettext("Luck alone"),
        gettext("If only luck decided, everyone would win one match in four at a table of four."),
    )


def _rounds(career: CareerFigures, peaks: Mapping[str, Feat], low: bool) -> Iterator[Fact]:
    """The best and the worst round, where there are two to tell apart."""
    if career.rounds < 2:
        return
    best, worst = (peaks.get(kind) for kind in (("lowest", "highest") if low else ("highest", "lowest")))
    means = gettext("The points of a single round; of several that are alike, the first one.")
    if best:
        said = gettext("best round, %(day)s", day=moment(best.played_at, "date"))
        yield Fact(signed(best.value), "", said, gettext("Best round"), means, _match(best), "good")
    if worst:
        said = gettext("worst round, %(day)s", day=moment(worst.played_at, "date"))
        yield Fact(signed(worst.value), "", said, gettext("Worst round"), means, _match(worst), "bad")


def _match(feat: Feat) -> str:
    return url_for("pad.page", public_id=feat.match)


def _streak(career: CareerFigures, best: Feat | None) -> Fact:
    most = best.value if best else 0
    said = ngettext("win in a row now; best %(best)s", "wins in a row now; best %(best)s", career.streak, best=most)
    return Fact(
        str(career.streak),
        "",
        said,
        gettext("Wins in a row"),
        gettext("Matches won one after the other, shared wins too. Whoever doesn’t win starts again at 0."),
        _match(best) if best else "",
    )


def _pace(words: Words, career: CareerFigures, everybody: Sequence[CareerFigures], tallies: bool) -> Fact | None:
    """Points in a round, or in a match of a game that tallies, beside those of the group."""
    own = (career.matches if career.rounds else 0) if tallies else career.rounds
    all_ = sum(one.matches if tallies else one.rounds for one in everybody)
    if not own:
        return None
    group = _decimal(sum(one.points for one in everybody) / all_) if all_ else "–"
    said = gettext(words.pace, group=group)
    return Fact(_decimal(career.points / own), "", said, gettext("Average"), gettext(words.pace_means))


def _decimal(number: float) -> str:
    # Adding nothing makes −0 a 0.
    return signed(format_decimal(round(number, 1) + 0.0, "0.0"))


def _endings(words: Words, career: CareerFigures) -> Fact | None:
    """What became of the rounds that somebody ended."""
    if words.endings is None or not career.closings:
        return None
    said, good, means = words.endings
    times = career.paid if good else career.cost
    sentence = ngettext(*said, career.closings, times=times)
    term = gettext("Rounds that this person ended")
    return Fact(sentence, "", "", term, gettext(means), share=Share(times, career.closings))
