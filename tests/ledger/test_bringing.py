"""What comes in with a file: all of it or nothing of it, once, and never over what is here."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from companion.games import GAMES
from companion.games.points.scoring import Typed
from companion.games.why import Refusal
from companion.interchange.csv_out import ROUNDS, rounds_of, written
from companion.ledger import bringing, decisions, hands, importing, opening, outgoing, results
from companion.ledger.base import db
from companion.ledger.cells import ARCHIVE
from companion.ledger.chronicle import Erased
from companion.ledger.figures import catch_up
from companion.ledger.models import Match, Phone, Player, now
from companion.ledger.opening import Opening
from companion.ledger.rebuilding import rebuild
from companion.ledger.state import read_afresh
from tests.conftest import as_many
from tests.interchange.test_ways_in import log, sample, scored
from tests.ledger.brought import (
    SAMPLE,
    THEIRS,
    again,
    begin_in,
    bring,
    everything,
    looked,
    read,
    take_back,
    why,
)
from tests.ledger.cast import NAMES, TOKENS, Pad, begin, hand, stored
from tests.ledger.everyverb import Evening
from tests.ledger.test_outgoing import group_text


def test_a_file_of_every_verb_comes_in_and_goes_out_again_byte_for_byte(app: Flask, elsewhere: Flask) -> None:
    said = everything(app)
    file = bring(elsewhere, said)
    assert (file.state, file.report["in"]) == ("done", 2 * len(GAMES))
    assert group_text(elsewhere, file.group) == said
    with app.app_context():
        there = {match.public_id: read_afresh(match.id).sheet for match in db.session.scalars(select(Match))}
    with elsewhere.app_context():
        assert {match.public_id: read_afresh(match.id).sheet for match in db.session.scalars(select(Match))} == there
        catch_up()
    before = stored(elsewhere, "seat_results", "round_results", "careers", "rivalries", "seasons", "evenings")
    with elsewhere.app_context():
        rebuild()
    assert stored(elsewhere, *before) == before


@pytest.mark.parametrize("seed", range(as_many(2, 200)))
def test_random_matches_come_in_and_go_out_again_byte_for_byte(app: Flask, elsewhere: Flask, seed: int) -> None:
    luck = Random(seed)
    with app.app_context():
        for number in range(3):
            game = luck.choice(GAMES)
            names = luck.sample(NAMES, luck.randint(max(game.seats.start, 2), 4))
            hidden = {"hands": "hidden"} if game.key != "jokrummy" and luck.random() < 0.4 else {}
            evening = Evening(opening.create(TOKENS[0], f"{game.key} {number}", Opening(game, names, hidden, 0)))
            parts = [evening.open_up, evening.on_screens, evening.write, evening.decide, evening.people]
            for part in luck.sample(parts, luck.randint(1, len(parts))):
                part()
            luck.choice([evening.end, evening.open_up, lambda: None])()
    said = group_text(app)
    file = bring(elsewhere, said)
    assert group_text(elsewhere, file.group) == said
    assert why(bring(elsewhere, said)) == {"It is already here.": file.total}
    assert group_text(elsewhere, file.group) == said


def test_the_same_file_twice_changes_nothing(app: Flask, elsewhere: Flask, pad: Pad) -> None:
    pad.enter(1, 0, hand(3))
    said = group_text(app)
    bring(elsewhere, said)
    tables = ("matches", "seats", "writes", "records", "players", "phones", "seat_results")
    before = stored(elsewhere, *tables)
    second = bring(elsewhere, said)
    assert why(second) == {"It is already here.": 1}
    assert "in" not in second.report
    assert stored(elsewhere, *tables) == before


def test_a_match_that_went_on_is_shown_and_stays_as_it_is(app: Flask, pad: Pad) -> None:
    said = group_text(app)
    pad.enter(1, 0, hand(3))
    newer = group_text(app)
    assert why(bring(app, said, token=TOKENS[0])) == {"It is already here": 1}
    assert group_text(app) == newer


def test_a_match_of_another_group_of_the_house_stays_there(app: Flask, pad: Pad) -> None:
    assert why(bring(app, group_text(app))) == {"It belongs to another group.": 1}


def test_what_was_erased_comes_back_only_if_that_is_said(app: Flask, elsewhere: Flask, pad: Pad) -> None:
    said = group_text(app)
    first = bring(elsewhere, said)
    take_back(elsewhere, first)
    with elsewhere.app_context():
        db.session.add(Erased(group_id=first.group, name=pad.public_id))
        db.session.commit()
    left = bring(elsewhere, said)
    assert (why(left), left.report["erased"]) == ({"It was deleted here.": 1}, 1)
    assert bring(elsewhere, said, erased=True).report["in"] == 1
    assert group_text(elsewhere, first.group) == said


def test_what_was_deleted_stays_so(app: Flask, pad: Pad) -> None:
    said = group_text(app)
    with app.app_context():
        db.session.execute(update(Match).values(deleted_at=now()))
        db.session.commit()
    assert why(bring(app, said, token=TOKENS[0])) == {
        "It was deleted here. The phone that keeps the group can bring it back.": 1
    }


def test_people_are_found_by_their_names_or_as_the_group_says(app: Flask, elsewhere: Flask, pad: Pad) -> None:
    begin_in(elsewhere, "ANA", "Pablo")
    with elsewhere.app_context():
        file = looked(group_text(app).encode())
        guesses = {guess.name: guess for guess in importing.guesses(file)}
        assert {name: guess.known and guess.known.name for name, guess in guesses.items()} == {
            "Ana": "ANA",
            "Pau": None,
            "Zoé": None,
        }
        pablo = next(one.id for one in importing.people_here(file.group) if one.name == "Pablo")
        importing.begin(THEIRS, file.public_id, {guesses["Pau"].number: pablo}, False)
        bringing.run(file.public_id, read, UTC)
        match = db.session.scalars(select(Match).where(Match.public_id == pad.public_id)).one()
        assert [seat.name for seat in read_afresh(match.id).seats] == ["ANA", "Pablo", "Zoé"]
        assert db.session.scalar(select(func.count(Player.id))) == 3


def test_a_match_in_which_two_would_be_one_stays_out(app: Flask, elsewhere: Flask, pad: Pad) -> None:
    begin_in(elsewhere, "Ana", "Ida")
    with elsewhere.app_context():
        file = looked(group_text(app).encode())
        ana = next(one.id for one in importing.people_here(file.group) if one.name == "Ana")
        pau = next(guess.number for guess in importing.guesses(file) if guess.name == "Pau")
        importing.begin(THEIRS, file.public_id, {pau: ana}, False)
        bringing.run(file.public_id, read, UTC)
        report = again(file).report
    assert (report.get("in"), report["late"]) == (None, 1)


def test_a_play_is_a_match_with_its_result_and_no_round(elsewhere: Flask) -> None:
    bring(elsewhere, log())
    with elsewhere.app_context():
        match = db.session.scalars(select(Match)).one()
        state = read_afresh(match.id)
        assert (match.state, match.rounds, match.called, match.place, match.note) == (
            "over",
            0,
            "Uno",
            "Kitchen",
            "two\nlines",
        )
        assert match.created_at == datetime(2026, 5, 3, 20, 15, tzinfo=UTC)
        assert match.played_at - match.created_at == timedelta(minutes=35)
    rows = stored(elsewhere, "seat_results", "round_results")
    assert rows["round_results"] == []
    assert state.sheet.winners == (0,)
    assert state.sheet.places == (1, None)
    with elsewhere.app_context():
        totals = db.session.execute(select(db.metadata.tables["seat_results"].c["total", "place", "won", "counts"]))
        assert [tuple(row) for row in totals] == [(12, 1, True, True), (None, None, False, False)]


def test_every_sample_comes_in_and_all_figures_are_those_of_the_matches(elsewhere: Flask) -> None:
    for name, many in ((SAMPLE, 7), ("BGStatsExport.ours.constructed.json", 2), ("bgg-plays.xml", 1)):
        assert bring(elsewhere, sample(name)).report["in"] == many
    assert why(bring(elsewhere, sample("skyjo.constructed.bgsplay"))) == {"It is already here.": 1}
    with elsewhere.app_context():
        catch_up()
    tables = ("seat_results", "careers", "rivalries", "seasons", "evenings", "match_words")
    before = stored(elsewhere, *tables)
    assert before["careers"]
    with elsewhere.app_context():
        rebuild()
    assert stored(elsewhere, *tables) == before


def test_a_play_that_says_something_else_now_is_shown_and_stays_as_it_was(elsewhere: Flask) -> None:
    bring(elsewhere, log())
    other = log(playerScores=scored({"score": "1"}, {"winner": True}))
    assert why(bring(elsewhere, other)) == {"It is already here": 1}


def test_nothing_can_be_entered_where_only_the_result_is_known(elsewhere: Flask) -> None:
    bring(elsewhere, log())
    with elsewhere.app_context():
        match = db.session.scalars(select(Match)).one()
        evening = Evening(match.public_id)
        before = evening.state.sheet
        for part in (evening.write, evening.on_screens, evening.open_up, evening.people):
            part()
        with pytest.raises(Refusal, match="Only the result of this match is known"):
            hands.enter(evening.pen(), 1, 0, Typed(7))
        assert evening.state.sheet == before
        assert evening.do(decisions.describe, "a note", "a place")
        assert evening.do(decisions.decide, ARCHIVE, True)


def test_a_spreadsheet_of_rounds_is_the_match_that_it_was(app: Flask, elsewhere: Flask) -> None:
    pad = begin(app, limit=50)
    number = 1
    while pad.now().status == "open":
        for seat, cards in enumerate(((9, 1), (0, 4), (10, 11, 3))):
            pad.enter(number, seat, hand(*cards), closes=seat == 1)
        number += 1
    with app.app_context():
        text = "".join(written(ROUNDS, rounds_of(results.results(outgoing.of_group(1), rounds=True), UTC), str, ","))
        sheet = read_afresh(pad.id).sheet
    assert bring(elsewhere, text).report["in"] == 1
    with elsewhere.app_context():
        state = read_afresh(1)
    assert (state.sheet.totals, state.sheet.places, state.sheet.winners) == (sheet.totals, sheet.places, sheet.winners)
    assert [round_.closer for round_ in state.sheet.rounds] == [round_.closer for round_ in sheet.rounds]
    assert state.sheet.unknown is None


def test_a_spreadsheet_that_no_sheet_of_ours_says_comes_in_as_its_result(elsewhere: Flask) -> None:
    text = "match,began,game,name,round,points,total,place,won\n"
    text += "m,2026-05-03,mojo,Ana,1,7,70,2,0\nm,2026-05-03,mojo,Pau,1,9,90,1,1\n"
    bring(elsewhere, text)
    with elsewhere.app_context():
        sheet = read_afresh(1).sheet
    assert (sheet.totals, sheet.places, sheet.unknown) == ((70, 90), (2, 1), frozenset())


def test_every_phone_of_a_file_is_one_that_nobody_has(app: Flask, elsewhere: Flask, pad: Pad) -> None:
    pad.enter(1, 0, hand(3))
    bring(elsewhere, group_text(app))
    with elsewhere.app_context():
        tokens = db.session.scalars(select(Phone.token)).all()
    assert len(tokens) == len(set(tokens)) == 2
    assert all(len(token) <= 40 for token in tokens)
