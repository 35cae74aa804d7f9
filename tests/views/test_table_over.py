"""The table when a round on screens is over, for every game: its result, its steps, its seals, the next round."""

from __future__ import annotations

import re

import pytest

from companion.games.table import shuffled
from companion.views.words import say
from tests.conftest import Phone, Table
from tests.games.case import case_of

from .playing import TABLES, begin, deal, dealt_of, now, play_on, write_down
from .reading import read, words


@pytest.fixture(params=TABLES, ids=lambda game: game.key)
def over(phone: Phone, request: pytest.FixtureRequest) -> Table:
    """A round on screens that was played to its end; Pau has a phone of his own."""
    table = begin(phone, request.param, "Ana", "Pau")
    table.guest(1)
    deal(table)
    play_on(table)
    return table


def test_the_end_shows_the_points_with_the_pads_reasons(over: Table) -> None:
    said = words(over.phone.get(f"{over.url}/table"))
    state = now(over)
    for seat in range(2):
        score = state.sheet.rounds[0].cells[seat].score
        assert score is not None
        with over.phone.app.test_request_context():
            assert say(score.why, state.name) in said
    assert "Deal round 2" in said
    assert "Replay the round" in said


def test_the_next_round_is_dealt_at_the_table(over: Table) -> None:
    table = f"{over.url}/table"
    assert over.phone.send(table, f"{table}/deal").status_code == 303
    assert (now(over).dealing, dealt_of(over).round) == (2, 2)


def test_the_next_round_is_played_with_cards_once_a_hand_is_in(over: Table) -> None:
    game, table = now(over).game, f"{over.url}/table"
    write_down(over, game, 2, 0, case_of(game).report)
    assert "Round 2 is being played with real cards" in words(over.phone.get(table))
    answer = over.phone.client.post(f"{table}/deal", data={"csrf_token": over.phone.csrf(), "round": "2"})
    assert answer.status_code == 409


def test_a_finished_round_is_stepped_through_with_the_eyes_that_the_game_allows(over: Table) -> None:
    steps = f"{over.url}/table/r/1"
    assert "Before the first move" in words(over.phone.get(steps))
    game = now(over).game
    for seat, shown in ((0, True), (1, game.table.shows_hands)):
        third = over.phone.get(f"{steps}?step=3&eyes={seat}")
        assert "Move 3 of" in words(third)
        assert ('id="hand"' in third.text) == shown
        assert 'name="move"' not in third.text
    assert over.phone.get(f"{over.url}/table/r/2").status_code == 404
    assert over.phone.get(f"{steps}?step=x&eyes=99").status_code == 200


def test_steps_show_the_totals_of_that_time_and_nobody_as_away(over: Table) -> None:
    game, steps = now(over).game, f"{over.url}/table/r/1"
    for seat in range(2):
        write_down(over, game, 2, seat, case_of(game).plain or case_of(game).report, closes=seat == 0)
    assert now(over).sheet.open_round == 3
    assert over.phone.sure(over.cell(1, 0), f"{over.cell(1, 0)}/adjust", points="1").status_code == 303
    after = [str(now(over).sheet.rounds[0].cells[seat].total).replace("-", "−") for seat in range(2)]
    for step, totals in (("0", ["0", "0"]), ("999", after)):
        shown = words(over.phone.get(f"{steps}?step={step}"))
        assert re.findall(r"(\S+) points", shown) == ([] if game.tallies else totals)
        assert "offline" not in shown


def test_every_move_of_the_round_is_told_in_words(over: Table) -> None:
    said, screen = words(over.phone.get(f"{over.url}/table/r/1")), dealt_of(over)
    going = screen.deals
    steps = zip(going, going[1:], screen.moves, strict=False)
    told = [deal.told(line.seat, line.move, after) for deal, after, line in steps if line.seat is not None]
    assert sum(why is not None for why in told) > 5
    with over.phone.app.test_request_context():
        assert [why for why in told if why is not None and say(why, now(over).name) not in said] == []


def test_what_stays_sealed_opens_when_the_match_has_ended(over: Table) -> None:
    seals, menu = f"{over.url}/table/seals", f"{over.url}/menu"
    mixed = [line.move for line in dealt_of(over).moves if shuffled(line.move)]
    left = sum(map(len, dealt_of(over).deal.sealed(mixed)))
    said = words(over.phone.get(seals))
    assert "The server says that every opened card matches its seal." in said
    assert "Open the last" not in said
    over.phone.send(menu, f"{menu}/stop")
    assert ("Open the last" in words(over.phone.get(seals))) == bool(left)
    if left:
        assert over.phone.send(seals, f"{seals}/open").status_code == 303
    for move in mixed:
        number = len(shuffled(move))
        assert f"{number} of {number} open" in words(over.phone.get(seals))


def test_a_match_that_has_ended_leads_to_its_rounds_on_screens(over: Table) -> None:
    menu = f"{over.url}/menu"
    over.phone.send(menu, f"{menu}/stop")
    links = [link.at.get("href", "") for link in read(over.phone.get(over.url)).all("a")]
    assert [link for link in links if "/table/" in link] == [f"{over.url}/table/r/1", f"{over.url}/table/seals"]
    assert all(over.phone.get(f"{over.url}/table/{page}").status_code == 200 for page in ("r/1", "seals"))
