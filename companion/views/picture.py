"""The result of a match as a picture (SVG): the same everywhere, and with nothing in it from elsewhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import current_app, render_template
from markupsafe import Markup

from companion.ledger.state import MatchState

from .avatars import avatar
from .end import End
from .sheet import RankText, rank_texts, ranking
from .words import dated, ngettext

WIDTH = 1080
TOP, ROW, FOOT = 290, 132, 96
ROOM, TITLE_ROOM = 490, 940
"""How wide a name and the title may be, in the units of the picture."""
COLOURS = ("#2952c2", "#c0430c", "#597a63", "#68085f", "#3f1009", "#58535f", "#342c95", "#942b1f", "#6b6862")
"""The colours of people on light paper, and the one of those who were deleted, as css/base.css has them."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in a picture. `size`: of its letters; `width`: what it has to be pressed into, 0 where it fits."""

    said: str
    size: int
    width: int


@dataclass(frozen=True, slots=True)
class PictureRow:
    """Somebody in the picture. `top`: where the row begins; `letters`: what stands on the shape, in that size."""

    top: int
    place: int
    name: Fitted
    total: str
    won: bool
    shape: str
    colour: str
    letters: str
    size: int


def picture_of(state: MatchState, end: End) -> str:
    """The picture of a match that has ended or was stopped."""
    ranks = rank_texts(ranking(state))
    rounds = len(state.complete)
    played = ngettext("%(num)s round", "%(num)s rounds", rounds)
    day = dated(state.created_at, "d MMMM y")
    lines = [_line(state, rank, TOP + at * ROW) for at, rank in enumerate(ranks)]
    return render_template(
        "ways/picture.svg",
        width=WIDTH,
        height=height_of(end),
        title=_fitted(end.title, 62, 30, TITLE_ROOM),
        note=_fitted(" · ".join([state.called, day, *([played] if rounds else [])]), 36, 24, TITLE_ROOM),
        lines=lines,
        shapes=[_shapes()[one] for one in sorted({line.shape for line in lines})],
    )


def height_of(end: End) -> int:
    """How high the picture of that end is; it is WIDTH wide."""
    return TOP + (len(end.podium) + len(end.rest)) * ROW + FOOT


def _line(state: MatchState, rank: RankText, top: int) -> PictureRow:
    shown = avatar(rank.seat, rank.name)
    colour = COLOURS[state.seats[rank.seat].avatar.pair]
    size = 15 if len(shown.said) > 1 else 18
    won = rank.seat in state.sheet.winners
    name = _fitted(rank.name, 46, 28, ROOM)
    return PictureRow(top, rank.place, name, rank.total, won, f"person-{shown.shape}", colour, shown.said, size)


def _fitted(said: str, most: int, least: int, room: int) -> Fitted:
    """A text in letters as large as there is room for; where even small ones have none, it is pressed together."""
    ems = sum(map(_ems, said))
    size = max(least, min(most, int(room / ems))) if ems else most
    return Fitted(said, size, room if ems * size > room else 0)


def _ems(sign: str) -> float:
    """How wide a letter is at most in the fonts of systems, in its own height."""
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(sign) in ("W", "F"):
        return 1.3
    return 0.9 if sign in "mwMW@%—…" else 0.72 if sign.isupper() else 0.36 if sign in "iljtf.,:;!|'() " else 0.61


@cache
def _read(folder: str) -> Mapping[str, Markup]:
    text = Path(folder, "icons", "shapes.svg").read_text(encoding="utf-8")
    return {found[1]: Markup(found[0]) for found in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', text)}


def _shapes() -> Mapping[str, Markup]:
    """The shapes of people, as they stand on pages."""
    return _read(str(current_app.static_folder))
