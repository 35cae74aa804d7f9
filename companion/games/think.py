"""What bots are asked in a process that knows the rules and nothing else. One question a line, one answer a line.

A question: {"game", "setup", "moves": [[seat, move], …], "seat", "strength", "seconds", "seed"}; the answer: {"move"}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any, TextIO

from . import by_key
from .game import table_of
from .table import Move, Setup


def think(asked: Mapping[str, Any]) -> Move:
    """The move of a bot that sees only what its seat can see. Raises KeyError, ValueError for what cannot be."""
    table = table_of(by_key(asked["game"]))
    deal = table.deal(Setup.read(asked["setup"]))
    for seat, move in asked["moves"]:
        deal = deal.after(seat, move)
    return table.choose(deal.observe(asked["seat"]), Random(asked["seed"]), asked["seconds"], asked["strength"])


def answer(questions: TextIO, answers: TextIO) -> None:
    """Answer until the questions end."""
    for line in questions:
        print(json.dumps({"move": think(json.loads(line))}), file=answers, flush=True)
