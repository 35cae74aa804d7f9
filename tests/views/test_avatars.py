"""Avatars on pages: the person's own, everywhere; and the page on which they are chosen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.ledger.avatars import PAIRS, UNNAMED
from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import Node, read, words

ROOT = Path(__file__).parents[2]


def player(app: Flask, name: str) -> int:
    """The id of the person called so."""
    return next(row[0] for row in written(app)["players"] if name in row)


def page_of(app: Flask, name: str, where: str = "") -> str:
    """Where the avatar of that person is chosen: in the group, or in a match."""
    return f"{where}/people/{player(app, name)}/avatar"


def choose(phone: Phone, url: str, **fields: Any) -> TestResponse:
    """Choose a pair, and an emoji."""
    return phone.send(url, url, **fields)


def shown(page: TestResponse) -> set[tuple[str, str]]:
    """The avatars on a page: the colour, and what stands in it."""
    return {(_colour(one), one.words) for one in read(page).classed("avatar") if one.all("svg")}


def _colour(avatar: Node) -> str:
    return next(css for css in avatar.at["class"].split() if css.startswith("person-"))


def test_a_person_has_one_avatar_everywhere(app: Flask, phone: Phone) -> None:
    old = phone.begin("Pau", "Zoé", limit="20")
    old.round(1, "12 11", "3", mojo=0)
    match = phone.begin("Zoé", "Ana", "Pau")
    match.enter(1, 0, "9")
    choose(phone, page_of(app, "Zoé"), pair="6", emoji="🦊")
    pages = ["/", "/people", "/history", f"{old.url}/menu", f"{match.url}/menu", f"{match.url}/who"]
    pages += [match.cell(1, 0), f"{match.cell(1, 0)}/edit", old.url, f"{old.url}/rematch"]
    for url in pages:
        page = phone.get(url)
        if page.status_code == 200:
            assert ("person-6", "🦊") in shown(page), url


def test_two_who_begin_alike_have_two_letters(phone: Phone) -> None:
    match = phone.begin("Marta", "Pau", "Marek")
    assert {said for _, said in shown(phone.get(f"{match.url}/menu"))} == {"MA", "P", "MR"}


def test_a_bot_is_a_robot(phone: Phone) -> None:
    answer = phone.send("/new", "/new", youngest="0", name=["Ana", "Teo"], plays=["", "easy"])
    menu = phone.get(answer.location.replace("/table", "/menu"))
    shapes = [use.at["href"].rpartition("#")[2] for use in read(menu).all("use") if "shapes.svg" in use.at["href"]]
    assert {"person-0", "person-bot"} <= set(shapes)


def test_the_page_offers_eight_pairs_and_says_who_has_them(app: Flask, table: Table) -> None:
    for url in (page_of(app, "Pau"), page_of(app, "Pau", table.url)):
        page = read(table.phone.get(url))
        radios = [box for box in page.all("input") if box.at.get("name") == "pair"]
        assert [box.at["value"] for box in radios] == [str(pair) for pair in range(PAIRS)]
        assert [box.at["value"] for box in radios if "checked" in box.at] == ["1"]
        said = [label.words for label in page.all("label") if label.all("svg")]
        assert (said[0], said[1], said[2], said[3]) == ("P Circle Ana", "P Square", "P Flower Zoé", "P Diamond")


def test_another_avatar_shows_at_once_on_the_pads_of_all_matches(app: Flask, table: Table) -> None:
    other = table.phone.begin("Pau", "Marta")
    for match in (table, other):
        match.enter(1, 0, "9")
    tags = [match.phone.get(f"{match.url}/sheet").headers["ETag"] for match in (table, other)]
    assert choose(table.phone, page_of(app, "Pau", table.url), pair="5", emoji="").status_code == 303
    for match, tag in zip((table, other), tags, strict=True):
        assert match.phone.get(f"{match.url}/sheet", headers={"If-None-Match": tag}).status_code == 200


def test_changing_back_is_one_tap(app: Flask, table: Table) -> None:
    url = page_of(app, "Pau")
    before = written(app)["players"]
    answer = choose(table.phone, url, pair="5", emoji=" 👩🏽‍🚀 ")
    page = table.phone.get(answer.location)
    assert "Changed, in all matches." in words(page)
    assert ("person-5", "👩🏽‍🚀") in shown(page)
    (form,) = [form for form in read(page).all("form") if "Change back" in form.words]
    fields = {box.at["name"]: box.at["value"] for box in form.all("input")}
    back = choose(table.phone, form.at["action"], pair=fields["pair"], emoji=fields["emoji"])
    assert back.status_code == 303
    assert written(app)["players"] == before


@pytest.mark.parametrize(
    ("pair", "emoji", "field", "said"),
    [
        ("5", "fox", "emoji", "Choose one emoji, or leave the field empty."),
        ("5", "🦊🦊", "emoji", "Choose one emoji, or leave the field empty."),
        ("5", "x" * 5000, "emoji", "Choose one emoji, or leave the field empty."),
        ("8", "", "pair", "Choose one of the eight."),
        ("", "🦊", "pair", "Choose one of the eight."),
    ],
)
def test_what_is_none_is_refused_beside_the_field_and_stays(
    app: Flask, table: Table, pair: str, emoji: str, field: str, said: str
) -> None:
    before = written(app)
    for url in (page_of(app, "Pau"), page_of(app, "Pau", table.url)):
        answer = choose(table.phone, url, pair=pair, emoji=emoji)
        assert answer.status_code == 422
        assert said in words(answer)
        page = read(answer)
        assert said in page.id(f"{field}-error").words
        assert page.id("emoji").at["value"] == emoji
        assert [box.at["value"] for box in page.all("input") if "checked" in box.at] == [pair][: pair == "5"]
    assert written(app) == before


def test_who_borrows_a_pair_is_told_so(app: Flask, table: Table) -> None:
    choose(table.phone, page_of(app, "Zoé"), pair="1", emoji="")
    assert "Someone here already has this one." in words(table.phone.get(page_of(app, "Zoé", table.url)))
    assert "Someone here already has this one." not in words(table.phone.get(page_of(app, "Pau", table.url)))
    assert {colour for colour, _ in shown(table.phone.get(f"{table.url}/menu"))} >= {"person-0", "person-1", "person-2"}


def test_a_guest_chooses_in_the_match_only_and_for_those_who_sit_there(app: Flask, table: Table) -> None:
    table.phone.begin("Ana", "Lou")
    guest = table.guest(1).phone
    assert guest.get(page_of(app, "Pau", table.url)).status_code == 200
    assert guest.get(page_of(app, "Pau")).status_code == 404
    assert guest.get(page_of(app, "Lou", table.url)).status_code == 404
    assert "Lou" not in words(guest.get(page_of(app, "Pau", table.url)))
    watcher = table.watcher().phone
    assert watcher.get(page_of(app, "Pau", table.url)).status_code == 404


def test_the_page_of_a_person_and_the_menu_lead_there(app: Flask, table: Table) -> None:
    who = page_of(app, "Pau")
    assert who in [a.at.get("href") for a in read(table.phone.get(who.removesuffix("/avatar"))).all("a")]
    assert f"{table.url}{who}" in [a.at.get("href") for a in read(table.phone.get(f"{table.url}/menu")).all("a")]


def _colours() -> list[tuple[str, str, str]]:
    """By theme each colour of a person, with the letters on it and the sheet below it."""
    css = (ROOT / "static/css/base.css").read_text(encoding="utf-8")
    pairs = re.findall(r"\.person-\d \{ --c: light-dark\((#\w+), (#\w+)\)", css)
    assert len(pairs) == UNNAMED + 1
    found = []
    for theme in (0, 1):
        on, sheet = (_two(css, name)[theme] for name in ("on-person", "sheet"))
        found += [(pair[theme], on, sheet) for pair in pairs]
    return found


def _two(css: str, name: str) -> tuple[str, str]:
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", css)
    assert found
    return found[1], found[2]


def _light(colour: str) -> float:
    """Relative luminance, WCAG 2."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("colour", "letters", "sheet"), _colours())
def test_letters_can_be_read_on_every_colour_and_every_colour_on_the_sheet(
    colour: str, letters: str, sheet: str
) -> None:
    assert _contrast(colour, letters) >= 4.5
    assert _contrast(colour, sheet) >= 4.5


def test_every_pair_has_a_shape_of_its_own() -> None:
    drawn = re.findall(r'id="person-(\w+)"[^>]*>(.*?)</symbol>', (ROOT / "static/icons/shapes.svg").read_text("utf-8"))
    assert {name for name, _ in drawn} == {*map(str, range(PAIRS)), str(UNNAMED), "bot"}
    assert len({shape for _, shape in drawn}) == PAIRS + 2
