"""The cases of Jok-R-ummy jr that were worked out by hand: matches, and what may be laid."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.jokrummy.melds import meld_of, sets, ways
from companion.games.jokrummy.missions import ANY, MIXED, RUN, SET, Mission
from companion.games.jokrummy.pack import MONKEY, Cards
from companion.games.jokrummy.scoring import Report
from companion.games.scoresheet import RoundFacts, SeatSpan, scoresheet
from companion.games.why import Why
from tests.games.cases import CASES
from tests.games.cast import Closing, bare, closer_of

from . import reference
from .tabletop import JOKRUMMY, cards

SHAPES = {"group": (SET, MIXED), "mixed_suite": (RUN, MIXED), "species_suite": (RUN, ANY)}


def of_kind(kind: str) -> list[Any]:
    """The cases of one kind, named by their ids."""
    chosen = (case for case in CASES if case["game"] == "jokrummy" and case["kind"] == kind)
    return [pytest.param(case, id=case["id"]) for case in chosen]


def test_no_case_has_been_lost() -> None:
    assert Counter(case["kind"] for case in CASES if case["game"] == "jokrummy") == {"match": 10, "meld": 10}


def rounds(case: dict[str, Any]) -> tuple[list[dict[int, Any]], int]:
    """What every seat reports, round by round, and how many surprises went back: a third one of a seat (J12)."""
    seats, surprises, totals, refused = case["input"]["players"], Counter[int](), Counter[int](), 0
    done: list[dict[int, Any]] = []
    now = [[0, 0] for _ in range(seats)]
    for event in [*case["input"]["events"], "round_end"]:
        if event == "round_end":
            done.append({seat: Report(points, bonus) for seat, (points, bonus) in enumerate(now)})
            now = [[0, 0] for _ in range(seats)]
            continue
        seat, kind = event
        if kind == "surprise" and surprises[seat] == 2:
            refused += 1
            continue
        surprises[seat] += kind == "surprise"
        totals[seat] += 1
        now[seat][kind == "surprise"] += 1
        if totals[seat] == 4:
            # Won at once: whoever had no mission yet in this round reports nothing (J15, J16).
            entries = {at: Report(one, two) for at, (one, two) in enumerate(now) if one or two}
            return [*done, {**entries, seat: Closing(Report(now[seat][0], now[seat][1]))}], refused
    return done, refused


@pytest.mark.parametrize("case", of_kind("match"))
def test_a_match_goes_as_worked_out(case: dict[str, Any]) -> None:
    expected, seats = case["expected"], case["input"]["players"]
    written, refused = rounds(case)
    facts = [RoundFacts({seat: bare(entry) for seat, entry in each.items()}, closer_of(each)) for each in written]
    sheet = scoresheet(JOKRUMMY, [SeatSpan()] * seats, facts, {}, 0)
    assert sheet.problems == ()
    assert list(sheet.totals) == expected["missions"]
    assert refused == expected["refused_surprises"]
    winner = expected["winner"]
    assert sheet.winners == (() if winner is None else (winner,))
    assert (sheet.over is None) == (winner is None)


def judged(case: dict[str, Any]) -> bool:
    """Whether the rules allow what a case asks about."""
    asked = case["input"]
    laid = row(asked["cards"])
    if asked["context"] == "mission":
        kind, animal = SHAPES[asked["mission"]["type"]]
        wanted = Mission("", kind, asked["mission"]["size"], Why(""), animal)
        # A set has no order of its own: its monkeys are named last.
        named = tuple(sorted(laid, key=lambda value: (value == MONKEY, value))) if kind == SET else laid
        return named in ways(wanted, tuple(sorted(laid)))
    if asked["context"] in ("new_group", "new_suite_after_mission"):
        return laid in sets(tuple(sorted(laid)))
    kind, animal = SHAPES[asked["meld_type"]]
    meld = meld_of(0, kind, animal, row(asked["meld"]))
    for value in laid:
        start = meld.fits(value, True)
        if not start and not meld.fits(value, False):
            return False
        meld = meld.added(value, start)
    return bool(asked["mission_done"])


def row(found: list[Any]) -> Cards:
    """The cards of a case, in order."""
    return cards(" ".join("m" if each == "M" else f"{each[0]}{each[1]}" for each in found))


@pytest.mark.parametrize("case", of_kind("meld"))
def test_cards_are_laid_as_worked_out(case: dict[str, Any]) -> None:
    assert judged(case) == case["expected"]["legal"]


@pytest.mark.parametrize("case", [each for each in of_kind("meld") if each.values[0]["input"]["context"] == "mission"])
def test_the_reference_agrees_with_the_cases(case: dict[str, Any]) -> None:
    asked = case["input"]
    key = {"group": "g", "mixed_suite": "x", "species_suite": "s"}[asked["mission"]["type"]] + str(
        asked["mission"]["size"]
    )
    laid = tuple("m" if each == "M" else f"{each[0]}{each[1]}" for each in asked["cards"])
    does = reference.group_does if key[0] == "g" else reference.suite_does
    assert does(key, laid) == case["expected"]["legal"]
