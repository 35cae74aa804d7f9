"""`companion arena` lets bots play each other and says who won how often."""

from __future__ import annotations

import re

import pytest

from companion.cli import main
from companion.games import GAMES
from companion.games.game import Game


@pytest.mark.parametrize(
    ("more", "rivals"),
    [([], "easy"), (["--seats", "3", "--option", "discards=2", "--seed", "4"], "easy × 2")],
)
def test_the_arena_prints_a_win_rate_with_its_interval(
    more: list[str], rivals: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "mojo", "normal", "easy", "--matches", "6", *more]) == 0
    said = rf"normal against {rivals}: wins [\d.]+ % of 6 matches"
    said += r" \(95 % interval: [\d.]+ to [\d.]+; equal bots: [\d.]+\)\.\n"
    assert re.fullmatch(said, capsys.readouterr().out)


@pytest.mark.parametrize("game", [game for game in GAMES if game.strengths], ids=lambda game: game.key)
def test_the_bots_of_every_game_can_play_there(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    most = str(game.seats.stop - 1)
    assert main(["arena", game.key, "easy", "easy", "--matches", "1", "--seats", most]) == 0
    assert f"of {most} matches" in capsys.readouterr().out


def test_the_help_lists_all_games_that_bots_play(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    played = ", ".join(game.key for game in GAMES if game.strengths)
    assert f"one of {played} BOT" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["chess", "easy", "easy"], "no game called"),
        (["mojo", "superb", "easy"], "no bot called superb. It has: easy, normal, strong"),
        (["mojo", "easy", "easy", "--seats", "9"], "2 to 8 players"),
        (["mojo", "easy", "easy", "--option", "discards=3"], "discards is one of these: 1, 2"),
        (["mojo", "easy", "easy", "--option", "discard=2"], "no setting called discard. There is: .*discards"),
        (["mojo", "easy", "easy", "--option", "discards"], "“discards” sets nothing"),
        (["points", "easy", "easy"], "points is not played on screen"),
    ],
)
def test_the_arena_says_what_it_cannot_do(asked: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        main(["arena", *asked])
