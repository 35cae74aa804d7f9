"""Three phones at one table read three languages: what one writes, the others read in theirs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.conftest import Phone, Table
from tests.test_catalogues import catalogue
from tests.views.playing import deal, play_on
from tests.views.reading import words


def said(language: str, msgid: str, **values: object) -> str:
    """A text of ours in a language, its spaces as `words` has them."""
    if language == "en":
        return msgid % values
    message = catalogue(language).get(msgid)
    assert message is not None and isinstance(message.string, str)
    return " ".join((message.string % values).split())


@pytest.fixture
def phones(table: Table) -> Mapping[str, Table]:
    """The match on each phone, by the language that was chosen there."""
    found = {"en": table, "fr": table.guest(1), "pl": table.guest(2)}
    for language, one in found.items():
        one.phone.client.set_cookie("language", language)
    return found


def test_a_hand_and_its_story_are_read_in_each_language(phones: Mapping[str, Table]) -> None:
    phones["fr"].enter(1, 1, "9 1")
    phones["pl"].enter(1, 1, "4")
    at = phones["en"].cell(1, 1)
    phones["en"].phone.sure(at, f"{at}/adjust", points="-5", note="late")
    for language, one in phones.items():
        story = words(one.phone.get(at))
        assert said(language, "Changes") in story
        assert said(language, "%(name)s, round %(round)s", name="Pau", round=1) in story
        assert "late" in story


def test_a_conflict_and_what_is_taken_back_are_read_in_each_language(phones: Mapping[str, Table]) -> None:
    for language, one in phones.items():
        one.enter(1, 0, "9")
        answer = one.enter(1, 0, "12", **{"seen/entry/1/0": "0"})
        assert answer.status_code == 409
        assert said(language, "Which one is right?") in words(answer)


def test_what_does_not_fit_is_told_in_whole_sentences_of_each_language(phones: Mapping[str, Table]) -> None:
    phones["en"].round(1, "0 0 0", "0 0 5", "2", mojo=2)
    told = {
        "en": "Round 1: There can’t be 5 cards with 0: the pack has only 4. Check: Ana (the host’s phone) and Pau (",
        "fr": "Manche 1 – Impossible d’avoir 5 cartes de valeur 0 : le paquet n’en a que 4. À vérifier : Ana (",
        "pl": "Runda 1 – Kart o wartości 0 nie może być 5: w talii jest ich tylko 4. Do sprawdzenia: Ana (",
    }
    for language, one in phones.items():
        assert told[language] in words(one.pad())


def test_numbers_of_missions_have_the_plural_of_each_language(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", game="jokrummy")
    table.enter(1, 0, points="1", bonus="2")
    for language, why in (
        ("en", "1 mission + 2 surprises = 3"),
        ("fr", "1 mission + 2 surprises = 3"),
        ("pl", "1 misja + 2 niespodzianki = 3"),
    ):
        phone.client.set_cookie("language", language)
        assert why in words(phone.get(table.cell(1, 0)))


def test_who_starts_and_the_text_to_share_are_read_in_each_language(phones: Mapping[str, Table]) -> None:
    phones["fr"].round(1, "9 1", "12", "4", mojo=2)
    for language, one in phones.items():
        assert said(language, "%(name)s starts", name="Zoé") in words(one.pad())
        assert said(language, "Totals by round") in words(one.pad())


def test_the_table_and_its_log_are_read_in_each_language(phones: Mapping[str, Table]) -> None:
    deal(phones["en"])
    play_on(phones["en"])
    for language, one in phones.items():
        log = words(one.phone.get(f"{one.url}/table/log"))
        assert said(language, "The cards are shuffled and dealt.") in log
        assert (" plays " in log) is (language == "en")
