"""The words of a match's note and place, by which it is found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import literal, select, union_all

from .base import db
from .leaping import leaping
from .models import Match
from .state import MatchState
from .summaries import MatchWord

LONGEST_WORD = 40
MOST_WORDS = 8
"""So many words that begin alike are looked for."""
_WORD = re.compile(r"\w+")


def words_in(text: str) -> list[str]:
    """The words of a text, each once, without case and accents: who looks for *grand-mere* finds *Grand-Mère*."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return list(dict.fromkeys(word[:LONGEST_WORD] for word in _WORD.findall(bare)))


def word_rows(state: MatchState, at: datetime) -> list[dict[str, Any]]:
    """The rows of a match that is listed at that moment."""
    of_match = {"match_id": state.id, "group_id": state.group_id, "played_at": at}
    return [{**of_match, "word": word} for word in words_in(f"{state.note}\n{state.place}")]


def words_like(group: int, beginnings: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The words of the group's notes and places that begin with each of these, at most MOST_WORDS of each.

    One query, which leaps from word to word: however often one was written, it is read once.
    """
    if not beginnings:
        return {}
    leaps = [_leaping(group, number, beginning) for number, beginning in enumerate(beginnings)]
    found: dict[str, list[str]] = {beginning: [] for beginning in beginnings}
    for number, word in db.session.execute(union_all(*leaps)):
        found[beginnings[number]].append(word)
    return {beginning: tuple(words) for beginning, words in found.items()}


def _leaping(group: int, number: int, beginning: str) -> Any:
    inside = MatchWord.group_id == group, MatchWord.word < beginning + "\U0010ffff"
    word, there = leaping(f"words_{number}", MatchWord.word, MOST_WORDS, inside, [MatchWord.word >= beginning])
    return select(literal(number), word).where(there)


def places_of(group: int, most: int = 8, among: int = 200) -> tuple[str, ...]:
    """Where the group's matches were, the place of the newest first: of the newest ones that is."""
    newest = (
        select(Match.place)
        .where(Match.group_id == group, Match.archived.is_(False), Match.deleted_at.is_(None))
        .order_by(Match.played_at.desc(), Match.id.desc())
        .limit(among)
    )
    return tuple(dict.fromkeys(filter(None, db.session.scalars(newest))))[:most]
