"""A hand as text and back, the way people type it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import number, over_pack, read, spell
from companion.games.why import BadEntry

from .cast import MOJO

HANDS = st.lists(st.integers(-2, 12), max_size=12).map(tuple)
MINUS = "\N{MINUS SIGN}"


@given(HANDS)
def test_what_is_spelt_is_read_back(cards: tuple[int, ...]) -> None:
    assert read(spell(cards)) == cards


@given(HANDS, st.sampled_from([" ", ",", ", ", ";", " ; ", "+", " + ", "  ", "\t", "\n"]))
def test_cards_may_be_parted_in_any_usual_way(cards: tuple[int, ...], gap: str) -> None:
    assert read(gap.join(map(str, cards))) == cards


@given(HANDS)
def test_a_true_minus_sign_is_read_as_a_minus(cards: tuple[int, ...]) -> None:
    assert read(spell(cards).replace("-", MINUS)) == cards


def test_a_hand_is_spelt_in_the_order_it_was_given() -> None:
    assert spell((10, 11, 3)) == "10 11 3"
    assert spell(()) == ""


def test_spaces_around_a_hand_do_not_matter() -> None:
    assert read("  10 11   3 ") == (10, 11, 3)
    assert read("") == read("   ") == ()


@pytest.mark.parametrize(
    "text",
    ["x", "10 11 x", "3.5", "1e1", "--1", "ten", "10/3", "½", "²", "<b>3</b>", "1_0", "3 -", "0x3", "\x00"],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadEntry) as caught:
        read(text)
    assert caught.value.field == "cards"


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        cards = read(text)
    except BadEntry as refused:
        assert refused.field == "cards"
        assert str(refused)
    else:
        assert read(spell(cards)) == cards


@given(st.integers(-9999, 9999), st.sampled_from(["%s", " %s", "%s ", "\t%s\n"]))
def test_a_number_is_read_with_spaces_around_and_a_true_minus(value: int, frame: str) -> None:
    assert number(frame % value, "points") == value
    assert number(frame % str(value).replace("-", MINUS), "points") == value


@pytest.mark.parametrize("text", ["", " ", "x", "1 2", "3.5", "1e1", "1_0", "--3", MINUS, "½", "²"])
def test_what_is_no_whole_number_is_refused_for_its_field(text: str) -> None:
    with pytest.raises(BadEntry) as caught:
        number(text, "limit")
    assert caught.value.field == "limit"


@given(st.text())
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        value = number(text, "points")
    except BadEntry as refused:
        assert refused.field == "points"
    else:
        assert number(str(value), "points") == value


def test_more_copies_than_the_pack_has_are_named_lowest_first() -> None:
    assert over_pack([12] * 9 + [0] * 5 + [4] * 5, MOJO.pack.copies) == [0, 12]


def test_the_whole_pack_is_not_too_much() -> None:
    pack = [value for value, copies in MOJO.pack.copies.items() for _ in range(copies)]
    assert over_pack(pack, MOJO.pack.copies) == []
    assert over_pack([*pack, 7], MOJO.pack.copies) == [7]
