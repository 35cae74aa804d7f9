"""What the last move changed is marked on the table until the next one, also after a reload."""

from __future__ import annotations

from random import Random

from companion.games.game import Game
from tests.conftest import Phone, Table

from .playing import EVERY_TABLE, begin, deal, dealt_of, some_move
from .reading import Node, read

MOVES = 25
HIDDEN = ("", "down")


def slots(table: Table) -> dict[str, Node]:
    """What lies where, as somebody who only watches sees it."""
    shown = read(table.phone.get(f"{table.url}/table/board"))
    return {
        node.at["data-slot"]: node for node in shown.all("div", "li", "i", "button", "label") if "data-slot" in node.at
    }


def marked(slots: dict[str, Node]) -> set[str]:
    """The slots that are marked."""
    return {slot for slot, node in slots.items() if "data-changed" in node.at}


def new(slot: str, before: dict[str, Node], after: dict[str, Node]) -> bool:
    """Whether something else lies there, open for all to see; a card that is drawn is on its way."""
    face, count = (after[slot].at.get(name, "") for name in ("data-face", "data-count"))
    lay = before[slot].at if slot in before else {}
    same = (lay.get("data-face", ""), lay.get("data-count", "")) == (face, count)
    return slot not in ("stock", "held") and face not in HIDDEN and not same


@EVERY_TABLE
def test_what_the_last_move_changed_is_marked(phone: Phone, game: Game) -> None:
    table, luck = begin(phone, game, "Ana", "Pau", "Zoé"), Random(1)
    watcher = table.watcher()
    deal(table)
    assert marked(slots(watcher)) == set()
    seen = set()
    for _ in range(MOVES):
        if dealt_of(table).over:
            break
        before = slots(watcher)
        some_move(table, luck)
        after = slots(watcher)
        assert marked(after) == (
            set() if dealt_of(table).over else {slot for slot in after if new(slot, before, after)}
        )
        assert marked(slots(watcher)) == marked(after), "they stay"
        seen |= marked(after)
    assert seen
