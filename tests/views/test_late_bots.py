"""A bot that should have moved long ago is called again by a table that nobody touches."""

from __future__ import annotations

import pytest

from companion.app_state import app_state
from companion.games import by_key
from companion.ledger import deals
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState
from companion.views import late_bots
from tests.conftest import Phone, Table
from tests.views.playing import begin, deal, dealt_of
from tests.views.reading import read
from tests.views.test_live_pages import quick

__all__ = ["quick"]

Heard = list[tuple[str, int]]


@pytest.fixture
def heard(table: Table) -> Heard:
    """What is published."""
    found: Heard = []
    app_state(table.phone.app).hub.on_publish(lambda match, version: found.append((match, version)))
    return found


@pytest.fixture
def felt(phone: Phone) -> Table:
    """A round on screens of Ana and two bots, in which Ana is to move."""
    return begin(phone, by_key("mojo"), "Ana", "Pau", "Zoé")


def signs(table: Table, query: str, count: int = 4) -> None:
    """Read some signs of a stream."""
    answer = table.phone.get(f"{table.url}/events{query}")
    parts = iter(answer.response)
    for _ in range(count):
        next(parts)  # type: ignore[call-overload]
    answer.close()


def _call_at_once(state: MatchState) -> None:
    app_state().hub.publish(state.public_id, state.version)


@pytest.mark.usefixtures("quick")
def test_a_silent_table_calls_the_bot_that_is_late(felt: Table, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    state = deal(felt)
    with felt.phone.app.app_context():
        seat = dealt_of(felt).deal.to_move[0]
        state = deals.hand_over(Pen(state.id, state.host or 0, "a bot"), seat, "easy")
    assert state.bot_to_move == seat
    heard.clear()
    signs(felt, "?shows=table")
    assert heard == [], "it may still think"
    monkeypatch.setattr(late_bots, "call", _call_at_once)
    signs(felt, "")
    assert heard == [], "who looks at the pad asks for nothing"
    signs(felt, "?shows=table")
    assert heard == [(state.public_id, state.version)], "calling wakes the stream, which does not call again"


@pytest.mark.usefixtures("quick")
def test_a_table_that_waits_for_people_is_looked_at_once(
    felt: Table, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(felt)
    heard.clear()
    looks: list[object] = []
    monkeypatch.setattr(late_bots, "LATE", 0.0)
    monkeypatch.setattr(late_bots, "call", looks.append)
    signs(felt, "?shows=table", 8)
    assert (len(looks), heard) == (1, [])


def test_the_pages_that_show_the_table_say_so(felt: Table) -> None:
    deal(felt)
    for page in (f"{felt.url}/table", f"/tv/{felt.public_id}"):
        shown = read(felt.phone.get(page))
        assert [node.at["data-stream"] for node in shown if "data-stream" in node.at] == [
            f"{felt.url}/events?shows=table"
        ]
