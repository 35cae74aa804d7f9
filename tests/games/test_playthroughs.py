"""Recorded rounds still go as they went, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES, by_key
from tests.reworded import reworded

from .playthrough import files_of, lines, read

FILES = [pytest.param(game.key, path, id=f"{game.key}-{path.stem}") for game in GAMES for path in files_of(game.key)]


@pytest.mark.parametrize(("key", "path"), FILES)
def test_a_recorded_round_goes_as_it_went(key: str, path: Path) -> None:
    text = path.read_text("utf-8")
    now = lines(by_key(key), *read(text))
    for number, (recorded, made) in enumerate(zip(reworded(text.splitlines()), now, strict=True), start=1):
        assert made == recorded, f"line {number}"


def of(game: str) -> list[str]:
    """The recorded rounds of a game."""
    return [path.read_text("utf-8") for path in files_of(game)]


def test_the_recorded_rounds_of_mojo_show_what_is_rare() -> None:
    """A reshuffle in the middle of dealing, of a turn; an open draw; a known card; both ways a round ends."""
    texts = of("mojo")
    assert len(texts) >= 32
    for rare in (
        "dealer: reshuffle",
        "draw discard",
        "draw stock",
        "; drawn openly",
        "no cards = 0",
        "Mojo +10",
        "nobody lower",
    ):
        assert any(rare in text for text in texts), rare


def test_the_recorded_rounds_of_skyjo_show_what_is_rare() -> None:
    """A reshuffle, both ways a round begins, a column that is gone, a closer who is doubled."""
    texts = of("skyjo")
    assert len(texts) >= 12
    for rare in ("dealer: reshuffle", "starter -; ", "starter 1; ", "is lower", "; picked 1 2", "- - -", ": turn "):
        assert any(rare in text for text in texts), rare


def test_the_recorded_matches_of_jokrummy_show_what_is_rare() -> None:
    """Both choices before a round, open draws, all ways to play a card, surprises, and a match that is won."""
    texts = of("jokrummy")
    assert len(texts) >= 12
    for rare in (
        ": keep",
        ": change",
        ": draw discard",
        "; taken openly",
        ": lay ",
        ": group ",
        ": add ",
        " at start",
        "1 surprise",
        "1 put back",
        "to move nobody",
    ):
        assert any(rare in text for text in texts), rare
