"""Ways out in a browser: the picture becomes one that chats take, and the sheet fits on one page of paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .calm import browser_context_args as browser_context_args
from .cast import Match, begin
from .fits import misfits
from .test_accessible import END, axe_finds_nothing, match_of

PNG = b"\x89PNG\r\n\x1a\n"
CANNOT_SHARE = "Object.defineProperty(navigator, 'canShare', { value: () => false })"
SHARES = """
Object.defineProperty(navigator, 'canShare', { value: ({ files }) => files[0] instanceof File });
Object.defineProperty(navigator, 'share', { value: async ({ files }) => { window.shared = files[0]; } });
"""
PAGES = re.compile(rb"/Type\s*/Page[^s]")


def ended(page: Page) -> Match:
    """A match that Pau won."""
    match = match_of(page)
    match.round(2, *END, mojo=1)
    return match


def test_the_pages_are_sound(page: Page) -> None:
    match = ended(page).path
    page.goto("/group")
    group = page.locator("a[href^='/group/'][href$='/take']").first.get_attribute("href")
    assert group is not None
    for path in (f"{match}/take", group):
        page.goto(path)
        for summary in page.locator("summary").all():
            summary.tap()
        axe_finds_nothing(page)
        assert misfits(page) == []


def test_the_picture_is_saved_where_a_browser_cannot_share_it(page: Page) -> None:
    page.add_init_script(CANNOT_SHARE)
    ended(page).open("/take")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share the picture").tap()
    path = saved.value.path()
    drawn = Path(path).read_bytes()
    assert saved.value.suggested_filename == "result.png"
    assert drawn.startswith(PNG)
    assert int.from_bytes(drawn[16:20]) == 1080
    assert int.from_bytes(drawn[20:24]) == 290 + 3 * 132 + 96
    expect(page.get_by_role("button", name="Saved")).to_be_visible()


def test_the_picture_is_shared_as_a_file(page: Page) -> None:
    page.add_init_script(SHARES)
    ended(page).open("/take")
    page.get_by_role("button", name="Share the picture").tap()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("[window.shared.name, window.shared.type]") == ["result.png", "image/png"]


def test_the_menu_leads_there(page: Page) -> None:
    ended(page).open("/menu")
    page.get_by_role("link", name="Take it along").tap()
    expect(page.get_by_role("button", name="Share the picture")).to_be_visible()


def test_without_a_script_the_picture_is_a_link(page: Page, new_context: type[BrowserContext], base_url: str) -> None:
    match = ended(page)
    context = new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(f"{base_url}{match.path}/take")
    expect(plain.get_by_role("button", name="Share the picture")).to_be_hidden()
    plain.get_by_role("link", name="Open the picture").tap()
    expect(plain).to_have_url(re.compile("result.svg$"))
    expect(plain.locator("svg text", has_text="Pau wins")).to_be_visible()


def test_the_way_to_paper_asks_for_it_once(page: Page) -> None:
    match = ended(page)
    page.add_init_script("window.print = () => { window.printed = (window.printed ?? 0) + 1; }")
    match.open("/take")
    page.get_by_role("link", name="Print the pad").tap()
    page.wait_for_function("() => window.printed")
    expect(page).to_have_url(re.compile(f"{match.path}$"))
    page.reload()
    assert page.evaluate("window.printed") is None


@pytest.mark.parametrize("stops", [True, False])
def test_eight_people_and_twenty_rounds_are_one_page_of_paper(page: Page, stops: bool) -> None:
    names = ("Maximiliana Konstantinopolitańska-Łęcka", "Pau", "W" * 40, "شهرزاد", "👨‍👩‍👧 Teo", "Iris", "Noé", "Léa")
    match = begin(page, *names, limit="500")
    for number in range(1, 21):
        match.round(number, *["9 8"] * 7, "1", mojo=7)
    if stops:
        match.post("/menu/stop")
    match.open()
    paper = page.pdf(prefer_css_page_size=True)
    assert len(PAGES.findall(paper)) == 1
    assert b"/MediaBox [0 0 594.95996 841.91998]" in paper
