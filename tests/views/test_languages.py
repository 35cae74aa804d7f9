"""Which language a page speaks: the phone's own, or the one that was chosen on it."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.views.words import LANGUAGES
from tests.conftest import Phone
from tests.views.reading import read


def language(phone: Phone, url: str = "/", accept: str = "") -> str:
    """The language that a page says it speaks."""
    answer = phone.client.get(url, headers={"Accept-Language": accept})
    return read(answer).all("html")[0].at["lang"]


@pytest.mark.parametrize(
    ("accept", "spoken"),
    [("", "en"), ("fr-CA,fr;q=0.9,en;q=0.5", "fr"), ("pl", "pl"), ("de,pl;q=0.4", "pl"), ("de", "en"), ("x;;=,", "en")],
)
def test_a_page_speaks_the_language_of_the_phone(phone: Phone, accept: str, spoken: str) -> None:
    assert language(phone, accept=accept) == spoken


def test_a_phone_remembers_what_was_chosen_and_comes_back_to_the_page(phone: Phone) -> None:
    before = {"Referer": "http://localhost/rules/mojo?x=1"}
    answer = phone.client.get("/language/pl", headers=before)
    assert (answer.status_code, answer.location) == (303, "/rules/mojo?x=1")
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("language=pl", "HttpOnly", "SameSite=Lax", "Max-Age=34560000"))
    assert language(phone, accept="fr") == "pl"
    phone.client.get("/language/en")
    assert language(phone, accept="fr") == "en"


OTHERS = (
    "",
    "https://elsewhere.example/m/1",
    "http://localhost//evil",
    "http://localhost/language/fr",
    "::",
    "http://[",
)


@pytest.mark.parametrize("referer", OTHERS)
def test_whatever_led_there_one_stays_in_the_house(phone: Phone, referer: str) -> None:
    assert phone.client.get("/language/fr", headers={"Referer": referer}).location == "/"


def test_a_language_that_nobody_speaks_here_is_no_page(phone: Phone) -> None:
    assert phone.get("/language/de").status_code == 404
    phone.client.set_cookie("language", "de")
    assert language(phone) == "en"


def test_every_page_offers_every_language_in_its_own_words(app: Flask, phone: Phone) -> None:
    match = phone.begin("Ana", "Pau")
    pages = ["/", "/new", "/rules/mojo", "/history", match.url, f"{match.url}/menu", f"{match.url}/table", "/nowhere"]
    pages += [f"{match.cell(1, 0)}/edit", match.url.replace("/m/", "/tv/")]
    for url in pages:
        (nav,) = read(phone.get(url)).classed("tongues")
        links = {link.at["lang"]: (link.words, link.at["href"]) for link in nav.all("a")}
        assert links == {key: (name, f"/language/{key}") for key, name in LANGUAGES.items()}, url
        assert [link.at["lang"] for link in nav.all("a") if "aria-current" in link.at] == ["en"], url


def test_what_is_kept_for_one_language_is_not_shown_in_another(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau")
    for spoken in ("en", "fr", "en", "pl"):
        answer = phone.client.get(match.url, headers={"Accept-Language": spoken})
        assert read(answer).all("html")[0].at["lang"] == spoken
