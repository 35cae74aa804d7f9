"""The digital table over HTTP: dealing, moving, the curtain, the result, and how it and the pad get along."""

from __future__ import annotations

import re
from random import Random

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.conftest import Phone, Table

from .eyes import move_at_random, now
from .reading import read


@pytest.fixture
def dealt(table: Table) -> Table:
    """A round on screens: Ana's phone is handed round between Ana and Zoé, Pau has his own."""
    table.guest(1)
    assert table.phone.send(page(table), f"{page(table)}/deal").status_code == 303
    return table


def page(table: Table) -> str:
    return f"{table.url}/table"


def words(answer: TestResponse) -> str:
    return read(answer).words


def first_move(table: Table, eyes: str = "?eyes=0") -> dict[str, str]:
    """What tapping the first card would send."""
    shown = table.phone.get(page(table) + eyes).text
    move = re.search(r'name="move" value="([^"]+)"', shown)
    assert move
    return {**table.phone.form(page(table) + eyes, "/table/move"), "move": move[1]}


def play_on(app: Flask, luck: int = 1) -> None:
    """Play the round to its end."""
    number = 0
    while now(app).on_screens:
        move_at_random(app, Random(luck), number)
        number += 1


def test_before_the_deal_it_says_who_plays_where(table: Table) -> None:
    said = words(table.phone.get(page(table)))
    assert "Round 1 on screens: who plays?" in said
    assert "This phone is handed round for Ana, Pau, and Zoé." in said
    assert "Ana starts, clockwise" in said


def test_dealing_shows_nobodys_cards_before_somebody_takes_the_phone(dealt: Table) -> None:
    answer = dealt.phone.get(page(dealt))
    assert "Pass the phone to Ana." in words(answer)
    assert 'id="hand"' not in answer.text
    assert 'id="hand"' in dealt.phone.get(f"{page(dealt)}?eyes=0").text


def test_the_curtain_does_not_open_for_somebody_elses_turn(dealt: Table) -> None:
    answer = dealt.phone.get(f"{page(dealt)}?eyes=2")
    assert "Pass the phone to Ana." in words(answer)
    assert 'id="hand"' not in answer.text


def test_every_card_says_what_it_does(dealt: Table) -> None:
    cards = [
        node for node in read(dealt.phone.get(f"{page(dealt)}?eyes=0")).all("button") if node.at.get("name") == "move"
    ]
    assert len(cards) == 8
    assert all(re.search(r"lower|play on|draw 1", card.words) for card in cards)


def test_a_move_without_script_comes_back_to_the_table(dealt: Table) -> None:
    move = first_move(dealt)
    answer = dealt.phone.client.post(f"{page(dealt)}/move", data=move)
    assert (answer.status_code, answer.location) == (303, f"{page(dealt)}?eyes=0")
    said = words(dealt.phone.get(answer.location))
    assert f"Ana plays {move['move'].split()[1]} on " in said


def test_a_move_by_script_brings_the_table_as_a_piece(dealt: Table) -> None:
    answer = dealt.phone.client.post(f"{page(dealt)}/move", data=first_move(dealt), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.startswith('<div id="board"')


def test_a_move_sent_twice_is_one_move(app: Flask, dealt: Table) -> None:
    move = first_move(dealt)
    dealt.phone.client.post(f"{page(dealt)}/move", data=move)
    before = now(app)
    assert dealt.phone.client.post(f"{page(dealt)}/move", data=move).status_code == 303
    assert now(app).version == before.version


def test_a_stale_move_is_answered_once_and_clearly(app: Flask, dealt: Table) -> None:
    move = first_move(dealt)
    dealt.phone.client.post(f"{page(dealt)}/move", data=move)
    before = now(app)
    answer = dealt.phone.client.post(f"{page(dealt)}/move", data={**move, "client_id": "another tap"})
    assert answer.status_code == 409
    assert "The table has moved on: look again, then choose." in words(answer)
    assert now(app).version == before.version


def test_a_move_that_the_rules_refuse_gets_their_sentence(app: Flask, dealt: Table) -> None:
    before = now(app)
    assert before.screen is not None
    held = before.screen.deal.observe(0).hand  # type: ignore[attr-defined]
    missing = next(card for card in range(13) if card not in held)
    answer = dealt.phone.client.post(f"{page(dealt)}/move", data={**first_move(dealt), "move": f"play {missing}"})
    assert answer.status_code == 422
    assert f"You have no {missing} in your hand." in words(answer)
    assert now(app).version == before.version


def test_another_phones_seat_is_left_alone(app: Flask, dealt: Table) -> None:
    move = {**first_move(dealt), "seat": "1"}
    answer = dealt.phone.client.post(f"{page(dealt)}/move", data=move)
    assert answer.status_code == 422
    assert "Another phone plays for this seat." in words(answer)


def test_the_piece_costs_a_304_while_nothing_changes(dealt: Table) -> None:
    first = dealt.phone.get(f"{page(dealt)}/board")
    again = dealt.phone.get(f"{page(dealt)}/board", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    dealt.phone.client.post(f"{page(dealt)}/move", data=first_move(dealt))
    assert dealt.phone.get(f"{page(dealt)}/board", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_htmx_is_sent_to_the_whole_page(dealt: Table) -> None:
    answer = dealt.phone.get(page(dealt), headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == page(dealt)


def test_the_end_shows_the_points_with_the_pads_reasons(app: Flask, dealt: Table) -> None:
    play_on(app)
    said = words(dealt.phone.get(page(dealt)))
    state = now(app)
    for seat in range(3):
        score = state.sheet.rounds[0].cells[seat].score
        assert score is not None
        assert str(score.why) in said
    assert "Deal round 2" in said
    assert "Step through the round" in said


def test_after_the_end_the_next_round_is_dealt_or_played_with_cards(app: Flask, dealt: Table) -> None:
    play_on(app)
    dealt.enter(2, 0, "9 1")
    assert "Round 2 is being played with cards" in words(dealt.phone.get(page(dealt)))
    assert (
        dealt.phone.client.post(
            f"{page(dealt)}/deal", data={"csrf_token": dealt.phone.csrf(), "round": "2"}
        ).status_code
        == 422
    )


def test_the_pad_leads_to_the_table_and_refuses_hands_meanwhile(app: Flask, dealt: Table) -> None:
    assert "Round 1 is on screens: to the table" in words(dealt.phone.get(dealt.url))
    assert dealt.phone.get(f"{dealt.url}/go").location == page(dealt)
    entry = f"{dealt.cell(1, 0)}/edit"
    answer = dealt.phone.client.post(entry, data={**dealt.phone.form(entry, "/edit"), "cards": "9 1"})
    assert answer.status_code == 409
    assert "Round 1 is being played on screens: its hands come from there." in words(answer)
    assert 'value="9 1"' in answer.text


def test_the_deal_can_be_given_up_from_the_entry_sheet(app: Flask, dealt: Table) -> None:
    entry = f"{dealt.cell(1, 0)}/edit"
    answer = dealt.phone.send(entry, f"{page(dealt)}/abandon")
    assert answer.location == entry
    assert now(app).on_screens is None
    assert dealt.enter(1, 0, "9 1").status_code == 303


def test_a_seat_is_handed_to_a_bot_and_back(app: Flask, dealt: Table) -> None:
    token = dealt.phone.csrf()
    seat = f"{page(dealt)}/seat"
    assert dealt.phone.client.post(seat, data={"csrf_token": token, "seat": "1", "plays": "strong"}).status_code == 303
    assert now(app).bots == {1: "strong"}
    assert "bot, strong" in words(dealt.phone.get(page(dealt)))
    assert dealt.phone.client.post(seat, data={"csrf_token": token, "seat": "1", "plays": "person"}).status_code == 303
    assert now(app).bots == {}
    assert dealt.phone.client.post(seat, data={"csrf_token": token, "seat": "1", "plays": "mighty"}).status_code == 422


def test_a_watcher_sees_the_table_without_hands_and_forms(dealt: Table) -> None:
    answer = dealt.watcher().phone.get(page(dealt))
    assert "It is Ana’s turn." in words(answer)
    assert "<form" not in answer.text
    assert 'id="hand"' not in answer.text


def test_a_match_with_bots_begins_at_the_table(app: Flask, phone: Phone) -> None:
    form = phone.send("/new", "/new", name=["Ana", "", ""], act="bot")
    assert "Robo" in form.text
    answer = phone.client.post(
        "/new",
        data={**phone.form("/new", "/new"), "name": ["Ana", "Robo"], "plays": ["", "easy"]},
    )
    assert answer.location.endswith("/table")
    assert (now(app).bots, len(now(app).holders)) == ({1: "easy"}, 1)
    assert "bot, easy" in words(phone.get(answer.location))


def test_a_finished_round_is_stepped_through_with_anybodys_eyes(app: Flask, dealt: Table) -> None:
    play_on(app)
    steps = f"{page(dealt)}/r/1"
    assert "Before the first move" in words(dealt.phone.get(steps))
    second = dealt.phone.get(f"{steps}?step=2&eyes=1")
    assert "Move 2 of" in words(second)
    assert 'id="hand"' in second.text
    assert 'name="move"' not in second.text
    assert dealt.phone.get(f"{page(dealt)}/r/2").status_code == 404
    assert dealt.phone.get(f"{steps}?step=x&eyes=99").status_code == 200


def test_the_rest_of_the_stock_opens_when_the_match_has_ended(app: Flask, dealt: Table) -> None:
    play_on(app)
    seals, menu = f"{page(dealt)}/seals", f"{dealt.url}/menu"
    assert "Every open card is the one that was sealed." in words(dealt.phone.get(seals))
    assert "Open the last" not in words(dealt.phone.get(seals))
    dealt.phone.send(menu, f"{menu}/stop")
    assert "Open the last" in words(dealt.phone.get(seals))
    assert dealt.phone.send(seals, f"{seals}/open").status_code == 303
    assert "78 of 78 open" in words(dealt.phone.get(seals))


def test_what_was_played_on_screens_can_be_typed_on_another_pad(app: Flask, dealt: Table) -> None:
    play_on(app)
    state = now(app)
    other = dealt.phone.begin("Ana", "Pau", "Zoé")
    for seat in range(3):
        entry = state.trails.value(f"entry/1/{seat}")
        other.enter(1, seat, " ".join(map(str, entry.cards)), mojo=state.sheet.rounds[0].closer == seat)
    row = re.compile(r'<tr[^>]*id="round-1".*?</tr>|<tbody>.*?</tr>', re.S)
    mine, theirs = (row.search(one.pad()) for one in (dealt, other))
    assert mine
    assert theirs
    assert read_text(mine[0]) == read_text(theirs[0])


def read_text(html: str) -> str:
    """The words of a piece of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
