"""The words of notes and places: kept with every save, found by how they begin."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games.why import Refusal
from companion.ledger import decisions, rebuilding
from companion.ledger.base import db
from companion.ledger.cells import NOTE, PLACE, Cell
from companion.ledger.match_words import MOST_WORDS, places_of, words_in, words_like
from companion.ledger.pen import Pen
from companion.ledger.players import clean_lines
from companion.ledger.summaries import MatchWord

from .bulk import LAST, fill, put
from .cast import ANA, Pad, begin, stored, typed


def describe(pad: Pad, note: str, place: str = "", client: str = "") -> None:
    """What there is to tell of a match, by Ana's phone, which has seen what stands."""
    with pad.app.app_context():
        seen = {cell: pad.seen(cell) for cell in (Cell(NOTE), Cell(PLACE))}
        decisions.describe(Pen(pad.id, pad.phones[0], client or f"{note}/{place}", seen), note, place)


def words(app: Flask) -> list[str]:
    """Every word by which a match is found."""
    with app.app_context():
        return sorted(db.session.scalars(db.select(MatchWord.word)))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Teo cheated, TEO!", ["teo", "cheated"]),
        ("At Grandma’s, 2 a.m.", ["at", "grandma", "s", "2", "a", "m"]),
        ("Zoé à Łódź, STRASSE straße", ["zoe", "a", "łodz", "strasse"]),
        ("ﬁnal ①", ["final", "1"]),
        ("שלום, 麻雀 👑", ["שלום", "麻雀"]),
        ("x" * 50, ["x" * 40]),
        (" \n!", []),
    ],
)
def test_the_words_of_a_text(text: str, right: list[str]) -> None:
    assert words_in(text) == right


def test_the_words_go_with_the_note_and_the_place(pad: Pad) -> None:
    describe(pad, "Teo cheated", "At Grandma’s")
    assert words(pad.app) == ["at", "cheated", "grandma", "s", "teo"]
    describe(pad, "Teo lost", "")
    assert words(pad.app) == ["lost", "teo"]
    pad.undo()
    assert words(pad.app) == ["at", "cheated", "grandma", "s", "teo"]
    describe(pad, "")
    assert words(pad.app) == []


def test_the_words_of_an_open_match_stay_where_they_are_and_move_to_its_end(pad: Pad) -> None:
    describe(pad, "Teo cheated")
    began = pad.now().created_at
    pad.decide("limit", 7)
    pad.enter(1, ANA, typed(5))
    with pad.app.app_context():
        assert set(db.session.scalars(db.select(MatchWord.played_at))) == {began}
    pad.round(1, 0, 6, 7)
    with pad.app.app_context():
        assert min(db.session.scalars(db.select(MatchWord.played_at))) > began


def test_rebuild_makes_the_words_anew(pad: Pad) -> None:
    describe(pad, "Teo cheated", "At Grandma’s")
    before = stored(pad.app, "match_words")
    with pad.app.app_context():
        db.session.execute(db.delete(MatchWord).where(MatchWord.word == "teo"))
        db.session.add(MatchWord(match_id=pad.id, word="nonsense", group_id=1, played_at=LAST))
        db.session.commit()
        rebuilding.rebuild()
    assert stored(pad.app, "match_words") == before


@pytest.mark.parametrize(("note", "place"), [("x" * 501, ""), ("", "x" * 41)])
def test_what_is_too_long_is_refused(pad: Pad, note: str, place: str) -> None:
    with pytest.raises(Refusal, match="Keep it to"):
        describe(pad, note, place)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("", ""), (" a \r\n\r\n\n\n b\n", "a\n\nb"), ("\n\na", "a"), ("a\u2028b\x0bc", "a\nb\nc"), ("\u200b\n\u00ad", "")],
)
def test_a_text_of_several_lines_is_cleaned_line_by_line(typed: str, kept: str) -> None:
    assert clean_lines(typed) == kept
    assert clean_lines(kept) == kept


def test_words_are_found_by_their_beginning_each_once_and_not_too_many(app: Flask) -> None:
    bulk = fill(app, 0)
    with app.app_context():
        for number in range(30):
            put(bulk, LAST, note=f"word{number:02} again")
        db.session.commit()
        found = words_like(bulk.group, ["word", "aga", "none"])
        assert found["word"] == tuple(f"word{number:02}" for number in range(MOST_WORDS))
        assert (found["aga"], found["none"]) == (("again",), ())
        assert words_like(bulk.group + 1, ["word"]) == {"word": ()}
        assert words_like(bulk.group, []) == {}


def test_the_places_of_a_group_are_told_newest_first_each_once(app: Flask) -> None:
    for number, place in enumerate(("Café", "", "At Grandma’s", "Café")):
        describe(begin(app, client=f"match {number}"), "", place)
    with app.app_context():
        assert places_of(1) == ("Café", "At Grandma’s")
        assert places_of(1, most=1) == ("Café",)
        assert places_of(2) == ()
