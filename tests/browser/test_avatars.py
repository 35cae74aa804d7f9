"""What a person is known by: chosen by a tap, and seen at once on every phone that shows the person."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from .calm import browser_context_args as browser_context_args
from .cast import begin
from .conftest import Ears
from .phones import same_document, seated
from .test_accessible import sound


def test_another_avatar_shows_on_the_other_phones_by_itself_and_back_is_one_tap(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    table = seated(page, new_context, "Ana", "Pau", "Zoé")
    table.match.round(1, "12", "1", "3", mojo=1)
    summary = page.locator("summary", has_text="Totals by round")
    line = page.locator("g.person-6")
    expect(summary).to_be_visible()
    expect(line).to_have_count(0)
    pau = table["Pau"]
    pau.goto(f"{table.match.path}/menu")
    pau.locator("summary", has_text="Colours and emoji").tap()
    pau.get_by_role("link", name="Pau").tap()
    pau.get_by_text("Plus", exact=True).locator("xpath=..").tap()
    pau.get_by_label("One emoji instead of the letters").fill("🦊")
    pau.get_by_role("button", name="Save").tap()
    expect(pau.get_by_text("Changed, in all matches.")).to_be_visible()
    expect(pau.locator(".avatar.large")).to_have_text("🦊")
    expect(line).to_have_count(1)
    assert same_document(page)
    pau.get_by_role("button", name="Change back").tap()
    expect(pau.locator(".avatar.large")).to_have_text("P")
    expect(line).to_have_count(0)


def test_the_page_to_choose_on_is_sound_and_says_what_is_wrong(page: Page, ears: Ears) -> None:
    ears.expect("status of 422")
    begin(page, "Marta", "Marek", "Bartholomew Maximilian the Third of Oz")
    page.goto("/people")
    page.get_by_role("link", name="Marek").tap()
    page.get_by_role("link", name="Colour and emoji").tap()
    expect(page.get_by_role("radio", name="Square")).to_be_checked()
    sound(page)
    page.get_by_label("One emoji instead of the letters").fill("fox")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("alert")).to_contain_text("Choose one emoji")
    expect(page.get_by_label("One emoji instead of the letters")).to_have_value("fox")
    sound(page)
