"""Static files go out compressed, as they are, and are compressed once."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask import Flask
from flask_compress import flask_compress

from tests.conftest import Phone

SCRIPT = Path(__file__).parents[2] / "static" / "js" / "app.js"


@pytest.fixture
def address(house: Flask) -> str:
    """The address of a script in this build."""
    return f"/static/{house.config['BUILD']}/js/app.js"


def test_a_static_file_is_compressed_for_the_first_phone_and_no_other(
    phone: Phone, stranger: Phone, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.get(address, headers={"Accept-Encoding": "gzip"})
    monkeypatch.delattr(flask_compress, "_compress_data")
    answer = stranger.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == SCRIPT.read_bytes()


def test_each_way_to_compress_is_another_answer(phone: Phone, address: str) -> None:
    ways = {way: phone.get(address, headers={"Accept-Encoding": way}) for way in ("gzip", "br", "identity")}
    assert [answer.headers.get("Content-Encoding") for answer in ways.values()] == ["gzip", "br", None]
    assert len({answer.data for answer in ways.values()}) == 3
    assert ways["identity"].data == SCRIPT.read_bytes()
    again = phone.get(address, headers={"Accept-Encoding": "br", "If-None-Match": ways["br"].headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_no_page_is_kept_for_another_phone(phone: Phone, stranger: Phone) -> None:
    headers = {"Accept-Encoding": "gzip"}
    phone.begin("Ana", "Pau")
    mine, theirs = (gzip.decompress(each.get("/", headers=headers).data).decode() for each in (phone, stranger))
    assert "Ana" in mine
    assert "Ana" not in theirs


def test_a_file_of_another_build_is_kept_by_nobody(phone: Phone, address: str) -> None:
    """While processes of two builds serve, the new address must not bring the old file for a year."""
    assert "max-age=31536000" in phone.get(address).headers["Cache-Control"]
    other = phone.get("/static/0123456789/js/app.js")
    assert (other.status_code, other.headers["Cache-Control"]) == (200, "no-store")
