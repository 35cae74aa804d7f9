"""Rounds on screens at one match, and what they left entered by hand at another: the same sheet, word by word."""

from __future__ import annotations

import re

import pytest

from companion.games.game import Game
from tests.conftest import Phone, Table
from tests.games.case import table_case

from .playing import EVERY_TABLE, TABLES, begin, deal, dealt_of, now, play_on, write_down
from .reading import read

NAMES = ("Ana", "Pau", "Zoé")
MOMENT = re.compile(r"<time[^>]*>[^<]*</time>|\b\d\d:\d\d\b")
YOU = re.compile(r'<b class="you">[^<]*</b>')
TWINS = [(game, options) for game in TABLES for options in table_case(game).twins]


def copied(game: Game, played: Table, twin: Table) -> None:
    """What the last round on screens left, entered by hand at the other match."""
    screen = dealt_of(played)
    for seat, entry in screen.deal.entries().items():
        write_down(twin, game, screen.round, seat, entry, closes=seat == screen.deal.closer)


def sheet(table: Table) -> list[str]:
    """All that the pad says of the rounds, from the names and totals to the last cell, but not whose phone it is."""
    page = read(YOU.sub("", MOMENT.sub("", table.pad())))
    return [row.words for row in page.all("table")[0].all("tr")]


def start(table: Table) -> tuple[object, ...]:
    """Who begins the next round, which way round, and why."""
    state = now(table)
    open_ = state.sheet.open_round
    if open_ is None:
        return ()
    begins = state.sheet.rounds[open_ - 1].start
    return begins.seat, begins.direction, str(begins.why)


def story(table: Table, round_: int, seat: int) -> str:
    """The points of a cell and why it has them, but not who wrote them when."""
    said = read(table.phone.get(table.cell(round_, seat))).id("story").words
    assert "Changes" in said
    return said.partition("Changes")[0]


def agree(one: Table, other: Table, round_: int) -> None:
    """Both pads show the same rounds, with the same reasons."""
    assert sheet(one) == sheet(other)
    assert start(one) == start(other)
    for seat in now(one).playing_in(round_):
        assert story(one, round_, seat) == story(other, round_, seat)


@EVERY_TABLE
def test_a_round_on_screens_and_the_same_round_by_hand_make_the_same_sheet(phone: Phone, game: Game) -> None:
    """Both ways: each match plays one of two rounds on screens, and gets the other one entered by hand."""
    one, other = begin(phone, game, *NAMES[:2]), begin(phone, game, *NAMES[:2])
    for round_, (played, twin) in enumerate([(one, other), (other, one)], 1):
        deal(played, round_)
        play_on(played, round_)
        copied(game, played, twin)
        assert now(twin).sheet.rounds[round_ - 1].complete
        agree(one, other, round_)


@pytest.mark.parametrize(("game", "options"), TWINS, ids=lambda part: getattr(part, "key", str(part)))
def test_a_match_on_screens_ends_as_it_does_by_hand(phone: Phone, game: Game, options: dict[str, str]) -> None:
    options = {"limit": table_case(game).short, **options}
    played, twin = begin(phone, game, *NAMES, **options), begin(phone, game, *NAMES, **options)
    while (round_ := now(played).sheet.open_round) is not None:
        deal(played, round_)
        play_on(played, round_)
        copied(game, played, twin)
        agree(played, twin, round_)
    assert (now(played).status, now(twin).status) == ("over", "over")
    shared = [read(table.pad()).id("share-text").words for table in (played, twin)]
    assert shared[0] == shared[1]
    assert history(played) == history(twin) != []


def history(table: Table) -> list[str]:
    """What the list of matches says about this one."""
    page = read(MOMENT.sub("", table.phone.get("/history").text))
    return [line.words for line in page.all("li") if any(table.url in a.at.get("href", "") for a in line.all("a"))]
