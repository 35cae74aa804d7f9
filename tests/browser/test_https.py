"""Two phones over https, behind a proxy and at home, have what http lacks; over http pages say what is missing."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.certificates import made
from tests.hosted.conftest import ROOT, command, housed, prepared
from tests.servers import free_port, ours

from .cast import Match, begin
from .phones import link_of
from .test_comforts import on_the_lan

# How far what one taps to open a box stands from the middle of the closed box, in pixels.
OFF_THE_MIDDLE = """seen => Math.max(...seen.map((one) => {
  const [box, line] = [one.parentElement.getBoundingClientRect(), one.getBoundingClientRect()];
  return Math.abs(line.top + line.bottom - box.top - box.bottom) / 2;
}))"""
SECURE = ("isSecureContext", "'wakeLock' in navigator", "'clipboard' in navigator", "'subtle' in crypto")


@pytest.fixture(scope="module")
def behind_nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("hosted"), free_port()
    environment = prepared(folder, port)
    at = made(folder / "certificates", "127.0.0.1")
    with ours(command("gunicorn", port), port, folder, environment) as inner, housed("nginx", at, inner) as house:
        yield house.url


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("at-home"), free_port()
    environment = {**os.environ, "COMPANION_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)}
    serve = [sys.executable, "-m", "companion", "serve", "--https", "--host", "127.0.0.1", "--port", str(port)]
    with ours(serve, port, folder, environment):
        yield f"https://127.0.0.1:{port}"


@pytest.mark.parametrize("where", ["behind_nginx", "at_home"])
def test_two_phones_play_over_https_and_have_what_http_lacks(
    browser: Browser, where: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(where)
    options = {"base_url": url, "ignore_https_errors": True, "viewport": {"width": 360, "height": 740}}
    phones: list[BrowserContext] = [browser.new_context(**options, locale="en-GB") for _ in range(2)]  # type: ignore[arg-type]
    try:
        ana, pau = (phone.new_page() for phone in phones)
        ana.goto("/new")
        for seat, name in enumerate(("Ana", "Pau")):
            ana.get_by_role("textbox", name="Name of player").nth(seat).fill(name)
        ana.get_by_role("button", name="Deal").click()
        expect(ana).to_have_url(re.compile(r"/r/1/s/0/edit"))
        match = Match(ana, "/".join(ana.url.removeprefix(url).split("/")[:3]), "")
        link = link_of(match)
        assert link.startswith(f"{url}/J/")
        pau.goto(link)
        pau.get_by_role("button", name="Pau").click()
        for page in (ana, pau):
            page.goto(match.path)
            expect(page.get_by_role("table")).to_be_visible()
            assert [each for each in SECURE if not page.evaluate(each)] == []
            assert page.locator("[data-plain]:visible").count() == 0
            expect(page.get_by_role("checkbox", name="Keep the screen on")).to_be_checked()
        ana.goto(match.sheet(1, 0))
        ana.locator('[data-card="9"]').click()
        ana.locator("button[data-save]").click()
        # Nobody touches the other phone: its own sheet opens when it hears of the first hand.
        expect(pau.locator("button[data-save]")).to_be_visible()
        assert {cookie["secure"] for cookie in ana.context.cookies()} == {True}
    finally:
        for phone in phones:
            phone.close()


def says(page: Page, what: str) -> None:
    """The page says once that something is missing, and leads to where it is told how to get it."""
    said = page.locator(f"[data-plain={what}]:visible")
    expect(said).to_have_count(1)
    said.get_by_role("link", name="How to get https").click()
    expect(page).to_have_url(re.compile("/https$"))
    expect(page.get_by_text("companion serve --https")).to_be_visible()


@pytest.mark.parametrize(("where", "what"), [("", "awake"), ("/phones", "share")])
def test_over_plain_http_a_page_says_what_is_missing(
    page: Page, new_context: Callable[..., BrowserContext], where: str, what: str
) -> None:
    match = begin(page)
    match.open()
    lan = on_the_lan(match, new_context())
    lan.goto(f"{lan.url}{where}")
    says(lan, what)


def test_home_says_that_it_could_be_installed(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    match = begin(page)
    match.open()
    lan = on_the_lan(match, new_context())
    lan.goto(lan.url.partition("/m/")[0])
    says(lan, "install")


def test_on_this_computer_nothing_is_missing(page: Page) -> None:
    match = begin(page)
    for where in ("", "/phones"):
        match.open(where)
        expect(page.locator("[data-plain]").first).to_be_attached()
        expect(page.locator("[data-plain]:visible")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
@pytest.mark.parametrize("wide", [360, 1280])
@pytest.mark.parametrize("light", ["light", "dark"])
def test_the_page_about_https_fits(browser: Browser, at_home: str, language: str, wide: int, light: str) -> None:
    """It does not scroll sideways, and its drawings are there; LOOK names a folder for pictures of it."""
    size = {"width": wide, "height": 740}
    context = browser.new_context(locale=language, viewport=size, color_scheme=light)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{at_home.replace('https:', 'http:')}/https")
    assert page.locator("summary").evaluate_all(OFF_THE_MIDDLE) <= 1
    for device in page.locator("summary").all():
        device.click()
    assert page.locator("html").get_attribute("lang") == language
    expect(page.locator("svg.drawn:visible")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    if folder := os.environ.get("LOOK"):
        page.screenshot(path=Path(folder) / f"https-{language}-{wide}-{light}.png", full_page=True)
    context.close()
