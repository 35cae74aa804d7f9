"""Firefox, by Playwright and WebDriver BiDi, in which `tap` does nothing: it clicks."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, sync_playwright

from .phone import FIND, Phone

CLICK_MS = 2000


class Firefox(Phone):
    """A context of its own in one Firefox."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en-GB")
        self.heard: list[str] = []
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self.heard.append(f"uncaught: {error.error}"))
        self.page = self.context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.heard.append(message.text)

    def open(self, url: str) -> None:
        self.page.goto(url)

    def ask(self, script: str, *given: str) -> Any:
        # While a page gives way to the next one nobody answers.
        try:
            return self.page.evaluate(script, list(given))
        except Error as error:
            if "destroyed" in str(error) or "navigation" in str(error) or "context" in str(error):
                return None
            raise

    def tap_once(self, css: str, text: str) -> bool:
        try:
            found = self.page.evaluate_handle(FIND, [css, text]).as_element()
            if found:
                found.click(timeout=CLICK_MS)
        except Error:
            return False
        return found is not None

    def type_once(self, css: str, text: str) -> bool:
        try:
            self.page.fill(css, text, timeout=CLICK_MS)
        except Error:
            return False
        return True

    def complaints(self) -> list[str]:
        # Messages are heard when something is asked.
        self.page.wait_for_timeout(200)
        heard, self.heard = self.heard, []
        return heard

    def close(self) -> None:
        self.context.close()


@contextmanager
def firefox() -> Iterator[Callable[[], Phone]]:
    """Starts Firefox; what it gives makes phones."""
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=shutil.which("firefox-esr"))
        try:
            yield lambda: Firefox(browser)
        finally:
            browser.close()
