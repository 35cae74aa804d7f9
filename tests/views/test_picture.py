"""The picture of a result: who won, any name, and nothing in it from elsewhere."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from companion.views.picture import COLOURS
from tests.conftest import Phone, Table
from tests.sources import ROOT
from tests.views.reading import read
from tests.views.test_ways_out import ended


def picture(table: Table) -> ElementTree.Element:
    answer = table.phone.get(f"{table.url}/take/result.svg")
    assert answer.mimetype == "image/svg+xml"
    return ElementTree.fromstring(answer.text)


def said(drawing: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in drawing.iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_says_who_won_and_needs_nothing_from_elsewhere(phone: Phone) -> None:
    table = ended(phone)
    drawing = picture(table)
    texts = said(drawing)
    assert texts[0] == "Zoé wins"
    assert texts[1].startswith("Mojo · ")
    assert [texts[at] for at in (4, 8, 12)] == ["Zoé", "Pau", "Ana"]
    for node in drawing.iter():
        assert "style" not in node.attrib
        assert all(value.startswith("#") for key, value in node.attrib.items() if "href" in key)
    shown = read(table.phone.get(f"{table.url}/take")).id("result").at
    assert (shown["width"], shown["height"]) == (drawing.get("width"), drawing.get("height"))


@pytest.mark.parametrize("name", ["W" * 40, "<b>&amp;\"'</b>", "👨‍👩‍👧‍👦 Teo", "شهرزاد", "漢" * 40])
def test_any_name_fits_into_the_picture(phone: Phone, name: str) -> None:
    drawing = picture(ended(phone, name, "Pau", "Zoé"))
    assert any(name in text for text in said(drawing))
    pressed = [node for node in drawing.iter() if node.get("textLength")]
    assert [node.text for node in pressed] == ([name] if len(name) == 40 else [])


def test_the_colours_of_the_picture_are_those_of_pages() -> None:
    css = (ROOT / "static/css/base.css").read_text(encoding="utf-8")
    assert re.findall(r"\.person-\d \{ --c: light-dark\((#\w+),", css) == list(COLOURS)
