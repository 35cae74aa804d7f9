"""The catalogues of every language: whole, and written as the language is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.views.words import LANGUAGES

FOLDER = Path(__file__).resolve().parent.parent / "companion" / "translations"
PLACE = re.compile(r"%\((\w+)\)s")
MARKUP = re.compile(r"</?[a-z]+[^>]*>")
OTHERS = [language for language in LANGUAGES if language != "en"]


def catalogue(language: str) -> Catalog:
    """The catalogue of a language."""
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(language: str) -> Iterator[Message]:
    """What it says, but for its head."""
    yield from (message for message in catalogue(language) if message.id)


def forms(said: object) -> list[str]:
    """A text, or all forms of one that depends on a number."""
    return [said] if isinstance(said, str) else [str(form) for form in said]  # type: ignore[attr-defined]


def faults(message: Message, plurals: int) -> Iterator[str]:
    """What is wrong with one translation, in any language."""
    english, said = forms(message.id), forms(message.string)
    if len(said) != (plurals if len(english) > 1 else 1) or not all(said):
        yield "is not translated"
        return
    if message.fuzzy:
        yield "is fuzzy"
    for form in said:
        places = set(PLACE.findall(form))
        wanted = [set(PLACE.findall(one)) for one in english]
        # One thing needs no number.
        if places not in wanted and places | {"num"} not in wanted:
            yield f"has other places: {form}"
        if sorted(MARKUP.findall(form)) != sorted(MARKUP.findall(english[0])):
            yield f"has other markup: {form}"
        if (form[:1].isspace(), form[-1:].isspace()) != (english[0][:1].isspace(), english[0][-1:].isspace()):
            yield f"begins or ends otherwise: {form!r}"
        if re.search(r"%(?!\(\w+\)s|%| )", form) and not re.search(r"%(?!\(\w+\)s|%| )", english[0]):
            yield f"has a stray %: {form}"


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_with_its_places_and_nothing_else_is_there(language: str) -> None:
    there = catalogue(language)
    with (FOLDER / "messages.pot").open("rb") as file:
        wanted = {(message.context, str(message.id)) for message in read_po(file) if message.id}
    assert {(message.context, str(message.id)) for message in messages(language)} == wanted
    assert there.obsolete == {}
    assert [f"{m.id}: {fault}" for m in messages(language) for fault in faults(m, there.num_plurals)] == []


def test_french_stands_with_narrow_spaces_and_its_own_quotes() -> None:
    said = [form for message in messages("fr") for form in forms(message.string)]
    assert [
        one for one in said if re.search(r"[^\s\u202f\u00a0/:(…\d\w)][ ]?[;!?]|\w[;!?]|[ \u00a0][;:!?](?!\w)", one)
    ] == []
    assert [one for one in said if re.search(r"«(?!\u202f)|(?<!\u202f)»|[“”]", one)] == []
    assert [one for one in said if "'" in one or "..." in one] == []


def test_polish_keeps_one_letter_words_with_what_follows_and_has_its_own_quotes() -> None:
    said = [form for message in messages("pl") for form in forms(message.string)]
    assert [one for one in said if re.search(r"(?:^|[\s(„])[wzioauWZIOAU] (?=\S)", one)] == []
    assert [one for one in said if re.search(r"[\s][;:!?](?!\w)", one)] == []
    assert [one for one in said if one.count("„") != one.count("”") or "“" in one or "..." in one] == []


def test_a_fault_is_found() -> None:
    assert list(faults(Message("Round %(round)s", "Manche"), 3)) == ["has other places: Manche"]
    assert list(faults(Message(("%(num)s card", "%(num)s cards"), ("%(num)s carte", "%(num)s cartes")), 3)) == [
        "is not translated"
    ]
    assert list(faults(Message("<b>x</b>", "x"), 3)) == ["has other markup: x"]
