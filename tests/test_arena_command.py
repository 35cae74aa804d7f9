"""`companion arena` lets bots play each other and says who won how often."""

from __future__ import annotations

import re

import pytest

from companion.cli import main


@pytest.mark.parametrize(
    ("more", "rivals"),
    [([], "easy"), (["--seats", "3", "--option", "discards=2", "--seed", "4"], "2 easy")],
)
def test_the_arena_prints_a_win_rate_with_its_interval(
    more: list[str], rivals: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "mojo", "normal", "easy", "--matches", "6", *more]) == 0
    said = rf"normal against {rivals}: [\d.]+ % of 6 matches \(95 % interval [-\d.]+ to [\d.]+, par [\d.]+\)\n"
    assert re.fullmatch(said, capsys.readouterr().out)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["chess", "easy", "easy"], "no game called"),
        (["mojo", "superb", "easy"], "no bot called superb: easy, normal, strong"),
        (["mojo", "easy", "easy", "--seats", "9"], "2 to 8 seats"),
        (["mojo", "easy", "easy", "--option", "discards=3"], "discards is one of 1, 2"),
    ],
)
def test_the_arena_says_what_it_cannot_do(asked: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        main(["arena", *asked])
