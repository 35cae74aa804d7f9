"""Between two rounds of Jok-R-ummy jr the pad says who deals and starts, who may change a mission, what is done."""

from __future__ import annotations

import pytest

from tests.conftest import Phone, Table
from tests.views.reading import read, words

REMINDER = "Before the next round, keep or swap the mission"


@pytest.fixture
def table(phone: Phone) -> Table:
    """Ana, Pau, Zoé and Teo before the first round."""
    return phone.begin("Ana", "Pau", "Zoé", "Teo", game="jokrummy", limit="4")


def report(table: Table, round_: int, seat: int, done: str, bonus: str = "0", ended: bool = False) -> None:
    page = f"{table.cell(round_, seat)}/edit"
    closed = {"closed": "1"} if ended else {}
    assert table.phone.sure(page, page, points=done, bonus=bonus, **closed).status_code == 303


def whole(table: Table, round_: int, *done: str, ended: int | None = None) -> None:
    for seat, each in enumerate(done):
        report(table, round_, seat, each[0], each[1:] or "0", seat == ended)


def tallies(page: str) -> dict[str, list[str]]:
    """The cards beside every name in the ranking, `done`, `bonus` or empty, in the order of the page's places."""
    shown = [one for one in read(page).all("span") if one.at.get("class") == "tally"]
    return {
        one.at["aria-label"].partition(":")[0]: [card.at.get("class", "") for card in one.all("i")] for one in shown
    }


def test_the_dealer_sits_before_whoever_starts_and_the_deal_goes_round(table: Table) -> None:
    assert "Ana starts clockwise · left of Teo, who deals" in words(table.pad())
    whole(table, 1, "1", "0", "0", "0", ended=0)
    assert "Pau starts clockwise · left of Ana, who deals" in words(table.pad())
    whole(table, 2, "0", "1", "0", "0", ended=1)
    assert "Zoé starts clockwise · left of Pau, who deals" in words(table.pad())


def test_whoever_failed_is_reminded_until_the_next_round_is_begun(table: Table) -> None:
    assert REMINDER not in words(table.pad())
    whole(table, 1, "1", "0", "01", "0", ended=0)
    assert f"{REMINDER}: Pau, Zoé, and Teo" in words(table.pad())
    tv = table.url.replace("/m/", "/tv/")
    assert f"{REMINDER}: Pau, Zoé, and Teo" in words(table.phone.get(tv))
    report(table, 2, 1, "1", ended=True)
    assert REMINDER not in words(table.pad())


def test_nobody_is_reminded_when_all_missions_were_done_or_the_match_is_over(table: Table) -> None:
    whole(table, 1, "1", "1", "1", "1")
    assert REMINDER not in words(table.pad())
    whole(table, 2, "12", "1", "0", "0", ended=0)
    assert "Ana wins" in words(table.pad())
    assert REMINDER not in words(table.pad())


def test_missions_are_shown_as_cards_with_surprises_apart(table: Table) -> None:
    whole(table, 1, "11", "0", "01", "0", ended=0)
    assert tallies(table.pad()) == {
        "Ana": ["done", "bonus", "", ""],
        "Pau": ["", "", "", ""],
        "Zoé": ["bonus", "", "", ""],
        "Teo": ["", "", "", ""],
    }


def test_a_surprise_corrected_into_a_mission_changes_its_card(table: Table) -> None:
    whole(table, 1, "1", "0", "01", "0", ended=0)
    assert tallies(table.pad())["Zoé"][0] == "bonus"
    report(table, 1, 2, "1")
    assert tallies(table.pad())["Zoé"][0] == "done"


def test_a_game_of_many_points_shows_a_bar_and_no_cards(phone: Phone) -> None:
    page = phone.begin("Ana", "Pau", game="skyjo", limit="100").pad()
    assert tallies(page) == {}
    assert len(read(page).all("progress")) == 2
