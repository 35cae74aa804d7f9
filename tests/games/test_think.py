"""Where bots think: one question a line, one answer a line, and nothing but the rules in memory."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import StringIO
from random import Random
from typing import Any

import pytest

from companion.games import by_key
from companion.games.table import DEALER, Setup
from companion.games.think import answer, think

from .cast import ANA, PAU, ZOE

SETUP = Setup((ANA, PAU, ZOE), PAU, -1, {"discards": "2"}, (3, 0, 12))
MOJO = by_key("mojo")


def question(moves: int = 0, /, **other: Any) -> dict[str, Any]:
    """A question in a round in which that many moves were made."""
    made = [(DEALER, MOJO.table.deal(SETUP).chance(Random(1)))]
    going = MOJO.table.deal(SETUP).after(*made[0])
    for _ in range(moves):
        (seat,) = going.to_move
        made.append((seat, MOJO.table.choose(going.observe(seat), Random(1), 0.0, "normal")))
        going = going.after(*made[-1])
    asked = {"game": "mojo", "setup": SETUP.spell(), "moves": made, "seat": going.to_move[0], "strength": "normal"}
    return {**asked, "seconds": 0.001, "seed": 7, **other}


@pytest.mark.parametrize("strength", ["easy", "normal", "strong"])
@pytest.mark.parametrize("moves", [0, 1, 5])
def test_a_question_is_answered_with_a_legal_move(strength: str, moves: int) -> None:
    asked = question(moves, strength=strength)
    going = MOJO.table.deal(SETUP)
    for seat, move in asked["moves"]:
        going = going.after(seat, move)
    assert going.allows(asked["seat"], think(asked))


def test_the_answer_is_what_the_game_chooses_for_what_the_seat_sees() -> None:
    asked = question(3, strength="strong")
    going = MOJO.table.deal(SETUP)
    for seat, move in asked["moves"]:
        going = going.after(seat, move)
    assert think(asked) == MOJO.table.choose(going.observe(asked["seat"]), Random(7), 0.001, "strong")


def test_one_answer_a_line_in_the_order_of_the_questions() -> None:
    asked = [question(moves) for moves in range(4)]
    answers = StringIO()
    answer(StringIO("".join(json.dumps(one) + "\n" for one in asked)), answers)
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == [{"move": think(one)} for one in asked]


def test_without_questions_there_are_no_answers() -> None:
    answers = StringIO()
    answer(StringIO(""), answers)
    assert answers.getvalue() == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "no game"},
        {"setup": "nothing"},
        {"moves": [[DEALER, "shuffle 1 2 3"]]},
        {"seat": ZOE},
        {"seat": 99},
        {"strength": "invincible"},
        {"moves": []},
    ],
)
def test_a_question_that_cannot_be_is_an_error_and_no_answer(wrong: dict[str, Any]) -> None:
    answers = StringIO()
    with pytest.raises((KeyError, ValueError)):
        answer(StringIO(json.dumps(question(**wrong)) + "\n"), answers)
    assert answers.getvalue() == ""


def test_a_process_of_its_own_answers_line_by_line_and_ends_with_the_questions() -> None:
    asked = question()
    command = [sys.executable, "-m", "companion.thinker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for _ in range(2):
            child.stdin.write(json.dumps(asked) + "\n")
            child.stdin.flush()
            assert json.loads(child.stdout.readline()) == {"move": think(asked)}
        child.stdin.close()
        assert child.wait(20) == 0


def died(command: list[str], asked: str = "") -> str:
    """What a process says that dies over a question."""
    told = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stdout) == (1, "")
    return told.stderr


@pytest.mark.parametrize("wrong", [{"game": "Zebulonia"}, {"strength": "Zebulonia"}, {"setup": "Zebulonia"}])
def test_a_process_that_dies_says_of_what_as_the_server_would_and_quotes_nothing(wrong: dict[str, Any]) -> None:
    command, asked = [sys.executable, "-m", "companion.thinker"], json.dumps(question(**wrong)) + "\n"
    plain, told = died(command, asked), json.loads(died([*command, "json"], asked))
    assert (told["level"], told["error"][0]) == ("error", told["event"].rpartition(": ")[2])
    assert any(re.fullmatch(r"  companion/games/think\.py:\d+ answer", line) for line in told["error"])
    assert "] ERROR in thinker: a process in which bots think has ended: " in plain
    for line in told["error"]:
        assert line in plain
    assert "Zebulonia" not in f"{plain}{told}"
    assert "Traceback" not in plain


def test_a_process_that_cannot_begin_says_so_as_the_server_would() -> None:
    spoiled = (
        "import sys; sys.modules['companion.games.think'] = None; from companion.thinker import main; main('json')"
    )
    assert json.loads(died([sys.executable, "-c", spoiled]))["error"][0] == "ModuleNotFoundError"


def test_the_process_knows_the_rules_and_nothing_else() -> None:
    said = "import sys, companion.thinker, companion.games.think; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("companion.")} - {"companion.thinker", "companion.discreet"}
    assert ours
    assert all(name.startswith("companion.games") for name in ours)
    assert not {"flask", "sqlalchemy", "werkzeug", "gevent"} & set(loaded)
